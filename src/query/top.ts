import { ascending } from '../index/row-set/lists.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { FEW_PLACES, type IsBefore, insertEach } from './places.js';
import type { SortValues } from './sort.js';

/** Rows that are compared without a pause. */
const ROWS_AT_ONCE = 1 << 15;
/** More rows than this are sorted as a whole: a heap of that size has poor memory locality; bench/README.md, "Kernels". */
const LARGEST_HEAP = 1 << 15;
/** Rows that are sorted without a pause, as one run; the runs are merged later. */
const RUN = 1 << 12;
/** Comparing two places of a heap costs about as much as reading this many rows. */
const SIFT_COST = 16;

/** Rows with the keys that order them; the rank of a row's uid breaks ties. */
interface Ordered {
  readonly rows: Uint32Array;
  readonly count: number;
  /** `keys[j][i]` is the j-th key of `rows[i]`; all ascend. */
  readonly keys: readonly SortValues[];
  readonly ranks: Uint32Array;
  readonly isBefore: IsBefore;
}

/**
 * The first `k` of `count` rows in order: by several keys, all ascending, then by rank (the place of a row's uid).
 * `keys[j][i]` is the j-th key of `rows[i]`. Returns places in `rows`.
 */
export function* selectTop(
  rows: Uint32Array,
  count: number,
  k: number,
  keys: readonly SortValues[],
  ranks: Uint32Array,
  work: Work,
): Steps<Uint32Array> {
  const isBefore = (a: number, b: number): boolean => {
    for (let j = 0; j < keys.length; j++) {
      const x = keys[j][a];
      const y = keys[j][b];
      if (x !== y) return x < y;
    }
    return ranks[rows[a]] < ranks[rows[b]];
  };
  if (k === 0 || count === 0) return new Uint32Array(0);
  if (k >= count || k > LARGEST_HEAP || !fastPaths.heap)
    return (yield* sortPlaces(count, isBefore, work)).subarray(0, Math.min(k, count));
  const heap = new Uint32Array(k);
  for (let i = 0; i < k; i++) heap[i] = i;
  for (let i = (k >>> 1) - 1; i >= 0; i--) siftDown(heap, k, i, isBefore);
  yield* fill(heap, { rows, count, keys, ranks, isBefore }, work);
  for (let size = k - 1; size > 0; size--) {
    const last = heap[0];
    heap[0] = heap[size];
    heap[size] = last;
    siftDown(heap, size, 0, isBefore);
    if (work.spend(SIFT_COST)) yield;
  }
  return heap;
}

/** The places `[0, count)` in order: runs are sorted, then merged in pairs. */
function* sortPlaces(count: number, isBefore: IsBefore, work: Work): Steps<Uint32Array> {
  let places: Uint32Array = ascending(0, count);
  if (count <= FEW_PLACES) {
    insertEach(places, isBefore);
    return places;
  }
  const compare = (a: number, b: number) => (isBefore(a, b) ? -1 : 1);
  for (let from = 0; from < count; from += RUN) {
    places.subarray(from, Math.min(from + RUN, count)).sort(compare);
    if (work.spend(RUN * SIFT_COST)) yield;
  }
  if (count <= RUN) return places;
  let merged: Uint32Array = new Uint32Array(count);
  for (let length = RUN; length < count; length *= 2) {
    for (let from = 0; from < count; from += length * 2) {
      const middle = Math.min(from + length, count);
      const end = Math.min(middle + length, count);
      let left = from;
      let right = middle;
      for (let at = from; at < end; ) {
        for (const to = Math.min(at + RUN, end); at < to; at++) {
          const takeLeft = right === end || (left < middle && isBefore(places[left], places[right]));
          merged[at] = takeLeft ? places[left++] : places[right++];
        }
        if (work.spend(RUN)) yield;
      }
    }
    [places, merged] = [merged, places];
  }
  return places;
}

/** Replaces the worst chosen row by every better one, from the first place after the heap on. */
function* fill(heap: Uint32Array, ordered: Ordered, work: Work): Steps<void> {
  const { count, keys } = ordered;
  for (let from = heap.length; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    if (keys.length === 0) fillByRank(heap, ordered, from, to);
    else if (keys.length === 1) fillByKey(heap, ordered, from, to);
    else fillByKeys(heap, ordered, from, to);
    if (work.spend(to - from)) yield;
  }
}

/** The heap has the worst chosen row on top, so most rows are rejected after one comparison. */
function fillByKeys(heap: Uint32Array, { keys, isBefore }: Ordered, from: number, to: number): void {
  const k = heap.length;
  const first = keys[0];
  let worst = first[heap[0]];
  for (let i = from; i < to; i++) {
    if (first[i] > worst || !isBefore(i, heap[0])) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = first[heap[0]];
  }
}

/** With one key, ties are compared here without a call: few distinct values mean many ties. */
function fillByKey(heap: Uint32Array, { rows, keys, ranks, isBefore }: Ordered, from: number, to: number): void {
  const k = heap.length;
  const key = keys[0];
  let worst = key[heap[0]];
  let worstRank = ranks[rows[heap[0]]];
  for (let i = from; i < to; i++) {
    const value = key[i];
    if (value > worst || (value === worst && ranks[rows[i]] > worstRank)) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = key[heap[0]];
    worstRank = ranks[rows[heap[0]]];
  }
}

function fillByRank(heap: Uint32Array, { rows, ranks, isBefore }: Ordered, from: number, to: number): void {
  const k = heap.length;
  let worst = ranks[rows[heap[0]]];
  for (let i = from; i < to; i++) {
    if (ranks[rows[i]] > worst) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = ranks[rows[heap[0]]];
  }
}

function siftDown(heap: Uint32Array, size: number, start: number, isBefore: IsBefore): void {
  const item = heap[start];
  let at = start;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(heap[child], heap[child + 1])) child++;
    if (!isBefore(item, heap[child])) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = item;
}
