import { textOf } from '../../import/cells.js';
import type { RawTable } from '../../import/formats/raw-table.js';
import { HEADER_ROWS, type Row } from '../../import/header.js';
import { plainName } from '../../import/heading-words.js';
import type { Pauses } from '../../work/pauses.js';
import { knownName } from '../column-names.js';
import { isListHeading } from './bom-headings.js';
import type { ListSize } from './filled-rows.js';
import { filledRows } from './filled-rows.js';

/** A separator that no text has: with it each line is one cell. */
export const NO_DELIMITER = '\u001f';
/** A heading, of words with one blank between them. */
const HEADING = /\S+(?: \S+)*/gu;
/** Longer lines are not headings. */
const LONGEST = 1000;
/** Most columns of such a list: each is compared with every line. */
const MOST_COLUMNS = 100;
/** Lines between two pauses. */
const LINES = 1024;

/**
 * The table of a text whose columns are aligned by blanks, as the parts list of Eagle; undefined for others.
 * @param lines the text, each line of which is one cell
 */
export async function alignedTable(lines: RawTable, most: ListSize, pauses: Pauses): Promise<RawTable | undefined> {
  const rows = await filledRows(lines, most);
  // Something is below the headings.
  for (let at = 0; at < Math.min(HEADER_ROWS, rows.length - 1); at++) {
    const starts = startsIn(lineOf(rows[at]));
    if (starts && (await areAligned(rows, at + 1, starts, pauses)))
      return { source: lines.source, rows: () => cut(rows, at, starts) };
  }
  return undefined;
}

/** Whether no word of the rows from one on crosses the beginning of a column. */
async function areAligned(rows: readonly Row[], from: number, starts: readonly number[], pauses: Pauses): Promise<boolean> {
  for (let i = from; i < rows.length; i++) {
    if (!isAligned(lineOf(rows[i]), starts)) return false;
    if (i % LINES === 0) await pauses.pause();
  }
  return true;
}

/** The text of a row of one cell, with the blanks before it. */
function lineOf({ cells }: Row): string {
  const [cell] = cells;
  return typeof cell === 'string' ? cell : textOf(cell);
}

/** Where the columns begin, if a line is one of headings, of which two are known. */
function startsIn(line: string): number[] | undefined {
  if (line.length > LONGEST) return undefined;
  const headings = [...line.matchAll(HEADING)];
  const known = headings.filter(({ 0: heading }) => knownName(heading) !== undefined || isListHeading(plainName(heading)));
  return headings.length <= MOST_COLUMNS && known.length > 1 ? headings.map(({ index }) => index) : undefined;
}

/** Whether no word of a line crosses the beginning of a column. */
function isAligned(line: string, starts: readonly number[]): boolean {
  return starts.every((start) => start === 0 || start >= line.length || line[start - 1] === ' ');
}

function cellsOf(line: string, starts: readonly number[]): string[] {
  return starts.map((start, i) => line.slice(i === 0 ? 0 : start, starts[i + 1]).trim());
}

/** The rows from one on, with a cell for each column. */
async function* cut(
  rows: readonly Row[],
  from: number,
  starts: readonly number[],
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let i = from; i < rows.length; i += LINES)
    yield rows.slice(i, i + LINES).map((row) => ({ line: row.line, cells: cellsOf(lineOf(row), starts) }));
}
