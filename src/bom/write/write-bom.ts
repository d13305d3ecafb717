import { wrongArgument } from '../../model/issues.js';
import { isPlainObject } from '../../model/plain.js';
import type { CostedBom } from '../cost/costed-bom.js';
import { bomRows, type OutputCell } from './bom-rows.js';
import { workbookBytes } from './workbook.js';

/** A form of a costed list. */
export type BomFormat = 'csv' | 'xlsx' | 'json';

/** A spreadsheet treats a text with this beginning as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Writes a costed parts list: a row for each purchase, and the total. `xlsx` is a workbook with formulas for costs and the total; `csv` is
 * in UTF-8 with a byte order mark, by which Excel knows it, and has an apostrophe before texts that a spreadsheet would run as formulas;
 * `json` is the costed list as it is.
 * @throws ValidationError for another format, or a list that `costBom` has not made
 */
export async function writeBom(costed: CostedBom, format: BomFormat): Promise<Uint8Array> {
  if (!isPlainObject(costed) || !Array.isArray(costed.lines) || !costed.lines.every(isCosted)) {
    throw wrongArgument('costed', 'a result of costBom', costed);
  }
  switch (format) {
    case 'csv':
      return csvBytes(costed);
    case 'xlsx':
      return workbookBytes(bomRows(costed));
    case 'json':
      return new TextEncoder().encode(`${JSON.stringify(costed, null, 2)}\n`);
    default:
      throw wrongArgument('format', '"csv", "xlsx" or "json"', format);
  }
}

/** What a table of text is written with. */
export interface CsvForm {
  readonly delimiter: string;
  /** Whether numbers are written `0,25`. */
  readonly hasDecimalComma: boolean;
}

/** A costed list as text with delimiters. */
export function csvBytes(costed: CostedBom, form: CsvForm = { delimiter: ',', hasDecimalComma: false }): Uint8Array {
  const rows = bomRows(costed).map((cells) => `${cells.map((cell) => csvCell(cell, form)).join(form.delimiter)}\r\n`);
  return new TextEncoder().encode(`\ufeff${rows.join('')}`);
}

/** Whether a line is of `costBom`: those of `readBom` and `matchBom` have no purchases. */
function isCosted(one: unknown): boolean {
  return isPlainObject(one) && isPlainObject(one.line) && Array.isArray(one.purchases) && Array.isArray(one.risks);
}

function csvCell({ kind, text }: OutputCell, { delimiter, hasDecimalComma }: CsvForm): string {
  if (kind === 'text') return quoted(FORMULA.test(text) ? `'${text}` : text, delimiter);
  return quoted(hasDecimalComma ? text.replace('.', ',') : text, delimiter);
}

function quoted(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
