import { type Cell, isBlank } from '../../cells.js';

const MERGED = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?ref\s*=\s*["']([A-Za-z]{1,3})(\d{1,7}):([A-Za-z]{1,3})(\d{1,7})["']/g;
/** Most columns of a sheet, as its format has it. */
export const MOST_COLUMNS = 1 << 14;
/** Longer than any such tag. */
const LONGEST_TAG = 200;

/** A cell that stands for others too. */
interface Merged {
  readonly column: number;
  readonly lastColumn: number;
  readonly lastRow: number;
}

/** The merged cells of a sheet. The file names them behind the rows, so they are looked for first. */
export class MergedCells {
  /** By the first row. */
  private readonly byRow = new Map<number, Merged[]>();
  private rest = '';
  private readonly decoder = new TextDecoder('latin1');

  /** Looks for them in the next bytes of a sheet; how many there are. */
  find(bytes: Uint8Array): number {
    const text = this.rest + this.decoder.decode(bytes, { stream: true });
    let end = 0;
    let count = 0;
    for (const { 0: tag, 1: first, 2: top, 3: last, 4: bottom, index } of text.matchAll(MERGED)) {
      end = index + tag.length;
      count++;
      const row = Number(top);
      const merged = this.byRow.get(row) ?? [];
      const one = { column: columnOf(first), lastColumn: Math.min(columnOf(last), MOST_COLUMNS), lastRow: Number(bottom) };
      if (merged.push(one) === 1) this.byRow.set(row, merged);
    }
    this.rest = text.slice(Math.max(end, text.length - LONGEST_TAG));
    return count;
  }

  /** What fills the cells of one reading, row by row, and returns how far the cells that are merged to the right reach, from 0. */
  filler(): (row: number, cells: Cell[]) => ReadonlyMap<number, number> | undefined {
    const open = new Map<number, { readonly lastRow: number; readonly value: Cell }>();
    let lastOne = 0;
    return (row, cells) => {
      if (cells.length === 0) return undefined;
      let spans: Map<number, number> | undefined;
      for (const [column, { lastRow, value }] of open) {
        if (row > lastRow) open.delete(column);
        else if (isBlank(cells[column - 1])) setCell(cells, column, value);
      }
      // A damaged sheet may have a row again and again.
      const begun = row > lastOne ? this.byRow.get(row) : undefined;
      lastOne = Math.max(lastOne, row);
      for (const { column, lastColumn, lastRow } of begun ?? []) {
        const value = cells[column - 1];
        if (value === undefined || isBlank(value)) continue;
        if (lastRow > row) open.set(column, { lastRow, value });
        // A group of headings reaches over blank ones.
        while (cells.length < lastColumn) cells.push('');
        if (lastColumn > column) (spans ??= new Map()).set(column - 1, lastColumn - 1);
      }
      return spans;
    };
  }
}

/** Sets a cell by its column from 1, with blank ones before it. */
export function setCell(cells: Cell[], column: number, value: Cell): void {
  while (cells.length < column - 1) cells.push('');
  cells[column - 1] = value;
}

const LETTER_BEFORE_A = 64;

/** `A` is 1 and `AA` 27. */
export function columnOf(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - LETTER_BEFORE_A;
  return number;
}
