import type { UnitOfMeasurement } from '../model/documents.js';
import type { Quantity, Range } from '../model/quantity.js';
import { type Decimal, decimalOf, decimalText, parseDecimal, quotientOf } from './decimal.js';
import { digitsEnd, isDigit, readNumber } from './quantity-number.js';
import { type FieldUnit, isSameKind, readPointLetter, readSuffix, resolveUnit, type Suffix } from './quantity-unit.js';
import { isWhiteSpace, trimWhiteSpace } from './white-space.js';

const ONE = decimalOf(1, 0);
/** A longer text is not a quantity. */
const LONGEST_QUANTITY = 200;

/** A quantity as it is written. */
interface Reading {
  /** The number as it is written, times the divisor. */
  readonly number: Decimal;
  /** The denominator of a fraction, else 1. */
  readonly divisor: Decimal;
  readonly suffix: Suffix;
}

/** One end of a range; undefined if it is open. */
interface End {
  readonly value: Decimal;
  readonly isExcluded: boolean;
}

/** What a text means in the unit of a field: one number, or a range. */
export type ReadQuantity =
  | { readonly kind: 'number'; readonly number: Decimal }
  | { readonly kind: 'range'; readonly min: End | undefined; readonly max: End | undefined };

/**
 * Reads a quantity or a range of quantities as the trade writes them: `4k7`, `100 nF`, `1/4W`, `-40..85°C`, `50V+`. Never throws.
 * Source: docs/semantics.md, "Quantities".
 * @param text at most 200 characters
 * @param unit the unit of the result: a symbol, a name, or both, perhaps with a prefix. Default: the unit that the text names
 * @returns the quantity in that unit; null for a text that is not a quantity of it as a whole
 */
export function parseQuantity(text: string, unit?: UnitOfMeasurement | string | null): Quantity | Range | null {
  const field = resolveUnit(unit);
  const found = readText(text, field);
  if (!found) return null;
  const told = field?.given ?? found.unit?.given;
  const given = told ? { ...told } : null;
  const { read } = found;
  if (read.kind === 'number') return { value: decimalText(read.number), unit: given };
  const { min, max } = read;
  return {
    min: min ? decimalText(min.value) : null,
    max: max ? decimalText(max.value) : null,
    ...(min?.isExcluded && { min_excluded: true as const }),
    ...(max?.isExcluded && { max_excluded: true as const }),
    unit: given,
  };
}

/** A quantity or range in the unit of a field; undefined for other texts. */
export function readQuantity(text: string, field: FieldUnit): ReadQuantity | undefined {
  return readText(text, field)?.read;
}

/** Reads the numbers of a field in a unit as documents have them: plain numbers, and quantities. */
export function quantityParser(field: FieldUnit): (text: string) => Decimal | undefined {
  return (text) => {
    const plain = parseDecimal(text);
    if (plain) return plain;
    const read = readQuantity(text, field);
    return read?.kind === 'number' ? read.number : undefined;
  };
}

/** The unit of a text that is a quantity of any unit. */
export function unitOfQuantity(text: string): FieldUnit | undefined {
  return readText(text, undefined)?.unit;
}

interface Found {
  readonly read: ReadQuantity;
  readonly unit: FieldUnit | undefined;
}

function readText(text: unknown, field: FieldUnit | undefined): Found | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_QUANTITY) return undefined;
  const tidy = tidyText(text);
  if (tidy === '') return undefined;
  const single = readSingle(tidy, field);
  if (single) return { read: { kind: 'number', number: numberOf(single, field) }, unit: single.suffix.unit };
  return readHalfOpen(tidy, field) ?? readPair(tidy, field);
}

/** Signs and joiners that are written in several ways. */
function tidyText(text: string): string {
  return trimWhiteSpace(text.replaceAll('\u2212', '-').replaceAll('\uff5e', '~').replaceAll('\u2026', '...'));
}

function numberOf(reading: Reading, field: FieldUnit | undefined): Decimal {
  const { suffix } = reading;
  return scaled(reading, suffix.factor, field ?? suffix.unit);
}

/** A number of some size, in a unit. */
function scaled({ number, divisor }: Reading, factor: Decimal, unit: FieldUnit | undefined): Decimal {
  const value = number.times(factor);
  return quotientOf(value, unit ? divisor.times(unit.scale) : divisor);
}

const TOLERANCES = ['±', '+/-', '+-'];

