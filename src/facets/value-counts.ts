import type { RowCodes } from '../index/column/row-codes.js';
import type { Postings } from '../index/postings.js';
import { collectBits } from '../index/row-set/bits.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import { BITS } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';

/** The values of a field that a set of rows has, and the row count of each. The scratch lends the arrays. */
export interface ValueCounts {
  /** The ordinals of the values, ascending, in `ordinals[0, length)`. */
  readonly ordinals: Uint32Array;
  /** `counts[i]` rows have the value of `ordinals[i]`. */
  readonly counts: Uint32Array;
  /** Number of distinct values. */
  readonly length: number;
  /** Rows with a value, each counted once. */
  readonly rowCount: number;
}

/**
 * Scan all counters if there are at most this many per counted row; otherwise track the touched ones. bench/README.md, "Kernels".
 */
const WALKED = 8;
/** Count distinct sets of values, not the values of each row, if there are at most this many sets per row. */
const SETS_PER_ROW = 2;
/**
 * Reading the values of a row costs as much as comparing about this many words of two bitsets. A few values in many combinations
 * (sellers) are counted by their postings if the rows are close together. bench/README.md, class j.
 */
const WORDS_PER_ROW = 16;
/** Sets, or rows with several values, that are counted without a pause: a fraction of a millisecond. */
export const SETS_AT_ONCE = 1 << 13;
/** About how many values such a row has. */
const VALUES_A_ROW = 4;

/**
 * Counts the values of a column, `size` distinct ones in all, over a set of rows.
 * @param postings of the column, if counting may use them
 */
export function* countValues(
  codes: RowCodes,
  size: number,
  forms: RowForms,
  scratch: Scratch,
  postings?: Postings,
): Steps<ValueCounts> {
  const most = Math.min(forms.count, codes.length);
  if (codes.isMultiValued) {
    const sets = codes.codeCount(size);
    const { kind, firstWord, endWord } = forms.set;
    const isClose = kind === BITS && size * (endWord - firstWord) < forms.count * WORDS_PER_ROW;
    if (fastPaths.countedPostings && postings && isClose) return yield* countPostings(postings, codes, forms, scratch);
    const isShared = fastPaths.countedSets && sets <= most * SETS_PER_ROW;
    return isShared ? yield* countSets(codes, sets, size, forms, scratch) : yield* countRows(codes, size, forms, scratch);
  }
  if (size > most * WALKED) {
    const { gathered, rows } = gatherCodes(codes, forms, scratch);
    return countListed(gathered, rows, rows, size, scratch);
  }
  const counters = scratch.counts(size + 1);
  codes.count(forms, counters);
  counters[0] = 0;
  if (scratch.work.spend(most)) yield;
  return collectCounts(counters, size, Math.min(size, most), undefined, scratch);
}

/** Many rows share a set: the count of each set is added to each of its values. */
function* countSets(codes: RowCodes, sets: number, size: number, forms: RowForms, scratch: Scratch): Steps<ValueCounts> {
  const { setStarts, setOrdinals } = codes;
  const counters = scratch.counts(sets + 1);
  codes.count(forms, counters);
  counters[0] = 0;
  if (scratch.work.spend(forms.count)) yield;
  const byOrdinal = scratch.counts(size + 1);
  let rows = 0;
  for (let from = 1; from <= sets; from += SETS_AT_ONCE) {
    const to = Math.min(from + SETS_AT_ONCE, sets + 1);
    for (let code = from; code < to; code++) {
      const count = counters[code];
      if (count === 0) continue;
      rows += count;
      counters[code] = 0;
      for (let at = setStarts[code - 1]; at < setStarts[code]; at++) byOrdinal[setOrdinals[at] + 1] += count;
    }
    if (scratch.work.spend(setStarts[to - 1] - setStarts[from - 1] + to - from)) yield;
  }
  scratch.freeCounts(counters);
  return collectCounts(byOrdinal, size, size, rows, scratch);
}

/** The row count of each value: the intersection of its postings with a bitset. */
function* countPostings(postings: Postings, codes: RowCodes, forms: RowForms, scratch: Scratch): Steps<ValueCounts> {
  const ordinals = scratch.list(postings.size);
  const counts = scratch.list(postings.size);
  const words = forms.set.endWord - forms.set.firstWord;
  let length = 0;
  for (let ordinal = 0; ordinal < postings.size; ordinal++) {
    const count = postings.countWithin(ordinal, forms.set);
    if (scratch.work.spend(words)) yield;
    if (count === 0) continue;
    ordinals[length] = ordinal;
    counts[length++] = count;
  }
  const { gathered, rows } = gatherCodes(codes, forms, scratch);
  scratch.freeList(gathered);
  return { ordinals, counts, length, rowCount: rows };
}

