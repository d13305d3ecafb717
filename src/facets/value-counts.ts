import type { RowCodes } from '../index/column/row-codes.js';
import { collectBits } from '../index/docset/bits.js';
import type { RowForms } from '../index/docset/row-forms.js';
import type { Scratch } from '../index/docset/scratch.js';

/** The values of a field that a set of rows has, and the rows of each. The arrays are lent by the scratch. */
export interface ValueCounts {
  /** The ordinals of the values, ascending, in `ordinals[0, length)`. */
  readonly ordinals: Uint32Array;
  /** `counts[i]` rows have the value of `ordinals[i]`. */
  readonly counts: Uint32Array;
  /** Number of distinct values. */
  readonly length: number;
  /** Rows with a value, each counted once. */
  readonly rows: number;
}

/** Counters are walked in full where they are at most so many times the things counted, else those that were touched are noted. */
const WALKED = 8;

/** Counts the values of a column, `size` distinct ones in all, over a set of rows. */
export function countValues(codes: RowCodes, size: number, forms: RowForms, scratch: Scratch): ValueCounts {
  const codeCount = codes.codeCount(size);
  const most = Math.min(forms.count, codes.length);
  if (codeCount > most * WALKED) return countFew(codes, size, forms, scratch);
  const counts = scratch.counts(codeCount + 1);
  codes.count(forms, counts);
  counts[0] = 0;
  if (!codes.isMultiValued) {
    const result = collectCounts(counts, size, Math.min(size, most), scratch);
    scratch.freeCounts(counts);
    return result;
  }
  const byOrdinal = scratch.counts(size + 1);
  const rows = expandSets(codes, counts, codeCount, byOrdinal);
  scratch.freeCounts(counts);
  const result = collectCounts(byOrdinal, size, size, scratch);
  scratch.freeCounts(byOrdinal);
  return { ...result, rows };
}

/** Adds the counts of sets of values to each of their values, at 1 + its ordinal, and makes them zero; returns their sum. */
function expandSets(codes: RowCodes, counts: Uint32Array, codeCount: number, byOrdinal: Uint32Array): number {
  const { setStarts, setOrdinals } = codes;
  let rows = 0;
  for (let code = 1; code <= codeCount; code++) {
    const count = counts[code];
    if (count === 0) continue;
    rows += count;
    counts[code] = 0;
    for (let at = setStarts[code - 1]; at < setStarts[code]; at++) byOrdinal[setOrdinals[at] + 1] += count;
  }
  return rows;
}

/** Gathers counters at 1 + the ordinal, at most `most` of which are not zero, and makes them zero. */
function collectCounts(counters: Uint32Array, size: number, most: number, scratch: Scratch): ValueCounts {
  const ordinals = scratch.list(most);
  const counts = scratch.list(most);
  let length = 0;
  let rows = 0;
  for (let code = 1; code <= size; code++) {
    const count = counters[code];
    if (count === 0) continue;
    ordinals[length] = code - 1;
    counts[length++] = count;
    rows += count;
    counters[code] = 0;
  }
  return { ordinals, counts, length, rows };
}

/** Few rows of a column of many values: the codes of the rows are read one by one, and only their counters are looked at. */
function countFew(codes: RowCodes, size: number, forms: RowForms, scratch: Scratch): ValueCounts {
  const gathered = scratch.list(forms.count);
  codes.gather(forms.rows(), forms.count, gathered);
  let rows = 0;
  for (let i = 0; i < forms.count; i++) if (gathered[i] !== 0) gathered[rows++] = gathered[i];
  if (!codes.isMultiValued) return countListed(gathered, rows, rows, size, scratch);
  const { setStarts, setOrdinals } = codes;
  let pairs = 0;
  for (let i = 0; i < rows; i++) pairs += setStarts[gathered[i]] - setStarts[gathered[i] - 1];
  const listed = scratch.list(pairs);
  let length = 0;
  for (let i = 0; i < rows; i++) {
    for (let at = setStarts[gathered[i] - 1]; at < setStarts[gathered[i]]; at++) listed[length++] = setOrdinals[at] + 1;
  }
  scratch.freeList(gathered);
  return countListed(listed, length, rows, size, scratch);
}

/** Counts `listed[0, length)`, each 1 + an ordinal. Uses the list up. */
function countListed(listed: Uint32Array, length: number, rows: number, size: number, scratch: Scratch): ValueCounts {
  const counters = scratch.counts(size + 1);
  // One bit a counter: which were touched, in order.
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
  return { ordinals, counts, length: distinct, rows };
}
