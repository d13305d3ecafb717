import { FIELDS, parseSpecField, specField } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { parsePriceField } from '../model/offer-fields.js';
import type { SortKey, SortOrder } from '../model/requests.js';
import type { Filter, Operand } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import { readWord } from '../parser/words.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { anyOf } from './clauses.js';
import { type ComputedSort, computedOrder, computedSort } from './computed-sorts.js';
import { HAS_STOCK, NO_PARTS, type ReadFilters, readFilters } from './filters.js';
import { partArguments } from './part.js';
import { type AskedRequest, type AskedText, readQuestion } from './questions.js';
import type { Arguments } from './schema.js';
import { PartResultSetSource, type SearchPageAsked } from './search.js';
import type { PageOrder } from './shared-search.js';

/** Sorts whose names differ from those of the fields. */
const SORT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['score', 'score'],
  ['relevance', 'score'],
  ['brand', 'brand.name'],
  ['price', 'avg_price'],
  ['stock', 'offers.in_stock_quantity'],
  ['total_avail', 'total_stock'],
  ['num_authsuppliers', 'authorized_sellers'],
]);

/** Members that a sort reads besides those of its field. */
const SORT_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['num_authsuppliers', ['offers.seller.uid', 'offers.seller.name']],
]);

const DEFAULT_LIMIT = 10;

interface Paging {
  readonly start: number;
  readonly limit: number;
  readonly after: string | undefined;
}

/** The request of a field of `Query` without its arguments, or a question that becomes one. */
interface SearchBase extends AskedRequest {
  readonly question?: AskedText;
}

/** `search`: keywords, or a question where the server reads them so. */
export async function search(args: Arguments, context: AnswerContext, responseName: string): Promise<PartResultSetSource> {
  const q = (args.q as string | null | undefined) ?? '';
  const base: SearchBase = context.assists && q !== '' ? { question: { text: q, responseName } } : { q };
  return answerSearch(args, base, context, context.warner());
}

/** `search_mpn`: the beginning of a part number, or a whole one with wildcards. The shortest come first. */
export async function searchMpn(args: Arguments, context: AnswerContext): Promise<PartResultSetSource> {
  const q = ((args.q as string | null | undefined) ?? '').trim();
  const byNumber: SearchBase = { sortby: [{ field: 'mpn', order: 'asc' }] };
  const warn = context.warner();
  if (q === '') return answerSearch(args, byNumber, context, warn);
  const hasNumber = /[\p{L}\p{N}]/u.test(q);
  const said = hasNumber ? [] : [`q: "${shorten(q)}" has no letter and no digit, so no part number fits it`];
  const query = hasNumber ? printFilter(numberFilter(patternOf(q))) : NO_PARTS;
  return answerSearch(args, { ...byNumber, filter: { queries: [query] } }, context, warn, said);
}

/** The parts of a number: their own, or another one under which they are known. */
function numberFilter(operand: Operand): Filter {
  const fields = ['mpn', 'aka_mpns'].filter((field) => FIELDS.parts.has(field));
  return anyOf(fields.map((field) => ({ kind: 'field', field, operand })));
}

/** A text without wildcards becomes a prefix. */
function patternOf(q: string): Operand {
  const word = readWord(q);
  return { kind: 'pattern', parts: typeof word === 'string' ? [{ kind: 'literal', text: word }, { kind: 'any_run' }] : word };
}

/**
 * @param tell receives all warnings, those of the search itself among them
 * @param said what is to be told of the arguments already
 */
async function answerSearch(
  args: Arguments,
  base: SearchBase,
  context: AnswerContext,
  tell: Warn,
  said: readonly string[] = [],
): Promise<PartResultSetSource> {
  const paging: Paging = {
    start: (args.start as number | null) ?? 0,
    limit: (args.limit as number | null) ?? DEFAULT_LIMIT,
    after: (args.after as string | null) ?? undefined,
  };
  context.askParts(Math.max(0, paging.limit));
  const own = new Set<string>();
  const warn: Warn = (message) => {
    own.add(message);
    tell(message);
  };
  for (const message of said) warn(message);
  const { request, filters, sort } = await context.reading(() => readSearch(args, base, paging, context, warn));
  const conditions = { q: request.q, filter: request.filter, conditions: filters.conditions };
  const search = context.searchOf(conditions);
  const order = sort?.computed && orderOf(sort.computed, context);
  const { sortby, rank } = request;
  const page: SearchPageAsked = { sortby, ...paging, ...(rank && { rank }), ...(order && { order }) };
  const asked = { q: (args.q as string | null | undefined) ?? '', ...partArguments(args) };
  return new PartResultSetSource(search, page, filters, asked, context, { own: [...own], warn: tell });
}

