import type { BundleReader } from '../../encoding/bundle.js';
import { BLOCK_ROWS, BLOCK_SHIFT } from '../../encoding/row-blocks.js';
import type { Steps } from '../../work/pauses.js';
import { scatter } from '../row-set/bits.js';
import { advance } from '../row-set/lists.js';
import type { RowForms } from '../row-set/row-forms.js';
import { LIST_SHARE, RowSet } from '../row-set/row-set.js';
import type { Scratch } from '../row-set/scratch.js';
import { gatherSparse, lastOf } from './code-kernels.js';
import { type Codes, type Kernels, kernelsFor } from './kernels.js';
import { checkRowCodes } from './row-codes-check.js';

const NO_ORDINALS = new Uint32Array(0);
const WORDS_OF_BLOCK = BLOCK_ROWS / 32;

/** Testing the bits of this many listed rows costs about as much as looking up one row in the list; bench/README.md, "Kernels". */
const PROBED_PER_ROW = 8;

/** Rows for each word from which a bitset is restricted in place, to an interval of codes or to flagged ones; bench/README.md, "Kernels". */
export const LEAST_FOR_INTERVAL = 3;
export const LEAST_FOR_FLAGS = 5;

/** Looking at the values of a listed row takes about as long as flagging this many codes; bench/README.md, "Kernels". */
const LOOKED_AT_PER_ROW = 8;

/**
 * The values that each row has of a field, row by row. The code of a row is 0 for no value, otherwise 1 + the ordinal of its value. In
 * a field where some row has several values it is 1 + the number of its set of ordinals (rows with the same values share a set).
 *
 * There are two layouts: `blocked` stores the codes of every block of 256 rows that has any (rows are in an order that puts the
 * parts with a spec key together), `sparse` lists the rows that have a code. Sizes: bench/README.md, file.
 */
export class RowCodes {
  readonly isSparse: boolean;
  /** Sparse: the rows that have a code, ascending; `codes[i]` is the code of `sparseRows[i]`. */
  private readonly sparseRows: Uint32Array;
  /** Blocked: the block in `codes` of each 256 rows. Block 0 is empty. */
  private readonly directory: Uint32Array;
  private readonly codes: Codes;
  private readonly kernels: Kernels;
  /** Blocked: the codes as integers of four bytes, of which each has up to four. */
  private readonly packed: Int32Array;
  /** Set `i` is `setOrdinals[setStarts[i], setStarts[i + 1])`; empty if every row has at most one value. */
  readonly setStarts: Uint32Array;
  readonly setOrdinals: Uint32Array;
  private readonly single = new Uint32Array(1);
  private lastFlags: { readonly from: number; readonly to: number; readonly flags: Uint8Array } | undefined = undefined;

  constructor(
    bundle: BundleReader,
    readonly rowCount: number,
  ) {
    this.sparseRows = bundle.u32();
    this.directory = bundle.u32();
    this.codes = bundle.unsigned();
    this.setStarts = bundle.u32();
    this.setOrdinals = bundle.u32();
    this.isSparse = this.directory.length === 0;
    this.kernels = kernelsFor(this.codes);
    this.packed = this.isSparse ? NOT_PACKED : packedCodes(this.codes);
  }

  /** True if some row has more than one value. */
  get isMultiValued(): boolean {
    return this.setStarts.length > 0;
  }

  /** Number of different codes above 0, given the number of ordinals. */
  codeCount(ordinalCount: number): number {
    return this.isMultiValued ? this.setStarts.length - 1 : ordinalCount;
  }

  /** The largest code of a row. */
  get largestCode(): number {
    if (this.isMultiValued) return this.setStarts.length - 1;
    let largest = 0;
    for (let i = 0; i < this.codes.length; i++) largest = Math.max(largest, this.codes[i]);
    return largest;
  }

