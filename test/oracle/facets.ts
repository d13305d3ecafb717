/** Rows that are counted, and the values that they carry (docs/semantics.md, "Facets"). */
import type { FacetCount } from '../../src/model/requests.js';
import { compareDecimals, type Decimal, decimalText } from './decimal.js';
import type { Row } from './documents.js';
import { type Catalog, type Field, valuesOf } from './fields.js';
import type { Predicate } from './filter.js';
import type { Clause, Tree } from './filter-parser.js';
import { compareText } from './text.js';

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
  const names = new Set<string>();
  const visit = (tree: Tree<Clause>): void => {
    if (tree.kind === 'not') visit(tree.child);
    else if (tree.kind !== 'leaf') tree.children.forEach(visit);
    else if (tree.leaf !== 'all') names.add(tree.leaf.field);
  };
  visit(query);
  return names.size === 1 ? [...names][0] : undefined;
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
