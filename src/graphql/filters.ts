import { trimWhiteSpace } from '../analysis/white-space.js';
import { specField } from '../model/fields.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest } from '../model/requests.js';
import type { Filter, Operand } from '../parser/ast.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { type AttributeFacts, attributeFacts, displayed, numberIn, wrongUnitOf } from './attribute.js';
import { cadFilter } from './cad-states.js';
import type { CategoryNode } from './category-tree.js';
import { alternatives, anyOf, boundOf, hasAny, isCalled, NONE } from './clauses.js';
import { makerFilter } from './makers.js';
import type { ObjectSource } from './schema.js';
import { idOf, isDecimal } from './values.js';

/** What receives the names and values that match nothing, and those that are refused. */
interface Reports {
  readonly warn: Warn;
  readonly issues: Issues;
}

/** The result of reading the filters of a search. */
export interface ReadFilters {
  readonly fields: NonNullable<NonNullable<SearchRequest['filter']>['fields']>;
  readonly conditions: Filter[];
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

const MAKER_FILTERS: ReadonlySet<string> = new Set(['manufacturer_id', 'manufacturer']);
const SELLER_FILTERS: ReadonlySet<string> = new Set(['distributor_id', 'distributor']);
const CATEGORY_FILTERS: ReadonlySet<string> = new Set(['category_id', 'category']);
const CAD_MODELS = 'cad_models';
const NAMES = ['manufacturer_id', 'distributor_id', 'category_id', CAD_MODELS].join(', ');

/**
 * Reads the filters of a search: names to one value or a list of alternatives. An unknown name matches nothing.
 * @param warn receives the names that match nothing
 * @param issues receives names with too many values, and quantities in another unit
 */
export async function readFilters(filters: unknown, context: AnswerContext, warn: Warn, issues: Issues): Promise<ReadFilters> {
  const read: ReadFilters & { category: CategoryNode | undefined } = {
    fields: Object.create(null),
    conditions: [],
    applied: [],
    category: undefined,
  };
  for (const [name, given] of Object.entries((filters ?? {}) as Record<string, unknown>)) {
    if (context.work.isDue()) await context.work.giveWay();
    const values = valuesOf(name, given, warn, issues);
    if (values === undefined) continue;
    if (MAKER_FILTERS.has(name)) read.conditions.push(await warnedMakers(name, values, context, warn));
    else if (SELLER_FILTERS.has(name)) read.conditions.push(await sellerFilter(values, context));
    else if (CATEGORY_FILTERS.has(name)) {
      const { filter, nodes } = await categoryFilter(values, context);
      read.conditions.push(filter);
      if (nodes.length === 1) read.category = nodes[0];
    } else if (name === CAD_MODELS) read.conditions.push(cadFilter(values, warn));
    else if (context.ownFields.has(name)) addOwnField(name, values, read, context, warn);
    else if (context.spec(name)) addAttribute(name, values, read, context, { warn, issues });
    else {
      const own = [...context.ownFields.keys()].map((field) => `, ${shorten(field)}`).join('');
      warn(
        `filters: no part has the attribute "${shorten(name)}", so nothing matches; filters are ${NAMES}${own} and the shortnames of attributes`,
      );
      read.conditions.push(NONE);
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

async function warnedMakers(name: string, values: readonly string[], context: AnswerContext, warn: Warn): Promise<Filter> {
  const { filter, unknown } = await makerFilter(values, context);
  for (const value of unknown) {
    warn(`filters.${name}: no part has a manufacturer of the id, uid or name "${shorten(value)}", so it matches nothing`);
  }
  return filter;
}

async function sellerFilter(values: readonly string[], context: AnswerContext): Promise<Filter> {
  const directory = await context.records.companies('sellers', context.work);
  const uids = new Set<string>();
  const names: string[] = [];
  for (const value of values) {
    const called = directory.called(value);
    for (const { uid } of called) uids.add(uid);
    if (called.length > 0 && directory.identified(value) !== undefined) continue;
    // Parts may have sellers without a record: those without a uid, or without a name.
    uids.add(value);
    if (value !== '') names.push(value);
  }
  return anyOf([hasAny('offers.seller.uid', [...uids]), isCalled('offers.seller.name', names)]);
}

async function categoryFilter(
  values: readonly string[],
  { records, work }: AnswerContext,
): Promise<{ filter: Filter; nodes: CategoryNode[] }> {
  const tree = await records.categories(work);
  const nodes: CategoryNode[] = [];
  const uids = values.flatMap((value) => {
    const called = tree.called(value);
    nodes.push(...called);
    return called.length === 0 ? [value] : called.map(({ uid }) => uid);
  });
  return { filter: hasAny('category_uids', uids), nodes: [...new Set(nodes)] };
}

/** A filter by a field that the build declared: numbers as those of attributes, others as the values of a filter of the URL interface. */
function addOwnField(name: string, values: readonly string[], read: ReadFilters, context: AnswerContext, warn: Warn): void {
  if (context.ownFields.get(name) !== 'number') {
    if (values.length === 0) read.conditions.push(NONE);
    else read.fields[name] = [...values];
    return;
  }
  const plain = (text: string) => (isDecimal(text) ? trimWhiteSpace(text) : undefined);
  read.conditions.push(
    alternatives(
      name,
      numberOperands(name, values, plain, () => false, warn),
    ),
  );
}

/** A filter by a spec. */
function addAttribute(
  key: string,
  values: readonly string[],
  read: ReadFilters,
  context: AnswerContext,
  { warn, issues }: Reports,
): void {
  const facts = attributeFacts(key, context);
  read.applied.push({
    shortname: key,
    name: facts.name,
    values,
    display_values: values.map((value) => (isDecimal(value) ? displayed(value, facts) : value)),
  });
  if (context.spec(key)?.type === 'string') addTextAttribute(key, values, read, warn);
  else addNumberAttribute(facts, values, read, { warn, issues });
}

function addTextAttribute(key: string, values: readonly string[], { fields, conditions }: ReadFilters, warn: Warn): void {
  for (const value of values) {
    if (rangeOf(value)) {
      warn(`filters.${shorten(key)}: "${shorten(value)}" is a range, but ${shorten(key)} has texts: it is compared as a text`);
    }
  }
  if (values.length === 0) conditions.push(NONE);
  else fields[specField(key, 'value')] = [...values];
}

/** A filter by what a spec spans: its values, and its interval. */
function addNumberAttribute(
  facts: AttributeFacts,
  values: readonly string[],
  { conditions }: ReadFilters,
  { warn, issues }: Reports,
): void {
  const { key } = facts;
  const isRefused = (text: string) => {
    const fault = wrongUnitOf(text, facts);
    if (fault) issues.add('wrong_unit', ['filter', 'fields', key], fault.text, { found: text, expected: fault.expected });
    return fault !== undefined;
  };
  const operands = numberOperands(key, values, (text) => numberIn(text, facts), isRefused, warn);
  conditions.push(alternatives(specField(key, 'range'), operands));
}

/** @param isRefused whether a text that is no number has an issue */
function numberOperands(
  name: string,
  values: readonly string[],
  read: ReadNumber,
  isRefused: (text: string) => boolean,
  warn: Warn,
): Operand[] {
  return values.flatMap((value): Operand[] => {
    const operand = numberOperand(value, read);
    if (!operand && ![value, ...(rangeOf(value) ?? [])].some(isRefused)) {
      warn(
        `filters.${shorten(name)}: "${shorten(value)}" is neither a number nor a range such as (8__16), so it matches nothing`,
      );
    }
    return operand ? [operand] : [];
  });
}

/** The number that a text means; undefined if it means none. */
type ReadNumber = (text: string) => string | undefined;

/** A number or quantity, or a range of them. Buckets show values with their unit, and clients may send them back. */
function numberOperand(value: string, read: ReadNumber): Operand | undefined {
  const number = read(value);
  if (number !== undefined) return { kind: 'phrase', text: number };
  const [lower, upper] = (rangeOf(value) ?? []).map((end) => (end === '' ? '' : read(end)));
  if (lower === undefined || upper === undefined) return undefined;
  return { kind: 'range', lower: boundOf(lower), upper: boundOf(upper) };
}

/** The ends of a range `(8__16)`, either of which may be missing; both are inclusive. */
function rangeOf(value: string): readonly [string, string] | undefined {
  const range = value.trim();
  const middle = range.indexOf('__');
  if (middle < 0 || !range.startsWith('(') || !range.endsWith(')')) return undefined;
  return [range.slice(1, middle).trim(), range.slice(middle + 2, -1).trim()];
}
