/**
 * Kernels on bitsets of rows: `Int32Array`s with 32 rows to a word. All kernels take this one type, which keeps them
 * monomorphic in V8. Bits past the last row are always zero.
 */

/** Number of words of a bitset of `rowCount` rows. */
export function wordsFor(rowCount: number): number {
  return (rowCount + 31) >>> 5;
}

export function hasBit(words: Int32Array, row: number): boolean {
  return ((words[row >>> 5] >>> (row & 31)) & 1) === 1;
}

/** Index of the first word of `words[from, to)` that is not 0, or `to`. */
export function firstUsed(words: Int32Array, from: number, to: number): number {
  let at = from;
  while (at < to && words[at] === 0) at++;
  return at;
}

/** Index after the last word of `words[from, to)` that is not 0, or `from`. */
export function endOfUsed(words: Int32Array, from: number, to: number): number {
  let at = to;
  while (at > from && words[at - 1] === 0) at--;
  return at;
}

/** Sets the bits of all rows. */
export function fillBits(words: Int32Array, rowCount: number): void {
  words.fill(-1);
  const rest = rowCount & 31;
  if (rest !== 0) words[words.length - 1] = (1 << rest) - 1;
}

/** Sets the bits of the rows `[from, to)`, at least one. */
export function fillRun(words: Int32Array, from: number, to: number): void {
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const begin = -1 << (from & 31);
  const end = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    words[first] |= begin & end;
    return;
  }
  words[first] |= begin;
  for (let i = first + 1; i < last; i++) words[i] = -1;
  words[last] |= end;
}

export function andBits(target: Int32Array, other: Int32Array, from = 0, to = target.length): void {
  for (let i = from; i < to; i++) target[i] &= other[i];
}

export function orBits(target: Int32Array, other: Int32Array, from = 0, to = target.length): void {
  for (let i = from; i < to; i++) target[i] |= other[i];
}

export function andNotBits(target: Int32Array, other: Int32Array, from = 0, to = target.length): void {
  for (let i = from; i < to; i++) target[i] &= ~other[i];
}

/** Number of set bits of a word (Hamming weight by parallel sums; Warren, Hacker's Delight, 5-1). */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Number of set bits in `words[from, to)`. Of four words at a time the bits of each place are added up as in a binary number, and only
 * what carries out of it, four times a bit, is counted (Harley and Seal; Warren, Hacker's Delight, 5-1): faster than word by word;
 * bench/README.md, "Kernels".
 */
export function countBits(words: Int32Array, from = 0, to = words.length): number {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let at = from;
  for (const last = to - 4; at <= last; at += 4) {
    // The sum of three bits of a place is their parity, and a carry to the next place.
    const a = words[at];
    const b = words[at + 1];
    const oddA = ones ^ a;
    const carryA = (ones & a) | (oddA & b);
    const half = oddA ^ b;
    const c = words[at + 2];
    const d = words[at + 3];
    const oddC = half ^ c;
    const carryC = (half & c) | (oddC & d);
    ones = oddC ^ d;
    const oddTwos = twos ^ carryA;
    fours += bitsIn((twos & carryA) | (oddTwos & carryC));
    twos = oddTwos ^ carryC;
  }
  let count = 4 * fours + 2 * bitsIn(twos) + bitsIn(ones);
  for (; at < to; at++) count += bitsIn(words[at]);
  return count;
}

/** Number of bits that `words[from, to)` and the same number of words of `other` from `place` on have in common. */
export function countCommonBits(other: Int32Array, place: number, words: Int32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from, at = place; i < to; i++, at++) {
    // No test for 0: the branch predictor could not guess it.
    count += bitsIn(words[i] & other[at]);
  }
  return count;
}

/** Sets the bits of `rows[from, to)`. */
export function scatter(words: Int32Array, rows: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const row = rows[i];
    words[row >>> 5] |= 1 << (row & 31);
  }
}

/** Clears the bits of `rows[from, to)`. */
export function clear(words: Int32Array, rows: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const row = rows[i];
    words[row >>> 5] &= ~(1 << (row & 31));
  }
}

/** Writes the rows of the bits set in `words[from, to)` to `out`, ascending; returns their number. */
export function collectBits(words: Int32Array, out: Uint32Array, from = 0, to = words.length): number {
  return collectWords(words, from, to, from << 5, out, 0);
}

/** Writes the rows of the bits set in `words[from, to)`, whose first bit is `firstRow`, to `out` from `at`; returns the end. */
export function collectWords(
  words: Int32Array,
  from: number,
  to: number,
  firstRow: number,
  out: Uint32Array,
  at: number,
): number {
  let end = at;
  for (let i = from, base = firstRow; i < to; i++, base += 32) {
    let word = words[i];
    while (word !== 0) {
      const lowest = word & -word;
      out[end++] = base + (31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return end;
}

/** Keeps the rows of `rows[0, count)` whose bit is `wanted` (1 or 0); in place, without branches. Returns their number. */
export function filterByBits(rows: Uint32Array, count: number, words: Int32Array, wanted: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    rows[kept] = row;
    kept += ((words[row >>> 5] >>> (row & 31)) & 1) ^ wanted ^ 1;
  }
  return kept;
}

/** Number of runs of neighbouring rows set in `words[from, to)`. */
export function countRuns(words: Int32Array, from = 0, to = words.length): number {
  let runs = 0;
  let carry = 0;
  for (let i = from; i < to; i++) {
    const word = words[i];
    // A run begins at each set bit whose lower neighbour is not set.
    const starts = word & ~((word << 1) | carry);
    carry = word >>> 31;
    if (starts !== 0) runs += bitsIn(starts);
  }
  return runs;
}

/**
 * Writes the runs of neighbouring rows set in `words[from, to)` to `out`: for each its first row and the row after its last.
 * Returns how many numbers were written.
 */
export function collectRuns(words: Int32Array, out: Uint32Array, from = 0, to = words.length): number {
  let length = 0;
  let open = false;
  for (let i = from; i < to; i++) {
    let word = words[i];
    const base = i << 5;
    if (open) {
      if (word === -1) continue;
      const end = trailingZeros(~word);
      out[length++] = base + end;
      open = false;
      word &= -1 << end;
    }
    while (word !== 0) {
      const start = trailingZeros(word);
      const inverted = ~(word >>> start);
      const end = inverted === 0 ? 32 : start + trailingZeros(inverted);
      out[length++] = base + start;
      if (end === 32) {
        open = true;
        break;
      }
      out[length++] = base + end;
      word &= -1 << end;
    }
  }
  if (open) out[length++] = to << 5;
  return length;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
