import type { FacetCount } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { CountedRange, FieldCounts, Spread, Summary } from './field-counts.js';

/** As many of the first values of a facet are kept as the default limits allow to be asked for. */
const VALUES_KEPT = 1100;
/** And ranges, of each number of them. */
const RANGES_KEPT = 100;

/** What has been found of a field over all rows of its segment, which never change: kept for the next who asks. */
export class Totals {
  rows: number | undefined;
  spread: Spread | undefined;
  summary: Summary | undefined;
  /** The first values, in order; all there are if fewer than `VALUES_KEPT`. */
  first: readonly FacetCount[] | undefined;
  readonly ranges = new Map<number, readonly CountedRange[]>();
}

/** The counts of a field over all rows: counted when first asked for, then known. */
export class TotalCounts implements FieldCounts {
  readonly total: number;

  constructor(
    private readonly counts: FieldCounts,
    private readonly totals: Totals,
  ) {
    this.total = counts.total;
  }

  get rowCount(): number {
    this.totals.rows ??= this.counts.rowCount;
    return this.totals.rows;
  }

  *top(from: number, to: number): Steps<readonly FacetCount[]> {
    if (to > VALUES_KEPT) return yield* this.counts.top(from, to);
    this.totals.first ??= yield* this.counts.top(0, VALUES_KEPT);
    return this.totals.first.slice(from, to);
  }

  *summary(): Steps<Summary> {
    this.totals.summary ??= yield* this.counts.summary();
    return this.totals.summary;
  }

  spread(): Spread {
    this.totals.spread ??= this.counts.spread();
    return this.totals.spread;
  }

  ranges(most: number): readonly CountedRange[] {
    const known = this.totals.ranges.get(most);
    if (known) return known;
    const ranges = this.counts.ranges(most);
    if (most <= RANGES_KEPT) this.totals.ranges.set(most, ranges);
    return ranges;
  }
}
