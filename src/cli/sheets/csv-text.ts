import { stringify } from 'csv-stringify/sync';
import { printable } from '../terminal/format.js';
import type { SheetCell } from './rows.js';

/** What a spreadsheet takes for a formula, or for the apostrophe before one. Plain numbers are not formulas. */
const FORMULA = /^'*[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** How cells are written. */
export interface CsvForm {
  readonly delimiter: string;
  /** Whether texts that a spreadsheet would take for formulas get an apostrophe in front. */
  readonly isGuarded: boolean;
  /** Whether a terminal shows it: control characters become blanks there. */
  readonly isForTerminal: boolean;
}

/** Rows of cells as lines of CSV. */
export function csvText(rows: readonly (readonly Pick<SheetCell, 'text'>[])[], form: CsvForm): string {
  const { delimiter, isGuarded, isForTerminal } = form;
  const cells = rows.map((row) =>
    row.map(({ text }) => {
      const cell = isGuarded ? guarded(text) : text;
      return isForTerminal ? printable(cell) : cell;
    }),
  );
  return stringify(cells, { delimiter, record_delimiter: '\n', quoted_match: /[\r\n]/ });
}

/** `=A` as `'=A`, which a spreadsheet shows as a text; `partdex build` reads it as `=A`. */
function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
