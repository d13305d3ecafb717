import { decimalText } from '../analysis/decimal.js';
import { addSums, meanAndDeviation, type Sums } from '../answers/statistics.js';
import { inFacetOrder } from '../answers/value-order.js';
import type { FacetCount } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { CountedRange, FieldCounts, SelectedValues, Spread, Summary, ValueSelection } from './field-counts.js';
import { extentOf, NO_SUMMARY, rangesOf, type SegmentCounts } from './segment-counts.js';

/** The values of a field over rows of several segments. Their ordinals differ, so they are merged by their texts. */
export class MergedCounts implements FieldCounts {
  readonly rowCount: number;
  private readonly counts = new Map<string, number>();

  /** @param total rows of the set in all segments, including those without the field */
  constructor(
    private readonly parts: readonly SegmentCounts[],
    readonly total: number,
  ) {
    this.rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
    for (const { column, values } of parts) {
      for (let i = 0; i < values.length; i++) {
        const text = column.value(values.ordinals[i]);
        this.counts.set(text, (this.counts.get(text) ?? 0) + values.counts[i]);
      }
    }
  }

  get valueCount(): number {
    return this.counts.size;
  }

  *top(from: number, to: number): Steps<readonly FacetCount[]> {
    const counted = Array.from(this.counts, ([value, count]) => ({ value, count }));
    return inFacetOrder(counted, this.parts[0].column.field.kind, 'count').slice(from, to);
  }

  // biome-ignore lint/correctness/useYield: the values were merged before
  *select({ contained, order, from, to }: ValueSelection): Steps<SelectedValues> {
    const counted: FacetCount[] = [];
    for (const [value, count] of this.counts) if (contained.isEmpty || contained.isIn(value)) counted.push({ value, count });
    const facets = inFacetOrder(counted, this.parts[0].column.field.kind, order).slice(from, to);
    return { facets, values: counted.length };
  }

  countOf(value: string): number {
    const { parts } = this;
    if (parts.some(({ column }) => column.extents)) return parts.reduce((sum, part) => sum + part.countOf(value), 0);
    return this.counts.get(value) ?? 0;
  }

  spread(): Spread {
    let pairs = 0;
    let squares = 0;
    for (const count of this.counts.values()) {
      pairs += count;
      squares += count * count;
    }
    return { values: this.counts.size, pairs, squares };
  }

  *summary(): Steps<Summary> {
    if (!this.parts[0].column.numbers) return { ...NO_SUMMARY, count: this.spread().pairs };
    const extent = extentOf(this.parts);
    if (!extent) return NO_SUMMARY;
    const sums: Sums[] = [];
    for (const part of this.parts) sums.push(yield* part.sums());
    const all = sums.reduce(addSums);
    const [min, max] = [decimalText(extent.least), decimalText(extent.greatest)];
    return { min, max, ...meanAndDeviation(all), count: all.count };
  }

  ranges(most: number): readonly CountedRange[] {
    return rangesOf(this.parts, most);
  }
}
