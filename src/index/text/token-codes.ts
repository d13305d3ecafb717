import type { GrowableBytes } from '../../encoding/growable.js';

/**
 * The token stream: the tokens of every row in the order in which they stand, as codes of one to five bytes. A code's first
 * byte has its high bit clear and all others have it set, so that a byte sequence found in the stream is a sequence of
 * whole codes if what follows it starts with a clear bit. First bytes below 16 are whole by themselves: they mark the
 * beginning of a value and tell its field. Frequent terms have short codes.
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

/**
 * The mask of the fields of the row `stream[from, to)` that have `phrase` (codes, one after the other) inside one value;
 * stops at the first of the fields in `wanted` if `any` is set. `stream` must go on behind `to` with a clear high bit or end.
 */
export function fieldsWithPhrase(
  stream: Uint8Array,
  from: number,
  to: number,
  phrase: Uint8Array,
  length: number,
  wanted: number,
  any: boolean,
): number {
  const first = phrase[0];
  let mask = 0;
  let field = 0;
  for (let at = from; at < to; at++) {
    const byte = stream[at];
    if (byte < FIELD_MARKERS) field = 1 << byte;
    else if (byte === first && (field & wanted) !== 0 && at + length <= to) {
      let i = 1;
      while (i < length && stream[at + i] === phrase[i]) i++;
      if (i === length && (at + length === to || stream[at + length] < 0x80)) {
        mask |= field;
        if (any) return mask;
      }
    }
  }
  return mask;
}

/** Whether the row `stream[from, to)` has `phrase` inside one value of any field. */
export function hasPhrase(stream: Uint8Array, from: number, to: number, phrase: Uint8Array, length: number): boolean {
  const first = phrase[0];
  const second = phrase[1];
  const last = to - length;
  for (let at = from; at <= last; at++) {
    if (stream[at] !== first || stream[at + 1] !== second) continue;
    let i = 2;
    while (i < length && stream[at + i] === phrase[i]) i++;
    if (i === length && (at + length === to || stream[at + length] < 0x80)) return true;
  }
  return false;
}
