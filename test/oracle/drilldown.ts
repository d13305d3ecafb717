/** Which specs are the most useful filters of the hits (docs/semantics.md, "Spec drilldown"). */
import type { Row } from './documents.js';
import { countMissing, countValues } from './facets.js';
import { type Catalog, type Field, resolveField, valuesOf } from './fields.js';
import { compareText } from './text.js';

/** A spec key of the drilldown. */
export interface RankedSpec {
  readonly key: string;
  /** From 1, the most useful. */
  readonly rank: number;
  /** Its fields that have a value in some row: `value`, `min_value`, `max_value`, in this order. */
  readonly fields: readonly Field[];
}

/** All keys that the rows carry, the most useful first. @param rowsFor the rows over which a field is counted */
export function rankSpecs(catalog: Catalog, rowsFor: (field: Field) => readonly Row[]): RankedSpec[] {
  const carried = [...catalog.specTypes.keys()].map((key) => {
    const fields = ['value', 'min_value', 'max_value'].map((member) => resolveField(catalog, 'parts', `specs.${key}.${member}`));
    return { key, fields: fields.filter((f) => rowsFor(f).some((row) => valuesOf(catalog, row, f).length > 0)) };
  });
  return carried
    .filter(({ fields }) => fields.length > 0)
    .map((spec) => ({ ...spec, usefulness: usefulness(catalog, rowsFor(spec.fields[0]), spec.fields[0]) }))
    .sort((a, b) => b.usefulness - a.usefulness || compareText(a.key, b.key))
    .map(({ key, fields }, i) => ({ key, rank: i + 1, fields }));
}

/** The best keys, and behind them those that the request filters by; ranks go on. */
export function toldSpecs(ranked: readonly RankedSpec[], most: number, filteredKeys: ReadonlySet<string>): RankedSpec[] {
  return ranked.filter(({ key }, i) => i < most || filteredKeys.has(key)).map((spec, i) => ({ ...spec, rank: i + 1 }));
}

/** How well a field would narrow the rows, of which at least one has a value. */
export function usefulness(catalog: Catalog, rows: readonly Row[], field: Field): number {
  const counts = countValues(catalog, rows, field).map(({ count }) => count);
  const n = counts.reduce((a, b) => a + b);
  const squares = counts.reduce((sum, count) => sum + count * count, 0);
  const coverage = (rows.length - countMissing(catalog, rows, field)) / rows.length;
  const difference = 1 - squares / (n * n);
  const repetition = field.kind === 'number' ? 1 : n > 1 ? (n - counts.length) / (n - 1) : 0;
  return coverage * difference * repetition;
}
