import { type Cell, isBlank } from './cells.js';

/** Most distinct texts of a column that its type and unit are inferred from. */
const MOST_TEXTS = 4000;
/** Longer texts are neither numbers nor quantities. */
const LONGEST_TEXT = 300;

/** What is known of the first cells of a column before its type is decided: all cells, up to 4,000 distinct texts. */
export class ColumnFacts {
  /** The distinct texts, and how many cells each has. */
  readonly texts = new Map<string, number>();
  /** Cells that are numbers in the file. */
  private numbers = 0;
  /** Cells that are not blank. */
  private filled = 0;

  add(cell: Cell | undefined): void {
    if (cell === undefined || this.texts.size >= MOST_TEXTS || isBlank(cell)) return;
    this.filled++;
    if (typeof cell === 'number') this.numbers++;
    else if (cell.length <= LONGEST_TEXT) {
      const text = cell.trim();
      this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
    }
  }

  /** The share of the cells for which `test` holds; numbers count as `ofNumbers`. */
  share(test: (text: string) => boolean, ofNumbers: boolean): number {
    let fits = ofNumbers ? this.numbers : 0;
    for (const [text, count] of this.texts) if (test(text)) fits += count;
    return this.filled === 0 ? 0 : fits / this.filled;
  }
}
