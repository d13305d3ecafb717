import type { ValueTest } from '../answers/folded-text.js';
import type { FacetCount, FacetOrder, FacetRange, StatsResult } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';

/** Statistics of a number field. */
export type Summary = Omit<StatsResult, 'missing' | 'spec_drilldown_rank'>;

/** A range of numbers with the rows that have a value in it. */
export type CountedRange = Omit<FacetRange, 'query'>;

/** How the values of a field are distributed over the rows that have any. */
export interface Spread {
  /** Distinct values. */
  readonly values: number;
  /** Pairs of a row and a value of it. */
  readonly pairs: number;
  /** Sum of the squared counts of the values. */
  readonly squares: number;
}

/** Which values of a field to return, other than the first by count. */
export interface ValueSelection {
  readonly contained: ValueTest;
  readonly order: FacetOrder;
  /** The values from place `from` up to place `to`. */
  readonly from: number;
  readonly to: number;
}

/** A page of values, and the number of all that were selected from. */
export interface SelectedValues {
  readonly facets: readonly FacetCount[];
  readonly values: number;
}

/**
 * The counted values of a field over a set of rows. Each member is computed when it is called, from arrays that the scratch
 * lends.
 */
export interface FieldCounts {
  /** Rows in the set. */
  readonly total: number;
  /** Rows with a value. */
  readonly rowCount: number;
  /** Number of distinct values. */
  readonly valueCount: number;
  /** The values from place `from` up to place `to`, in the order of a facet. */
  top(from: number, to: number): Steps<readonly FacetCount[]>;
  /** A page of the values that contain a text, in the order of the facet. */
  select(selection: ValueSelection): Steps<SelectedValues>;
  /** Rows with a value, given as its text; 0 for a value that no row has. */
  countOf(value: string): Steps<number>;
  /** Of numbers only. */
  summary(): Steps<Summary>;
  spread(): Spread;
  /** Of numbers only: at most `most` adjacent ranges. */
  ranges(most: number): Steps<readonly CountedRange[]>;
}
