/** Rows that are counted, and the values that they carry (docs/semantics.md, "Facets"). */
import type { FacetCount, FacetOrder } from '../../src/model/requests.js';
import { dateText, parsePeriod } from './date.js';
import { compareDecimals, type Decimal, decimalText, parseRequested } from './decimal.js';
import type { Row } from './documents.js';
import { type Catalog, type Field, valuesOf } from './fields.js';
import { type Predicate, requestedNumber } from './filter.js';
import type { Clause, Tree } from './filter-parser.js';
import { compareText, fold } from './text.js';

/** A condition of the request. `of` is the field that it is a filter of; undefined where it is one of several, or of none. */
export interface Condition {
  readonly of?: string;
  readonly matches: Predicate;
}

/** The rows that meet all conditions; `without` a field, those that meet all but the field's own. */
export function rowsThatMeet(rows: readonly Row[], conditions: readonly Condition[], without?: string): Row[] {
  const counted = conditions.filter(({ of }) => of === undefined || of !== without);
  return rows.filter((row) => counted.every(({ matches }) => matches(row)));
}

/** The one field that the filter query names; undefined where it names several, or none. */
export function onlyFieldOf(query: Tree<Clause>): string | undefined {
  const names = fieldsOf(query);
  return names.size === 1 ? [...names][0] : undefined;
}

/** The one spec key of all fields that the filter query names; undefined where there are other fields, or none. */
export function onlySpecKeyOf(query: Tree<Clause>): string | undefined {
  const keys = new Set([...fieldsOf(query)].map(specKeyOf));
  return keys.size === 1 ? [...keys][0] : undefined;
}

export function specKeyOf(name: string): string | undefined {
  return /^specs\.(.*)\.(?:value|min_value|max_value|range|covers)$/s.exec(name)?.[1];
}

function fieldsOf(query: Tree<Clause>): Set<string> {
  const names = new Set<string>();
  const visit = (tree: Tree<Clause>, prefix = ''): void => {
    if (tree.kind === 'not') visit(tree.child, prefix);
    else if (tree.kind !== 'leaf') for (const child of tree.children) visit(child, prefix);
    else if (tree.leaf === 'all') return;
    else if ('inOffers' in tree.leaf) visit(tree.leaf.inOffers, 'offers.');
    else if (tree.leaf.field !== 'offers') names.add(prefix + tree.leaf.field);
  };
  visit(query);
  return names;
}

/** Every value of the field among the rows with the number of rows that carry it, the most frequent first, then by value. */
export function countValues(catalog: Catalog, rows: readonly Row[], field: Field): FacetCount[] {
  const counts = new Map<string, { value: unknown; count: number }>();
  for (const row of rows) {
    for (const value of valuesOf(catalog, row, field)) {
      const text = field.kind === 'number' ? decimalText(value as Decimal) : (value as string);
      counts.set(text, { value, count: (counts.get(text)?.count ?? 0) + 1 });
    }
  }
  const byValue = (a: unknown, b: unknown) => {
    if (field.kind === 'number') return compareDecimals(a as Decimal, b as Decimal);
    return field.kind === 'date' ? Date.parse(a as string) - Date.parse(b as string) : compareText(a as string, b as string);
  };
  return [...counts]
    .sort(([, a], [, b]) => b.count - a.count || byValue(a.value, b.value))
    .map(([text, { count }]) => ({ value: text, count }));
}

/** How many of the rows have no value. */
export function countMissing(catalog: Catalog, rows: readonly Row[], field: Field): number {
  return rows.filter((row) => valuesOf(catalog, row, field).length === 0).length;
}

/** The values whose fold contains that of a text. */
export function containing(counts: readonly FacetCount[], text: string): FacetCount[] {
  return counts.filter(({ value }) => fold(value).includes(fold(text)));
}

/** Values in the order of a facet: the most frequent first, then by value; or by value as a sort by the field orders them. */
export function inFacetOrder(counts: readonly FacetCount[], { kind }: Pick<Field, 'kind'>, order: FacetOrder): FacetCount[] {
  const isFolded = order === 'value' && kind !== 'uid' && kind !== 'boolean';
  const byValue = (a: string, b: string) => {
    if (kind === 'number') return compareDecimals(parseRequested(a) as Decimal, parseRequested(b) as Decimal);
    // A period before its first instant, a longer one first.
    if (kind === 'date') return Date.parse(a) - Date.parse(b) || a.length - b.length;
    return (isFolded ? compareText(fold(a), fold(b)) : 0) || compareText(a, b);
  };
  return [...counts].sort((a, b) => (order === 'count' ? b.count - a.count : 0) || byValue(a.value, b.value));
}

/** Whether a row has a date of a period. */
function isWithin(catalog: Catalog, row: Row, field: Field, { from, to }: { from: number; to: number }): boolean {
  return valuesOf(catalog, row, field).some((value) => Date.parse(String(value)) >= from && Date.parse(String(value)) <= to);
}

/** The values that a request filters a field by, as a facet writes them, with the counts that they have. */
export function chosenValues(
  catalog: Catalog,
  rows: readonly Row[],
  counts: readonly FacetCount[],
  field: Field,
  given: unknown,
): FacetCount[] {
  const texts = [given ?? []].flat().flatMap((value) => {
    if (field.kind === 'number' && field.carried) return decimalText(requestedNumber(catalog, String(value), field));
    const period = field.kind === 'date' ? parsePeriod(String(value)) : undefined;
    return period && period.from === period.to ? dateText(period.from) : String(value);
  });
  return [...new Set(texts)].map((value) => {
    const period = field.kind === 'date' ? parsePeriod(value) : undefined;
    if (period && period.from !== period.to)
      return { value, count: rows.filter((row) => isWithin(catalog, row, field, period)).length };
    return { value, count: counts.find((known) => known.value === value)?.count ?? 0 };
  });
}

/** Which nodes of the category tree a facet shows. */
export interface TreeRequest {
  readonly tree: number;
  readonly limit: number;
  readonly order: FacetOrder;
  readonly contains: string;
}

/** A counted category with its name and the category above it. */
export function asNode(catalog: Catalog, { value, count }: FacetCount): FacetCount {
  const record = catalog.rows.categories.find(({ uid }) => uid === value)?.doc;
  return {
    value,
    count,
    name: (record?.name as string | undefined) ?? null,
    parent: (record?.parent_uid as string | undefined) ?? null,
  };
}

/** The counted categories in pre-order, and the number of all in the levels asked for. */
export function categoryTree(
  catalog: Catalog,
  counts: readonly FacetCount[],
  { tree, limit, order, contains }: TreeRequest,
): { facets: FacetCount[]; values: number } {
  const nodes = inFacetOrder(counts, { kind: 'uid' }, order).map((one) => asNode(catalog, one));
  const isWanted = ({ value }: FacetCount) => containing([{ value, count: 0 }], contains).length === 1;
  const below = (parent: string | null) => nodes.filter((node) => (node.parent ?? null) === parent);
  const all = (parent: string | null, level: number): FacetCount[] =>
    level > tree ? [] : below(parent).flatMap((node) => [node, ...all(node.value, level + 1)]);
  const shown = (parent: string | null, level: number): FacetCount[] => {
    if (level > tree) return [];
    const siblings = below(parent);
    const first = new Set(siblings.filter(isWanted).slice(0, limit));
    return siblings.flatMap((node) => {
      if (isWanted(node) && !first.has(node)) return [];
      return [...(first.has(node) ? [node] : []), ...shown(node.value, level + 1)];
    });
  };
  return { facets: shown(null, 1), values: all(null, 1).filter(isWanted).length };
}
