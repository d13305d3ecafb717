import { type Decimal, decimalText, readDecimalText } from '../analysis/decimal.js';
import type { Kind } from '../analysis/kinds.js';
import { compareCodePoints } from '../analysis/text.js';
import { addSums, meanAndDeviation, type Sums } from '../answers/statistics.js';
import type { FacetCount } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { CountedRange, FieldCounts, Spread, Summary } from './field-counts.js';
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

  *top(from: number, to: number): Steps<readonly FacetCount[]> {
    const counted = Array.from(this.counts, ([value, count]) => ({ value, count }));
    const { numbers, field } = this.parts[0].column;
    const compare = numbers ? byNumber(this.counts.keys()) : byText(field.kind);
    return counted.sort((a, b) => b.count - a.count || compare(a.value, b.value)).slice(from, to);
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

/** Compares texts, or what the kind orders them by. */
function byText({ orderedBy }: Kind): (a: string, b: string) => number {
  return orderedBy ? (a, b) => compareCodePoints(orderedBy(a), orderedBy(b)) : compareCodePoints;
}

/** Compares texts of numbers; parses each of them once. */
function byNumber(texts: Iterable<string>): (a: string, b: string) => number {
  const numbers = new Map(Array.from(texts, (text) => [text, readDecimalText(text) as Decimal]));
  return (a, b) => (numbers.get(a) as Decimal).cmp(numbers.get(b) as Decimal);
}
