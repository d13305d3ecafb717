import { UnreadableTableError } from '../../model/errors.js';
import { shorten } from '../../model/nearest.js';

/** Most rows and columns of a sheet, as its format has it. */
const MOST_ROWS = 1 << 20;
const MOST_COLUMNS = 1 << 14;
/** Most cells of all sheets, blank ones included: they are read as lists of equal lengths, with 8 bytes for each cell. */
const MOST_CELLS = 1 << 26;
/** Characters of a tag. Those of cells and rows have some tens. */
const LONGEST_TAG = 1 << 16;

const SHEET = /^xl\/worksheets\//i;
/** Cells and rows. A cell that closes itself is blank, and takes no room. */
const CELL_OR_ROW = /<(?:[\w.-]+:)?(c|row)(\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/g;
/** The attribute `r`, behind others. */
const PLACE = /^(?:\s+(?!r\s*=)[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s+r\s*=\s*["']([^"']*)/;
const LETTERS_AND_DIGITS = /^([A-Za-z]{0,9})(\d{0,15})$/;
const LETTER_BEFORE_A = 64;

/** How far the cells of a workbook reach, read from its files as they come. */
export class WorkbookExtent {
  private cells = 0;

  /** @param name that of the workbook */
  constructor(private readonly name: string) {}

  /** What reads the bytes of one file; undefined for files that are no sheets. */
  of(file: string): SheetExtent | undefined {
    return SHEET.test(file) ? new SheetExtent(this.name, file) : undefined;
  }

  /** @throws UnreadableTableError if a cell is so far from the others that all between them do not fit */
  add({ rows, columns, file }: SheetExtent): void {
    this.cells += rows * Math.max(1, columns);
    if (this.cells <= MOST_CELLS) return;
    throw new UnreadableTableError(
      this.name,
      `${file} has cells down to row ${rows} and up to column ${columns}, more than the ${MOST_CELLS} that are read; ` +
        'delete what is far from the table, or save the sheet as CSV',
    );
  }
}

/** How far the cells of one sheet reach. */
class SheetExtent {
  rows = 0;
  columns = 0;
  private readonly decoder = new TextDecoder('latin1');
  /** A tag that has not ended yet. */
  private begun = '';

  constructor(
    private readonly name: string,
    readonly file: string,
  ) {}

  /** @throws UnreadableTableError for a place that no sheet has */
  read(bytes: Uint8Array): void {
    const text = this.begun + this.decoder.decode(bytes, { stream: true });
    for (const [tag, kind, attributes] of text.matchAll(CELL_OR_ROW)) this.take(tag, kind, attributes);
    this.begun = begunTag(text);
    if (this.begun.length > LONGEST_TAG) throw this.damaged();
  }

  private take(tag: string, kind: string, attributes: string): void {
    const place = PLACE.exec(attributes)?.[1] ?? '';
    const found = LETTERS_AND_DIGITS.exec(place);
    if (!found) throw this.damaged(place);
    const [, letters, digits] = found;
    const row = Number(digits);
    const isBlank = kind === 'c' && tag.endsWith('/>');
    const column = isBlank ? 0 : numberOf(letters);
    if (row > MOST_ROWS || column > MOST_COLUMNS) throw this.damaged(place);
    this.rows = Math.max(this.rows, row);
    this.columns = Math.max(this.columns, column);
  }

  private damaged(place?: string): UnreadableTableError {
    const found = place === undefined ? '' : `: no workbook has a cell or row ${JSON.stringify(shorten(place))}`;
    return new UnreadableTableError(this.name, `${this.file} is damaged${found}; save the workbook again as .xlsx`);
  }
}

/** The end of a text from the last tag on that does not end in it. */
function begunTag(text: string): string {
  const from = text.lastIndexOf('<');
  if (from < 0) return '';
  let quote = '';
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return '';
  }
  return text.slice(from);
}

/** `A` is 1 and `AA` 27. */
function numberOf(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - LETTER_BEFORE_A;
  return number;
}
