import { MULTI, NO_ROW } from '../../encoding/postings-layout.js';
import { Postings } from '../postings.js';
import { filterByBits } from '../row-set/bits.js';
import type { DeadRows } from './dead-rows.js';

/** Counts of fewer rows are made anew each time. */
const LEAST_KEPT = 64;

/**
 * Postings of which some rows are dead: what counts and lists rows leaves them out. Sets of rows may still have them, as those of every
 * leaf of a plan; the universe takes them out at the end.
 */
export class AlivePostings extends Postings {
  /** Dead rows of frequent entries. */
  private readonly deadOf = new Map<number, number>();
  private buffer = new Uint32Array(0);

  constructor(
    whole: Postings,
    private readonly dead: DeadRows,
  ) {
    super(whole.arrays, whole.rowCount);
  }

  override count(entry: number): number {
    const head = this.arrays.heads[entry];
    if (head === NO_ROW) return 0;
    if (head < MULTI) return this.dead.has(head) ? 0 : 1;
    const all = super.count(entry);
    return all - this.countDead(entry, all);
  }

  private countDead(entry: number, all: number): number {
    if (all < LEAST_KEPT) return super.countWithin(entry, this.dead.set);
    let dead = this.deadOf.get(entry);
    if (dead === undefined) this.deadOf.set(entry, (dead = super.countWithin(entry, this.dead.set)));
    return dead;
  }

  override has(entry: number, row: number): boolean {
    return !this.dead.has(row) && super.has(entry, row);
  }

  override collect(entry: number, out: Uint32Array, at: number): number {
    const head = this.arrays.heads[entry];
    if (head < MULTI) {
      if (head !== NO_ROW && !this.dead.has(head)) out[at++] = head;
      return at;
    }
    // `out` may have room for the living rows alone.
    const all = super.count(entry);
    if (this.buffer.length < all) this.buffer = new Uint32Array(all * 2);
    super.collect(entry, this.buffer, 0);
    const kept = filterByBits(this.buffer, all, this.dead.words, 0);
    for (let i = 0; i < kept; i++) out[at++] = this.buffer[i];
    return at;
  }
}
