import { advance, GALLOP_RATIO } from '../row-set/lists.js';

/**
 * Kernels over the codes of a column (row-codes.ts), written out for each width: in V8 one function for three kinds of typed array is
 * several times slower than three functions for one kind each. A test compares the three texts.
 */

/** Codes are below it. */
const ABOVE_ALL_CODES = 0x80000000;

/** The last code below `to`. */
export function lastOf(to: number): number {
  return Math.min(to, ABOVE_ALL_CODES) - 1;
}

/** The first place in `[from, to)` of a code above `most`, or `to`. */
export function firstAbove8(codes: Uint8Array, from: number, to: number, most: number): number {
  for (let at = from; at < to; at++) if (codes[at] > most) return at;
  return to;
}

export function firstAbove16(codes: Uint16Array, from: number, to: number, most: number): number {
  for (let at = from; at < to; at++) if (codes[at] > most) return at;
  return to;
}

export function firstAbove32(codes: Uint32Array, from: number, to: number, most: number): number {
  for (let at = from; at < to; at++) if (codes[at] > most) return at;
  return to;
}

/** `code` at `directory[row >>> 8] * 256 + (row & 255)` for each of `rows[0, count)`. */
export function gather8(rows: Uint32Array, count: number, directory: Uint32Array, codes: Uint8Array, out: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    out[i] = codes[(directory[row >>> 8] << 8) + (row & 0xff)];
  }
}

export function gather16(rows: Uint32Array, count: number, directory: Uint32Array, codes: Uint16Array, out: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    out[i] = codes[(directory[row >>> 8] << 8) + (row & 0xff)];
  }
}

export function gather32(rows: Uint32Array, count: number, directory: Uint32Array, codes: Uint32Array, out: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    out[i] = codes[(directory[row >>> 8] << 8) + (row & 0xff)];
  }
}

/** The codes of the rows `[first, first + count)`, block by block. */
export function gatherRun8(first: number, count: number, directory: Uint32Array, codes: Uint8Array, out: Uint32Array): void {
  for (let i = 0; i < count; ) {
    const row = first + i;
    const place = directory[row >>> 8] << 8;
    const end = Math.min(count, (((row >>> 8) + 1) << 8) - first);
    for (let at = place + (row & 0xff); i < end; i++) out[i] = codes[at++];
  }
}

export function gatherRun16(first: number, count: number, directory: Uint32Array, codes: Uint16Array, out: Uint32Array): void {
  for (let i = 0; i < count; ) {
    const row = first + i;
    const place = directory[row >>> 8] << 8;
    const end = Math.min(count, (((row >>> 8) + 1) << 8) - first);
    for (let at = place + (row & 0xff); i < end; i++) out[i] = codes[at++];
  }
}

export function gatherRun32(first: number, count: number, directory: Uint32Array, codes: Uint32Array, out: Uint32Array): void {
  for (let i = 0; i < count; ) {
    const row = first + i;
    const place = directory[row >>> 8] << 8;
    const end = Math.min(count, (((row >>> 8) + 1) << 8) - first);
    for (let at = place + (row & 0xff); i < end; i++) out[i] = codes[at++];
  }
}

/** The codes of rows in the sparse layout: one walk over both ascending lists. */
export function gatherSparse(
  rows: Uint32Array,
  count: number,
  sparseRows: Uint32Array,
  codes: Uint8Array | Uint16Array | Uint32Array,
  out: Uint32Array,
): void {
  const length = sparseRows.length;
  const gallop = length / (count + 1) > GALLOP_RATIO;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (gallop) at = advance(sparseRows, at, length, row);
    else while (at < length && sparseRows[at] < row) at++;
    out[i] = at < length && sparseRows[at] === row ? codes[at] : 0;
  }
}

/** Sets the bits of the rows whose code is flagged; `flags[0]` is 0. */
export function scanFlags8(directory: Uint32Array, codes: Uint8Array, flags: Uint8Array, words: Int32Array): void {
  for (let block = 0; block < directory.length; block++) {
    if (directory[block] === 0) continue;
    let at = directory[block] << 8;
    const lastWord = Math.min((block << 3) + 8, words.length);
    for (let word = block << 3; word < lastWord; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at++]] << bit;
      words[word] = bits;
    }
  }
}

/** Sets the bits of the rows whose code is flagged; `flags[0]` is 0. */
export function scanFlags16(directory: Uint32Array, codes: Uint16Array, flags: Uint8Array, words: Int32Array): void {
  for (let block = 0; block < directory.length; block++) {
    if (directory[block] === 0) continue;
    let at = directory[block] << 8;
    const lastWord = Math.min((block << 3) + 8, words.length);
    for (let word = block << 3; word < lastWord; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at++]] << bit;
      words[word] = bits;
    }
  }
}

/** Sets the bits of the rows whose code is flagged; `flags[0]` is 0. */
export function scanFlags32(directory: Uint32Array, codes: Uint32Array, flags: Uint8Array, words: Int32Array): void {
  for (let block = 0; block < directory.length; block++) {
    if (directory[block] === 0) continue;
    let at = directory[block] << 8;
    const lastWord = Math.min((block << 3) + 8, words.length);
    for (let word = block << 3; word < lastWord; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at++]] << bit;
      words[word] = bits;
    }
  }
}

/** Clears the bits of `words[firstWord, endWord)` of rows whose code is not flagged; `flags[0]` is 0. */
export function restrictFlags8(
  directory: Uint32Array,
  codes: Uint8Array,
  flags: Uint8Array,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at + bit]] << bit;
    words[word] &= bits;
  }
}

/** Clears the bits of `words[firstWord, endWord)` of rows whose code is not flagged; `flags[0]` is 0. */
export function restrictFlags16(
  directory: Uint32Array,
  codes: Uint16Array,
  flags: Uint8Array,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at + bit]] << bit;
    words[word] &= bits;
  }
}

/** Clears the bits of `words[firstWord, endWord)` of rows whose code is not flagged; `flags[0]` is 0. */
export function restrictFlags32(
  directory: Uint32Array,
  codes: Uint32Array,
  flags: Uint8Array,
  words: Int32Array,
  firstWord: number,
  endWord: number,
): void {
  for (let word = firstWord; word < endWord; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) bits |= flags[codes[at + bit]] << bit;
    words[word] &= bits;
  }
}
