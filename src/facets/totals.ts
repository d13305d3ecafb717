import type { FacetCount } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { CountedRange, FieldCounts, SelectedValues, Spread, Summary, ValueSelection } from './field-counts.js';

/** Number of cached first values of a facet: enough for any page within the default limits. */
const VALUES_KEPT = 1100;
/** Upper bound of cached ranges: one entry for each number of ranges. */
const RANGES_KEPT = 100;

/** Cache of a field's counts over all rows of its segment. Segments are immutable, so entries never go stale. */
export class Totals {
  rows: number | undefined = undefined;
  values: number | undefined = undefined;
  spread: Spread | undefined = undefined;
  summary: Summary | undefined = undefined;
  /** The first values, in order; all values if there are fewer than `VALUES_KEPT`. */
  first: readonly FacetCount[] | undefined = undefined;
  /** Rows with an interval less rows with a value, of the range of a spec. */
  intervalsOverValues: number | undefined = undefined;
  readonly ranges = new Map<number, readonly CountedRange[]>();
}

/** The counts of a field over all rows: computed on first use, then cached. */
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

  get valueCount(): number {
    this.totals.values ??= this.counts.valueCount;
    return this.totals.values;
  }

  select(selection: ValueSelection): Steps<SelectedValues> {
    return this.counts.select(selection);
  }

  countOf(value: string): Steps<number> {
    return this.counts.countOf(value);
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

  *ranges(most: number): Steps<readonly CountedRange[]> {
    const known = this.totals.ranges.get(most);
    if (known) return known;
    const ranges = yield* this.counts.ranges(most);
    if (most <= RANGES_KEPT) this.totals.ranges.set(most, ranges);
    return ranges;
  }
}
