/**
 * A number of a workbook that is shown with something that says what it is, such as `€0.1` or `5%`. Its decimal mark is a point,
 * whatever that of the texts in its column is.
 */
export interface ShownNumber {
  readonly shown: string;
  /** What the file has; a share for a percentage. It counts where nothing is known of what stands around it. */
  readonly number: number;
}

/** A cell of a table: a text as it stands there, or a number where the file has numbers. */
export type Cell = string | number | ShownNumber;

/** The decimal mark of a column: the one that its cells show, or `unknown` if they contradict each other. */
export type DecimalMark = '.' | ',' | 'unknown';

/** Texts that people write into cells without a value, and what spreadsheets show in place of one, in English and German. */
const BLANKS = new Set(
  ['', '-', '--', '---', '–', '—', 'n/a', '~', '*'].concat(
    '#n/a #null! #div/0! #value! #ref! #name? #num! #spill! #nv #wert! #bezug! #zahl!'.split(' '),
  ),
);
const LONGEST_BLANK = 7;

/** Whether a cell has no value: nothing, `-`, `N/A`, `~`, `*`, an error such as `#REF!`. */
export function isBlank(cell: Cell | undefined): boolean {
  if (cell === undefined) return true;
  if (typeof cell !== 'string') return false;
  const first = cell.charCodeAt(0);
  // Most cells begin with a letter other than N or a digit.
  if (first >= 0x30 && first < 0x7b && first !== 0x4e && first !== 0x6e) return false;
  // Of the others few are padded.
  if (cell.length > LONGEST_BLANK && !mayBePadding(first) && !mayBePadding(cell.charCodeAt(cell.length - 1))) return false;
  const text = cell.trim();
  return text.length <= LONGEST_BLANK && BLANKS.has(text.toLowerCase());
}

/** Whether a UTF-16 unit may be white space. */
function mayBePadding(unit: number): boolean {
  return unit <= 0x20 || unit > 0x7f;
}

/** The text of a cell, without blanks around it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell.trim();
  return typeof cell === 'number' ? String(cell) : cell.shown;
}

/** The number of a cell that is one in the file. */
export function numberOf(cell: Cell | undefined): number | undefined {
  return typeof cell === 'object' ? cell.number : typeof cell === 'number' ? cell : undefined;
}

/** The decimal mark of the numbers in a cell of a column with this one. */
export function markOfCell(cell: Cell, mark: DecimalMark): DecimalMark {
  return typeof cell === 'string' ? mark : '.';
}

const RUN = /(?<![.,\d])[.,]?\d+(?:[.,]\d+)*/g;
const BLANK_GROUPS = /^\d{1,3}(?:([ '’\u00a0\u202f\u2009])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u;
const GROUPING_BLANKS = /[ '’\u00a0\u202f\u2009]/gu;
const POINT_DECIMAL = /^(?:\d+(?:\.\d+)?|\.\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)$/;
const COMMA_DECIMAL = /^(?:\d+(?:,\d+)?|,\d+|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?)$/;
/** Longer numbers are not read. */
const LONGEST_NUMBER = 60;

/** Which mark is the decimal point of a number as it is written; undefined if the number does not say. */
function decimalMarkOf(number: string): '.' | ',' | undefined {
  const commas = number.split(',').length - 1;
  const points = number.split('.').length - 1;
  if (commas === 0 && points === 0) return undefined;
  const isPoint = POINT_DECIMAL.test(number);
  const isComma = COMMA_DECIMAL.test(number);
  if (isPoint === isComma) return undefined;
  return isPoint ? '.' : ',';
}

/** The marks that the numbers in a text show. */
export function marksIn(text: string): ReadonlySet<'.' | ','> {
  const marks = new Set<'.' | ','>();
  for (const [run] of text.matchAll(RUN)) {
    const mark = decimalMarkOf(run);
    if (mark) marks.add(mark);
  }
  return marks;
}

/**
 * The number of a text that is one, without the marks that group its digits and with a point for its decimal mark. Undefined if the
 * marks do not fit, and where they decide and the mark is not known.
 */
export function plainNumber(text: string, mark: DecimalMark): string | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const grouped = BLANK_GROUPS.test(text) ? text.replace(GROUPING_BLANKS, '') : text;
  if (/^\d+$/.test(grouped)) return grouped;
  if (mark === 'unknown') return undefined;
  if (mark === '.') return POINT_DECIMAL.test(grouped) ? withWhole(grouped.replaceAll(',', '')) : undefined;
  return COMMA_DECIMAL.test(grouped) ? withWhole(grouped.replaceAll('.', '').replace(',', '.')) : undefined;
}

/** `.5` is a half. */
function withWhole(number: string): string {
  return number.startsWith('.') ? `0${number}` : number;
}

/**
 * A text with the numbers in it as `plainNumber` writes them, so that a reader of quantities reads them all alike. Undefined if one of
 * them does not fit the mark.
 */
export function withPlainNumbers(text: string, mark: DecimalMark): string | undefined {
  if (!text.includes('.') && !text.includes(',')) return text;
  let fits = true;
  const plain = text.replace(RUN, (run) => {
    const number = plainNumber(run, mark);
    if (number === undefined) fits = false;
    return number ?? run;
  });
  return fits ? plain : undefined;
}

const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+$/;

/** A whole number of pieces in a column with a decimal mark: where that is a comma, `800,000` is 800, and `1,234` is none. */
export function wholeCount(text: string, mark: DecimalMark): number | undefined {
  const isDecimal = mark === ',' && GROUPED_BY_COMMAS.test(text);
  return isDecimal ? (text.endsWith(',000') ? wholeNumber(text.slice(0, -4), mark) : undefined) : wholeNumber(text, mark);
}

/**
 * A whole number of pieces: `1,234` and `1 234` are 1234 with either mark; `1.234` is, where the point is not the decimal mark.
 * Undefined for other texts.
 */
export function wholeNumber(text: string, mark: DecimalMark): number | undefined {
  const plain = GROUPED_BY_COMMAS.test(text) ? text.replaceAll(',', '') : plainNumber(text, mark);
  const number = plain === undefined ? Number.NaN : Number(plain);
  return Number.isSafeInteger(number) ? number : undefined;
}
