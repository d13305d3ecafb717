import { type Decimal, decimalOf, decimalText, scaledText } from '../analysis/decimal.js';

/** Added to an exponent so that four digits without a sign hold it: exponents of a catalog are within ±3,000. */
const EXPONENT_SHIFT = 5000;
const LARGEST_EXPONENT = 9999;
const ZERO = '5';
const POSITIVE = '6';
const NEGATIVE = '4';
/** Behind the digits of a negative number, above them: of two numbers with the same beginning the longer one is less. */
const END_OF_NEGATIVE = '~';

/** Below and above the form of every number: an open end. */
export const BELOW_ALL_NUMBERS = '0';
export const ABOVE_ALL_NUMBERS = '9';

/**
 * An exact decimal as a text whose order of code points is the order of the numbers: its sign, its exponent and its digits. Below
 * zero the exponent and the digits are complements. At most 1,006 characters, all ASCII, for a number of 1,000 digits.
 */
export function sortableDecimal(number: Decimal): string {
  if (number.isZero()) return ZERO;
  const [mantissa, exponent] = number.abs().toExponential().split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  const shifted = Number(exponent) + EXPONENT_SHIFT;
  if (!number.isNegative()) return `${POSITIVE}${String(shifted).padStart(4, '0')}${digits}`;
  return `${NEGATIVE}${String(LARGEST_EXPONENT - shifted).padStart(4, '0')}${complement(digits)}${END_OF_NEGATIVE}`;
}

const SORTABLE = /^(?:6[0-9]{5,}|4[0-9]{5,}~)$/;

/** A number as a whole number times a power of ten. */
export interface DecimalParts {
  readonly isNegative: boolean;
  /** The whole number without its sign. */
  readonly digits: string;
  readonly exponent: number;
}

/** The parts of a sortable form, which must be one. */
export function partsOfSortable(text: string): DecimalParts {
  if (text === ZERO) return { isNegative: false, digits: '0', exponent: 0 };
  const isNegative = text.startsWith(NEGATIVE);
  const stored = Number(text.slice(1, 5));
  const digits = isNegative ? complement(text.slice(5, -1)) : text.slice(5);
  const exponent = (isNegative ? LARGEST_EXPONENT - stored : stored) - EXPONENT_SHIFT;
  return { isNegative, digits, exponent: exponent - (digits.length - 1) };
}

/** Digits of an exponent, behind the sign. */
const EXPONENT_DIGITS = 4;
const DIGITS_AT = 1 + EXPONENT_DIGITS;
/** Most digits of a number whose square a double holds. */
const SMALL_DIGITS = 7;
const POSITIVE_CODE = POSITIVE.charCodeAt(0);
const ZERO_CODE = 0x30;
const POWERS = Array.from({ length: SMALL_DIGITS + 1 }, (_, digits) => 10 ** digits);

/**
 * A number above 0 of at most 7 digits, which nearly all numbers are, read from its sortable form without its text: a price may have tens of
 * thousands of values.
 */
export class SmallNumber {
  /** The number is `digits` · 10^exponent. */
  digits = 0;
  exponent = 0;
  /** Orders such numbers. */
  rank = 0;

  /** @param from where the sortable form begins in the text. @returns whether it is that of such a number; if not, nothing changes */
  read(text: string, from: number): boolean {
    const length = text.length - from - DIGITS_AT;
    if (length < 1 || length > SMALL_DIGITS || text.charCodeAt(from) !== POSITIVE_CODE) return false;
    const stored = numberAt(text, from + 1, from + DIGITS_AT);
    this.digits = numberAt(text, from + DIGITS_AT, text.length);
    this.exponent = stored - EXPONENT_SHIFT - (length - 1);
    this.rank = stored * POWERS[SMALL_DIGITS] + this.digits * POWERS[SMALL_DIGITS - length];
    return true;
  }
}

function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + (text.charCodeAt(i) - ZERO_CODE);
  return number;
}

/** The number of a sortable form; undefined for another text. */
export function decimalOfSortable(text: string): Decimal | undefined {
  if (text !== ZERO && !SORTABLE.test(text)) return undefined;
  const { isNegative, digits, exponent } = partsOfSortable(text);
  return decimalOf(BigInt(`${isNegative ? '-' : ''}${digits}`), exponent);
}

/** Most digits of a whole number that answers write without an exponent. */
const MOST_PLAIN_DIGITS = 20;

/** The number of a sortable form, which must be one, as answers write it: nearly always without making a decimal of it. */
export function textOfSortable(text: string): string {
  const { isNegative, digits, exponent } = partsOfSortable(text);
  if (!isNegative && exponent <= 0) return scaledText(BigInt(digits), -exponent);
  if (!isNegative && digits.length + exponent <= MOST_PLAIN_DIGITS) return digits + '0'.repeat(exponent);
  return decimalText(decimalOfSortable(text) as Decimal);
}

function complement(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
}
