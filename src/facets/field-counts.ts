import type { FacetCount, FacetRange, StatsResult } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';

/** A number field summed up. */
export type Summary = Omit<StatsResult, 'missing' | 'spec_drilldown_rank'>;

/** A range of numbers with the rows that have a value in it. */
export type CountedRange = Omit<FacetRange, 'query'>;

/** How the values of a field are spread over the rows that have any. */
export interface Spread {
  /** Distinct values. */
  readonly values: number;
  /** Pairs of a row and a value of it. */
  readonly pairs: number;
  /** Sum of the squares of the values' counts. */
  readonly squares: number;
}

/** The values of a field over a set of rows, counted. What is asked is computed when it is asked, from arrays that are lent. */
export interface FieldCounts {
  /** Rows in the set. */
  readonly total: number;
  /** Rows with a value. */
  readonly rowCount: number;
  /** The values from place `from` to place `to` in the order of a facet. */
  top(from: number, to: number): Steps<readonly FacetCount[]>;
  /** Of numbers. */
  summary(): Steps<Summary>;
  spread(): Spread;
  /** Of numbers: `most` ranges at most, one beside the other. */
  ranges(most: number): readonly CountedRange[];
}
