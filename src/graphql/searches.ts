import { FIELDS, shorten, specField } from '../model/fields.js';
import type { SearchRequest, SortOrder } from '../model/requests.js';
import type { PatternPart } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import { readWord } from '../parser/words.js';
import type { Answering } from './answering.js';
import { HAS_STOCK, NO_PARTS, readFilters } from './filters.js';
import type { Arguments } from './schema.js';
import { PartResultSetSource } from './search.js';

/** Sorts that are not called as the fields are. */
const SORT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['score', 'score'],
  ['relevance', 'score'],
  ['manufacturer', 'manufacturer.name'],
  ['brand', 'brand.name'],
  ['price', 'avg_price'],
  ['stock', 'offers.in_stock_quantity'],
]);

const DEFAULT_LIMIT = 10;

/** `search`: keywords. */
export async function search(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  return answerSearch(args, { q: (args.q as string | null | undefined) ?? '' }, answering);
}

/** `search_mpn`: the beginning of a part number, or a whole one with wildcards. The shortest come first. */
export async function searchMpn(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  const q = ((args.q as string | null | undefined) ?? '').trim();
  const byNumber: SearchRequest = { sortby: [{ field: 'mpn', order: 'asc' }] };
  if (q === '') return answerSearch(args, byNumber, answering);
  const hasNumber = /[\p{L}\p{N}]/u.test(q);
  if (!hasNumber) answering.warnings.add(`q: "${shorten(q)}" has no letter and no digit, so no part number fits it`);
  const query = hasNumber
    ? printFilter({ kind: 'field', field: 'mpn', operand: { kind: 'pattern', parts: patternOf(q) } })
    : NO_PARTS;
  return answerSearch(args, { ...byNumber, filter: { queries: [query] } }, answering);
}

function patternOf(q: string): readonly PatternPart[] {
  const word = readWord(q);
  return typeof word === 'string' ? [{ kind: 'literal', text: word }, { kind: 'any_run' }] : word;
}

async function answerSearch(args: Arguments, base: SearchRequest, answering: Answering): Promise<PartResultSetSource> {
  const before = new Set(answering.warnings);
  const paging = { start: (args.start as number | null) ?? 0, limit: (args.limit as number | null) ?? DEFAULT_LIMIT };
  answering.askParts(Math.max(0, paging.limit));
  const { checks } = answering.inside;
  const reading = readFilters(args.filters, answering);
  await answering.refuseFaults([
    checks.parts.checkSearch({ start: paging.start }),
    checks.parts.checkSearch({ limit: paging.limit }),
    checks.parts.checkSearch(base),
    reading,
  ]);
  const filters = await reading;
  const request: SearchRequest = {
    ...base,
    ...paging,
    ...sortOf(args, answering),
    filter: {
      fields: filters.fields,
      queries: [...(base.filter?.queries ?? []), ...filters.queries, ...(args.in_stock_only ? [HAS_STOCK] : [])],
    },
  };
  await answering.refuseFaults([checks.parts.checkSearch(request)]);
  const own = [...answering.warnings].filter((warning) => !before.has(warning));
  return new PartResultSetSource(request, filters, args.currency as string, answering, own);
}

/** The order that is asked for; one that there is not orders nothing. */
function sortOf({ sort, sort_dir }: Arguments, answering: Answering): Pick<SearchRequest, 'sortby'> {
  if (typeof sort !== 'string' || sort === '') return {};
  const field = sortField(sort, answering);
  if (field === undefined) {
    answering.warnings.add(`sort: "${shorten(sort)}" is neither a field nor an attribute, so it orders nothing`);
    return {};
  }
  const order = (sort_dir as SortOrder | null | undefined) ?? (field === 'score' ? 'desc' : 'asc');
  return { sortby: [{ field, order }] };
}

function sortField(sort: string, answering: Answering): string | undefined {
  const known = SORT_FIELDS.get(sort);
  if (known !== undefined) return known;
  if (answering.spec(sort)) return specField(sort, 'value');
  return Object.hasOwn(FIELDS.parts, sort) ? sort : undefined;
}
