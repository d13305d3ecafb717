import type { BundleReader } from '../../encoding/bundle.js';
import { BLOCK_ROWS, BLOCK_SHIFT, blocksOf } from '../../encoding/row-blocks.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import { ascends, CHECKED_AT_ONCE, checkBelow, checkLists } from '../array-checks.js';
import { scatter } from '../row-set/bits.js';
import { advance } from '../row-set/lists.js';
import type { RowForms } from '../row-set/row-forms.js';
import { LIST_SHARE, RowSet } from '../row-set/row-set.js';
import type { Scratch } from '../row-set/scratch.js';
import * as kernels from './code-kernels.js';
import * as counting from './count-kernels.js';

const NO_ORDINALS = new Uint32Array(0);

/** Probing the bit of a listed row costs about a tenth of looking a row up in the list. */
const PROBED_PER_ROW = 8;
/** Values that all rows of a column may have together: counts are 32 bits wide, and sums exact up to here. */
const MOST_VALUES = 2 ** 31 - 1;

/**
 * What each row has of a field, row-major. A row's code is 0 for no value, else 1 + the ordinal of its value, or, in a
 * field of which some row has several, 1 + the number of its set of ordinals (rows with the same values share a set).
 *
 * Two layouts: `blocked` keeps the codes of every 256-row block that has any (rows are ordered so that a spec key's parts
 * stand together), `sparse` lists the rows that have a code. Sizes: bench/README.md, file.
 */
