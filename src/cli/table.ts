import Table from 'cli-table3';
import { colorsOf, printable, type Terminal } from './terminal.js';

/** A column of a table on the terminal. */
export interface Column<Row> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cut where the terminal is too narrow; one column of a table at most. */
  readonly flexible?: boolean;
  text(row: Row): string;
}

const NARROWEST = 12;

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** The rows as text, in columns that fit the terminal. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], terminal: Terminal): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))));
  const titles = columns.map((column) => column.title);
  const { bold } = colorsOf(terminal);
  const flexible = columns.findIndex((column) => column.flexible);
  const widths = columns.map((): number | null => null);
  // Measured without colors, which the table would count as characters.
  const excess = layOut(columns, titles, cells, widths).width - terminal.columns;
  if (terminal.isTTY && excess > 0 && flexible >= 0) {
    const column = cells.map((row) => [row[flexible]]);
    const natural = layOut([columns[flexible]], [titles[flexible]], column, [null]).width;
    widths[flexible] = Math.max(NARROWEST, natural - excess);
  }
  return layOut(columns, titles.map(bold), cells, widths)
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function layOut<Row>(
  columns: readonly Column<Row>[],
  titles: readonly string[],
  cells: readonly string[][],
  widths: readonly (number | null)[],
): Table.Table {
  const table = new Table({
    chars: NO_LINES,
    head: [...titles],
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: [...widths],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...cells);
  return table;
}
