import type { SortValues } from './sort.js';

/**
 * The first `k` of `count` rows by several keys, all ascending, then by rank (the place of a row's uid), in order.
 * `keys[j][i]` is the j-th key of `rows[i]`. Returns places in `rows`.
 */
export function selectTop(
  rows: Uint32Array,
  count: number,
  k: number,
  keys: readonly SortValues[],
  ranks: Uint32Array,
): Uint32Array {
  const isBefore = (a: number, b: number): boolean => {
    for (let j = 0; j < keys.length; j++) {
      const x = keys[j][a];
      const y = keys[j][b];
      if (x !== y) return x < y;
    }
    return ranks[rows[a]] < ranks[rows[b]];
  };
  if (k >= count) return Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  if (k === 0) return new Uint32Array(0);
  const heap = new Uint32Array(k);
  for (let i = 0; i < k; i++) heap[i] = i;
  for (let i = (k >>> 1) - 1; i >= 0; i--) siftDown(heap, k, i, isBefore);
  if (keys.length === 0) fillByRank(heap, rows, count, ranks, isBefore);
  else if (keys.length === 1) fillByKey(heap, rows, count, keys[0], ranks, isBefore);
  else fillByKeys(heap, count, keys[0], isBefore);
  for (let size = k - 1; size > 0; size--) {
    const last = heap[0];
    heap[0] = heap[size];
    heap[size] = last;
    siftDown(heap, size, 0, isBefore);
  }
  return heap;
}

/** The heap has the worst of the chosen on top, so one comparison turns most rows away. */
function fillByKeys(heap: Uint32Array, count: number, first: SortValues, isBefore: (a: number, b: number) => boolean): void {
  const k = heap.length;
  let worst = first[heap[0]];
  for (let i = k; i < count; i++) {
    if (first[i] > worst || !isBefore(i, heap[0])) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = first[heap[0]];
  }
}

/** With one key a tie is decided by the rank, here too without a call: few distinct values mean many ties. */
function fillByKey(
  heap: Uint32Array,
  rows: Uint32Array,
  count: number,
  key: SortValues,
  ranks: Uint32Array,
  isBefore: (a: number, b: number) => boolean,
): void {
  const k = heap.length;
  let worst = key[heap[0]];
  let worstRank = ranks[rows[heap[0]]];
  for (let i = k; i < count; i++) {
    const value = key[i];
    if (value > worst || (value === worst && ranks[rows[i]] > worstRank)) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = key[heap[0]];
    worstRank = ranks[rows[heap[0]]];
  }
}

function fillByRank(
  heap: Uint32Array,
  rows: Uint32Array,
  count: number,
  ranks: Uint32Array,
  isBefore: (a: number, b: number) => boolean,
): void {
  const k = heap.length;
  let worst = ranks[rows[heap[0]]];
  for (let i = k; i < count; i++) {
    if (ranks[rows[i]] > worst) continue;
    heap[0] = i;
    siftDown(heap, k, 0, isBefore);
    worst = ranks[rows[heap[0]]];
  }
}

function siftDown(heap: Uint32Array, size: number, start: number, isBefore: (a: number, b: number) => boolean): void {
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