export class RowCodes {
  readonly isSparse: boolean;
  /** Sparse: the rows that have a code, ascending; `codes[i]` is that of `sparseRows[i]`. */
  private readonly sparseRows: Uint32Array;
  /** Blocked: for each 256 rows the number of their block in `codes`. */
  private readonly directory: Uint32Array;
  private readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** Set `i` is `setOrdinals[setStarts[i], setStarts[i + 1])`; empty where every row has one value at most. */
  readonly setStarts: Uint32Array;
  readonly setOrdinals: Uint32Array;
  private readonly single = new Uint32Array(1);

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
  }

  /** True if some row has more than one value. */
  get isMultiValued(): boolean {
    return this.setStarts.length > 0;
  }

  /** Number of different codes above 0, given the number of ordinals. */
  codeCount(ordinals: number): number {
    return this.isMultiValued ? this.setStarts.length - 1 : ordinals;
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

  /** Sets the flag of every ordinal that one of some rows has. */
  flagOrdinals(rows: Uint32Array, flags: Uint8Array): void {
    const { isMultiValued, setStarts, setOrdinals } = this;
    for (let i = 0; i < rows.length; i++) {
      const code = this.code(rows[i]);
      if (code === 0) continue;
      if (isMultiValued) for (let at = setStarts[code - 1]; at < setStarts[code]; at++) flags[setOrdinals[at]] = 1;
      else flags[code - 1] = 1;
    }
  }

  /** Writes the codes of the ascending `rows[0, count)` to `out`. */
  gather(rows: Uint32Array, count: number, out: Uint32Array): void {
    const { codes, directory } = this;
    if (this.isSparse) kernels.gatherSparse(rows, count, this.sparseRows, codes, out);
    else if (count > 1 && rows[count - 1] - rows[0] === count - 1) this.gatherRun(rows[0], count, out);
    else if (codes instanceof Uint8Array) kernels.gather8(rows, count, directory, codes, out);
    else if (codes instanceof Uint16Array) kernels.gather16(rows, count, directory, codes, out);
    else kernels.gather32(rows, count, directory, codes, out);
  }

  private gatherRun(first: number, count: number, out: Uint32Array): void {
    const { codes, directory } = this;
    if (codes instanceof Uint8Array) kernels.gatherRun8(first, count, directory, codes, out);
    else if (codes instanceof Uint16Array) kernels.gatherRun16(first, count, directory, codes, out);
    else kernels.gatherRun32(first, count, directory, codes, out);
  }

  /** Adds to `counts[code]` the rows of a set that have the code; of code 0 it counts some or all. */
  count(forms: RowForms, counts: Uint32Array): void {
    if (this.isSparse) this.countSparse(forms, counts);
    else this.countBlocked(forms, counts);
  }

  private countBlocked(forms: RowForms, counts: Uint32Array): void {
    const { codes, directory } = this;
    const runs = forms.runs();
    if (runs) {
      if (codes instanceof Uint8Array) counting.countRuns8(runs, directory, codes, counts);
      else if (codes instanceof Uint16Array) counting.countRuns16(runs, directory, codes, counts);
      else counting.countRuns32(runs, directory, codes, counts);
    } else if (codes instanceof Uint8Array) counting.countRows8(forms.blockedRows(), directory, codes, counts);
    else if (codes instanceof Uint16Array) counting.countRows16(forms.blockedRows(), directory, codes, counts);
    else counting.countRows32(forms.blockedRows(), directory, codes, counts);
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
    const words = forms.words();
    const to = sparseRows.length;
    if (codes instanceof Uint8Array) counting.countProbed8(sparseRows, 0, to, codes, words, counts);
    else if (codes instanceof Uint16Array) counting.countProbed16(sparseRows, 0, to, codes, words, counts);
    else counting.countProbed32(sparseRows, 0, to, codes, words, counts);
  }

  /**
   * The codes that have an ordinal of `[from, to)`, as a flag for each code; or undefined if the interval of ordinals is
   * one of codes too, `[from + 1, to + 1)`.
   */
  codeFlags(from: number, to: number): Uint8Array | undefined {
    if (!this.isMultiValued) return undefined;
    const flags = new Uint8Array(this.setStarts.length);
    for (let set = 0; set + 1 < this.setStarts.length; set++) {
      for (let at = this.setStarts[set]; at < this.setStarts[set + 1]; at++) {
        if (this.setOrdinals[at] >= from && this.setOrdinals[at] < to) flags[set + 1] = 1;
      }
    }
    return flags;
  }

  /** Turns a flag for each ordinal into one for each code. */
  flagsOfOrdinals(ordinals: Uint8Array): Uint8Array {
    const flags = new Uint8Array(this.codeCount(ordinals.length) + 1);
    if (!this.isMultiValued) {
      flags.set(ordinals, 1);
      return flags;
    }
    for (let set = 0; set + 1 < this.setStarts.length; set++) {
      for (let at = this.setStarts[set]; at < this.setStarts[set + 1]; at++) flags[set + 1] |= ordinals[this.setOrdinals[at]];
    }
    return flags;
  }

  /** The rows whose code is in `[from, to)`, `from` above 0. */
  rowsInInterval(from: number, to: number, scratch: Scratch): RowSet {
    if (from >= to) return RowSet.none;
    const { codes, directory } = this;
    if (this.isSparse) {
      const out = scratch.list(codes.length);
      let count = 0;
      const last = kernels.lastOf(to);
      for (let i = 0; i < codes.length; i++) {
        out[count] = this.sparseRows[i];
        count += 1 - (((codes[i] - from) | (last - codes[i])) >>> 31);
      }
      return this.setOf(out, count, scratch);
    }
    const words = scratch.bits();
    if (codes instanceof Uint8Array) kernels.scan8(directory, codes, from, to, words);
    else if (codes instanceof Uint16Array) kernels.scan16(directory, codes, from, to, words);
    else kernels.scan32(directory, codes, from, to, words);
    return RowSet.bits(words);
  }

  /** The rows whose code is flagged. */
  rowsFlagged(flags: Uint8Array, scratch: Scratch): RowSet {
    const { codes, directory } = this;
    if (this.isSparse) {
      const out = scratch.list(codes.length);
      let count = 0;
      for (let i = 0; i < codes.length; i++) if (flags[codes[i]] === 1) out[count++] = this.sparseRows[i];
      return this.setOf(out, count, scratch);
    }
    const words = scratch.bits();
    if (codes instanceof Uint8Array) kernels.scanFlags8(directory, codes, flags, words);
    else if (codes instanceof Uint16Array) kernels.scanFlags16(directory, codes, flags, words);
    else kernels.scanFlags32(directory, codes, flags, words);
    return RowSet.bits(words);
  }

  private setOf(rows: Uint32Array, count: number, scratch: Scratch): RowSet {
    if (count * LIST_SHARE <= this.rowCount) return RowSet.list(rows, count);
    const words = scratch.bits();
    scatter(words, rows, 0, count);
    scratch.freeList(rows);
    return RowSet.bits(words);
  }

  /** Number of codes that are stored: what a scan reads. */
  get length(): number {
    return this.codes.length;
  }

  /**
   * Whether it is cheaper to restrict a bitset in place, 32 rows a word, than to list its rows and gather. The two cost about
   * 1 and 7 ns a row; bench/README.md, class i.
   */
  canRestrict({ words, firstWord, endWord, count }: RowSet): boolean {
    if (this.isSparse) return false;
    let used = 0;
    for (let i = firstWord; i < endWord; i++) used += (words[i] | -words[i]) >>> 31;
    return used * 32 < count * 7;
  }

  /** Of a bitset keeps the rows whose code is in `[from, to)`, in its words. Not for the sparse layout. */
  restrictToInterval({ words, firstWord, endWord }: RowSet, from: number, to: number): void {
    const { codes, directory } = this;
    if (codes instanceof Uint8Array) kernels.restrict8(directory, codes, from, to, words, firstWord, endWord);
    else if (codes instanceof Uint16Array) kernels.restrict16(directory, codes, from, to, words, firstWord, endWord);
    else kernels.restrict32(directory, codes, from, to, words, firstWord, endWord);
  }

  /** Of a bitset keeps the rows whose code is flagged, in its words. Not for the sparse layout. */
  restrictToFlags({ words, firstWord, endWord }: RowSet, flags: Uint8Array): void {
    const { codes, directory } = this;
    if (codes instanceof Uint8Array) kernels.restrictFlags8(directory, codes, flags, words, firstWord, endWord);
    else if (codes instanceof Uint16Array) kernels.restrictFlags16(directory, codes, flags, words, firstWord, endWord);
    else kernels.restrictFlags32(directory, codes, flags, words, firstWord, endWord);
  }

  /** The rows that have a value. */
  rowsWithValue(scratch: Scratch): RowSet {
    return this.rowsInInterval(1, 0x100000000, scratch);
  }

  /**
   * Checks that rows, codes, blocks and sets are in order and in range, which all that reads them relies on.
   * @param ordinals how many there are
   * @throws CorruptCatalogError
   */
  *check(section: string, ordinals: number): Steps<void> {
    yield* this.checkCodes(section, this.codeCount(ordinals));
    if (this.isSparse) this.checkSparse(section);
    else yield* this.checkBlocked(section);
    const { setStarts, setOrdinals } = this;
    if (!this.isMultiValued) return;
    yield* checkLists(section, setStarts, setOrdinals, ordinals);
    yield* this.checkSets(section);
  }

  private *checkCodes(section: string, most: number): Steps<void> {
    const { codes } = this;
    for (let from = 0; from < codes.length; from += CHECKED_AT_ONCE) {
      const to = Math.min(from + CHECKED_AT_ONCE, codes.length);
      let at: number;
      if (codes instanceof Uint8Array) at = kernels.firstAbove8(codes, from, to, most);
      else if (codes instanceof Uint16Array) at = kernels.firstAbove16(codes, from, to, most);
      else at = kernels.firstAbove32(codes, from, to, most);
      if (at < to) throw new CorruptCatalogError(section, `code ${codes[at]} is out of range`);
      yield;
    }
  }

  private checkSparse(section: string): void {
    const { sparseRows, codes, rowCount: rows } = this;
    if (sparseRows.length !== codes.length) throw new CorruptCatalogError(section, 'rows and codes differ in number');
    if (!ascends(sparseRows, 0, sparseRows.length, rows)) throw new CorruptCatalogError(section, 'rows are out of order');
    if (codes.includes(0)) throw new CorruptCatalogError(section, 'a row that is listed has no value');
  }

  private *checkBlocked(section: string): Steps<void> {
    const { directory, codes, rowCount: rows } = this;
    const fail = (what: string): never => {
      throw new CorruptCatalogError(section, what);
    };
    if (directory.length !== blocksOf(rows)) fail('the directory does not fit the rows');
    yield* checkBelow(section, 'block', directory, Math.floor(codes.length / BLOCK_ROWS));
    if (codes.subarray(0, BLOCK_ROWS).some((code) => code !== 0)) fail('the empty block is not empty');
    const last = directory[directory.length - 1] * BLOCK_ROWS;
    const past = ((rows - 1) & (BLOCK_ROWS - 1)) + 1;
    if (codes.subarray(last + past, last + BLOCK_ROWS).some((code) => code !== 0)) fail('a row past the last has a value');
  }

  /** Checks that no set is empty, and that the rows together have no more values than can be counted. */
  private *checkSets(section: string): Steps<void> {
    const { setStarts, codes } = this;
    const [smallest, largest] = sizesOf(setStarts);
    yield;
    if (smallest === 0) throw new CorruptCatalogError(section, 'a set is empty');
    if (codes.length * largest <= MOST_VALUES) return;
    let values = 0;
    for (let i = 0; i < codes.length; i++) {
      if (codes[i] > 0) values += setStarts[codes[i]] - setStarts[codes[i] - 1];
      if (i % CHECKED_AT_ONCE === 0) yield;
    }
    if (values > MOST_VALUES) throw new CorruptCatalogError(section, `the rows have ${values} values, more than can be counted`);
  }
}

/** The smallest and the largest difference of neighbours. */
function sizesOf(starts: Uint32Array): [number, number] {
  let smallest = 0xffffffff;
  let largest = 0;
  for (let i = 1; i < starts.length; i++) {
    const size = starts[i] - starts[i - 1];
    if (size < smallest) smallest = size;
    if (size > largest) largest = size;
  }
  return [smallest, largest];
}