/** The request of a search. @throws ValidationError with all issues of the arguments */
async function readSearch(
  args: Arguments,
  { question, ...given }: SearchBase,
  { start, limit, after }: Paging,
  context: AnswerContext,
  warn: Warn,
): Promise<{ request: AskedRequest & Paging; filters: ReadFilters; sort: ReadSort | undefined }> {
  const issues = new Issues();
  const filters = await readFilters(args.filters, context, warn, issues);
  const sort = sortOf(args, context, warn);
  const base = question ? await readQuestion(question, context, warn) : given;
  const request: AskedRequest & Paging = {
    q: base.q,
    start,
    limit,
    after,
    sortby: sort ? [sort.key] : base.sortby,
    rank: base.rank,
    filter: {
      fields: filters.fields,
      queries: [...(base.filter?.queries ?? []), ...(args.in_stock_only ? [HAS_STOCK] : [])],
    },
  };
  issues.request = { start, limit, q: request.q, filter: request.filter };
  await context.internals.collections.parts.checkSearch({ start, limit }, issues, context.work);
  await context.checkConditions({ q: request.q, filter: request.filter, conditions: filters.conditions }, issues);
  issues.throwIfAny();
  if (after !== undefined) await checkCursor(request, filters, sort, issues, context);
  return { request, filters, sort };
}

/** A cursor must be that of the whole request. @throws ValidationError */
async function checkCursor(
  { q, filter, sortby, rank, start, limit, after }: AskedRequest & Paging,
  { conditions }: ReadFilters,
  sort: ReadSort | undefined,
  issues: Issues,
  context: AnswerContext,
): Promise<void> {
  const order = sort?.computed && (await computedOrder(sort.computed, context));
  const request = { q, filter, sortby, rank, start, limit, after };
  const rules = { conditions, ...(order && { order }) };
  await context.internals.collections.parts.checkSearch(request, issues, context.work, rules);
  issues.throwIfAny();
}

function orderOf(sort: ComputedSort, context: AnswerContext): PageOrder {
  return { key: `${sort.by} ${sort.direction}`, find: () => computedOrder(sort, context) };
}

/** An order that a request asks for. */
interface ReadSort {
  /** The key of the search; of a computed order, a key that orders nothing. */
  readonly key: SortKey;
  readonly computed?: ComputedSort;
}

/** The order of the hits; an unknown one has no effect. */
function sortOf({ sort, sort_dir, currency }: Arguments, context: AnswerContext, warn: Warn): ReadSort | undefined {
  if (typeof sort !== 'string' || sort === '') return undefined;
  const direction = (sort_dir as SortOrder | null | undefined) ?? undefined;
  const computed = computedSort(sort, direction ?? 'asc', currency as string, context, warn);
  if (computed === null) return undefined;
  if (computed) return { key: { field: 'uid', order: 'asc' }, computed };
  const spec = SORT_FIELDS.has(sort) ? undefined : context.spec(sort);
  const isOfParts = FIELDS.parts.has(sort) || context.ownFields.has(sort) || parsePriceField(sort) !== undefined;
  const isField = isOfParts || isSpecField(sort, context);
  const named = SORT_FIELDS.get(sort) ?? (isField ? sort : undefined);
  const field = spec ? specField(sort, spec.type === 'number' ? 'range' : 'value') : named;
  if (field === undefined || [field, ...(SORT_MEMBERS.get(sort) ?? [])].some(context.hides)) {
    warn(`sort: "${shorten(sort)}" is neither a field nor an attribute, so it orders nothing`);
    return undefined;
  }
  return { key: { field, order: direction ?? (field === 'score' ? 'desc' : 'asc') } };
}

/** Whether a sort is the fieldname of values of a spec. */
function isSpecField(sort: string, context: AnswerContext): boolean {
  const named = parseSpecField(sort);
  const type = named && context.spec(named.key)?.type;
  return type === 'number' ? named?.member !== 'covers' : type === 'string' && named?.member === 'value';
}
