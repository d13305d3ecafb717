import { type Cell, isBlank } from './cells.js';
import type { ColumnTally } from './report.js';

/** Most texts of a column whose reading is kept. */
const MOST_KEPT = 10_000;

/** Reads the cells of a column and counts them; most columns have few distinct texts, which are read once. */
export class CellReader<T> {
  private readonly known = new Map<Cell, T | undefined>();

  constructor(
    readonly index: number,
    readonly tally: ColumnTally,
    private readonly parse: (cell: Cell) => T | undefined,
    /** False where reading costs less than looking it up. */
    private readonly keeps = true,
  ) {}

  /** The value of a row's cell; undefined if it is blank or cannot be read, which is counted. */
  read(cells: readonly Cell[], line: number): T | undefined {
    const cell = cells[this.index];
    if (cell === undefined || isBlank(cell)) return undefined;
    const value = this.keeps && typeof cell !== 'object' ? this.parsed(cell) : this.parse(cell);
    if (value === undefined) this.tally.refuse(cell, line);
    else this.tally.read++;
    return value;
  }

  private parsed(cell: Cell): T | undefined {
    const known = this.known.get(cell);
    if (known !== undefined || this.known.has(cell)) return known;
    const value = this.parse(cell);
    if (this.known.size < MOST_KEPT) this.known.set(cell, value);
    return value;
  }
}