  /** The code of one row. */
  code(row: number): number {
    if (!this.isSparse) return this.codes[this.directory[row >>> BLOCK_SHIFT] * BLOCK_ROWS + (row & (BLOCK_ROWS - 1))];
    const at = advance(this.sparseRows, 0, this.sparseRows.length, row);
    return at < this.sparseRows.length && this.sparseRows[at] === row ? this.codes[at] : 0;
  }

  /** The smallest (`largest` false) or largest ordinal of a code above 0. */
  ordinalOf(code: number, largest: boolean): number {
    if (!this.isMultiValued) return code - 1;
    return largest ? this.setOrdinals[this.setStarts[code] - 1] : this.setOrdinals[this.setStarts[code - 1]];
  }

  /** All ordinals of a code, ascending; none for 0. Valid until the next call. */
  ordinalsOf(code: number): Uint32Array {
    if (code === 0) return NO_ORDINALS;
    if (!this.isMultiValued) {
      this.single[0] = code - 1;
      return this.single;
    }
    return this.setOrdinals.subarray(this.setStarts[code - 1], this.setStarts[code]);
  }

  /** Sets the flag of every ordinal that one of the rows has. */
  flagOrdinals(rows: Uint32Array, flags: Uint8Array): void {
    const { isMultiValued, setStarts, setOrdinals } = this;
    for (let i = 0; i < rows.length; i++) {
      const code = this.code(rows[i]);
      if (code === 0) continue;
      if (isMultiValued) for (let at = setStarts[code - 1]; at < setStarts[code]; at++) flags[setOrdinals[at]] = 1;
      else flags[code - 1] = 1;
    }
  }

  /** Sets the flag of each block of rows (row-blocks.ts) in which a row may have a value. */
  flagBlocks(flags: Uint8Array): void {
    const { sparseRows, directory } = this;
    for (let i = 0; i < sparseRows.length; i++) flags[sparseRows[i] >>> BLOCK_SHIFT] = 1;
    for (let block = 0; block < directory.length; block++) if (directory[block] !== 0) flags[block] = 1;
  }

  /** Writes the codes of the ascending `rows[0, count)` to `out`. */
  gather(rows: Uint32Array, count: number, out: Uint32Array): void {
    const { codes, directory, kernels } = this;
    if (this.isSparse) gatherSparse(rows, count, this.sparseRows, codes, out);
    else if (count > 1 && rows[count - 1] - rows[0] === count - 1) kernels.gatherRun(rows[0], count, directory, codes, out);
    else kernels.gather(rows, count, directory, codes, out);
  }

  /** Adds to `counts[code]` the number of rows of a set that have the code. Of the rows with code 0 it counts some or all. */
  count(forms: RowForms, counts: Uint32Array): void {
    if (this.isSparse) {
      this.countSparse(forms, counts);
      return;
    }
    const { codes, directory, kernels } = this;
    const runs = forms.runs();
    if (runs) kernels.countRuns(runs, directory, codes, counts);
    else kernels.countRows(forms.blockedRows(), directory, codes, counts);
  }

  private countSparse(forms: RowForms, counts: Uint32Array): void {
    const { codes, sparseRows } = this;
    if (forms.count === 0) return;
    if (sparseRows.length > forms.count * PROBED_PER_ROW) {
      const rows = forms.rows();
      let at = 0;
      for (let i = 0; i < forms.count && at < sparseRows.length; i++) {
        at = advance(sparseRows, at, sparseRows.length, rows[i]);
        if (sparseRows[at] === rows[i]) counts[codes[at]]++;
      }
      return;
    }
    this.kernels.countProbed(sparseRows, 0, sparseRows.length, codes, forms.words(), counts);
  }

