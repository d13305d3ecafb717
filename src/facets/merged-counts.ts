import { type Decimal, readDecimalText } from '../analysis/decimal.js';
import { compareCodePoints } from '../analysis/text.js';
import type { FacetCount } from '../model/requests.js';
import type { CountedRange, FieldCounts, Spread, Summary } from './field-counts.js';
import { NO_SUMMARY, rangesOf, type SegmentCounts } from './segment-counts.js';
import { addSums, meanAndDeviation } from './statistics.js';

/** The values of a field over rows of several segments, whose ordinals differ: they are put together by their texts. */
export class MergedCounts implements FieldCounts {
  readonly rows: number;
  private readonly counts = new Map<string, number>();

  /** @param total rows of the set, in all segments, with those that lack the field */
  constructor(
    private readonly parts: readonly SegmentCounts[],
    readonly total: number,
  ) {
    this.rows = parts.reduce((sum, part) => sum + part.rows, 0);
    for (const { column, values } of parts) {
      for (let i = 0; i < values.length; i++) {
        const text = column.value(values.ordinals[i]);
        this.counts.set(text, (this.counts.get(text) ?? 0) + values.counts[i]);
      }
    }
  }

  top(from: number, to: number): readonly FacetCount[] {
    const compare = this.parts[0].column.numbers ? compareNumbers : compareCodePoints;
    return [...this.counts]
      .sort(([a, countA], [b, countB]) => countB - countA || compare(a, b))
      .slice(from, to)
      .map(([value, count]) => ({ value, count }));
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

  summary(): Summary {
    if (this.counts.size === 0) return NO_SUMMARY;
    const summaries = this.parts.map((part) => part.summary());
    const least = summaries.map(({ min }) => min).filter((min) => min !== null);
    const greatest = summaries.map(({ max }) => max).filter((max) => max !== null);
    const sums = this.parts.map((part) => part.sums()).reduce(addSums);
    return {
      min: least.reduce((a, b) => (compareNumbers(a, b) <= 0 ? a : b)),
      max: greatest.reduce((a, b) => (compareNumbers(a, b) >= 0 ? a : b)),
      ...meanAndDeviation(sums),
      count: sums.count,
    };
  }

  ranges(most: number): readonly CountedRange[] {
    return rangesOf(this.parts, most);
  }
}

function compareNumbers(a: string, b: string): number {
  return (readDecimalText(a) as Decimal).cmp(readDecimalText(b) as Decimal);
}