/** One quantity. */
function readSingle(text: string, field: FieldUnit | undefined): Reading | undefined {
  const plain = parseDecimal(text);
  if (plain) return { number: plain, divisor: ONE, suffix: plainSuffix(field) };
  const own = field && readOwnSpelling(text, field);
  if (own) return own;
  const tolerance = TOLERANCES.find((mark) => text.startsWith(mark));
  let at = skipBlanks(text, tolerance?.length ?? 0);
  const sign = tolerance === undefined ? text[at] : '';
  const isNegative = sign === '-' || sign === '\u2013';
  if (isNegative || sign === '+') at = skipBlanks(text, at + 1);
  const reading = isDigitOrMark(text.charCodeAt(at)) ? readFromDigit(text, at, field) : readFromLetter(text, at, field);
  // Zero has no sign: the double of −0 would be another one.
  return reading && isNegative && !reading.number.isZero() ? { ...reading, number: reading.number.neg() } : reading;
}

/** What a number without prefix and unit means. */
function plainSuffix(field: FieldUnit | undefined): Suffix {
  return { factor: field?.scale ?? ONE, prefix: undefined, unit: undefined, size: ONE };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

function isDigitOrMark(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2c;
}

/** A plain number before the field's unit as it is given, whatever characters that has. */
function readOwnSpelling(text: string, field: FieldUnit): Reading | undefined {
  const { symbol } = field.given;
  if (field.members.some(({ unit }) => unit) || !symbol || !text.endsWith(symbol)) return undefined;
  const number = parseDecimal(text.slice(0, -symbol.length));
  return number && { number, divisor: ONE, suffix: { ...plainSuffix(field), unit: field, size: field.scale } };
}

/** `4.7k`, `4k7`, `1 1/2 in`. */
function readFromDigit(text: string, from: number, field: FieldUnit | undefined): Reading | undefined {
  const read = readNumber(text, from);
  if (!read) return undefined;
  const { value, divisor, end, isInteger } = read;
  const pointed = isInteger ? readPointed(text, { from, end }, field) : undefined;
  if (pointed) return pointed;
  const suffix = readSuffix(text.slice(end), field);
  return suffix && { number: value, divisor, suffix };
}

/** A number whose decimal point is a letter: `4k7`, `3V3`, `1meg5`. */
function readPointed(
  text: string,
  { from, end }: { from: number; end: number },
  field: FieldUnit | undefined,
): Reading | undefined {
  let fraction = end;
  while (fraction < text.length && fraction - end <= 3 && !isDigit(text.charCodeAt(fraction))) fraction++;
  const letter = text.slice(end, fraction);
  const after = digitsEnd(text, fraction);
  if (letter === '' || after === fraction || (letter.length > 1 && letter.toLowerCase() !== 'meg')) return undefined;
  const number = parseDecimal(`${text.slice(from, end)}.${text.slice(fraction, after)}`);
  const point = readPointLetter(letter, field);
  return number && point && withUnit({ number, divisor: ONE, suffix: point }, text.slice(after), field);
}

const LEADING = ['R', 'r', 'p', 'n', 'u', 'µ', '\u03bc'];

/** `R010`, `p47`. */
function readFromLetter(text: string, from: number, field: FieldUnit | undefined): Reading | undefined {
  if (!LEADING.includes(text[from])) return undefined;
  const after = digitsEnd(text, from + 1);
  const number = parseDecimal(`0.${text.slice(from + 1, after)}`);
  const point = readPointLetter(text[from], field);
  return number && point && withUnit({ number, divisor: ONE, suffix: point }, text.slice(after), field);
}

/** A number whose point is a letter, and the unit behind it: `4k7 ohm`. */
function withUnit(reading: Reading, text: string, field: FieldUnit | undefined): Reading | undefined {
  const { suffix: point } = reading;
  if (trimWhiteSpace(text) === '') return reading;
  const suffix = readSuffix(text, field);
  if (!suffix?.unit || suffix.prefix) return undefined;
  if (point.prefix) return { ...reading, suffix: { ...suffix, factor: point.prefix.times(suffix.size), prefix: point.prefix } };
  return point.unit && isSameKind(point.unit, suffix.unit) && suffix.factor.eq(point.factor) ? reading : undefined;
}

const BEFORE: readonly (readonly [mark: string, isMin: boolean, isExcluded: boolean])[] = [
  ['>=', true, false],
  ['≥', true, false],
  ['<=', false, false],
  ['≤', false, false],
  ['>', true, true],
  ['<', false, true],
  ['at least', true, false],
  ['at most', false, false],
  ['up to', false, false],
  ['minimum', true, false],
  ['maximum', false, false],
  ['min.', true, false],
  ['max.', false, false],
  ['min', true, false],
  ['max', false, false],
];
const BEHIND: readonly (readonly [mark: string, isMin: boolean])[] = [
  ['+', true],
  ['or more', true],
  ['or less', false],
  ['minimum', true],
  ['maximum', false],
  ['min.', true],
  ['max.', false],
  ['min', true],
  ['max', false],
];

/** `>= 50 V`, `50V+`, `max 2 A`. */
function readHalfOpen(text: string, field: FieldUnit | undefined): Found | undefined {
  const lower = text.toLowerCase();
  for (const [mark, isMin, isExcluded] of BEFORE) {
    if (lower.startsWith(mark)) return halfOpen(text.slice(mark.length), field, isMin, isExcluded);
  }
  for (const [mark, isMin] of BEHIND) {
    if (lower.endsWith(mark)) return halfOpen(text.slice(0, -mark.length), field, isMin, false);
  }
  return undefined;
}

function halfOpen(text: string, field: FieldUnit | undefined, isMin: boolean, isExcluded: boolean): Found | undefined {
  const single = readSingle(trimWhiteSpace(text), field);
  if (!single) return undefined;
  const end = { value: numberOf(single, field), isExcluded };
  return { read: { kind: 'range', min: isMin ? end : undefined, max: isMin ? undefined : end }, unit: single.suffix.unit };
}

const JOINERS = ['...', '..', 'to', '~', '\u2013', '-'];
/** A text with more places where a range may be cut is not read on: each costs as much as a quantity. Names of units have a few. */
const MOST_CUTS = 8;

/** `-40..85°C`, `2.7 V to 5.5 V`, `1-10uF`. */
function readPair(text: string, field: FieldUnit | undefined): Found | undefined {
  const lower = text.toLowerCase();
  let cuts = 0;
  for (const joiner of JOINERS) {
    for (let at = lower.indexOf(joiner, 1); at > 0 && cuts < MOST_CUTS; at = lower.indexOf(joiner, at + 1)) {
      cuts++;
      const found = readEnds(trimWhiteSpace(text.slice(0, at)), trimWhiteSpace(text.slice(at + joiner.length)), field);
      if (found) return found;
    }
  }
  return undefined;
}

function readEnds(before: string, behind: string, field: FieldUnit | undefined): Found | undefined {
  let first = readSingle(before, field);
  let second = first && readSingle(behind, field);
  if (!first || !second) return undefined;
  const isBare = !first.suffix.unit && !first.suffix.prefix;
  if (!field && first.suffix.unit && !second.suffix.unit) second = readSingle(behind, first.suffix.unit);
  if (!field && second?.suffix.unit && !first.suffix.unit && !isBare) first = readSingle(before, second.suffix.unit);
  if (!first || !second) return undefined;
  const unit = field ?? first.suffix.unit ?? second.suffix.unit;
  for (const { suffix } of [first, second]) if (unit && suffix.unit && !isSameKind(unit, suffix.unit)) return undefined;
  const min = scaled(first, firstFactor(first, second, unit), unit);
  const max = scaled(second, secondFactor(first, second), unit);
  if (min.gt(max)) return undefined;
  const end = (value: Decimal) => ({ value, isExcluded: false });
  return { read: { kind: 'range', min: end(min), max: end(max) }, unit };
}

/** A bare first number takes the prefix and unit of the second if it is smaller as written: `1-10uF`, but not `100 to 1k`. */
function firstFactor(first: Reading, second: Reading, unit: FieldUnit | undefined): Decimal {
  const { suffix } = first;
  if (suffix.unit || suffix.prefix) return suffix.factor;
  const isSmaller = first.number.times(second.divisor).lt(second.number.times(first.divisor));
  if (isSmaller && (second.suffix.unit || second.suffix.prefix)) return second.suffix.factor;
  return unit?.scale ?? suffix.factor;
}

/** A bare second number takes the unit of the first. */
function secondFactor({ suffix: first }: Reading, { suffix }: Reading): Decimal {
  return first.unit && !suffix.unit && !suffix.prefix ? first.size : suffix.factor;
}
