import type { PatternPiece } from '../analysis/pattern.js';
import { FIELDS, specField } from '../model/fields.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest, SortKey, SortOrder } from '../model/requests.js';
import { printFilter } from '../parser/print.js';
import { readWord } from '../parser/words.js';
import type { Answering, Warn } from './answering.js';
import { HAS_STOCK, NO_PARTS, type ReadFilters, readFilters } from './filters.js';
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

interface Paging {
  readonly start: number;
  readonly limit: number;
}

/** What a field of `Query` asks by itself. */
interface SearchBase extends Pick<SearchRequest, 'q' | 'filter'> {
  readonly sortby?: SortKey[];
}

/** `search`: keywords. */
export async function search(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  return answerSearch(args, { q: (args.q as string | null | undefined) ?? '' }, answering, answering.warner());
}

/** `search_mpn`: the beginning of a part number, or a whole one with wildcards. The shortest come first. */
export async function searchMpn(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  const q = ((args.q as string | null | undefined) ?? '').trim();
  const byNumber: SearchBase = { sortby: [{ field: 'mpn', order: 'asc' }] };
  const warn = answering.warner();
  if (q === '') return answerSearch(args, byNumber, answering, warn);
  const hasNumber = /[\p{L}\p{N}]/u.test(q);
  if (!hasNumber) warn(`q: "${shorten(q)}" has no letter and no digit, so no part number fits it`);
  const query = hasNumber
    ? printFilter({ kind: 'field', field: 'mpn', operand: { kind: 'pattern', parts: patternOf(q) } })
    : NO_PARTS;
  return answerSearch(args, { ...byNumber, filter: { queries: [query] } }, answering, warn);
}

function patternOf(q: string): readonly PatternPiece[] {
  const word = readWord(q);
  return typeof word === 'string' ? [{ kind: 'literal', text: word }, { kind: 'any_run' }] : word;
}

/** @param tell told of what is ignored, of which the warnings of the search itself are a part */
async function answerSearch(args: Arguments, base: SearchBase, answering: Answering, tell: Warn): Promise<PartResultSetSource> {
  const paging = { start: (args.start as number | null) ?? 0, limit: (args.limit as number | null) ?? DEFAULT_LIMIT };
  answering.askParts(Math.max(0, paging.limit));
  const own = new Set<string>();
  const warn: Warn = (message) => {
    own.add(message);
    tell(message);
  };
  const { request, filters } = await answering.reading(() => readSearch(args, { ...base, ...paging }, answering, warn));
  const search = answering.searchOf({ q: request.q, filter: request.filter });
  const page = { ...paging, sortby: request.sortby };
  return new PartResultSetSource(search, page, filters, args.currency as string, answering, { own: [...own], warn: tell });
}

/** The request of a search. @throws GraphQLError that tells all faults together */
async function readSearch(
  args: Arguments,
  base: SearchBase & Paging,
  answering: Answering,
  warn: Warn,
): Promise<{ request: SearchBase & Paging; filters: ReadFilters }> {
  const { work, inside } = answering;
  const { checks } = inside;
  const reading = readFilters(args.filters, answering, warn);
  await answering.refuseFaults([
    checks.parts.checkSearch({ start: base.start }, work),
    checks.parts.checkSearch({ limit: base.limit }, work),
    checks.parts.checkSearch({ filter: base.filter }, work),
    reading,
  ]);
  const filters = await reading;
  const request = {
    ...base,
    ...sortOf(args, answering, warn),
    filter: {
      fields: filters.fields,
      queries: [...(base.filter?.queries ?? []), ...filters.queries, ...(args.in_stock_only ? [HAS_STOCK] : [])],
    },
  };
  await answering.refuseFaults([answering.checkConditions({ q: request.q, filter: request.filter })]);
  return { request, filters };
}

/** The order that is asked for; one that there is not orders nothing. */
function sortOf({ sort, sort_dir }: Arguments, answering: Answering, warn: Warn): { sortby?: SortKey[] } {
  if (typeof sort !== 'string' || sort === '') return {};
  const field = sortField(sort, answering);
  if (field === undefined) {
    warn(`sort: "${shorten(sort)}" is neither a field nor an attribute, so it orders nothing`);
    return {};
  }
  const order = (sort_dir as SortOrder | null | undefined) ?? (field === 'score' ? 'desc' : 'asc');
  return { sortby: [{ field, order }] };
}

function sortField(sort: string, answering: Answering): string | undefined {
  const known = SORT_FIELDS.get(sort);
  if (known !== undefined) return known;
  if (answering.spec(sort)) return specField(sort, 'value');
  return FIELDS.parts.has(sort) ? sort : undefined;
}
