import { type Decimal, decimalOf, parseDecimal } from './decimal.js';

/** A number at the start of a text, and where it ends. */
export interface ReadNumber {
  readonly value: Decimal;
  /** What the value is divided by: 1, but for fractions. */
  readonly divisor: Decimal;
  readonly end: number;
  /** Whether it is written with digits alone, so that a letter may stand for its decimal point. */
  readonly isInteger: boolean;
}

const ONE = decimalOf(1, 0);
const POINT = 0x2e;
const COMMA = 0x2c;

/** Whether a UTF-16 unit is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The offset after the digits that begin at an offset. */
export function digitsEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/**
 * The unsigned number that begins at an offset: digits with decimal point or comma, perhaps grouped, with an exponent; or a fraction
 * such as `1/4` or `1 1/2`. Undefined if there is none.
 */
export function readNumber(text: string, from: number): ReadNumber | undefined {
  return readFraction(text, from) ?? readDecimal(text, from);
}

function readFraction(text: string, from: number): ReadNumber | undefined {
  let end = digitsEnd(text, from);
  if (end === from) return undefined;
  let whole = '0';
  let top = text.slice(from, end);
  if (text[end] === ' ') {
    let start = end;
    while (text[start] === ' ') start++;
    whole = top;
    end = digitsEnd(text, start);
    top = text.slice(start, end);
  }
  if (top === '' || text[end] !== '/') return undefined;
  const start = end + 1;
  end = digitsEnd(text, start);
  const bottom = parseDecimal(text.slice(start, end));
  if (!bottom || bottom.isZero() || isMark(text.charCodeAt(end))) return undefined;
  const [a, b] = [parseDecimal(whole), parseDecimal(top)];
  return a && b && { value: a.times(bottom).plus(b), divisor: bottom, end, isInteger: false };
}

const isMark = (code: number): boolean => code === POINT || code === COMMA;

function readDecimal(text: string, from: number): ReadNumber | undefined {
  let end = from;
  while (end < text.length && (isDigit(text.charCodeAt(end)) || isMark(text.charCodeAt(end)))) end++;
  const plain = plainNumber(text.slice(from, end));
  if (plain === undefined) return undefined;
  const exponent = exponentEnd(text, end);
  const value = parseDecimal(plain + text.slice(end, exponent));
  return value && { value, divisor: ONE, end: exponent, isInteger: exponent === end && digitsEnd(text, from) === end };
}

/** The offset after an exponent that begins at an offset; the offset itself if none does. */
function exponentEnd(text: string, from: number): number {
  if (text[from] !== 'e' && text[from] !== 'E') return from;
  const sign = text[from + 1] === '+' || text[from + 1] === '-' ? 1 : 0;
  const start = from + 1 + sign;
  const end = digitsEnd(text, start);
  return end === start ? from : end;
}

/**
 * The number without the marks that group its digits, and with a point for a decimal comma. Undefined if the marks fit neither.
 * @param text digits, points and commas
 */
function plainNumber(text: string): string | undefined {
  if (text === '' || !isDigit(text.charCodeAt(text.length - 1))) return undefined;
  const byComma = text.split(',');
  const points = text.split('.').length - 1;
  const commas = byComma.length - 1;
  if (commas === 0) return points < 2 ? withWhole(text) : ungrouped(text.split('.'));
  if (commas > 1 || (points === 0 && isGrouped(byComma))) return ungroupedByCommas(byComma);
  const [whole, fraction] = byComma;
  if (points === 0) return withWhole(`${whole}.${fraction}`);
  if (fraction.includes('.')) return ungroupedByCommas(byComma);
  const digits = ungrouped(whole.split('.'));
  return digits === undefined ? undefined : `${digits}.${fraction}`;
}

/** Groups of digits, of which the last may have a decimal point. */
function ungroupedByCommas(groups: readonly string[]): string | undefined {
  const last = groups[groups.length - 1].split('.');
  if (last.length > 2) return undefined;
  const digits = ungrouped([...groups.slice(0, -1), last[0]]);
  if (digits === undefined) return undefined;
  return last.length === 1 ? digits : `${digits}.${last[1]}`;
}

function ungrouped(groups: readonly string[]): string | undefined {
  return isGrouped(groups) ? groups.join('') : undefined;
}

/** Whether one to three digits that do not begin with 0 are followed by groups of three. */
function isGrouped([first, ...others]: readonly string[]): boolean {
  return (
    isDigits(first) && first.length <= 3 && first[0] !== '0' && others.every((group) => group.length === 3 && isDigits(group))
  );
}

function isDigits(text: string): boolean {
  return text !== '' && digitsEnd(text, 0) === text.length;
}

/** `.5` is a half. */
function withWhole(text: string): string {
  return text.startsWith('.') ? `0${text}` : text;
}
