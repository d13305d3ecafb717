import { specField } from '../model/fields.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest } from '../model/requests.js';
import type { Bound, Filter } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { type AttributeFacts, attributeFacts, displayed } from './attribute.js';
import type { CategoryNode } from './category-tree.js';
import type { CompanyKind } from './records.js';
import type { ObjectSource } from './schema.js';
import { idOf, isDecimal } from './values.js';

/** The result of reading the filters of a search. */
export interface ReadFilters {
  readonly fields: NonNullable<NonNullable<SearchRequest['filter']>['fields']>;
  readonly queries: string[];
  /** Filters by attributes, as answers list them. */
  readonly applied: ObjectSource[];
  /** The category, if exactly one was requested. */
  readonly category: CategoryNode | undefined;
}

/** Parts that can be bought: a quantity above 0, or an unknown one. */
export const HAS_STOCK = 'offers.in_stock_quantity:({0 TO *] OR "-2")';
export const NO_PARTS = 'NOT *:*';

/** Most values of one filter. */
const MOST_VALUES = 1000;

interface CompanyFilter {
  readonly kind: CompanyKind;
  readonly uid: string;
  readonly name: string;
}

const MANUFACTURER: CompanyFilter = { kind: 'manufacturers', uid: 'manufacturer.uid', name: 'manufacturer.name' };
const DISTRIBUTOR: CompanyFilter = { kind: 'sellers', uid: 'offers.seller.uid', name: 'offers.seller.name' };
const COMPANY_FILTERS: ReadonlyMap<string, CompanyFilter> = new Map([
  ['manufacturer_id', MANUFACTURER],
  ['manufacturer', MANUFACTURER],
  ['distributor_id', DISTRIBUTOR],
  ['distributor', DISTRIBUTOR],
]);
const CATEGORY_FILTERS: ReadonlySet<string> = new Set(['category_id', 'category']);

/**
 * Reads the filters of a search: names to one value or a list of alternatives. An unknown name matches nothing.
 * @param warn receives the names that match nothing
 * @param issues receives names with too many values
 */
export async function readFilters(filters: unknown, context: AnswerContext, warn: Warn, issues: Issues): Promise<ReadFilters> {
  const read: ReadFilters & { category: CategoryNode | undefined } = {
    fields: Object.create(null),
    queries: [],
    applied: [],
    category: undefined,
  };
  for (const [name, given] of Object.entries((filters ?? {}) as Record<string, unknown>)) {
    if (context.work.isDue()) await context.work.giveWay();
    const values = valuesOf(name, given, warn, issues);
    if (values === undefined) continue;
    const company = COMPANY_FILTERS.get(name);
    if (company) read.queries.push(printFilter(await companyFilter(values, company, context)));
    else if (CATEGORY_FILTERS.has(name)) {
      const { filter, nodes } = await categoryFilter(values, context);
      read.queries.push(printFilter(filter));
      if (nodes.length === 1) read.category = nodes[0];
    } else if (context.spec(name)) addAttribute(name, values, read, context, warn);
    else {
      warn(
        `filters: no part has the attribute "${shorten(name)}", so nothing matches; filters are manufacturer_id, distributor_id, category_id and the shortnames of attributes`,
      );
      read.queries.push(NO_PARTS);
    }
  }
  return read;
}

/** The values of a filter as texts; undefined for a filter without values, and for one with an issue. */
function valuesOf(name: string, given: unknown, warn: Warn, issues: Issues): string[] | undefined {
  const list = Array.isArray(given) ? given : given === null || given === undefined ? [] : [given];
  if (list.length === 0) return undefined;
  if (list.length > MOST_VALUES) {
    const expected = `at most ${MOST_VALUES} values`;
    const text = `: ${shorten(name)} must have ${expected}, not ${list.length}`;
    issues.add('too_many', ['filter', 'fields'], text, { found: list.length, expected: [expected] });
    return undefined;
  }
  const values: string[] = [];
  for (const value of list as unknown[]) {
    const text = typeof value === 'boolean' ? String(value) : value === '' ? '' : idOf(value);
    if (text !== null) values.push(text);
    else warn(`filters.${shorten(name)}: a value is neither text nor a number, so it matches nothing`);
  }
  return values;
}

