import type { SearchResponse } from '../../../src/model/requests.js';
import type { Catalog } from '../../../src/partdex.js';
import type { RandomRequest } from '../../arbitraries/requests.js';
import { collectionOf } from './engine.js';

/** How to read all hits of a request page by page. */
export interface Walk {
  /** The sizes of the pages, again and again. */
  readonly sizes: readonly number[];
  /** Where the first page begins. */
  readonly start?: number;
}

/** The uids of all hits from `start` on, page after page behind the cursor of the one before. @param catalogs in turns */
export async function walk(catalogs: readonly Catalog[], { collection, request }: RandomRequest, { sizes, start = 0 }: Walk) {
  const uids: string[] = [];
  let answer: SearchResponse<object> | undefined;
  for (let page = 0; page === 0 || answer?.next; page++) {
    const place = answer?.next ? { after: answer.next } : { start };
    const limit = sizes[page % sizes.length];
    const engine = collectionOf(catalogs[page % catalogs.length], collection);
    answer = await engine.search({ ...request, ...place, limit, show: ['uid'] });
    const shown = answer.results.map(({ item }) => (item as { uid: string }).uid);
    uids.push(...shown);
    if (page > 10_000) throw new Error(`the pages do not end: ${JSON.stringify(uids.slice(0, 20))}`);
    if (answer.next !== null && shown.length !== limit) throw new Error(`a page of ${shown.length}, not ${limit}, has a next`);
  }
  return { uids, hits: (answer as SearchResponse<object>).hits };
}

/** Whether a request orders by fields alone, so that its cursors go on in other catalogs. */
export function isOfFields({ request: { sortby } }: RandomRequest): boolean {
  if (sortby === undefined || sortby === '' || sortby.length === 0) return false;
  const names =
    typeof sortby === 'string' ? sortby.split(',').map((key) => key.trim().split(' ')[0]) : sortby.map(({ field }) => field);
  const uid = names.indexOf('uid');
  return !(uid < 0 ? names : names.slice(0, uid)).includes('score');
}
