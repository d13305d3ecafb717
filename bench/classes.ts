import type { SearchRequest } from '../src/partdex.js';
import { UsageError } from './usage-error.js';

/** What is drawn from the data for one query; the meaning of each place is the class's. */
export type QueryArguments = readonly string[];

/** A kind of query. */
export interface QueryClass {
  readonly id: string;
  readonly title: string;
  /** The class whose drawn arguments it asks with: its own id, but for a variant of another class. */
  readonly argumentsOf: string;
  /** `uids`: the first ten hits by uid alone, as the peers answer; `parts`: the default page of ten parts. */
  readonly answer: 'uids' | 'parts';
  query(args: QueryArguments): SearchRequest;
}

const byQuery = (...queries: string[]): SearchRequest => ({ filter: { queries } });

const keyword = uids('a', 'keyword, 1 term', ([word]) => ({ q: word }));
const brandAndCategory = uids('h', 'brand AND category', ([brand, category]) => ({
  filter: { fields: { 'brand.name': [brand], category_uids: [category] } },
}));

/** The classes in the order in which they are measured, under the letters that the peers have for them. */
export const QUERY_CLASSES: readonly QueryClass[] = [
  keyword,
  uids('b', 'keyword, 3 terms', (words) => ({ q: words.join(' ') })),
  uids('c', 'phrase of 2 words', ([phrase]) => ({ q: `"${phrase}"` })),
  uids('d', 'mpn prefix `GRM188*`', ([prefix]) => byQuery(`mpn:${prefix}*`)),
  uids('e', 'mpn infix `*R71H104*`', ([infix]) => byQuery(`mpn:*${infix}*`)),
  uids('f', 'mpn pattern `STM32F4?7*`', ([pattern]) => byQuery(`mpn:${pattern}`)),
  uids('g', 'exact mpn', ([mpn]) => byQuery(`mpn:"${mpn}"`)),
  { ...uids('gq', 'exact mpn through q', ([mpn]) => ({ q: mpn })), argumentsOf: 'g' },
  brandAndCategory,
  uids('i', 'spec range AND category', ([category, key, low, high]) =>
    byQuery(`category_uids:"${category}"`, `specs.${escaped(key)}.value:["${low}" TO "${high}"]`),
  ),
  uids('m', 'sort by spec, large category', ([category, key, order]) => ({
    filter: { fields: { category_uids: [category] } },
    sortby: [{ field: `specs.${key}.value`, order: order === 'desc' ? 'desc' : 'asc' }],
  })),
  { ...keyword, id: 'pa', title: 'default page, queries of a', answer: 'parts' },
  { ...brandAndCategory, id: 'ph', title: 'default page, queries of h', answer: 'parts' },
];

/** The request of a query, for uids alone or for the default page. */
export function requestOf(queryClass: QueryClass, args: QueryArguments, answer = queryClass.answer): SearchRequest {
  const request = { ...queryClass.query(args), limit: 10 };
  return answer === 'uids' ? { ...request, show: ['uid'] } : request;
}

/** The classes that `--only` names: by id, or by the first letter of several (`p`: `pa` and `ph`). */
export function chosenClasses(only: readonly string[] | undefined): readonly QueryClass[] {
  if (!only) return QUERY_CLASSES;
  const unknown = only.find((name) => !QUERY_CLASSES.some(({ id }) => id === name || id[0] === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only: there is no class "${unknown}"; there are ${QUERY_CLASSES.map(({ id }) => id).join(', ')}`);
  }
  return QUERY_CLASSES.filter(({ id }) => only.includes(id) || only.includes(id[0]));
}

function uids(id: string, title: string, query: (args: QueryArguments) => SearchRequest): QueryClass {
  return { id, title, argumentsOf: id, answer: 'uids', query };
}

/** Reserved characters of filter queries, taken literally. */
function escaped(text: string): string {
  return text.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
}
