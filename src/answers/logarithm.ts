const SQRT2 = Math.SQRT2;
/** Terms of the series below; the remainder is less than half a unit in the last place. */
const TERMS = 11;

/**
 * The natural logarithm of a finite number of at least 1. `Math.log` may end in another digit on another engine, and two hits
 * with almost equal scores would then have another order in a browser than in Node. Sums and products are the same everywhere.
 */
export function naturalLogarithm(x: number): number {
  let exponent = 0;
  let mantissa = x;
  for (; mantissa > SQRT2; mantissa /= 2) exponent++;
  // ln m = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) / (m + 1)
  const s = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  for (let i = TERMS; i >= 0; i--) sum = sum * s * s + 1 / (2 * i + 1);
  return exponent * Math.LN2 + 2 * s * sum;
}
