import { BLOCK_ROWS, blocksOf } from '../../encoding/row-blocks.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { hasBit } from '../row-set/bits.js';
import { countByList } from '../row-set/lists.js';
import { ALL, BITS, LIST, LIST_SHARE, listOf, RowSet } from '../row-set/row-set.js';
import type { Scratch } from '../row-set/scratch.js';
import type { RowCodes } from './row-codes.js';

/** The codes that a condition means: `[from, to)`, or those that are flagged. Code 0 is never meant. */
export type WantedCodes = { readonly from: number; readonly to: number } | Uint8Array;

/**
 * The rows of each code of a column, in memory: what the postings of the field would be, which columns of numbers do not have. A row
 * has one code, whatever the number of its values.
 */
export class CodeRows {
  private constructor(
    /** The rows of a code are `rows[starts[code], starts[code + 1])`, ascending. */
    private readonly starts: Uint32Array,
    /** Undefined where the rows are only counted. */
    private readonly rows: Uint32Array | undefined,
  ) {}

  /** @param isCounted whether the rows are only counted: for columns that are too large to be kept */
  static *of(codes: RowCodes, isCounted: boolean, work: Work): Steps<CodeRows> {
    const largest = codes.largestCode;
    const starts = new Uint32Array(largest + 2);
    const blocks = new Uint8Array(blocksOf(codes.rowCount));
    codes.flagBlocks(blocks);
    const [some, found] = [new Uint32Array(BLOCK_ROWS), new Uint32Array(BLOCK_ROWS)];
    function* eachBlock(visit: (first: number, count: number) => void): Steps<void> {
      for (let block = 0; block < blocks.length; block++) {
        if (blocks[block] === 0) continue;
        const first = block * BLOCK_ROWS;
        const count = Math.min(BLOCK_ROWS, codes.rowCount - first);
        for (let i = 0; i < count; i++) some[i] = first + i;
        codes.gather(some, count, found);
        visit(first, count);
        if (work.spend(count * 2)) yield;
      }
    }
    yield* eachBlock((_, count) => {
      for (let i = 0; i < count; i++) if (found[i] !== 0) starts[found[i] + 1]++;
    });
    for (let code = 1; code <= largest; code++) starts[code + 1] += starts[code];
    if (isCounted) return new CodeRows(starts, undefined);
    const next = starts.slice();
    const rows = new Uint32Array(starts[largest + 1]);
    yield* eachBlock((first, count) => {
      for (let i = 0; i < count; i++) if (found[i] !== 0) rows[next[found[i]]++] = first + i;
    });
    return new CodeRows(starts, rows);
  }

  get bytes(): number {
    return this.starts.byteLength + (this.rows?.byteLength ?? 0);
  }

  /** Whether the rows themselves are known. */
  get hasRows(): boolean {
    return this.rows !== undefined;
  }

  /** Number of the rows of some codes. */
  countAll(wanted: WantedCodes): number {
    let count = 0;
    this.forEach(wanted, (from, to) => {
      count += to - from;
    });
    return count;
  }

  /** Number of the rows of some codes that are in a set, if the rows are known. Leaves the set as it is. */
  countIn(wanted: WantedCodes, set: RowSet): number {
    const rows = this.rows as Uint32Array;
    if (set.kind === ALL) return this.countAll(wanted);
    let count = 0;
    if (set.kind === BITS) {
      const { words } = set;
      this.forEach(wanted, (from, to) => {
        for (let i = from; i < to; i++) if (hasBit(words, rows[i])) count++;
      });
    } else if (set.kind === LIST) {
      this.forEach(wanted, (from, to) => {
        const slice = rows.subarray(from, to);
        if (slice.length <= set.count) count += countByList(slice, slice.length, set.rows, set.count);
        else count += countByList(set.rows, set.count, slice, slice.length);
      });
    }
    return count;
  }

  /** The rows of some codes, if they are known, as a set of the caller's. */
  toSet(wanted: WantedCodes, scratch: Scratch): RowSet {
    const rows = this.rows as Uint32Array;
    const count = this.countAll(wanted);
    if (count * LIST_SHARE <= scratch.rowCount) {
      const list = scratch.list(count);
      let [end, slices] = [0, 0];
      this.forEach(wanted, (from, to) => {
        for (let i = from; i < to; i++) list[end++] = rows[i];
        slices++;
      });
      return slices <= 1 ? RowSet.list(list, count) : listOf(list, count, scratch);
    }
    const words = scratch.bits();
    this.forEach(wanted, (from, to) => {
      for (let i = from; i < to; i++) words[rows[i] >>> 5] |= 1 << (rows[i] & 31);
    });
    return RowSet.bits(words);
  }

  /** Calls `visit` for the places of the rows of each wanted code that has some. */
  private forEach(wanted: WantedCodes, visit: (from: number, to: number) => void): void {
    const { starts } = this;
    const [from, to] = 'from' in wanted ? [wanted.from, wanted.to] : [1, wanted.length];
    const end = Math.min(to, starts.length - 1);
    for (let code = Math.max(1, from); code < end; code++) {
      const isWanted = 'from' in wanted || wanted[code] === 1;
      if (isWanted && starts[code] < starts[code + 1]) visit(starts[code], starts[code + 1]);
    }
  }
}
