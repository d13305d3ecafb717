import { fastPaths } from '../../work/fast-paths.js';

/** Kernels on sorted lists of rows: ranges of `Uint32Array`s. */

/** From this ratio of lengths on, galloping through the longer list is faster than merging (Demaine et al. 2000); bench/README.md, "Kernels". */
export const GALLOP_RATIO = 8;

/** First position in `rows[from, to)` whose row is not below `row`, by galloping from `from`. */
export function advance(rows: Uint32Array, from: number, to: number, row: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < to && rows[high] < row) {
    low = high + 1;
    high += step;
    step <<= 1;
  }
  if (high > to) high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps the rows of `rows[0, count)` that are in `other[from, to)` or, if `wanted` is false, are not; in place. Returns their number. */
export function filterByList(
  rows: Uint32Array,
  count: number,
  other: Uint32Array,
  from: number,
  to: number,
  wanted: boolean,
): number {
  const gallop = fastPaths.galloping && (to - from) / (count + 1) > GALLOP_RATIO;
  let kept = 0;
  let at = from;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (gallop) at = advance(other, at, to, row);
    else while (at < to && other[at] < row) at++;
    if ((at < to && other[at] === row) === wanted) rows[kept++] = row;
  }
  return kept;
}

/** Number of the rows `rows[from, to)` whose bit is set in `words[firstWord, endWord)`. */
export function countByBits(
  rows: Uint32Array,
  from: number,
  to: number,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): number {
  let count = 0;
  for (let i = advance(rows, from, to, firstWord << 5); i < to; i++) {
    const row = rows[i];
    if (row >>> 5 >= endWord) break;
    count += (words[row >>> 5] >>> (row & 31)) & 1;
  }
  return count;
}

/** Up to so many rows are sorted by insertion: a view of them and its `sort` take longer; bench/README.md, "Kernels". */
const FEW_SORTED = 12;

/** Sorts `rows[0, count)` and drops repetitions; returns how many are left. */
export function sortUnique(rows: Uint32Array, count: number): number {
  if (count <= FEW_SORTED) sortFew(rows, count);
  else rows.subarray(0, count).sort();
  let kept = 0;
  for (let i = 0; i < count; i++) if (kept === 0 || rows[i] !== rows[kept - 1]) rows[kept++] = rows[i];
  return kept;
}

/** Sorts `rows[0, count)` by insertion. */
export function sortFew(rows: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const row = rows[i];
    let at = i;
    for (; at > 0 && rows[at - 1] > row; at--) rows[at] = rows[at - 1];
    rows[at] = row;
  }
}

/** The elements of a list at some places. */
export function picked(list: Uint32Array, places: Uint32Array): Uint32Array {
  const elements = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) elements[i] = list[places[i]];
  return elements;
}

/** Number of the rows `rows[0, count)` that are in `other[0, otherCount)`, the longer list. */
export function countByList(rows: Uint32Array, count: number, other: Uint32Array, otherCount: number): number {
  const gallop = fastPaths.galloping && otherCount / (count + 1) > GALLOP_RATIO;
  let common = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (gallop) at = advance(other, at, otherCount, row);
    else while (at < otherCount && other[at] < row) at++;
    if (at < otherCount && other[at] === row) common++;
  }
  return common;
}

/** The numbers from one to before another. `Uint32Array.from` would call a function for each. */
export function ascending(from: number, to: number): Uint32Array {
  const numbers = new Uint32Array(Math.max(0, to - from));
  for (let i = 0; i < numbers.length; i++) numbers[i] = from + i;
  return numbers;
}
