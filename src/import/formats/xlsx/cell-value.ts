import { type Decimal, decimalText, parseDecimal } from '../../../analysis/decimal.js';
import type { Cell } from '../../cells.js';
import { codeText, type DateParts, type NumberFormat } from './number-format.js';
import { unescaped, withPlainEnds } from './texts.js';

/** What the cells of a workbook share. */
export interface CellContext {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  /** Whether days count from 1904. */
  readonly is1904: boolean;
}

/** A cell as the file writes it. */
export interface WrittenCell {
  readonly type: string;
  readonly style: string | undefined;
  /** Undefined for a formula without its result, and for a blank cell. */
  readonly value: string | undefined;
  /** The text of the cell itself. */
  readonly inline: string | undefined;
}

/** Digits that a spreadsheet keeps; further ones are what its sums leave, as of 0.1 + 0.2. */
const DIGITS = 15;
/** Largest number whose digits are exact. */
const MOST_OF_CODE = 1e15;
const DAY = 86_400_000;
/** Days from the first one of a spreadsheet to 1970, and to its 29 February 1900, a day that never was. */
const EPOCH = 25_569;
const EPOCH_1904 = 24_107;
const LEAP_DAY = 60;

/** The value of a cell as a person sees it; undefined for a cell that no workbook has. Errors of formulas are blank, and what is no number. */
export function cellValue({ type, style, value = '', inline }: WrittenCell, context: CellContext): Cell | undefined {
  switch (type) {
    case 's':
      return value === '' ? '' : context.texts[Number(value)];
    case 'inlineStr':
      return inline ?? withPlainEnds(value);
    case 'str':
      return withPlainEnds(unescaped(value));
    case 'b':
      return value === '' ? '' : value === '1' || value === 'true' ? 'yes' : 'no';
    case 'e':
      return '';
    case 'd':
      return dateText(Date.parse(/[T:]/.test(value) && !/[Zz]$|[+-]\d\d:?\d\d$/.test(value) ? `${value}Z` : value)) ?? value;
    case 'n':
      return value.trim() === '' ? '' : numberValue(value, style, context);
    default:
      return undefined;
  }
}

function numberValue(value: string, style: string | undefined, { formats, is1904 }: CellContext): Cell | undefined {
  const written = Number(value);
  if (!Number.isFinite(written)) return '';
  const number = Number(written.toPrecision(DIGITS));
  const format = style === undefined ? undefined : formats[Number(style)];
  if (number === 0 && format?.hidesZero) return '';
  switch (format?.kind) {
    case 'date':
      return dateOf(number, is1904, format.shows) ?? number;
    case 'code':
      return Number.isInteger(number) && number >= 0 && number < MOST_OF_CODE ? codeText(format.pieces, number) : number;
    case 'percent':
      return { shown: `${percentOf(number)}%`, number };
    case 'around':
      return number < 0 && !format.isOfNegatives ? number : { shown: shownAround(number, format), number };
    default:
      return number;
  }
}

function shownAround(number: number, { before, behind }: NumberFormat & { readonly kind: 'around' }): string {
  const text = `${before}${plainText(Math.abs(number))}${behind}`.trim();
  return number < 0 ? `-${text}` : text;
}

/** A number of at least 0 without an exponent. */
function plainText(number: number): string {
  const text = String(number);
  if (!text.includes('e')) return text;
  return number < 1 ? number.toFixed(20).replace(/0+$/, '') : String(BigInt(number));
}

function percentOf(share: number): string {
  const decimal = parseDecimal(String(share)) as Decimal;
  return decimalText(decimal.times(parseDecimal('100') as Decimal));
}

/** A day, a time of a day, or both. */
function dateOf(days: number, is1904: boolean, shows: DateParts): string | undefined {
  if (days >= 0 && (days < 1 || shows === 'time')) return new Date(Math.round((days % 1) * DAY)).toISOString().slice(11, 19);
  const shift = is1904 ? EPOCH_1904 : days < LEAP_DAY ? EPOCH - 1 : EPOCH;
  return dateText(Math.round(((shows === 'day' ? Math.floor(days) : days) - shift) * DAY));
}

/** A date without its time if it has none, and without a time zone, which no workbook says. */
function dateText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  const [text] = date.toISOString().split(/\.\d+Z$|T00:00:00\.0+Z$/);
  return text;
}
