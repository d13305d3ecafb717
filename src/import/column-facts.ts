import { type Cell, isBlank, type ShownNumber, textOf } from './cells.js';

/** Most distinct texts of a column that its type and unit are inferred from. */
const MOST_TEXTS = 4000;
/** Longer texts are neither numbers nor quantities. */
const LONGEST_TEXT = 300;

/** What is known of the first cells of a column before its type is decided: all cells, up to 4,000 distinct texts. */
export class ColumnFacts {
  /** The distinct texts, and how many cells each has. */
  readonly texts = new Map<string, number>();
  /** Numbers that a workbook shows with something around them, likewise. */
  private readonly shown = new Map<string, [cell: ShownNumber, count: number]>();
  /** Cells that are numbers in the file. */
  numbers = 0;
  /** Their sum. */
  private sum = 0;
  /** Cells that are not blank. */
  private filled = 0;

  add(cell: Cell | undefined): void {
    if (cell === undefined || this.texts.size + this.shown.size >= MOST_TEXTS || isBlank(cell)) return;
    this.filled++;
    if (typeof cell === 'number') {
      this.numbers++;
      this.sum += cell;
    } else {
      const text = textOf(cell);
      if (text.length > LONGEST_TEXT) return;
      if (typeof cell === 'string') this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
      else this.shown.set(text, [cell, (this.shown.get(text)?.[1] ?? 0) + 1]);
    }
  }

  /** The distinct cells that are not plain numbers, and how many there are of each. */
  *cells(): Generator<[cell: string | ShownNumber, count: number], void, undefined> {
    yield* this.texts;
    yield* this.shown.values();
  }

  /** The share of the cells for which `test` holds; numbers count as `ofNumbers`. */
  share(test: (cell: string | ShownNumber) => boolean, ofNumbers: boolean): number {
    let fits = ofNumbers ? this.numbers : 0;
    for (const [cell, count] of this.cells()) if (test(cell)) fits += count;
    return this.filled === 0 ? 0 : fits / this.filled;
  }

  /** The mean of the cells that `read` reads, and of the numbers; NaN if there are none. */
  mean(read: (cell: string | ShownNumber) => number | undefined): number {
    let sum = this.sum;
    let all = this.numbers;
    for (const [cell, count] of this.cells()) {
      const value = read(cell);
      if (value === undefined) continue;
      sum += value * count;
      all += count;
    }
    return sum / all;
  }
}
