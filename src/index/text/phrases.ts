import { FIELD_MARKERS } from '../../encoding/token-codes.js';

/**
 * The mask of the fields in `wanted` that have `phrase` (codes, one after the other) inside one value of the row `stream[from, to)`;
 * only the first such field if `any` is set. After `to`, `stream` must end or continue with a clear high bit.
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
