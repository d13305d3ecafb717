import { decimalText } from '../analysis/decimal.js';
import { addSums, meanAndDeviation, type Sums } from '../answers/statistics.js';
import { inFacetOrder } from '../answers/value-order.js';
import { ascending } from '../index/row-set/lists.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { FacetCount } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { CountedRange, FieldCounts, SelectedValues, Spread, Summary, ValueSelection } from './field-counts.js';
import { extentOf, NO_SUMMARY, rangesOf, type SegmentCounts } from './segment-counts.js';
import { ordinalsIn } from './shared-values.js';
import { topValues } from './top-values.js';
import type { ValueCounts } from './value-counts.js';
import { valuesContaining } from './values-containing.js';

/** The values of several segments. */
interface Merged {
  /** Those of the main column, by its ordinals. */
  readonly values: ValueCounts;
  /** By text: those that the main column does not have. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * The values of a field over rows of several segments. Their ordinals differ: those of the segment with the most values are used, and
 * the values of the others are looked up there by their texts. Nothing is counted before it is asked for.
 */
export class MergedCounts implements FieldCounts {
  private readonly main: SegmentCounts;
  private mergedCounts: Merged | undefined = undefined;
  private rows: number | undefined = undefined;

  /** @param total rows of the set in all segments, including those without the field */
  constructor(
    private readonly parts: readonly SegmentCounts[],
    readonly total: number,
  ) {
    this.main = parts.reduce((most, part) => (part.column.size > most.column.size ? part : most));
  }

  get rowCount(): number {
    this.rows ??= this.parts.reduce((sum, part) => sum + part.rowCount, 0);
    return this.rows;
  }

  private get merged(): Merged {
    this.mergedCounts ??= merge(this.main, this.parts);
    return this.mergedCounts;
  }

  get valueCount(): number {
    return this.merged.values.length + this.merged.others.size;
  }

  *top(from: number, to: number): Steps<readonly FacetCount[]> {
    yield* this.counting();
    const { main, merged } = this;
    const { values, others } = merged;
    const places = yield* topValues(values, to, main.column.dictionary, main.scratch.work);
    const facets = main.facetsOf(values, places);
    return others.size === 0 ? facets.slice(from) : this.inOrder(facets, others, 'count').slice(from, to);
  }

  private inOrder(facets: FacetCount[], others: Iterable<[string, number]>, order: ValueSelection['order']): FacetCount[] {
    for (const [value, count] of others) facets.push({ value, count });
    return inFacetOrder(facets, this.main.column.field.kind, order);
  }

  *select(selection: ValueSelection): Steps<SelectedValues> {
    yield* this.counting();
    const { contained, order, from, to } = selection;
    const { main, merged } = this;
    const values = contained.isEmpty
      ? merged.values
      : yield* valuesContaining(merged.values, main.column, contained, main.scratch);
    const others = contained.isEmpty ? [...merged.others] : [...merged.others].filter(([value]) => contained.isIn(value));
    // Places ascend with ordinals, which are in the order of `sortby`.
    const places =
      order === 'value'
        ? ascending(0, Math.min(to, values.length))
        : yield* topValues(values, to, main.column.dictionary, main.scratch.work);
    const facets = this.inOrder(main.facetsOf(values, places), others, order).slice(from, to);
    return { facets, values: values.length + others.length };
  }

  *countOf(value: string): Steps<number> {
    let sum = 0;
    for (const part of this.parts) sum += yield* part.countOf(value);
    return sum;
  }

  spread(): Spread {
    const { values, others } = this.merged;
    let pairs = 0;
    let squares = 0;
    for (let i = 0; i < values.length; i++) {
      pairs += values.counts[i];
      squares += values.counts[i] * values.counts[i];
    }
    for (const count of others.values()) {
      pairs += count;
      squares += count * count;
    }
    return { values: this.valueCount, pairs, squares };
  }

  *summary(): Steps<Summary> {
    yield* this.counting();
    if (!this.parts[0].column.numbers) return { ...NO_SUMMARY, count: this.spread().pairs };
    const extent = extentOf(this.parts);
    if (!extent) return NO_SUMMARY;
    const sums: Sums[] = [];
    for (const part of this.parts) sums.push(yield* part.sums());
    const all = sums.reduce(addSums);
    const [min, max] = [decimalText(extent.least), decimalText(extent.greatest)];
    return { min, max, ...meanAndDeviation(all), count: all.count };
  }

  private *counting(): Steps<void> {
    for (const part of this.parts) yield* part.counting();
  }

  *ranges(most: number): Steps<readonly CountedRange[]> {
    yield* this.counting();
    return yield* rangesOf(this.parts, most);
  }
}

function merge(main: SegmentCounts, parts: readonly SegmentCounts[]): Merged {
  const { column, scratch } = main;
  const others = new Map<string, number>();
  const most = parts.reduce((sum, part) => sum + (part === main ? 0 : part.values.length), 0);
  if (most === 0) return { values: main.values, others };
  const counters = scratch.counts(column.size);
  const touched = scratch.list(most);
  let length = 0;
  for (const part of parts) {
    if (part === main) continue;
    const { ordinals, counts, length: values } = part.values;
    const found = ordinalsIn(column, part.column, part.values);
    for (let i = 0; i < values; i++) {
      const ordinal = found[ordinals[i]];
      if (ordinal >= 0) {
        if (counters[ordinal] === 0) touched[length++] = ordinal;
        counters[ordinal] += counts[i];
      } else {
        const text = part.column.value(ordinals[i]);
        others.set(text, (others.get(text) ?? 0) + counts[i]);
      }
    }
  }
  const values = withAdded(main.values, touched.subarray(0, length).sort(), counters, scratch);
  scratch.freeCounts(counters);
  return { values, others };
}

/** Counted values with some more, whose counters are cleared. @param added their ordinals, ascending */
function withAdded(values: ValueCounts, added: Uint32Array, counters: Uint32Array, scratch: Scratch): ValueCounts {
  if (added.length === 0) return values;
  const ordinals = scratch.list(values.length + added.length);
  const counts = scratch.list(values.length + added.length);
  let length = 0;
  let at = 0;
  for (const ordinal of added) {
    for (; at < values.length && values.ordinals[at] < ordinal; at++) {
      ordinals[length] = values.ordinals[at];
      counts[length++] = values.counts[at];
    }
    const isCounted = at < values.length && values.ordinals[at] === ordinal;
    ordinals[length] = ordinal;
    counts[length++] = counters[ordinal] + (isCounted ? values.counts[at++] : 0);
    counters[ordinal] = 0;
  }
  for (; at < values.length; at++) {
    ordinals[length] = values.ordinals[at];
    counts[length++] = values.counts[at];
  }
  // Rows with several values would count twice: only the sum over the segments is right.
  return { ordinals, counts, length, rowCount: values.rowCount };
}