  /**
   * A flag for each code that has an ordinal of `[from, to)`. Undefined if these ordinals are an interval of codes too:
   * `[from + 1, to + 1)`.
   */
  codeFlags(from: number, to: number): Uint8Array | undefined {
    if (!this.isMultiValued) return undefined;
    const kept = this.keptFlags(from, to);
    if (kept) return kept;
    const flags = new Uint8Array(this.setStarts.length);
    for (let code = 1; code < flags.length; code++) if (this.isBetween(code, from, to)) flags[code] = 1;
    this.lastFlags = { from, to, flags };
    return flags;
  }

  /** The flags that were made last, if they are those: many requests ask for what is in stock. */
  keptFlags(from: number, to: number): Uint8Array | undefined {
    const { lastFlags } = this;
    return lastFlags?.from === from && lastFlags.to === to ? lastFlags.flags : undefined;
  }

  /** Whether a code above 0 has an ordinal of `[from, to)`, in a field where some row has several values. */
  private isBetween(code: number, from: number, to: number): boolean {
    const { setStarts, setOrdinals } = this;
    const last = setOrdinals[setStarts[code] - 1];
    if (last < to) return last >= from;
    // Its ordinals ascend, and the last one is not below `to`.
    let at = setStarts[code - 1];
    while (setOrdinals[at] < from) at++;
    return setOrdinals[at] < to;
  }

  /** Whether it takes less time to look at the values of so many rows than to flag all codes; always false where flags are not needed. */
  areFewFlagged(rowCount: number): boolean {
    return this.isMultiValued && rowCount * LOOKED_AT_PER_ROW < this.setStarts.length;
  }

  /**
   * Keeps the rows of a list, in place, whose codes are given and have an ordinal of `[from, to)`, in a field where some row has several
   * values. @returns how many rows are kept
   */
  keepBetween(rows: Uint32Array, count: number, codes: Uint32Array, from: number, to: number): number {
    let kept = 0;
    for (let i = 0; i < count; i++) if (codes[i] !== 0 && this.isBetween(codes[i], from, to)) rows[kept++] = rows[i];
    return kept;
  }

  /** The same for codes that have a flagged ordinal. */
  keepMarked(rows: Uint32Array, count: number, codes: Uint32Array, ordinals: Uint8Array): number {
    let kept = 0;
    for (let i = 0; i < count; i++) if (codes[i] !== 0 && this.isMarked(codes[i], ordinals)) rows[kept++] = rows[i];
    return kept;
  }

  private isMarked(code: number, ordinals: Uint8Array): boolean {
    const { setStarts, setOrdinals } = this;
    for (let at = setStarts[code - 1]; at < setStarts[code]; at++) if (ordinals[setOrdinals[at]] === 1) return true;
    return false;
  }

  /** A flag for each code, given a flag for each ordinal. */
  flagsOfOrdinals(ordinals: Uint8Array): Uint8Array {
    const flags = new Uint8Array(this.codeCount(ordinals.length) + 1);
    if (!this.isMultiValued) {
      flags.set(ordinals, 1);
      return flags;
    }
    const { setStarts, setOrdinals } = this;
    for (let set = 0; set + 1 < setStarts.length; set++) {
      for (let at = setStarts[set]; at < setStarts[set + 1]; at++) flags[set + 1] |= ordinals[setOrdinals[at]];
    }
    return flags;
  }

  /** The rows whose code is in `[from, to)`; `from` is above 0. */
  rowsInInterval(from: number, to: number, scratch: Scratch): RowSet {
    if (from >= to) return RowSet.none;
    const { codes, sparseRows } = this;
    if (this.isSparse) {
      const out = scratch.list(codes.length);
      let count = 0;
      const last = lastOf(to);
      for (let i = 0; i < codes.length; i++) {
        out[count] = sparseRows[i];
        count += 1 - (((codes[i] - from) | (last - codes[i])) >>> 31);
      }
      return this.setOf(out, count, scratch);
    }
    const words = scratch.bits();
    fillBlocks(this.directory, words);
    this.keepInterval(from, to, words, 0, words.length);
    return RowSet.bits(words);
  }

