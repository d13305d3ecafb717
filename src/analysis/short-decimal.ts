/** Longest text of a number that a double identifies. */
const LONGEST = 15;
const POWERS = Array.from({ length: LONGEST }, (_, i) => 10 ** i);

/**
 * The number of a text of at most 15 characters that has digits, and at most a point between two of them; -1 for any other text. It is the
 * double nearest to the decimal, and JavaScript prints it as decimal.js prints that.
 */
export function shortDecimal(source: Uint8Array, from: number, to: number): number {
  if (from === to || to - from > LONGEST) return -1;
  let digits = 0;
  let point = -1;
  for (let i = from; i < to; i++) {
    const byte = source[i];
    if (byte >= 0x30 && byte <= 0x39) digits = digits * 10 + (byte - 0x30);
    else if (byte === 0x2e && point < 0 && i > from && i + 1 < to) point = i;
    else return -1;
  }
  // Both are exact, so the quotient is rounded once, as the text is when it is parsed.
  return point < 0 ? digits : digits / POWERS[to - point - 1];
}
