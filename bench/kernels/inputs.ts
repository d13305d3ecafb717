import { Random } from '../../src/sample/random.js';

/** Rows of the made-up segment: those of a catalog of some size, and columns that do not fit the first caches. */
export const ROWS = 1 << 18;
export const WORDS = ROWS >>> 5;

export const random = new Random(1, 'kernels');

/** Ascending rows, each with this chance. */
export function someRows(share: number): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < ROWS; row++) if (random.chance(share)) rows.push(row);
  return Uint32Array.from(rows);
}

/** About `ROWS * share` rows in runs of this length. */
export function runsOfRows(length: number, share: number): Uint32Array {
  const rows: number[] = [];
  const gap = Math.round(length / share);
  for (let start = 0; start < ROWS; start += gap) {
    const first = start + random.below(gap - length + 1);
    for (let row = first; row < Math.min(first + length, ROWS); row++) rows.push(row);
  }
  return Uint32Array.from(rows);
}

export function bitsOf(rows: Uint32Array): Int32Array {
  const words = new Int32Array(WORDS);
  for (const row of rows) words[row >>> 5] |= 1 << (row & 31);
  return words;
}

/** A column in blocks of 256 rows of which none is empty; block 0 is the empty one. */
export interface Blocked<Codes> {
  readonly directory: Uint32Array;
  readonly codes: Codes;
}

const directory = Uint32Array.from({ length: ROWS >>> 8 }, (_, block) => block + 1);

/** Codes from 1 to `most` in random order. */
export function blocked8(most: number): Blocked<Uint8Array> {
  const codes = new Uint8Array(ROWS + 256);
  for (let i = 256; i < codes.length; i++) codes[i] = 1 + random.below(most);
  return { directory, codes };
}

export function blocked16(most: number): Blocked<Uint16Array> {
  return { directory, codes: Uint16Array.from(blocked32(most).codes) };
}

export function blocked32(most: number): Blocked<Uint32Array> {
  const codes = new Uint32Array(ROWS + 256);
  for (let i = 256; i < codes.length; i++) codes[i] = 1 + random.below(most);
  return { directory, codes };
}

export function checksum(values: ArrayLike<number>, length = values.length): number {
  let sum = length;
  for (let i = 0; i < length; i++) sum = (Math.imul(sum, 31) + values[i]) | 0;
  return sum;
}

/** A share as it is written: `1/64`. */
export function oneIn(parts: number): string {
  return `1 row in ${parts}`;
}