  /** The rows whose code is flagged. */
  rowsFlagged(flags: Uint8Array, scratch: Scratch): RowSet {
    const { codes, sparseRows } = this;
    if (this.isSparse) {
      const out = scratch.list(codes.length);
      let count = 0;
      for (let i = 0; i < codes.length; i++) if (flags[codes[i]] === 1) out[count++] = sparseRows[i];
      return this.setOf(out, count, scratch);
    }
    const words = scratch.bits();
    this.kernels.scanFlags(this.directory, codes, flags, words);
    return RowSet.bits(words);
  }

  private setOf(rows: Uint32Array, count: number, scratch: Scratch): RowSet {
    if (count * LIST_SHARE <= this.rowCount) return RowSet.list(rows, count);
    const words = scratch.bits();
    scatter(words, rows, 0, count);
    scratch.freeList(rows);
    return RowSet.bits(words);
  }

  /** Number of stored codes: what a scan reads. */
  get length(): number {
    return this.codes.length;
  }

  /**
   * Whether restricting a bitset in place, 32 rows for each word, is cheaper than listing its rows and gathering their codes.
   * @param leastRows rows for each word that is not empty from which it is: `LEAST_FOR_INTERVAL` or `LEAST_FOR_FLAGS`
   */
  canRestrict({ words, firstWord, endWord, count }: RowSet, leastRows: number): boolean {
    if (this.isSparse) return false;
    let used = 0;
    for (let i = firstWord; i < endWord; i++) used += (words[i] | -words[i]) >>> 31;
    return used * leastRows < count;
  }

  /** Keeps the rows of a bitset whose code is in `[from, to)`, in its words. Not for the sparse layout. */
  restrictToInterval({ words, firstWord, endWord }: RowSet, from: number, to: number): void {
    this.keepInterval(from, to, words, firstWord, endWord);
  }

  /** The kernels take no empty interval, and no code that does not fit its width. */
  private keepInterval(from: number, to: number, words: Int32Array, firstWord: number, endWord: number): void {
    const { kernels, directory, packed, codes } = this;
    if (from >= to || from >= 2 ** (8 * codes.BYTES_PER_ELEMENT)) words.fill(0, firstWord, endWord);
    else kernels.restrict(directory, packed, from, to, words, firstWord, endWord);
  }

  /** Keeps the rows of a bitset whose code is flagged, in its words. Not for the sparse layout. */
  restrictToFlags({ words, firstWord, endWord }: RowSet, flags: Uint8Array): void {
    this.kernels.restrictFlags(this.directory, this.codes, flags, words, firstWord, endWord);
  }

  /** The rows that have a value. */
  rowsWithValue(scratch: Scratch): RowSet {
    return this.rowsInInterval(1, 0x100000000, scratch);
  }

  /**
   * Checks what readers rely on.
   * @param ordinalCount number of values of the dictionary
   * @throws CorruptCatalogError
   */
  check(section: string, ordinalCount: number): Steps<void> {
    const { sparseRows, directory, codes, setStarts, setOrdinals, rowCount } = this;
    return checkRowCodes(section, { sparseRows, directory, codes, setStarts, setOrdinals }, rowCount, ordinalCount);
  }
}

const NOT_PACKED = new Int32Array(0);

/** Blocks of 256 codes are whole, and the arrays of a section begin at multiples of eight bytes. */
function packedCodes({ buffer, byteOffset, byteLength }: Codes): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >>> 2);
}

/** Sets the bits of all rows of the blocks that are stored. The last block may reach past the last word. */
function fillBlocks(directory: Uint32Array, words: Int32Array): void {
  for (let block = 0; block < directory.length; block++) {
    if (directory[block] === 0) continue;
    const end = Math.min((block + 1) * WORDS_OF_BLOCK, words.length);
    for (let word = block * WORDS_OF_BLOCK; word < end; word++) words[word] = -1;
  }
}
