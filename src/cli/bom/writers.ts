import { stringify } from 'csv-stringify/sync';
import { addedHeadings, type LineResult, outputColumns, TELLING_COLUMNS } from '../../bom/output-columns.js';
import type { Tally } from '../../bom/tally.js';
import { WORKBOOK_MARK } from '../../bom/write/workbook.js';
import { jsonText, printable } from '../terminal/format.js';

/** A row of the list: its headings, a line of parts with its result, or another row above or between them. */
export type OutputRow =
  | { readonly kind: 'headings'; readonly cells: readonly string[] }
  | { readonly kind: 'other'; readonly cells: readonly string[] }
  | { readonly kind: 'line'; readonly cells: readonly string[]; readonly result: LineResult };

/** Makes the text of a result, some rows at a time. */
export interface ResultWriter {
  begin(): string;
  rows(rows: readonly OutputRow[]): string;
  end(tally: Tally): string;
}

/** What a result as a table is written with. */
export interface CsvSettings {
  readonly currency: string;
  readonly delimiter: string;
  readonly lineEnd: string;
  /** Whether it begins with a byte-order mark, by which Excel recognises UTF-8. */
  readonly hasMark: boolean;
  readonly hasDecimalComma: boolean;
  /** Whether a terminal shows it: control characters become blanks there. A file or a pipe gets the cells unchanged. */
  readonly isForTerminal: boolean;
}

/** The input list with columns added. */
export class CsvWriter implements ResultWriter {
  private readonly columns: ReturnType<typeof outputColumns>;
  /** Cells of a row before the added ones: as many as headings, or as the first line has. */
  private width: number | undefined = undefined;

  constructor(private readonly settings: CsvSettings) {
    this.columns = outputColumns(settings.currency);
  }

  begin(): string {
    return this.settings.hasMark ? '\ufeff' : '';
  }

  rows(rows: readonly OutputRow[]): string {
    const { delimiter, lineEnd, isForTerminal } = this.settings;
    const cells = rows.map((row) => this.cellsOf(row));
    const form = { delimiter, record_delimiter: lineEnd, quote_record_delimiter: true };
    if (!isForTerminal) return stringify(cells, form);
    // A list may use any character as its delimiter.
    const shown = delimiter === '\t' || printable(delimiter) === delimiter ? delimiter : ',';
    return stringify(
      cells.map((row) => row.map(printable)),
      { ...form, delimiter: shown, record_delimiter: '\n' },
    );
  }

  end(): string {
    return '';
  }

  private cellsOf(row: OutputRow): readonly string[] {
    const { cells } = row;
    if (row.kind === 'other') return cells;
    this.width ??= cells.length;
    if (row.kind === 'headings') return [...cells, ...addedHeadings(this.columns, cells)];
    const { result } = row;
    const added = this.columns.map(({ text, isDecimal }) => (isDecimal ? this.decimal(text(result)) : text(result)));
    return beside(cells, added, this.width);
  }

  private decimal(text: string): string {
    return this.settings.hasDecimalComma ? text.replace('.', ',') : text;
  }
}

/** Places added cells below their headings, whatever the width of the row; its surplus cells follow them. */
function beside(cells: readonly string[], added: readonly string[], width: number): string[] {
  const own = Array.from({ length: width }, (_, i) => cells[i] ?? '');
  const beyond = cells.slice(width);
  while (beyond.at(-1) === '') beyond.pop();
  return [...own, ...added, ...beyond];
}

/** A JSON object for each line of parts. */
export class NdjsonWriter implements ResultWriter {
  begin(): string {
    return '';
  }

  rows(rows: readonly OutputRow[]): string {
    return rows.map((row) => (row.kind === 'line' ? `${jsonText(row.result)}\n` : '')).join('');
  }

  end(): string {
    return '';
  }
}

/** One JSON object: `lines`, and at the end their `summary`. */
export class JsonWriter implements ResultWriter {
  private hasLines = false;

  begin(): string {
    return `${JSON_START}[`;
  }

  rows(rows: readonly OutputRow[]): string {
    let text = '';
    for (const row of rows) {
      if (row.kind !== 'line') continue;
      text += `${this.hasLines ? ',' : ''}\n    ${jsonText(row.result, 2).replace(/\n/g, '\n    ')}`;
      this.hasLines = true;
    }
    return text;
  }

  end(tally: Tally): string {
    const summary = jsonText(tally.counts(), 2).replace(/\n/g, '\n  ');
    return `${this.hasLines ? '\n  ' : ''}],\n  "summary": ${summary}\n}\n`;
  }
}

const JSON_START = '{\n  "lines": ';

/** The delimiter of a result: tabs in a .tsv file, else that of the list if it is common in .csv files. */
export function outputDelimiter(path: string | undefined, listDelimiter: string): string {
  if (path === undefined) return listDelimiter;
  if (/\.(tsv|tab)$/i.test(path)) return '\t';
  return listDelimiter === ';' ? ';' : ',';
}

/** First bytes of a file that show whether it is an earlier result. */
export const RESULT_BYTES = 1 << 16;

/** How a table of purchases begins, with any delimiter. */
const PURCHASES = /^\ufeffLine(.)References\1/u;

/** Whether a file with these first bytes is the result of an earlier run, of matches or of purchases, in any form. */
export function isEarlierResult(start: Buffer): boolean {
  const text = start.toString('utf8');
  return isOfMatches(text) || isOfPurchases(text);
}

function isOfMatches(text: string): boolean {
  return text.startsWith(JSON_START) || text.startsWith('{"line":') || TELLING_COLUMNS.every((name) => text.includes(name));
}

function isOfPurchases(text: string): boolean {
  const isWorkbook = text.startsWith('PK\u0003\u0004') && text.includes(WORKBOOK_MARK);
  return PURCHASES.test(text) || isWorkbook;
}
