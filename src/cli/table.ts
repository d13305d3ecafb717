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
  const table = layOut(columns, cells, terminal);
  const flexible = columns.findIndex((column) => column.flexible);
  const excess = table.width - terminal.columns;
  if (!terminal.isTTY || excess <= 0 || flexible < 0) return toText(table);
  const natural = layOut(
    [columns[flexible]],
    cells.map((row) => [row[flexible]]),
    terminal,
  ).width;
  return toText(layOut(columns, cells, terminal, { [flexible]: Math.max(NARROWEST, natural - excess) }));
}

function layOut<Row>(
  columns: readonly Column<Row>[],
  cells: readonly string[][],
  terminal: Terminal,
  widths: Readonly<Record<number, number>> = {},
): Table.Table {
  const { bold } = colorsOf(terminal);
  const table = new Table({
    chars: NO_LINES,
    head: columns.map((column) => bold(column.title)),
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: columns.map((_, i) => widths[i] ?? null),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...cells);
  return table;
}

function toText(table: Table.Table): string {
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
