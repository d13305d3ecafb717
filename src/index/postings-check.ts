import {
  BLOCK_ROWS,
  BLOCK_SHAPE,
  BLOCK_SHIFT,
  BLOCK_WORDS,
  blocksPerBitset,
  COUNT,
  ENTRY_FIELDS,
  LIST_SHAPE,
  MULTI,
  NO_ROW,
  PLACE,
  type PostingsArrays,
  SHAPE,
} from '../encoding/postings-layout.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';
import { ascends, CHECKED_AT_ONCE } from './array-checks.js';
import { countBits } from './row-set/bits.js';
import { LIST_SHARE } from './row-set/row-set.js';

/** Counting the bits of a block costs about as much as checking this many rows of a list. */
const BLOCK_COST = 16;

/**
 * Checks what a checksum cannot: every row is below `rowCount`, lists ascend, blocks are inside the arrays, and entries of several
 * rows are numbered in order. Requests rely on all of it.
 * @param areAllCountsChecked whether to count also the rows of entries whose count is used for estimates and scores only; this takes
 * as long as everything else
 * @throws CorruptCatalogError
 */
export function* checkPostings(
  section: string,
  arrays: PostingsArrays,
  rowCount: number,
  areAllCountsChecked: boolean,
): Steps<void> {
  const { heads, entries, blocks } = arrays;
  if (entries.length % ENTRY_FIELDS !== 0) throw new CorruptCatalogError(section, 'the last entry is incomplete');
  let multi = 0;
  for (let from = 0; from < heads.length; from += CHECKED_AT_ONCE) {
    multi = checkHeads(section, heads.subarray(from, from + CHECKED_AT_ONCE), rowCount, multi);
    yield;
  }
  const entryCount = entries.length / ENTRY_FIELDS;
  if (multi !== entryCount) throw new CorruptCatalogError(section, `${multi} entries have ${entryCount} lists`);
  if (countBits(blocks, 0, Math.min(BLOCK_WORDS, blocks.length)) > 0)
    throw new CorruptCatalogError(section, 'the empty block is not empty');
  const check = new EntriesCheck(section, arrays, rowCount, areAllCountsChecked);
  while (check.continue()) yield;
}

/** Checks heads. `before` is the number of entries of several rows so far; returns it with those of these heads. */
function checkHeads(section: string, heads: Uint32Array, rowCount: number, before: number): number {
  let multi = before;
  for (let i = 0; i < heads.length; i++) {
    const head = heads[i];
    if (head >= MULTI ? (head & ~MULTI) !== multi++ : head >= rowCount && head !== NO_ROW)
      throw new CorruptCatalogError(section, `head ${head} is out of range`);
  }
  return multi;
}

/** Checks the entry table, a part at a time. */
class EntriesCheck {
  private at = 0;
  /** Rows of lists so far. */
  private listed = 0;
  private readonly blocksPerBitset: number;
  private readonly blockCount: number;

  constructor(
    private readonly section: string,
    private readonly arrays: PostingsArrays,
    private readonly rowCount: number,
    private readonly areAllCountsChecked: boolean,
  ) {
    this.blocksPerBitset = blocksPerBitset(rowCount);
    this.blockCount = Math.floor(arrays.blocks.length / BLOCK_WORDS);
  }

  /** Checks some more entries; returns false after the last. */
  continue(): boolean {
    const { entries } = this.arrays;
    let left = CHECKED_AT_ONCE;
    for (; this.at < entries.length && left > 0; this.at += ENTRY_FIELDS) {
      const shape = entries[this.at + SHAPE];
      if (shape === LIST_SHAPE) left -= this.checkList();
      else if (shape === BLOCK_SHAPE) left -= this.checkBlocks();
      else this.fail(`has the unknown shape ${shape}`);
    }
    return this.at < entries.length;
  }

  /** Returns about how many elements it read. */
  private checkList(): number {
    const { entries, arena } = this.arrays;
    const count = entries[this.at + COUNT];
    const place = entries[this.at + PLACE];
    // If lists overlapped, they could have more rows than are stored, and checking them would take as long.
    this.listed += count;
    if (place + count > arena.length || this.listed > arena.length) this.fail('is out of range');
    if (!ascends(arena, place, place + count, this.rowCount)) this.fail('does not ascend');
    return count + 1;
  }

  private checkBlocks(): number {
    const { blockCount, rowCount } = this;
    const { entries, directories, blocks } = this.arrays;
    const count = entries[this.at + COUNT];
    const from = entries[this.at + PLACE] * this.blocksPerBitset;
    const to = from + this.blocksPerBitset;
    if (count > rowCount) this.fail(`has ${count} of ${rowCount} rows`);
    if (to > directories.length) this.fail('is out of range');
    for (let i = from; i < to; i++) if (directories[i] >= blockCount) this.fail(`has the block ${directories[i]}, out of range`);
    const last = directories[to - 1] * BLOCK_WORDS;
    for (let row = rowCount - ((this.blocksPerBitset - 1) << BLOCK_SHIFT); row < BLOCK_ROWS; row++) {
      if (((blocks[last + (row >>> 5)] >>> (row & 31)) & 1) === 1) this.fail('has rows past the last');
    }
    // The count of an entry that becomes a list is that list's length. Bits of other entries are counted again when they are read.
    if (!this.areAllCountsChecked && count * LIST_SHARE > rowCount) return this.blocksPerBitset;
    const found = this.countRows(from, to);
    if (found !== count) this.fail(`has ${found} rows instead of ${count}`);
    return this.blocksPerBitset * BLOCK_COST;
  }

  private countRows(from: number, to: number): number {
    const { directories, blocks } = this.arrays;
    let found = 0;
    for (let i = from; i < to; i++) {
      const block = directories[i] * BLOCK_WORDS;
      if (block !== 0) found += countBits(blocks, block, block + BLOCK_WORDS);
    }
    return found;
  }

  private fail(what: string): never {
    throw new CorruptCatalogError(this.section, `entry ${this.at / ENTRY_FIELDS} ${what}`);
  }
}
