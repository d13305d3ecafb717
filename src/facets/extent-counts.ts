import type { Decimal } from '../analysis/decimal.js';
import { readDecimalText } from '../analysis/decimal.js';
import type { Extents } from '../index/extents/extents.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Steps } from '../work/pauses.js';
import type { Column } from './columns.js';
import { SegmentCounts } from './segment-counts.js';

/**
 * The extents of a spec over a set of rows of one segment. Their values are the ends and values of each row, and a range counts the
 * rows whose extents meet it.
 */
export class ExtentCounts extends SegmentCounts {
  constructor(
    column: Column,
    private readonly extents: Extents,
    forms: RowForms,
    scratch: Scratch,
  ) {
    super(column, forms, scratch);
  }

  override get intervalsOverValues(): number {
    const { extents } = this;
    const { totals } = this.column;
    if (this.forms.isAll && totals.intervalsOverValues !== undefined) return totals.intervalsOverValues;
    const counts = this.countsByCode();
    let difference = 0;
    for (let code = 1; code <= extents.size; code++) {
      if (counts[code] > 0) difference += counts[code] * (Number(extents.hasInterval(code)) - Number(extents.hasValue(code)));
    }
    this.clear(counts);
    if (this.forms.isAll) totals.intervalsOverValues = difference;
    return difference;
  }

  /** Rows that meet a number. */
  override *countOf(value: string): Steps<number> {
    const number = readDecimalText(value);
    if (!number) return 0;
    const { numbers } = this.extents;
    const span = { from: numbers.lowerBound(number), to: numbers.upperBound(number) };
    return (yield* this.sumsOf([this.extents.flagsMeeting([span])]))[0];
  }

  override *countRanges(edges: readonly Decimal[]): Steps<number[]> {
    const { extents } = this;
    const { numbers } = extents;
    const last = edges.length - 2;
    const ranges = edges.slice(1).map((edge, i) => {
      const to = i === last ? numbers.upperBound(edge) : numbers.lowerBound(edge);
      return extents.flagsMeeting([{ from: numbers.lowerBound(edges[i]), to }]);
    });
    return yield* this.sumsOf(ranges);
  }

  /** The rows whose extent has a flag, for each list of flags. */
  private *sumsOf(lists: readonly Uint8Array[]): Steps<number[]> {
    const counts = this.countsByCode();
    const sums: number[] = [];
    for (const flags of lists) {
      let sum = 0;
      for (let code = 1; code < flags.length; code++) sum += counts[code] * flags[code];
      sums.push(sum);
      if (this.scratch.work.spend(flags.length)) yield;
    }
    this.clear(counts);
    return sums;
  }

  /** The number of rows with each extent; the scratch lends the array, which is cleared when it is returned. */
  private countsByCode(): Uint32Array {
    const counts = this.scratch.counts(this.extents.size + 1);
    this.extents.codes.count(this.forms, counts);
    return counts;
  }

  private clear(counts: Uint32Array): void {
    counts.fill(0, 0, this.extents.size + 1);
    this.scratch.freeCounts(counts);
  }
}
