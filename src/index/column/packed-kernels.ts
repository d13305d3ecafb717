import { lastOf } from './code-kernels.js';

/**
 * Kernels that keep the rows of a bitset whose code is in an interval, for each width of codes. `packed` has the codes as integers of
 * four bytes, the first code lowest, so that four codes of a byte, or two of two bytes, are compared at a time: 2.5 and 1.3 times as fast
 * as one by one; bench/README.md, "Kernels".
 *
 * No kernel has a branch for a code: with codes in no order every second one would be mispredicted. A code without its highest bit is
 * compared by the highest bit of a difference that borrows from no other code; that bit is then right for codes of the same half of all
 * values as the end of the interval. If both ends are in one half, codes of the other half are outside; if not, each end decides about
 * the codes of its own half.
 */

/** The highest bit of each code, and the others. */
const HIGH_8 = 0x80808080 | 0;
const LOW_8 = 0x7f7f7f7f;
const HIGH_16 = 0x80008000 | 0;
const LOW_16 = 0x7fff7fff;
/** Moves bits 0, 8, 16 and 24 to bits 24 to 27, and bits 4, 12, 20 and 28 to bits 28 to 31. */
const TOGETHER = 0x01020408;
const HIGH_32 = 0x80000000 | 0;

/** Clears the bits of `words[firstWord, endWord)` of rows whose code, of one byte, is not in `[from, to)`; `from` is below `to`. */
export function restrict8(
  directory: Uint32Array,
  packed: Int32Array,
  from: number,
  to: number,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  const last = Math.min(to, 0x100) - 1;
  const low = Math.imul(from & 0x7f, 0x01010101);
  const high = Math.imul(last & 0x7f, 0x01010101) | HIGH_8;
  const isAcross = ((from ^ last) & 0x80) !== 0;
  const other = (from & 0x80) === 0 ? -1 : 0;
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 6) + ((word & 7) << 3);
    words[word] &= isAcross ? across8(packed, at, low, high) : within8(packed, at, low, high, other);
  }
}

function within8(packed: Int32Array, first: number, low: number, high: number, other: number): number {
  let bits = 0;
  for (let i = 0; i < 8; i += 2) {
    const x = packed[first + i];
    const y = packed[first + i + 1];
    const inX = ((x | HIGH_8) - low) & (high - (x & LOW_8)) & (x ^ other);
    const inY = ((y | HIGH_8) - low) & (high - (y & LOW_8)) & (y ^ other);
    bits |= together(inX, inY) << (i << 2);
  }
  return bits;
}

function across8(packed: Int32Array, first: number, low: number, high: number): number {
  let bits = 0;
  for (let i = 0; i < 8; i += 2) {
    const x = packed[first + i];
    const y = packed[first + i + 1];
    const fromX = (x | HIGH_8) - low;
    const fromY = (y | HIGH_8) - low;
    const inX = ((fromX ^ (high - (x & LOW_8))) & x) ^ fromX;
    const inY = ((fromY ^ (high - (y & LOW_8))) & y) ^ fromY;
    bits |= together(inX, inY) << (i << 2);
  }
  return bits;
}

/** The highest bits of the codes of two integers as the lowest eight bits. */
function together(x: number, y: number): number {
  return Math.imul(((x & HIGH_8) >>> 7) | ((y & HIGH_8) >>> 3), TOGETHER) >>> 24;
}

/** The same for codes of two bytes. */
export function restrict16(
  directory: Uint32Array,
  packed: Int32Array,
  from: number,
  to: number,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  const last = Math.min(to, 0x10000) - 1;
  const low = Math.imul(from & 0x7fff, 0x00010001);
  const high = Math.imul(last & 0x7fff, 0x00010001) | HIGH_16;
  const isAcross = ((from ^ last) & 0x8000) !== 0;
  const other = (from & 0x8000) === 0 ? -1 : 0;
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 7) + ((word & 7) << 4);
    words[word] &= isAcross ? across16(packed, at, low, high) : within16(packed, at, low, high, other);
  }
}

function within16(packed: Int32Array, first: number, low: number, high: number, other: number): number {
  let halves = 0;
  for (let i = 0; i < 16; i++) {
    const x = packed[first + i];
    halves = (halves >>> 1) | (((x | HIGH_16) - low) & (high - (x & LOW_16)) & (x ^ other) & HIGH_16);
  }
  return interleaved(halves);
}

function across16(packed: Int32Array, first: number, low: number, high: number): number {
  let halves = 0;
  for (let i = 0; i < 16; i++) {
    const x = packed[first + i];
    const fromX = (x | HIGH_16) - low;
    halves = (halves >>> 1) | ((((fromX ^ (high - (x & LOW_16))) & x) ^ fromX) & HIGH_16);
  }
  return interleaved(halves);
}

/** The same for codes of four bytes, which are below 2^31. */
export function restrict32(
  directory: Uint32Array,
  packed: Int32Array,
  from: number,
  to: number,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  const last = lastOf(to);
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let outside = 0;
    for (let bit = 0; bit < 32; bit++) {
      const code = packed[at + bit];
      outside = (outside >>> 1) | (((code - from) | (last - code)) & HIGH_32);
    }
    words[word] &= ~outside;
  }
}

/** Bit `i` of the lower half at bit `2 i`, that of the upper one at `2 i + 1`: halves of halves change places, down to bits. */
function interleaved(halves: number): number {
  const bytes = swapped(halves, 8, 0x0000ff00);
  const nibbles = swapped(bytes, 4, 0x00f000f0);
  return swapped(swapped(nibbles, 2, 0x0c0c0c0c), 1, 0x22222222);
}

/** Swaps the bits of a mask with those that are `distance` above them. */
function swapped(bits: number, distance: number, mask: number): number {
  const changed = (bits ^ (bits >>> distance)) & mask;
  return bits ^ changed ^ (changed << distance);
}
