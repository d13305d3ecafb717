import { CHUNK, DIGITS, keyAt } from '../../encoding/byte-keys.js';
import type { Steps } from '../../work/pauses.js';

/**
 * Sorting of byte strings by number, for the dictionaries: a counting sort by the first two bytes, then a three-way quicksort on six
 * bytes at a time, which are read once into a double (exact below 2^53) instead of being fetched at every comparison.
 */

const INSERTION = 24;
/** Up to this number, strings are compared byte by byte: making keys for a long common prefix again and again is slower. */
const FEW = 12;
/** From this number of strings on, a counting sort by two bytes with its 66,049 counters pays off. */
const MANY = 2048;

/** Byte strings `bytes[starts[i], ends[i])`; `rank` maps each byte to its place in the order (identity, or lower case). */
export interface ByteStrings {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly count: number;
  readonly rank: Uint8Array;
}

/** About the number of strings to sort in one step. */
const STEP = 1 << 16;

/** The numbers of the strings in byte order, in steps. Equal strings are in the order of their numbers. */
export function* sortByteStrings(strings: ByteStrings): Steps<Uint32Array> {
  const { count } = strings;
  const order = new Uint32Array(count);
  // Triples of (from, to, depth): an explicit stack, since common prefixes can be as long as the strings.
  const stack: number[] = [];
  if (count < MANY) {
    for (let entry = 0; entry < count; entry++) order[entry] = entry;
    stack.push(0, count, 0);
  } else distribute(strings, order, stack);
  const keys = new Float64Array(count);
  while (stack.length > 0) {
    sortRanges(strings, order, keys, stack);
    yield;
  }
  return order;
}

/** Sorts all strings by their first two bytes with a counting sort; pushes the range of each two bytes for further sorting. */
function distribute({ bytes, starts, ends, rank, count }: ByteStrings, order: Uint32Array, stack: number[]): void {
  const digitOf = (entry: number) => {
    const start = starts[entry];
    const length = ends[entry] - start;
    return (length > 0 ? rank[bytes[start]] + 1 : 0) * DIGITS + (length > 1 ? rank[bytes[start + 1]] + 1 : 0);
  };
  const places = new Uint32Array(DIGITS * DIGITS + 1);
  for (let entry = 0; entry < count; entry++) places[digitOf(entry) + 1]++;
  for (let digit = 0; digit < DIGITS * DIGITS; digit++) {
    const from = places[digit];
    const to = from + places[digit + 1];
    places[digit + 1] = to;
    if (to - from > 1) stack.push(from, to, 0);
  }
  for (let entry = 0; entry < count; entry++) order[places[digitOf(entry)]++] = entry;
}

/** Sorts ranges from the stack until it has done a step's work or the stack is empty. */
function sortRanges(strings: ByteStrings, order: Uint32Array, keys: Float64Array, stack: number[]): void {
  const { bytes, starts, ends, rank } = strings;
  for (let done = 0; stack.length > 0 && done < STEP; ) {
    const depth = stack.pop() as number;
    const to = stack.pop() as number;
    const from = stack.pop() as number;
    done += to - from;
    if (to - from <= FEW) {
      sortFew(strings, order, from, to, depth);
      continue;
    }
    let longer = false;
    for (let i = from; i < to; i++) {
      const entry = order[i];
      const start = starts[entry] + depth;
      const end = ends[entry];
      keys[i] = start < end ? keyAt(bytes, rank, start, end) : 0;
      longer ||= start + CHUNK < end;
    }
    sortByKey(keys, order, from, to);
    for (let i = from; i < to; ) {
      let next = i + 1;
      while (next < to && keys[next] === keys[i]) next++;
      // A key that ends in padding belongs to strings that are equal.
      if (next - i > 1) {
        if (longer && keys[i] % DIGITS !== 0) stack.push(i, next, depth + CHUNK);
        else order.subarray(i, next).sort();
      }
      i = next;
    }
  }
}

/** Insertion sort of `order[from, to)`, whose strings agree before `depth`. */
function sortFew(strings: ByteStrings, order: Uint32Array, from: number, to: number, depth: number): void {
  for (let i = from + 1; i < to; i++) {
    const entry = order[i];
    let at = i;
    while (at > from && isBelow(strings, entry, order[at - 1], depth)) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = entry;
  }
}

function isBelow({ bytes, starts, ends, rank }: ByteStrings, a: number, b: number, depth: number): boolean {
  let i = starts[a] + depth;
  let j = starts[b] + depth;
  const aEnd = ends[a];
  const bEnd = ends[b];
  while (i < aEnd && j < bEnd) {
    const x = rank[bytes[i++]];
    const y = rank[bytes[j++]];
    if (x !== y) return x < y;
  }
  return i === aEnd && (j < bEnd || a < b);
}

function sortByKey(keys: Float64Array, order: Uint32Array, from: number, to: number): void {
  const stack: number[] = [from, to];
  while (stack.length > 0) {
    let high = stack.pop() as number;
    let low = stack.pop() as number;
    while (high - low > INSERTION) {
      const pivot = medianOfThree(keys[low], keys[(low + high) >>> 1], keys[high - 1]);
      let less = low;
      let at = low;
      let greater = high;
      while (at < greater) {
        const key = keys[at];
        if (key < pivot) swap(keys, order, less++, at++);
        else if (key > pivot) swap(keys, order, at, --greater);
        else at++;
      }
      if (less - low < high - greater) {
        stack.push(greater, high);
        high = less;
      } else {
        stack.push(low, less);
        low = greater;
      }
    }
    insertionSort(keys, order, low, high);
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}

function swap(keys: Float64Array, order: Uint32Array, i: number, j: number): void {
  const key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
  const entry = order[i];
  order[i] = order[j];
  order[j] = entry;
}

function insertionSort(keys: Float64Array, order: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const key = keys[i];
    const entry = order[i];
    let at = i;
    while (at > from && keys[at - 1] > key) {
      keys[at] = keys[at - 1];
      order[at] = order[at - 1];
      at--;
    }
    keys[at] = key;
    order[at] = entry;
  }
}
