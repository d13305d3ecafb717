import { FIELDS, specField } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest, SortKey, SortOrder } from '../model/requests.js';
import type { Operand } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import { readWord } from '../parser/words.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { HAS_STOCK, NO_PARTS, type ReadFilters, readFilters } from './filters.js';
import type { Arguments } from './schema.js';
import { PartResultSetSource } from './search.js';

/** Sorts whose names differ from those of the fields. */
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

/** The request of a field of `Query` without its arguments. */
interface SearchBase extends Pick<SearchRequest, 'q' | 'filter'> {
  readonly sortby?: SortKey[];
}

/** `search`: keywords. */
export async function search(args: Arguments, context: AnswerContext): Promise<PartResultSetSource> {
  return answerSearch(args, { q: (args.q as string | null | undefined) ?? '' }, context, context.warner());
}

/** `search_mpn`: the beginning of a part number, or a whole one with wildcards. The shortest come first. */
export async function searchMpn(args: Arguments, context: AnswerContext): Promise<PartResultSetSource> {
  const q = ((args.q as string | null | undefined) ?? '').trim();
  const byNumber: SearchBase = { sortby: [{ field: 'mpn', order: 'asc' }] };
  const warn = context.warner();
  if (q === '') return answerSearch(args, byNumber, context, warn);
  const hasNumber = /[\p{L}\p{N}]/u.test(q);
  if (!hasNumber) warn(`q: "${shorten(q)}" has no letter and no digit, so no part number fits it`);
  const query = hasNumber ? printFilter({ kind: 'field', field: 'mpn', operand: patternOf(q) }) : NO_PARTS;
  return answerSearch(args, { ...byNumber, filter: { queries: [query] } }, context, warn);
}

/** A text without wildcards becomes a prefix. */
function patternOf(q: string): Operand {
  const word = readWord(q);
  return { kind: 'pattern', parts: typeof word === 'string' ? [{ kind: 'literal', text: word }, { kind: 'any_run' }] : word };
}

/** @param tell receives all warnings, those of the search itself among them */
async function answerSearch(args: Arguments, base: SearchBase, context: AnswerContext, tell: Warn): Promise<PartResultSetSource> {
  const paging = { start: (args.start as number | null) ?? 0, limit: (args.limit as number | null) ?? DEFAULT_LIMIT };
  context.askParts(Math.max(0, paging.limit));
  const own = new Set<string>();
  const warn: Warn = (message) => {
    own.add(message);
    tell(message);
  };
  const { request, filters } = await context.reading(() => readSearch(args, { ...base, ...paging }, context, warn));
  const search = context.searchOf({ q: request.q, filter: request.filter });
  const page = { ...paging, sortby: request.sortby };
  return new PartResultSetSource(search, page, filters, args.currency as string, context, { own: [...own], warn: tell });
}

/** The request of a search. @throws ValidationError with all issues of the arguments */
async function readSearch(
  args: Arguments,
  base: SearchBase & Paging,
  context: AnswerContext,
  warn: Warn,
): Promise<{ request: SearchBase & Paging; filters: ReadFilters }> {
  const { start, limit } = base;
  const issues = new Issues();
  const filters = await readFilters(args.filters, context, warn, issues);
  const request = {
    ...base,
    ...sortOf(args, context, warn),
    filter: {
      fields: filters.fields,
      queries: [...(base.filter?.queries ?? []), ...filters.queries, ...(args.in_stock_only ? [HAS_STOCK] : [])],
    },
  };
  issues.request = { start, limit, q: request.q, filter: request.filter };
  await context.internals.collections.parts.checkSearch({ start, limit }, issues, context.work);
  await context.checkConditions({ q: request.q, filter: request.filter }, issues);
  issues.throwIfAny();
  return { request, filters };
}

/** The order of the hits; an unknown one has no effect. */
function sortOf({ sort, sort_dir }: Arguments, context: AnswerContext, warn: Warn): { sortby?: SortKey[] } {
  if (typeof sort !== 'string' || sort === '') return {};
  const field = sortField(sort, context);
  if (field === undefined) {
    warn(`sort: "${shorten(sort)}" is neither a field nor an attribute, so it orders nothing`);
    return {};
  }
  const order = (sort_dir as SortOrder | null | undefined) ?? (field === 'score' ? 'desc' : 'asc');
  return { sortby: [{ field, order }] };
}

function sortField(sort: string, context: AnswerContext): string | undefined {
  const known = SORT_FIELDS.get(sort);
  if (context.hides(known ?? sort)) return undefined;
  if (known !== undefined) return known;
  if (context.spec(sort)) return specField(sort, 'value');
  return FIELDS.parts.has(sort) ? sort : undefined;
}
