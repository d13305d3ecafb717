import { BLOCK_ROWS, BLOCK_SHIFT } from '../../encoding/row-blocks.js';
import { fastPaths } from '../../work/fast-paths.js';
import * as bits from './bits.js';
import { ALL, BITS, LIST, type RowSet } from './row-set.js';
import type { Scratch } from './scratch.js';

/** From this mean length of runs on, reading a column run by run is faster than row by row; bench/README.md, "Kernels". */
const RUN_ROWS = 4;

/**
 * Runs of neighbouring rows, split at the ends of the blocks of columns (256 rows). The runs of block `blocks[b]` are
 * `bounds[starts[b], starts[b + 1])`: the first row of each and the row after its last, relative to the block's first row.
 */
export interface BlockedRuns {
  readonly bounds: Uint32Array;
  readonly blocks: Uint32Array;
  readonly starts: Uint32Array;
  /** Number of blocks with rows. */
  readonly length: number;
}

/** Rows one by one. The rows of block `blocks[i]` (256 rows, as in columns) are `rows[starts[i], starts[i + 1])`. */
export interface BlockedRows {
  readonly rows: Uint32Array;
  readonly blocks: Uint32Array;
  readonly starts: Uint32Array;
  /** Number of blocks with rows. */
  readonly length: number;
}

/**
 * A set of rows in the forms that columns read. Each form is computed on first use and shared by all columns. The set is not changed;
 * the forms are lent by the scratch.
 */
export class RowForms {
  private listed: Uint32Array | undefined;
  private bitset: Int32Array | undefined;
  private joined: BlockedRuns | null | undefined = undefined;
  private blocked: BlockedRows | undefined = undefined;

  constructor(
    readonly set: RowSet,
    private readonly scratch: Scratch,
  ) {
    if (set.kind === LIST) this.listed = set.rows;
    if (set.kind === BITS) this.bitset = set.words;
  }

  get count(): number {
    return this.set.count;
  }

  get isAll(): boolean {
    return this.set.kind === ALL;
  }

  /** The rows, ascending: the first `count` of the array. */
  rows(): Uint32Array {
    if (this.listed) return this.listed;
    const { set, scratch } = this;
    const rows = scratch.list(set.count + 1);
    if (set.kind === ALL) for (let row = 0; row < set.count; row++) rows[row] = row;
    else if (set.kind === BITS) bits.collectBits(set.words, rows, set.firstWord, set.endWord);
    this.listed = rows;
    return rows;
  }

  /** The rows by block, so that a column is read once for each block, and not at all for its empty blocks. */
  blockedRows(): BlockedRows {
    this.blocked ??= this.findBlocks();
    return this.blocked;
  }

  private findBlocks(): BlockedRows {
    const { scratch, count } = this;
    const rows = this.rows();
    const most = Math.min(count, (scratch.rowCount >>> BLOCK_SHIFT) + 1) + 1;
    const blocks = scratch.list(most);
    const starts = scratch.list(most);
    let length = 0;
    let previous = -1;
    for (let i = 0; i < count; i++) {
      const block = rows[i] >>> BLOCK_SHIFT;
      if (block === previous) continue;
      blocks[length] = block;
      starts[length++] = i;
      previous = block;
    }
    starts[length] = count;
    return { rows, blocks, starts, length };
  }

  /** One bit for each row. */
  words(): Int32Array {
    if (this.bitset) return this.bitset;
    const { set, scratch } = this;
    const words = scratch.bits();
    if (set.kind === ALL) bits.fillBits(words, scratch.rowCount);
    else if (set.kind === LIST) bits.scatter(words, set.rows, 0, set.count);
    this.bitset = words;
    return words;
  }

  /** The rows as runs; undefined if the runs are so short that reading rows one by one is faster. */
  runs(): BlockedRuns | undefined {
    if (this.joined === undefined) this.joined = this.joinRuns();
    return this.joined ?? undefined;
  }

  private joinRuns(): BlockedRuns | null {
    if (!fastPaths.rowRuns) return null;
    const { set, scratch } = this;
    if (set.kind === ALL) {
      const bounds = scratch.list(2);
      bounds[0] = 0;
      bounds[1] = set.count;
      return this.cutRuns(bounds, 2);
    }
    const count = set.kind === BITS ? bits.countRuns(set.words, set.firstWord, set.endWord) : runsInList(set.rows, set.count);
    if (count * RUN_ROWS > set.count) return null;
    const bounds = scratch.list(count * 2);
    const length =
      set.kind === BITS ? bits.collectRuns(set.words, bounds, set.firstWord, set.endWord) : joinList(set.rows, set.count, bounds);
    return this.cutRuns(bounds, length);
  }

  /** Splits the runs of rows `runs[0, length)` by blocks. */
  private cutRuns(runs: Uint32Array, length: number): BlockedRuns {
    const { scratch } = this;
    const blockCount = (scratch.rowCount >>> BLOCK_SHIFT) + 1;
    const bounds = scratch.list(length + blockCount * 2);
    const blocks = scratch.list(blockCount + 1);
    const starts = scratch.list(blockCount + 1);
    let written = 0;
    let used = 0;
    for (let i = 0; i < length; i += 2) {
      const end = runs[i + 1];
      for (let row = runs[i]; row < end; ) {
        const block = row >>> BLOCK_SHIFT;
        const first = block << BLOCK_SHIFT;
        if (used === 0 || blocks[used - 1] !== block) {
          blocks[used] = block;
          starts[used++] = written;
        }
        bounds[written++] = row - first;
        row = Math.min(end, first + BLOCK_ROWS);
        bounds[written++] = row - first;
      }
    }
    starts[used] = written;
    scratch.freeList(runs);
    return { bounds, blocks, starts, length: used };
  }
}

function runsInList(rows: Uint32Array, count: number): number {
  let runs = count === 0 ? 0 : 1;
  for (let i = 1; i < count; i++) runs += rows[i] === rows[i - 1] + 1 ? 0 : 1;
  return runs;
}

function joinList(rows: Uint32Array, count: number, bounds: Uint32Array): number {
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (i > 0 && rows[i] === rows[i - 1] + 1) continue;
    if (i > 0) bounds[length++] = rows[i - 1] + 1;
    bounds[length++] = rows[i];
  }
  if (count > 0) bounds[length++] = rows[count - 1] + 1;
  return length;
}
