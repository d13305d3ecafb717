import { type Cell, isBlank, textOf } from '../../import/cells.js';
import type { Row } from '../../import/header.js';
import { plainName } from '../../import/heading-words.js';
import { knownName } from '../column-names.js';
import { type BomHeader, bomHeader, isListHeading } from './bom-headings.js';
import type { CheckedBomMap } from './bom-map.js';
import { cellText, repeats, textsOf } from './column-texts.js';

/** Longer cells are not headings. */
const LONGEST = 60;
/** Titles above further headings. */
const MOST_TITLES = 3;

/** The headings of a table, and their row. */
export interface HeadingsAt {
  readonly header: BomHeader;
  readonly at: number;
}

/** How many cells of a row are filled, and how many of those are headings. */
function countHeadings(cells: readonly Cell[], map: CheckedBomMap): { filled: number; known: number } {
  let [filled, known] = [0, 0];
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    filled++;
    if (typeof cell === 'string' && isHeading(cell.trim(), map)) known++;
    else if ((filled - known) * 2 > cells.length) break;
  }
  return { filled, known };
}

/** A label such as `Date:` has its value beside it, not below. */
function isHeading(text: string, map: CheckedBomMap): boolean {
  if (map.columns.has(text)) return true;
  // Most cells of parts have digits, so that their names need not be looked up.
  if (text.length > LONGEST || /\d|:$/.test(text)) return false;
  return knownName(text) !== undefined || isListHeading(plainName(text));
}

function isHeadingsRow(cells: readonly Cell[], map: CheckedBomMap): boolean {
  const { filled, known } = countHeadings(cells, map);
  return known >= 2 && known * 2 >= filled;
}

/**
 * Whether headings have rows with parts below them, before a row that has more headings: then the latter are those of a second table.
 * Otherwise the former may be a title, a group, or a fact such as `Part number: X-1`.
 */
export function isTable({ header, at }: HeadingsAt, rows: readonly Row[], end: number, map: CheckedBomMap): boolean {
  const { filled, known } = countHeadings(rows[at].cells, map);
  if (known < filled && (known < 2 || known * 2 < filled)) return false;
  const isClear = known >= 2 && known * 2 > filled;
  return rows.slice(at + 1, end).some(({ cells }) => {
    const named = cells.filter((cell, i) => isOfParts(header, i) && !isBlank(cell)).map(textOf);
    const isFull = isClear && cells.filter((cell, i) => header.columns[i] !== undefined && !isBlank(cell)).length >= 2;
    return named.some((text) => !isHeading(text, map) && (isFull || (/\d/.test(text) && !/\s/.test(text))));
  });
}

function isOfParts({ columns }: BomHeader, column: number): boolean {
  return columns[column] === 'mpn' || columns[column] === 'sku' || columns[column] === 'value';
}

/** A row with nothing but words in a column of part numbers or values. */
function isTitle(header: BomHeader, cells: readonly Cell[]): boolean {
  if (header.headings.length < 2) return false;
  const filled = cells.flatMap((cell, i) => (isBlank(cell) ? [] : [i]));
  return filled.length === 1 && isOfParts(header, filled[0]) && /^\D*$|\s/.test(textOf(cells[filled[0]]));
}

/** The headings of a second table that begins with a row, which they may be or a title above them; undefined if none begins there. */
export function tableAt(rows: readonly Row[], row: number, above: BomHeader, map: CheckedBomMap): HeadingsAt | undefined {
  let at = row;
  while (at < row + MOST_TITLES && at < rows.length && isTitle(above, rows[at].cells)) at++;
  if (at === rows.length || !isHeadingsRow(rows[at].cells, map) || repeats(above.headings, rows[at].cells)) return undefined;
  const header = bomHeader(rows[at].cells.map(cellText), map, textsOf(rows, at + 1));
  return header && header.known >= 2 ? { header, at } : undefined;
}
