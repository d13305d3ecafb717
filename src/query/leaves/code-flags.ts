import { lastOf } from '../../index/column/code-kernels.js';
import { LEAST_FOR_FLAGS, LEAST_FOR_INTERVAL, type RowCodes } from '../../index/column/row-codes.js';
import { BITS, copyOf, LIST, RowSet, release, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';

/** The rows of a set whose code is flagged. Consumes the set. */
export function restrictToCodes(codes: RowCodes, flags: Uint8Array, set: RowSet, scratch: Scratch): RowSet {
  if (set.kind === BITS && codes.canRestrict(set, LEAST_FOR_FLAGS)) {
    codes.restrictToFlags(set, flags);
    return RowSet.bits(set.words, set.firstWord, set.endWord);
  }
  return keepSome(set, codes, (rows, count, ofRows) => keepFlagged(rows, count, ofRows, flags), scratch);
}

/** The rows of a set whose code is in `[from, to)`. Consumes the set. */
export function restrictToInterval(codes: RowCodes, from: number, to: number, set: RowSet, scratch: Scratch): RowSet {
  if (set.kind === BITS && codes.canRestrict(set, LEAST_FOR_INTERVAL)) {
    codes.restrictToInterval(set, from, to);
    return RowSet.bits(set.words, set.firstWord, set.endWord);
  }
  return keepSome(set, codes, (rows, count, ofRows) => keepInterval(rows, count, ofRows, from, to), scratch);
}

/** The rows of a set that have an ordinal of `[from, to)`, in a field where some row has several values. Consumes the set. */
export function restrictToOrdinals(codes: RowCodes, from: number, to: number, set: RowSet, scratch: Scratch): RowSet {
  return keepSome(set, codes, (rows, count, ofRows) => codes.keepBetween(rows, count, ofRows, from, to), scratch);
}

/** The same for flagged ordinals. */
export function restrictToMarked(codes: RowCodes, ordinals: Uint8Array, set: RowSet, scratch: Scratch): RowSet {
  return keepSome(set, codes, (rows, count, ofRows) => codes.keepMarked(rows, count, ofRows, ordinals), scratch);
}

/** Lists the rows of a set, and keeps those that a kernel keeps by their codes. */
function keepSome(
  set: RowSet,
  codes: RowCodes,
  keep: (rows: Uint32Array, count: number, codes: Uint32Array) => number,
  scratch: Scratch,
): RowSet {
  const { count } = set;
  const ofRows = scratch.list(count);
  const rows = rowsOf(set, scratch);
  codes.gather(rows, count, ofRows);
  const kept = keep(rows, count, ofRows);
  scratch.freeList(ofRows);
  return RowSet.list(rows, kept);
}

/** Number of rows of a set whose code is in `[from, to)`. Leaves the set as it is. */
export function countInterval(codes: RowCodes, from: number, to: number, set: RowSet, scratch: Scratch): number {
  const gathered = gatheredCodes(codes, set, scratch);
  if (!gathered) return countOf(restrictToInterval(codes, from, to, copyOf(set, scratch), scratch), scratch);
  const last = lastOf(to);
  let count = 0;
  for (let i = 0; i < set.count; i++) {
    const code = gathered[i] | 0;
    count += 1 - (((code - from) | (last - code)) >>> 31);
  }
  scratch.freeList(gathered);
  return count;
}

/** Number of rows of a set whose code is flagged. Leaves the set as it is. */
export function countFlagged(codes: RowCodes, flags: Uint8Array, set: RowSet, scratch: Scratch): number {
  const gathered = gatheredCodes(codes, set, scratch);
  if (!gathered) return countOf(restrictToCodes(codes, flags, copyOf(set, scratch), scratch), scratch);
  let count = 0;
  for (let i = 0; i < set.count; i++) count += flags[gathered[i]];
  scratch.freeList(gathered);
  return count;
}

/** The codes of the rows of a list; undefined for another set. */
function gatheredCodes(codes: RowCodes, set: RowSet, scratch: Scratch): Uint32Array | undefined {
  if (set.kind !== LIST) return undefined;
  const ofRows = scratch.list(set.count);
  codes.gather(set.rows, set.count, ofRows);
  return ofRows;
}

function countOf(set: RowSet, scratch: Scratch): number {
  release(set, scratch);
  return set.count;
}

function keepInterval(rows: Uint32Array, count: number, codes: Uint32Array, from: number, to: number): number {
  const last = lastOf(to);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const code = codes[i] | 0;
    rows[kept] = rows[i];
    kept += 1 - (((code - from) | (last - code)) >>> 31);
  }
  return kept;
}

function keepFlagged(rows: Uint32Array, count: number, codes: Uint32Array, flags: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    rows[kept] = rows[i];
    kept += flags[codes[i]];
  }
  return kept;
}
