/** A number with its unit, a fraction or a tolerance: `100nF`, `1/4W`, `±1%`. */
const QUANTITY = /^[±+~-]?\d+(?:[.,]\d+)*(?:\/\d+)?[\p{L}°%]{1,5}$/u;
/** With a letter in place of the point: `4k7`, `3V3`. */
const COMPACT = /^\d+\p{L}\d+$/u;
/** The size of a chip that is no whole part of a number: `0603`. */
const SIZE = /^0\d{3,4}$/;
/** One that may be a number: `1206`. */
const NUMBER = /^[1-9]\d{3}$/;
/** What a capacitor is made of: `X7R`, `C0G`. */
const DIELECTRIC = /^\p{L}\d\p{L}$/u;
const DIGIT = /\d/;
/** Units that no value is longer than. */
const LONGEST = 16;

/**
 * Whether a slash stands between two values: `100nF/16V/0603` is three, `1/4W`, `V/µs` and `74HC595/SO` are one.
 * @param before what stands before the slash, from the last such slash or the beginning of the word
 * @param behind what stands behind it, up to the next slash or the end of the word
 * @param isChain whether a value ends before `before`
 */
export function areTwoValues(before: string, behind: string, isChain: boolean): boolean {
  if (before.length > LONGEST || behind.length > LONGEST || !DIGIT.test(behind)) return false;
  if (QUANTITY.test(before) || COMPACT.test(before) || SIZE.test(before)) return true;
  // `1000/100` is a ratio, `1206/5%` a size and a tolerance.
  if (NUMBER.test(before)) return QUANTITY.test(behind) || COMPACT.test(behind);
  return isChain && DIELECTRIC.test(before);
}
