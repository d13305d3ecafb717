import { fold } from '../../analysis/text.js';
import { compareBytes, decodeUtf8, encodeUtf8, maxUtf8Length } from '../../analysis/utf8.js';
import { BYTE_RANK, LOWER_CASE_RANK } from '../../encoding/byte-keys.js';
import { finished, type Steps } from '../../work/pauses.js';
import type { Interner } from '../interner.js';
import { sortByteStrings } from './sort-bytes.js';

/** Values to read in one step. */
const STEP = 1 << 14;

/** The interned values in raw byte order, that is in code-point order. */
export function orderRaw(values: Interner): Uint32Array {
  return finished(orderingRaw(values));
}

/** The same in steps. */
export function orderingRaw(values: Interner): Steps<Uint32Array> {
  const offsets = values.offsets.view();
  return sortByteStrings({
    bytes: values.bytes.array,
    starts: offsets,
    ends: offsets.subarray(1),
    count: values.size,
    rank: BYTE_RANK,
  });
}

/** The interned values by fold, then raw, both in code-point order: the order of sorts, ranges and facets. */
export function orderByFold(values: Interner): Uint32Array {
  return finished(orderingByFold(values));
}

/** The same in steps. */
export function* orderingByFold(values: Interner): Steps<Uint32Array> {
  const count = values.size;
  const starts = values.offsets.view().slice(0, count);
  const ends = values.offsets.view().slice(1);
  for (let entry = 0; entry < count; entry += STEP) {
    foldRange(values, starts, ends, entry, Math.min(entry + STEP, count));
    yield;
  }
  const bytes = values.bytes.array;
  const order = yield* sortByteStrings({ bytes, starts, ends, count, rank: LOWER_CASE_RANK });
  for (let i = 0; i < count; yield) i = sortEqualFolds(values, order, starts, ends, i);
  return order;
}

/** ASCII is folded by the rank of its bytes. Appends the folded text of other values to the bytes. */
function foldRange(values: Interner, starts: Uint32Array, ends: Uint32Array, from: number, to: number): void {
  for (let entry = from; entry < to; entry++) {
    if (isAsciiRange(values.bytes.array, starts[entry], ends[entry])) continue;
    const folded = fold(decodeUtf8(values.bytes.array, starts[entry], ends[entry]));
    values.bytes.reserve(maxUtf8Length(folded.length));
    starts[entry] = values.bytes.length;
    values.bytes.length = encodeUtf8(folded, values.bytes.array, values.bytes.length);
    ends[entry] = values.bytes.length;
  }
}

/** Sorts values with equal folds by raw text, from `order[from]` on for one step; returns the place after it. */
function sortEqualFolds(values: Interner, order: Uint32Array, starts: Uint32Array, ends: Uint32Array, from: number): number {
  const bytes = values.bytes.array;
  let i = from;
  while (i < order.length && i < from + STEP) {
    let next = i + 1;
    while (next < order.length && equalFolds(bytes, starts, ends, order[i], order[next])) next++;
    if (next - i > 1) sortRaw(values, order.subarray(i, next));
    i = next;
  }
  return i;
}

function isAsciiRange(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] > 0x7f) return false;
  return true;
}

function equalFolds(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array, a: number, b: number): boolean {
  const length = ends[a] - starts[a];
  if (ends[b] - starts[b] !== length) return false;
  // From the end: neighbours in the order have common prefixes.
  for (let i = length - 1; i >= 0; i--) {
    if (LOWER_CASE_RANK[bytes[starts[a] + i]] !== LOWER_CASE_RANK[bytes[starts[b] + i]]) return false;
  }
  return true;
}

function sortRaw(values: Interner, entries: Uint32Array): void {
  const bytes = values.bytes.array;
  const offsets = values.offsets.array;
  entries.sort((a, b) => compareBytes(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]));
}
