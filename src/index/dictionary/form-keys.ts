/*
 * The beginnings of part-number forms as numbers, which order forms as their bytes do. Forms have small letters and digits, so that ten of
 * them are one double; characters beyond ASCII, which follow them in the order, are all alike here.
 */

/** Characters of a key. */
const LENGTH = 10;
/** Values of one character: the end of a form, the digits, the letters, anything else. 38^10 < 2^53. */
const VALUES = 38;
const OTHER = VALUES - 1;
const POWERS = Float64Array.from({ length: LENGTH + 1 }, (_, exponent) => VALUES ** exponent);

/** The value of each byte. */
const VALUE_OF = new Uint8Array(256).fill(OTHER);
for (let digit = 0; digit < 10; digit++) VALUE_OF[0x30 + digit] = 1 + digit;
for (let letter = 0; letter < 26; letter++) VALUE_OF[0x61 + letter] = 11 + letter;

/** The key of the form `bytes[0, length)`. */
export function formKey(bytes: Uint8Array, length: number): number {
  let key = 0;
  let at = 0;
  while (at < length && at < LENGTH) {
    const value = VALUE_OF[bytes[at++]];
    key = key * VALUES + value;
    // Characters that are alike decide the order before those behind them.
    if (value === OTHER) break;
  }
  return key * POWERS[LENGTH - at];
}

/** The keys of the forms at the place of a text: forms with smaller keys precede it, forms with greater ones do not. */
export interface KeyRange {
  least: number;
  most: number;
}

/**
 * Where a text is in the order of forms, or where the forms end that begin with it (`isBehind`).
 * @param range receives the result
 */
export function findKeys(text: Uint8Array, length: number, isBehind: boolean, range: KeyRange): void {
  let key = 0;
  let at = 0;
  for (; at < length && at < LENGTH && VALUE_OF[text[at]] !== OTHER; at++) key = key * VALUES + VALUE_OF[text[at]];
  const rest = POWERS[LENGTH - at];
  const least = key * rest;
  const most = least + rest - 1;
  if (at < length && at < LENGTH) {
    // The next character may be any of those that are alike.
    range.least = least;
    range.most = most;
  } else range.least = range.most = isBehind ? most : least;
}
