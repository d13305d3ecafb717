import { type Cell, textOf } from '../../import/cells.js';
import type { Row } from '../../import/header.js';

/** Rows below the headings that show what a column has. */
export const LOOKED_AT = 200;

/** The texts of a column in the rows from one on, as many as show what it has. */
export function textsOf(rows: readonly Row[], from = 0): (column: number) => string[] {
  return (column) => rows.slice(from, from + LOOKED_AT).map(({ cells }) => cellText(cells[column]));
}

/** The text of a cell, without blanks around it. */
export function cellText(cell: Cell | undefined): string {
  return cell === undefined ? '' : textOf(cell);
}

/** Whether a row has the headings again, as above each page of a print; some of its cells may be empty. */
export function repeats(headings: readonly string[], cells: readonly Cell[]): boolean {
  return cells.every((cell, i) => cellText(cell) === '' || cellText(cell) === headings[i]);
}
