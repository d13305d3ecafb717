import { FIELDS, shorten, specField } from '../model/fields.js';
import type { SearchRequest, SortKey, SortOrder } from '../model/requests.js';
import type { PatternPart } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import { readWord } from '../parser/words.js';
import type { Answering } from './answering.js';
import { HAS_STOCK, NO_PARTS, readFilters, type Warn } from './filters.js';
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

/** What a field of `Query` asks by itself. */
interface SearchBase extends Pick<SearchRequest, 'q' | 'filter'> {
  readonly sortby?: SortKey[];
}

/** `search`: keywords. */
export async function search(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  return answerSearch(args, { q: (args.q as string | null | undefined) ?? '' }, answering);
}

/** `search_mpn`: the beginning of a part number, or a whole one with wildcards. The shortest come first. */
export async function searchMpn(args: Arguments, answering: Answering): Promise<PartResultSetSource> {
  const q = ((args.q as string | null | undefined) ?? '').trim();
  const byNumber: SearchBase = { sortby: [{ field: 'mpn', order: 'asc' }] };
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

function answerSearch(args: Arguments, base: SearchBase, answering: Answering): Promise<PartResultSetSource> {
  return answering.reading(() => readSearch(args, base, answering));
}

async function readSearch(args: Arguments, base: SearchBase, answering: Answering): Promise<PartResultSetSource> {
  const own = new Set<string>();
  const warn = (message: string) => {
    own.add(message);
    answering.warnings.add(message);
  };
  const paging = { start: (args.start as number | null) ?? 0, limit: (args.limit as number | null) ?? DEFAULT_LIMIT };
  answering.askParts(Math.max(0, paging.limit));
  const { work, inside } = answering;
  const { checks } = inside;
  const reading = readFilters(args.filters, answering, warn);
  await answering.refuseFaults([
    checks.parts.checkSearch({ start: paging.start }, work),
    checks.parts.checkSearch({ limit: paging.limit }, work),
    checks.parts.checkSearch({ filter: base.filter }, work),
    reading,
  ]);
  const filters = await reading;
  const sort = sortOf(args, answering, warn);
  const request: SearchRequest = {
    ...base,
    ...paging,
    ...sort,
    filter: {
      fields: filters.fields,
      queries: [...(base.filter?.queries ?? []), ...filters.queries, ...(args.in_stock_only ? [HAS_STOCK] : [])],
    },
  };
  await answering.refuseFaults([checks.parts.checkSearch(request, work)]);
  const search = answering.searchOf({ q: request.q, filter: request.filter });
  const page = { ...paging, sortby: sort.sortby ?? base.sortby };
  return new PartResultSetSource(search, page, filters, args.currency as string, answering, [...own]);
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
  return Object.hasOwn(FIELDS.parts, sort) ? sort : undefined;
}
