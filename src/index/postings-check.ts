import { BLOCK_SHIFT, BLOCK_WORDS, ENTRY_FIELDS, MULTI, NO_ROW, type PostingsArrays } from '../encoding/postings-layout.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';
import { ascends, CHECKED_AT_ONCE } from './array-checks.js';
import { countBits } from './row-set/bits.js';
import { LIST_SHARE } from './row-set/row-set.js';

/** A block of a bitset costs about as much as so many elements of a list. */
const BLOCK_COST = 16;

/**
 * Checks what the checksum of postings cannot: that every row is below `rows`, lists ascend, blocks are inside the arrays, and the
 * entries of more than one row are numbered in order. Requests rely on all of it.
 * @param isEveryCountChecked whether rows are counted also where the count only serves for estimates and scores, which takes as long
 * as all the rest
 * @throws CorruptCatalogError
 */
export function* checkPostings(
  section: string,
  arrays: PostingsArrays,
  rowCount: number,
  isEveryCountChecked: boolean,
): Steps<void> {
  const { heads, entries, blocks } = arrays;
  if (entries.length % ENTRY_FIELDS !== 0) throw new CorruptCatalogError(section, 'an entry is not whole');
  let multi = 0;
  for (let from = 0; from < heads.length; from += CHECKED_AT_ONCE) {
    multi = countHeads(section, heads.subarray(from, from + CHECKED_AT_ONCE), rowCount, multi);
    yield;
  }
  const entryCount = entries.length / ENTRY_FIELDS;
  if (multi !== entryCount) throw new CorruptCatalogError(section, `${multi} entries have ${entryCount} lists`);
  if (countBits(blocks, 0, Math.min(BLOCK_WORDS, blocks.length)) > 0)
    throw new CorruptCatalogError(section, 'the empty block is not empty');
  const check = new EntriesCheck(section, arrays, rowCount, isEveryCountChecked);
  while (check.goOn()) yield;
}

/** Checks heads, and returns the number of entries of more than one row so far, given that of the heads before. */
function countHeads(section: string, heads: Uint32Array, rowCount: number, before: number): number {
  let multi = before;
  for (let i = 0; i < heads.length; i++) {
    const head = heads[i];
    if (head >= MULTI ? (head & ~MULTI) !== multi++ : head >= rowCount && head !== NO_ROW)
      throw new CorruptCatalogError(section, `head ${head} is out of range`);
  }
  return multi;
}

/** The check of the entries of more than one row, some at a time. */
class EntriesCheck {
  private at = 0;
  /** Rows of lists so far. */
  private listed = 0;
  private readonly blocksPerEntry: number;
  private readonly blockCount: number;

  constructor(
    private readonly section: string,
    private readonly arrays: PostingsArrays,
    private readonly rows: number,
    private readonly isEveryCountChecked: boolean,
  ) {
    this.blocksPerEntry = (rows + (1 << BLOCK_SHIFT) - 1) >>> BLOCK_SHIFT;
    this.blockCount = Math.floor(arrays.blocks.length / BLOCK_WORDS);
  }

  /** Checks some entries; false if there are no more. */
  goOn(): boolean {
    const { entries } = this.arrays;
    let left = CHECKED_AT_ONCE;
    for (; this.at < entries.length && left > 0; this.at += ENTRY_FIELDS) {
      const shape = entries[this.at + 2];
      if (shape > 1) this.fail(`is of shape ${shape}, which is unknown`);
      left -= shape === 0 ? this.checkList() : this.checkBlocks();
    }
    return this.at < entries.length;
  }

  /** Returns about how many elements were looked at. */
  private checkList(): number {
    const { entries, arena } = this.arrays;
    const count = entries[this.at];
    const place = entries[this.at + 1];
    // Lists that share their rows would be more rows than are stored, and take as long to look at.
    this.listed += count;
    if (place + count > arena.length || this.listed > arena.length) this.fail('is out of range');
    if (!ascends(arena, place, place + count, this.rows)) this.fail('does not ascend');
    return count + 1;
  }

  private checkBlocks(): number {
    const { blocksPerEntry, blockCount, rows } = this;
    const { entries, directories, blocks } = this.arrays;
    const count = entries[this.at];
    const from = entries[this.at + 1] * blocksPerEntry;
    const to = from + blocksPerEntry;
    if (count > rows) this.fail(`has ${count} of ${rows} rows`);
    if (to > directories.length) this.fail('is out of range');
    for (let i = from; i < to; i++) if (directories[i] >= blockCount) this.fail(`has the block ${directories[i]}, out of range`);
    const last = directories[to - 1] * BLOCK_WORDS;
    for (let row = rows - ((blocksPerEntry - 1) << BLOCK_SHIFT); row < 1 << BLOCK_SHIFT; row++) {
      if (((blocks[last + (row >>> 5)] >>> (row & 31)) & 1) === 1) this.fail('holds rows past the last');
    }
    // Of an entry that is collected into a list the count is that list's length; others are counted when they are read.
    if (!this.isEveryCountChecked && count * LIST_SHARE > rows) return blocksPerEntry;
    const found = this.countRows(from, to);
    if (found !== count) this.fail(`holds ${found} rows instead of ${count}`);
    return blocksPerEntry * BLOCK_COST;
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
