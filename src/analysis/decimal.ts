import { Decimal } from 'decimal.js';
import { trimWhiteSpace } from './white-space.js';

/** Decimal numbers are exact. The configuration is our own, so that no other user of decimal.js changes it. */
const ExactDecimal = Decimal.clone({ defaults: true, precision: 5000, rounding: Decimal.ROUND_HALF_UP });

export type { Decimal };

const SYNTAX = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** An exponent may begin with any number of zeros. */
const ZEROS_OF_EXPONENT = /([eE][+-]?)0+(?=[0-9])/;
const MAX_DIGITS = 1000;
const MAX_EXPONENT = 1000;
/**
 * Longest text that can be a number: digits, two signs, a point, an `e` and an exponent; surrounding blanks are removed first.
 */
export const LONGEST_DECIMAL = 2100;
/**
 * Digits before an exponent of 1,000 take the canonical exponent to 1,999, and a mean of many numbers a little further; no number
 * of a catalog exceeds this.
 */
const MAX_CANONICAL_EXPONENT = 3000;

/**
 * The exact decimal of a text, or undefined if the text is not a number: `[+-]? digits [. digits] [e[+-]digits]`, surrounding
 * blanks ignored, at most 1,000 digits, exponent within ±1,000.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const given = trimWhiteSpace(text);
  const trimmed = given.length > LONGEST_DECIMAL ? given.replace(ZEROS_OF_EXPONENT, '$1') : given;
  if (trimmed.length > LONGEST_DECIMAL || !SYNTAX.test(trimmed)) return undefined;
  const mark = trimmed.search(/[eE]/);
  const mantissa = mark < 0 ? trimmed : trimmed.slice(0, mark);
  if (mantissa.length > 18 && mantissa.replace(/[^0-9]/g, '').length > MAX_DIGITS) return undefined;
  if (mark >= 0 && Math.abs(Number(trimmed.slice(mark + 1))) > MAX_EXPONENT) return undefined;
  const value = new ExactDecimal(trimmed);
  return value.isZero() ? new ExactDecimal(0) : value;
}

/** They compare as the open ends of intervals. */
export const BELOW_ALL: Decimal = new ExactDecimal(Number.NEGATIVE_INFINITY);
export const ABOVE_ALL: Decimal = new ExactDecimal(Number.POSITIVE_INFINITY);

/** The number `mantissa` · 10^exponent, exact. Both are integers. */
export function decimalOf(mantissa: bigint | number, exponent: number): Decimal {
  return new ExactDecimal(`${mantissa}e${exponent}`);
}

/** The text of a number: as decimal.js `toString()` writes it with its defaults (`1e-7`, `1e+21`, no trailing zeros). */
export function decimalText(value: Decimal): string {
  return value.toString();
}

/** Beyond these exponents a number is written with one: the defaults of decimal.js. */
const LEAST_PLAIN_EXPONENT = -6;
const MOST_PLAIN_EXPONENT = 20;

/** `decimalText` of `units` · 10^-scale; most such numbers are written without making a decimal of them. @param scale from 0 */
export function scaledText(units: bigint, scale: number): string {
  const digits = units.toString();
  if (units === 0n || (scale === 0 && digits.length <= MOST_PLAIN_EXPONENT)) return digits;
  const exponent = digits.length - 1 - scale;
  if (units < 0n || exponent < LEAST_PLAIN_EXPONENT || exponent > MOST_PLAIN_EXPONENT)
    return decimalText(decimalOf(units, -scale));
  const padded = digits.padStart(scale + 1, '0');
  let end = padded.length;
  const point = end - scale;
  while (end > point && padded.charCodeAt(end - 1) === 0x30) end--;
  return end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`;
}

/**
 * The number of a text that `decimalText` has written, or undefined for any other text. The limits apply to the input of the
 * build only: `10e1000` is written `1e+1001`.
 */
export function readDecimalText(text: string): Decimal | undefined {
  if (text.length > LONGEST_DECIMAL || !SYNTAX.test(text)) return undefined;
  const value = new ExactDecimal(text);
  return Math.abs(value.e) <= MAX_CANONICAL_EXPONENT && decimalText(value) === text ? value : undefined;
}

/** The number in a filter, as documents write it or as answers do. Undefined if the text is neither. */
export function parseAskedDecimal(text: string): Decimal | undefined {
  return parseDecimal(text) ?? readDecimalText(text);
}

/** More digits than a finite quotient of numbers of a catalog's texts has; an infinite one has all digits of the precision. */
const MOST_FINITE_DIGITS = 4500;

/** The quotient of two numbers if it is a finite decimal, else undefined. */
export function finiteQuotient(a: Decimal, b: Decimal): Decimal | undefined {
  const quotient = a.div(b);
  return quotient.precision() <= MOST_FINITE_DIGITS ? quotient : undefined;
}

/** The quotient of two numbers: exact if it is a finite decimal, else rounded to 20 significant digits, half up. */
export function quotientOf(a: Decimal, b: Decimal): Decimal {
  if (b.eq(1)) return a;
  return finiteQuotient(a, b) ?? new ExactDecimal(new MeanDecimal(a).div(b));
}

/** Rounds quotients once, to the 20 digits of a mean; operands keep all their digits. */
const MeanDecimal = Decimal.clone({ defaults: true, precision: 20, rounding: Decimal.ROUND_HALF_UP });

/** The quotient of two numbers, rounded once to 20 significant digits, half up. */
export function roundedQuotient(a: Decimal, b: Decimal): Decimal {
  return new ExactDecimal(new MeanDecimal(a).div(b));
}

/** Exact mean of numbers, rounded to 20 significant digits, half up. */
export function meanOf(values: readonly Decimal[]): Decimal {
  let sum: Decimal = new ExactDecimal(0);
  for (const value of values) sum = sum.plus(value);
  return new MeanDecimal(sum).div(values.length);
}