/** Few rows, or many sets: counts the values of each row. */
function* countRows(codes: RowCodes, size: number, forms: RowForms, scratch: Scratch): Steps<ValueCounts> {
  const { setStarts, setOrdinals } = codes;
  const { gathered, rows } = gatherCodes(codes, forms, scratch);
  if (size <= rows * WALKED) {
    const byOrdinal = scratch.counts(size + 1);
    for (let from = 0; from < rows; from += SETS_AT_ONCE) {
      const to = Math.min(from + SETS_AT_ONCE, rows);
      for (let i = from; i < to; i++) {
        const end = setStarts[gathered[i]];
        for (let at = setStarts[gathered[i] - 1]; at < end; at++) byOrdinal[setOrdinals[at] + 1]++;
      }
      if (scratch.work.spend((to - from) * VALUES_A_ROW)) yield;
    }
    scratch.freeList(gathered);
    return collectCounts(byOrdinal, size, size, rows, scratch);
  }
  let pairs = 0;
  for (let i = 0; i < rows; i++) pairs += setStarts[gathered[i]] - setStarts[gathered[i] - 1];
  const listed = scratch.list(pairs);
  let length = 0;
  for (let i = 0; i < rows; i++) {
    const end = setStarts[gathered[i]];
    for (let at = setStarts[gathered[i] - 1]; at < end; at++) listed[length++] = setOrdinals[at] + 1;
  }
  scratch.freeList(gathered);
  if (scratch.work.spend(length)) yield;
  return countListed(listed, length, rows, size, scratch);
}

/** The codes of the rows that have a value, in `gathered[0, rowCount)`, which the scratch lends. */
function gatherCodes(codes: RowCodes, forms: RowForms, scratch: Scratch): { gathered: Uint32Array; rows: number } {
  const gathered = scratch.list(forms.count);
  codes.gather(forms.rows(), forms.count, gathered);
  return { gathered, rows: dropZeros(gathered, forms.count) };
}

/** Moves the elements that are not 0 to the front; returns their number. */
function dropZeros(list: Uint32Array, length: number): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const item = list[i];
    list[kept] = item;
    kept += item === 0 ? 0 : 1;
  }
  return kept;
}

/**
 * Gathers counters at 1 + the ordinal, at most `most` of which are not zero; then clears and frees them.
 * @param rows with a value; undefined if each has at most one value
 */
function collectCounts(
  counters: Uint32Array,
  size: number,
  most: number,
  rows: number | undefined,
  scratch: Scratch,
): ValueCounts {
  const ordinals = scratch.list(most);
  const counts = scratch.list(most);
  let length = 0;
  let sum = 0;
  for (let code = 1; code <= size; code++) {
    const count = counters[code];
    if (count === 0) continue;
    ordinals[length] = code - 1;
    counts[length++] = count;
    sum += count;
    counters[code] = 0;
  }
  scratch.freeCounts(counters);
  return { ordinals, counts, length, rowCount: rows ?? sum };
}

/** Counts `listed[0, length)`, each 1 + an ordinal. Consumes the list. */
function countListed(listed: Uint32Array, length: number, rows: number, size: number, scratch: Scratch): ValueCounts {
  const counters = scratch.counts(size + 1);
  // One bit for each counter that was touched, in order.
  const touched = scratch.counts((size >>> 5) + 1);
  for (let i = 0; i < length; i++) {
    const code = listed[i];
    counters[code]++;
    touched[code >>> 5] |= 1 << (code & 31);
  }
  const words = new Int32Array(touched.buffer, 0, (size >>> 5) + 1);
  const ordinals = scratch.list(length + 1);
  const distinct = collectBits(words, ordinals);
  words.fill(0);
  scratch.freeCounts(touched);
  const counts = listed;
  for (let i = 0; i < distinct; i++) {
    const code = ordinals[i];
    counts[i] = counters[code];
    counters[code] = 0;
    ordinals[i] = code - 1;
  }
  scratch.freeCounts(counters);
  return { ordinals, counts, length: distinct, rowCount: rows };
}
