import { textOf } from '../../import/cells.js';
import type { RawTable } from '../../import/formats/raw-table.js';
import { HEADER_ROWS, type Row } from '../../import/header.js';
import { plainName } from '../../import/heading-words.js';
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

/**
 * The table of a text whose columns are aligned by blanks, as the parts list of Eagle; undefined for others.
 * @param lines the text, each line of which is one cell
 */
export async function alignedTable(lines: RawTable, most: ListSize): Promise<RawTable | undefined> {
  const rows = await filledRows(lines, most);
  for (const [at, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const starts = startsIn(lineOf(row));
    const below = rows.slice(at + 1);
    if (!starts || below.length === 0 || !below.every((one) => isAligned(lineOf(one), starts))) continue;
    const { source } = lines;
    const cut = rows.slice(at).map((one) => ({ line: one.line, cells: cellsOf(lineOf(one), starts) }));
    return { source, rows: () => each(cut) };
  }
  return undefined;
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
  return headings.length > 1 && known.length > 1 ? headings.map(({ index }) => index) : undefined;
}

/** Whether no word of a line crosses the beginning of a column. */
function isAligned(line: string, starts: readonly number[]): boolean {
  return starts.every((start) => start === 0 || start >= line.length || line[start - 1] === ' ');
}

function cellsOf(line: string, starts: readonly number[]): string[] {
  return starts.map((start, i) => line.slice(i === 0 ? 0 : start, starts[i + 1]).trim());
}

async function* each(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, undefined> {
  yield rows;
}
