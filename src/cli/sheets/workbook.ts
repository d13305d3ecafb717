import type { Readable } from 'node:stream';
import { CommandError, EXIT } from '../failure.js';
import { formatCount } from '../terminal/format.js';
import type { SheetCell } from './rows.js';

/** Most rows of a sheet, and characters of a cell, that spreadsheet programs read. */
const MOST_ROWS = 1_048_576;
const LONGEST_CELL = 32_767;
/** Most cells: the library keeps all of them in memory, about 400 bytes each. */
const MOST_CELLS = 2_000_000;
/** Widths of columns, in characters. */
const [NARROWEST, WIDEST] = [8, 50];

type Cell = string | number | null;

/** A workbook of one sheet, which is kept until it is whole. */
export class Workbook {
  /** Texts that were cut, since they are longer than a cell may be. */
  cut = 0;
  private readonly rows: Cell[][] = [];
  private readonly widths: number[];
  private cells = 0;

  constructor(private readonly headings: readonly string[]) {
    this.widths = headings.map(({ length }) => length);
  }

  /** @throws CommandError if it would have more rows or cells than it can */
  add(row: readonly SheetCell[]): void {
    this.cells += row.length;
    if (this.rows.length + 2 > MOST_ROWS || this.cells > MOST_CELLS) {
      const most = this.cells > MOST_CELLS ? `${formatCount(MOST_CELLS)} cells` : `${formatCount(MOST_ROWS)} rows`;
      throw new CommandError(`a workbook has at most ${most}; --limit leaves results out, and --csv has no limit`, EXIT.failure);
    }
    this.rows.push(row.map((cell, i) => this.cellOf(cell, i)));
  }

  private cellOf({ text, isNumber }: SheetCell, column: number): Cell {
    if (text === '') return null;
    this.widths[column] = Math.max(this.widths[column], Math.min(text.length, WIDEST));
    if (isNumber && isExact(text)) return Number(text);
    if (text.length > LONGEST_CELL) this.cut++;
    return storable(text.slice(0, LONGEST_CELL));
  }

  /** The bytes of the file. */
  async bytes(): Promise<Readable> {
    const { default: writeWorkbook } = await import('write-excel-file/node');
    const headings = this.headings.map((heading) => ({ value: storable(heading), type: String, fontWeight: 'bold' as const }));
    const columns = this.widths.map((width) => ({ width: Math.max(NARROWEST, Math.min(width, WIDEST)) + 2 }));
    const stream = writeWorkbook([headings, ...this.rows], { sheet: 'partdex', columns, stickyRowsCount: 1 })
      .toStream as () => Promise<Readable>;
    return stream();
  }
}

/** Whether a decimal is the same as a number of a workbook, which has 15 digits. */
function isExact(text: string): boolean {
  const digits = text.replace(/e.*$/, '').replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(text)) && (Number(text) !== 0 || digits === '');
}

/** The library keeps texts as properties of an object, which must not be those that every object has. */
function storable(text: string): string {
  return text in {} ? `${text} ` : text;
}
