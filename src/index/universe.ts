import type { Postings } from './postings.js';
import { ALL, RowSet } from './row-set/row-set.js';
import type { Scratch } from './row-set/scratch.js';

/**
 * The rows that plans run over, with the scratch that a call is lent for them. Every exact count of rows goes through it: nothing
 * else may assume that all rows of a segment exist. Today they do.
 */
export class Universe {
  constructor(readonly scratch: Scratch) {}

  /** Rows are numbered below this. */
  get rowCount(): number {
    return this.scratch.rowCount;
  }

  /** Number of rows that exist. */
  get size(): number {
    return this.scratch.rowCount;
  }

  /** All rows that exist, as a set of the caller's. */
  all(): RowSet {
    return RowSet.all(this.scratch.rowCount);
  }

  /** Whether a set has every row that exists. */
  hasAll(set: RowSet): boolean {
    return set.kind === ALL;
  }

  /** The rows of a set that exist. Uses the set up. */
  existing(set: RowSet): RowSet {
    return set;
  }

  /** How many of the rows of an entry exist. */
  countOf(postings: Postings, entry: number): number {
    return postings.count(entry);
  }
}
