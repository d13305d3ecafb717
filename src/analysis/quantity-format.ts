import type { UnitOfMeasurement } from '../model/documents.js';
import type { Range } from '../model/quantity.js';
import { type Decimal, decimalOf, decimalText, finiteQuotient, parseAskedDecimal } from './decimal.js';
import { type FieldUnit, prefixRuleOf, resolveUnit, unprefixedScale } from './quantity-unit.js';
import { BYTE, PRINTED_PREFIXES, SECOND } from './units.js';

/** How a quantity is printed. */
export interface FormatOptions {
  /** Significant digits, half away from zero. Default: all. Digits before the decimal point are never rounded away. */
  readonly digits?: number;
}

/** A number as it is printed: the digits, and the prefix and symbol behind them. */
interface Printed {
  readonly number: string;
  readonly unit: string;
}

const HOUR = decimalOf(3600, 0);
const KIBI = decimalOf(1024, 0);
const BINARY_PREFIXES = ['', 'K', 'M', 'G', 'T'];
/** Numbers from here on have no prefix. */
const LARGEST_BINARY = KIBI.pow(BINARY_PREFIXES.length);
const LEAST_POWER = -5;

/**
 * Prints a number with its unit, with the prefix that leaves 1 to 999 before the decimal point: `4.7 kΩ`, `100 nF`, `−40 °C`,
 * `64 KiB`. `parseQuantity` reads the text as the same number. A range is printed as `−40 to 85 °C` or `≥ 50 V`. Source:
 * docs/semantics.md, "Quantities".
 * @param value an exact decimal, or the ends of a range; another text is returned as it is
 * @param unit the unit of the value: a symbol, a name, or both. Default: none; a unit without symbol is not printed
 */
export function formatQuantity(
  value: string | number | Pick<Range, 'min' | 'max' | 'min_excluded' | 'max_excluded'>,
  unit?: UnitOfMeasurement | string | null,
  options: FormatOptions = {},
): string {
  const field = resolveUnit(unit);
  if (typeof value !== 'object' || value === null) return joined(printed(String(value), field, options));
  const { min, max, min_excluded: aboveMin, max_excluded: belowMax } = value;
  const [lower, upper] = [min, max].map((end) => (end == null ? undefined : printed(String(end), field, options)));
  if (lower && upper) return bothEnds(lower, upper, Number(min) < Number(max));
  if (lower) return `${aboveMin ? '>' : '≥'} ${joined(lower)}`;
  return upper ? `${belowMax ? '<' : '≤'} ${joined(upper)}` : '';
}

/** The unit stands once if the first end takes it from the second when it is read. */
function bothEnds(lower: Printed, upper: Printed, isSmaller: boolean): string {
  return `${lower.unit === upper.unit && isSmaller ? lower.number : joined(lower)} to ${joined(upper)}`;
}

function joined({ number, unit }: Printed): string {
  return unit === '' ? number : `${number} ${unit}`;
}

function printed(text: string, field: FieldUnit | undefined, options: FormatOptions): Printed {
  const value = parseAskedDecimal(text);
  const unit = field?.symbol ?? '';
  if (!value) return { number: text, unit: '' };
  if (!field || unit === '') return plain(value, '', options);
  const found = withPrefix(value, field, options);
  return found ?? plain(value, field.given.symbol == null ? unit : tidy(field.given.symbol), options);
}

/** A symbol in the characters that are printed. */
function tidy(symbol: string): string {
  return symbol.trim().replaceAll('\u2126', 'Ω').replaceAll('\u03bc', 'µ');
}

function plain(value: Decimal, unit: string, { digits }: FormatOptions): Printed {
  return { number: numberText(value, digits), unit };
}

function numberText(value: Decimal, digits: number | undefined): string {
  const kept = digits === undefined ? value : value.toSignificantDigits(Math.max(digits, value.e + 1, 1));
  return decimalText(kept).replace(/^-/, '\u2212');
}

/** The number with the prefix of its size; undefined if it is printed without one. */
function withPrefix(value: Decimal, field: FieldUnit, options: FormatOptions): Printed | undefined {
  const rule = prefixRuleOf(field);
  if (rule === 'none') return undefined;
  const number = value.times(field.scale).div(unprefixedScale(field));
  if (rule === 'binary') return binary(number, field, options);
  const hours = hoursOf(number, field);
  if (hours) return plain(hours, 'h', options);
  const prefixes = PRINTED_PREFIXES[rule];
  const rounded = options.digits === undefined ? number : number.toSignificantDigits(Math.max(options.digits, 1));
  let power = rounded.isZero() ? 0 : Math.floor(rounded.e / 3);
  if (!rounded.isZero() && (power < LEAST_POWER || prefixes[Math.max(power, 0)] === undefined)) return undefined;
  while (prefixes[power] === undefined && power > LEAST_POWER) power--;
  const prefix = prefixes[power];
  return prefix === undefined ? undefined : plain(number.times(decimalOf(1, -3 * power)), prefix + field.symbol, options);
}

/** `64 KiB`, `128 Mbit`. */
function binary(number: Decimal, field: FieldUnit, options: FormatOptions): Printed | undefined {
  if (number.abs().gte(LARGEST_BINARY)) return undefined;
  let power = 0;
  let rest = number;
  while (rest.abs().gte(KIBI)) {
    rest = rest.div(KIBI);
    power++;
  }
  const isByte = field.members[0].unit?.name === BYTE;
  return plain(rest, `${BINARY_PREFIXES[power]}${isByte && power > 0 ? 'i' : ''}${field.symbol}`, options);
}

/** Lifetimes are told in hours, from one hour on and below the largest prefix, if the number of hours is finite. */
function hoursOf(seconds: Decimal, { members }: FieldUnit): Decimal | undefined {
  if (members.length > 1 || members[0].unit?.name !== SECOND || seconds.abs().lt(HOUR) || seconds.e >= 15) return undefined;
  return finiteQuotient(seconds, HOUR);
}
