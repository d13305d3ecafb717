import { type Decimal, decimalOf } from '../analysis/decimal.js';

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

/** Where the digits begin. */
const DIGITS_AT = 5;
/** Most digits of a number whose square a double holds. */
const SMALL_DIGITS = 7;

/** Whether a sortable form is that of a number above 0 of at most 7 digits. */
export function isSmallPositive(text: string): boolean {
  return text.length <= DIGITS_AT + SMALL_DIGITS && text.startsWith(POSITIVE);
}

/** The exponent of its last digit, and its digits as a number; see `isSmallPositive`. */
export function exponentOfPositive(text: string): number {
  return numberAt(text, 1, DIGITS_AT) - EXPONENT_SHIFT - (text.length - DIGITS_AT - 1);
}
export function digitsOfPositive(text: string): number {
  return numberAt(text, DIGITS_AT, text.length);
}

function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + (text.charCodeAt(i) - 0x30);
  return number;
}

/** The number of a sortable form; undefined for another text. */
export function decimalOfSortable(text: string): Decimal | undefined {
  if (text !== ZERO && !SORTABLE.test(text)) return undefined;
  const { isNegative, digits, exponent } = partsOfSortable(text);
  return decimalOf(BigInt(`${isNegative ? '-' : ''}${digits}`), exponent);
}

function complement(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
}