async function companyFilter(
  values: readonly string[],
  { kind, uid, name }: CompanyFilter,
  context: AnswerContext,
): Promise<Filter> {
  const directory = await context.records.companies(kind, context.work);
  return anyOf(
    values.flatMap((value): Filter[] => {
      if (directory.byUid.has(value)) return [equals(uid, value)];
      const called = directory.called(value).map((record) => equals(uid, record.uid));
      const isId = called.length > 0 && directory.identified(value) !== undefined;
      // Parts may have companies without a record: those without a uid, or without a name.
      return isId ? called : [...called, equals(uid, value), namedExactly(name, value)];
    }),
  );
}

async function categoryFilter(
  values: readonly string[],
  { records, work }: AnswerContext,
): Promise<{ filter: Filter; nodes: CategoryNode[] }> {
  const tree = await records.categories(work);
  const nodes: CategoryNode[] = [];
  const filters = values.flatMap((value): Filter[] => {
    const called = tree.called(value);
    nodes.push(...called);
    return called.length === 0 ? [equals('category_uids', value)] : called.map(({ uid }) => equals('category_uids', uid));
  });
  return { filter: anyOf(filters), nodes: [...new Set(nodes)] };
}

/** A filter by the values of a spec. */
function addAttribute(
  key: string,
  values: readonly string[],
  { fields, queries, applied }: ReadFilters,
  context: AnswerContext,
  warn: Warn,
): void {
  const facts = attributeFacts(key, context);
  const field = specField(key, 'value');
  applied.push({
    shortname: key,
    name: facts.name,
    values,
    display_values: values.map((value) => (isDecimal(value) ? displayed(value, facts) : value)),
  });
  if (context.spec(key)?.type === 'string') {
    if (values.length === 0) queries.push(NO_PARTS);
    else fields[field] = [...values];
    return;
  }
  queries.push(
    printFilter(
      anyOf(
        values.flatMap((value): Filter[] => {
          const filter = numberFilter(field, value, facts);
          if (!filter) {
            warn(
              `filters.${shorten(key)}: "${shorten(value)}" is neither a number nor a range such as (8__16), so it matches nothing`,
            );
          }
          return filter ? [filter] : [];
        }),
      ),
    ),
  );
}

/** A number or quantity, or a range `(8__16)`, either end of which may be missing; both ends are inclusive. */
function numberFilter(field: string, value: string, { unitName, unitSymbol, quantities }: AttributeFacts): Filter | undefined {
  const unit = unitSymbol ?? unitName;
  const read = (text: string): string | undefined => {
    if (isDecimal(text)) return text.trim();
    const quantity = unit === null ? null : quantities.parse(text, { name: unitName ?? unit, symbol: unit });
    return quantity && 'value' in quantity ? quantity.value : undefined;
  };
  const number = read(value);
  if (number !== undefined) return equals(field, number);
  const range = value.trim();
  const middle = range.indexOf('__');
  if (middle < 0 || !range.startsWith('(') || !range.endsWith(')')) return undefined;
  const [lower, upper] = [range.slice(1, middle), range.slice(middle + 2, -1)].map((end) => (end.trim() === '' ? '' : read(end)));
  if (lower === undefined || upper === undefined) return undefined;
  return { kind: 'field', field, operand: { kind: 'range', lower: boundOf(lower), upper: boundOf(upper) } };
}

function boundOf(text: string): Bound {
  return { value: text === '' ? null : text, inclusive: true };
}

function equals(field: string, text: string): Filter {
  return { kind: 'field', field, operand: { kind: 'phrase', text } };
}

/** A range from a text to itself compares whole values; a phrase would compare words. */
function namedExactly(field: string, text: string): Filter {
  return { kind: 'field', field, operand: { kind: 'range', lower: boundOf(text), upper: boundOf(text) } };
}

/** The disjunction of some filters; an empty one matches nothing. */
function anyOf(filters: readonly Filter[]): Filter {
  if (filters.length === 0) return { kind: 'not', child: { kind: 'all' } };
  return filters.length === 1 ? filters[0] : { kind: 'or', children: filters };
}
