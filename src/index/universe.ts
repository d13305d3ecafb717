import type { DeadRows } from './alive/dead-rows.js';
import type { Postings } from './postings.js';
import { andNotBits, filterByBits } from './row-set/bits.js';
import { ALL, copyOf, LIST, NONE, RowSet } from './row-set/row-set.js';
import type { Scratch } from './row-set/scratch.js';

/**
 * The rows that plans run over, with the scratch that a call is lent for them. Every exact count of rows goes through it: nothing
 * else may assume that all rows of a segment exist.
 */
export class Universe {
  /** @param dead the rows that do not exist */
  constructor(
    readonly scratch: Scratch,
    private readonly dead?: DeadRows,
  ) {}

  /** Rows are numbered below this. */
  get rowCount(): number {
    return this.scratch.rowCount;
  }

  /** Number of rows that exist. */
  get size(): number {
    return this.scratch.rowCount - (this.dead?.count ?? 0);
  }

  /** All rows that exist, as a set of the caller's. */
  all(): RowSet {
    const { dead, scratch, rowCount } = this;
    if (!dead) return RowSet.all(rowCount);
    if (dead.count === rowCount) return RowSet.none;
    return copyOf(dead.living, scratch);
  }

  /** Whether a set has every row that exists. */
  hasAll(set: RowSet): boolean {
    return this.dead ? set.count === this.size : set.kind === ALL;
  }

  /** The rows of a set that exist. Uses the set up. */
  existing(set: RowSet): RowSet {
    const { dead } = this;
    if (!dead || set.kind === NONE) return set;
    if (set.kind === ALL) return this.all();
    if (set.kind === LIST) return RowSet.list(set.rows, filterByBits(set.rows, set.count, dead.words, 0));
    andNotBits(set.words, dead.words, set.firstWord, set.endWord);
    return RowSet.bits(set.words, set.firstWord, set.endWord);
  }

  /** How many of the rows of an entry exist. */
  countOf(postings: Postings, entry: number): number {
    return postings.count(entry);
  }
}
