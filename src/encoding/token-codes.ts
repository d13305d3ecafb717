import type { GrowableBytes } from './growable.js';

/**
 * The token stream: the tokens of every row in the order of the text, as codes of one to five bytes. The high bit is clear in the
 * first byte of a code and set in all others: a byte sequence found in the stream is a sequence of whole codes if the byte after it
 * has a clear high bit. First bytes below 16 are field markers: each marks the beginning of a value of that field. Frequent terms
 * have short codes.
 */
export const FIELD_MARKERS = 16;
const ONE_BYTE = 128 - FIELD_MARKERS;

/** Bytes of the longest code. */
export const LONGEST_CODE = 5;

/** Writes the code of the term of a rank (0 = most frequent) and returns its end. */
export function writeCode(bytes: Uint8Array, at: number, rank: number): number {
  if (rank < ONE_BYTE) {
    bytes[at] = FIELD_MARKERS + rank;
    return at + 1;
  }
  if (rank < ONE_BYTE << 7) {
    bytes[at] = FIELD_MARKERS + (rank >>> 7);
    bytes[at + 1] = 0x80 | (rank & 0x7f);
    return at + 2;
  }
  if (rank < ONE_BYTE << 14) {
    bytes[at] = FIELD_MARKERS + (rank >>> 14);
    bytes[at + 1] = 0x80 | ((rank >>> 7) & 0x7f);
    bytes[at + 2] = 0x80 | (rank & 0x7f);
    return at + 3;
  }
  bytes[at] = FIELD_MARKERS + Math.floor(rank / 2 ** 28);
  bytes[at + 1] = 0x80 | ((rank >>> 21) & 0x7f);
  bytes[at + 2] = 0x80 | ((rank >>> 14) & 0x7f);
  bytes[at + 3] = 0x80 | ((rank >>> 7) & 0x7f);
  bytes[at + 4] = 0x80 | (rank & 0x7f);
  return at + LONGEST_CODE;
}

/** Appends the code of the term of a rank. */
export function appendCode(target: GrowableBytes, rank: number): void {
  target.reserve(LONGEST_CODE);
  target.length = writeCode(target.array, target.length, rank);
}
