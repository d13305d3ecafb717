import Table from 'cli-table3';
import { printable } from './format.js';
import { colorsOf, type Output } from './terminal.js';

/** A column of a table on the terminal. */
export interface Column<Row> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Truncated first if the terminal is too narrow; at most one column of a table. */
  readonly flexible?: boolean;
  text(row: Row): string;
  /** Styles the text of a cell. */
  style?(text: string, row: Row): string;
}

/** Least width of a truncated column; columns of numbers are not truncated, since a number without its end is another number. */
const NARROWEST = 8;
const GAP = 2;

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
  middle: ' '.repeat(GAP),
} as const;

/** The rows as text, in columns that fit the terminal. If no column has a title, there is no line of titles. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string {
  return tableLines(columns, rows, output).join('\n');
}

/** The lines of a table: the titles, if there are any, then one for each row. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string[] {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))));
  const widths = output.isTTY ? narrow(columns, naturalWidths(columns, cells), output.columns) : columns.map(() => null);
  const { bold } = colorsOf(output);
  const titles = columns.map((column) => (column.title === '' ? '' : bold(column.title)));
  const styled = cells.map((row, i) => row.map((text, j) => columns[j].style?.(text, rows[i]) ?? text));
  const lines = layOut(columns, titles, styled, widths).map((line) => line.trimEnd());
  return titles.some((title) => title !== '') ? lines : lines.slice(1);
}

/** Width of a table without truncation. */
export function tableWidth<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))));
  return naturalWidths(columns, cells).reduce((sum, width) => sum + GAP + width, columns.length > 0 ? -GAP : 0);
}

/** Width of a text on the terminal, on which some characters take two cells. */
export function textWidth(text: string): number {
  if (text === '') return 0;
  const [title] = layOut([{ title: '', text: () => text }], [''], [[printable(text)]], [null]);
  return title?.length ?? 0;
}

/** Columns of lines that are already styled, with their widths and gaps. */
export function joinBeside(columns: readonly (readonly string[])[], width: number, gap: number): string[] {
  const height = Math.max(...columns.map((lines) => lines.length));
  const cells = Array.from({ length: height }, (_, i) => columns.map((lines) => lines[i] ?? ''));
  const widths = columns.map((_, i) => (i < columns.length - 1 ? width + gap - GAP : width));
  const untitled: Column<never>[] = columns.map(() => ({ title: '', text: () => '' }));
  const [, ...lines] = layOut(
    untitled,
    columns.map(() => ''),
    cells,
    widths,
  );
  return lines.map((line) => line.trimEnd());
}

function naturalWidths<Row>(columns: readonly Column<Row>[], cells: readonly string[][]): number[] {
  return columns.map((column, i) => {
    const [title] = layOut(
      [column],
      [column.title],
      cells.map((row) => [row[i]]),
      [null],
    );
    return title?.length ?? 0;
  });
}

/** The widths of columns that must be truncated; null for the others. */
function narrow<Row>(columns: readonly Column<Row>[], natural: readonly number[], available: number): (number | null)[] {
  let excess = natural.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1) - available;
  const widths: (number | null)[] = columns.map(() => null);
  const widestFirst = columns
    .map((_, i) => i)
    .filter((i) => columns[i].align !== 'right')
    .sort((a, b) => Number(columns[b].flexible ?? false) - Number(columns[a].flexible ?? false) || natural[b] - natural[a]);
  for (const i of widestFirst) {
    if (excess <= 0 || natural[i] <= NARROWEST) continue;
    const width = Math.max(NARROWEST, natural[i] - excess);
    excess -= natural[i] - width;
    widths[i] = width;
  }
  return widths;
}

/** The line of titles is padded with blanks alone, so its length is the width if titles have no styles. */
function layOut<Row>(
  columns: readonly Column<Row>[],
  titles: readonly string[],
  cells: readonly string[][],
  widths: readonly (number | null)[],
): string[] {
  const table = new Table({
    chars: NO_LINES,
    head: [...titles],
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: [...widths],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...cells);
  return table.toString().split('\n');
}
