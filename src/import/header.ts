import { type Cell, isBlank, textOf } from './cells.js';
import { DistinctNames } from './distinct-names.js';
import type { HeadingMeaning } from './heading-meaning.js';
import { plainName } from './heading-words.js';
import { knownHeading } from './headings.js';
import { withNumberedOffers } from './numbered-offers.js';
import { withYears } from './price-years.js';
import type { CheckedMap } from './table-map.js';

/** A row of a table, and the line where it begins. */
export interface Row {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** The last column of each merged cell by its first, from 0; only where a workbook has merged cells in the row. */
  readonly spans?: ReadonlyMap<number, number>;
}

/** The headings of a table. */
export interface TableHeader {
  /** One for each column; several columns with the same heading are told apart by a number: `Heading 2`. */
  readonly headings: readonly string[];
  /** What each says by itself, before a map. */
  readonly meanings: readonly (HeadingMeaning | undefined)[];
  /** The cells of the row as they stand, so that a row that repeats them is recognised. */
  readonly cells: readonly string[];
  /** The number of the first rows up to the last one of the headings. */
  readonly rows: number;
  /** What a person should know of how they are read. */
  readonly notes: readonly string[];
}

/** First rows of a table in which its headings are looked for. */
export const HEADER_ROWS = 100;
/** Longer cells are not compared with headings. */
const LONGEST_HEADING = 100;

/** How well a row fits as headings: 3 to 1 if a column of part numbers is in it, 0 if none is. */
function certaintyOf(row: Row, map: CheckedMap): number {
  let best = 0;
  let filled = 0;
  for (const cell of row.cells) {
    if (isBlank(cell) || typeof cell !== 'string') continue;
    filled++;
    const heading = cell.trim();
    const mapped = map.columns.get(heading);
    const certainty = mapped ? (mapped.as === 'mpn' ? 4 : 0) : (knownHeading(heading)?.certainty ?? 0);
    best = Math.max(best, certainty);
  }
  // A word such as "Name" or "Item" alone is no row of headings.
  return best === 1 && filled < 2 ? 0 : best;
}

/** The headings among the first rows; undefined if no row names a column of part numbers. */
export function findHeader(rows: readonly Row[], map: CheckedMap): TableHeader | undefined {
  if (map.header !== undefined) {
    const at = rows.findIndex(({ line }) => line === map.header);
    return at < 0 ? undefined : headerAt(rows, at, map);
  }
  const certainties = rows.map((row) => certaintyOf(row, map));
  for (const least of [2, 1]) {
    const at = certainties.findIndex((certainty) => certainty >= least);
    if (at >= 0) return headerAt(rows, at, map);
  }
  return undefined;
}

/** The cells among the first rows that are headings of a map but for case and punctuation. */
export function headingsLike(names: readonly string[], rows: readonly Row[]): string[] {
  const plain = new Set(names.map(plainName));
  const texts = rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string' && cell.length <= LONGEST_HEADING));
  return names.length === 0 ? [] : texts.map((text) => textOf(text)).filter((text) => text !== '' && plain.has(plainName(text)));
}

function headerAt(rows: readonly Row[], at: number, map: CheckedMap): TableHeader {
  const own = rows[at].cells.map((cell) => (isBlank(cell) ? '' : textOf(cell).replace(/\s+/gu, ' ')));
  const below = rows[at + 1] && membersBelow(own, rows[at].spans, rows[at + 1]);
  if (below) return headerOf(below.own, below.groups, own, at + 2, map);
  const above = at > 0 ? rows[at - 1] : undefined;
  // Blank cells at the end of the row may be missing.
  const width = Math.min(filled(above?.cells), filled(rows[at + 1]?.cells));
  const wide = own.concat(Array.from({ length: Math.max(0, width - own.length) }, () => ''));
  const groups = above ? groupsAbove(above, wide) : [];
  return headerOf(groups.length > 0 ? wide : own, groups, own, at + 1, map);
}

function headerOf(
  own: readonly string[],
  groups: readonly string[],
  cells: readonly string[],
  rows: number,
  map: CheckedMap,
): TableHeader {
  const meanings: (HeadingMeaning | undefined)[] = [];
  const headings = own.map((heading, i) => {
    const group = groups[i] ?? '';
    // A heading that is merged with the cell below stands in both.
    const isOne = group === '' || heading === '' || group.toLowerCase() === heading.toLowerCase();
    const whole = isOne ? heading || group : `${group} ${heading}`;
    const alone = knownHeading(heading);
    const together = whole === heading ? undefined : knownHeading(whole);
    meanings.push(together ?? alone);
    return map.columns.has(heading) && !map.columns.has(whole) ? heading : whole;
  });
  const names = distinct(headings);
  const settled = withYears(names, withNumberedOffers(names, meanings), (heading) => map.columns.has(heading));
  return { headings: names, ...settled, cells, rows };
}

/** The names of columns, of which later ones with the same name have a number. */
function distinct(headings: readonly string[]): string[] {
  const names = new DistinctNames(' ');
  return headings.map((heading, i) => {
    const name = heading === '' ? `Column ${i + 1}` : heading;
    return names.distinct(name, name.toLowerCase());
  });
}

/** The number of cells up to the last one that has a value. */
function filled(cells: readonly Cell[] = []): number {
  return cells.findLastIndex((cell) => !isBlank(cell)) + 1;
}

/** The groups above headings, each spread over the blank cells behind it; empty if the row above is no such row. */
function groupsAbove({ cells, spans }: Row, own: readonly string[]): string[] {
  const { length: width } = own;
  const texts = Array.from({ length: width }, (_, i) => (isBlank(cells[i]) ? '' : textOf(cells[i] ?? '')));
  const places = texts.flatMap((text, i) => (text === '' ? [] : [i]));
  const isTitle = places.length === 0 || (places[0] === 0 && places.length === 1) || filled(cells) > width + 1;
  // The headings that the row below lacks.
  const isRest = own.some((heading) => heading === '') && texts.every((text, i) => (text === '') === (own[i] !== ''));
  if (!isTitle && isRest) return texts;
  // A line of facts above the table, such as `Date:  2024-01-01`, has no gaps that a merged cell would leave.
  const hasGap = places.some((place, i) => place > 0 && (places[i + 1] ?? width) - place > 1);
  if (isTitle || !hasGap || texts.some((text) => /:$/.test(text))) return [];
  return spread(texts, spans);
}

/** Each text, and over the blank ones behind it: as far as its cell reaches, if the row says so. */
function spread(texts: readonly string[], spans: Row['spans']): string[] {
  let group = '';
  let last = 0;
  return texts.map((text, i) => {
    if (text !== '') {
      group = text;
      last = spans ? (spans.get(i) ?? i) : texts.length;
    }
    return i <= last ? group : '';
  });
}

/** Headings in two rows, where the first has the part number and groups, and the second the members of the groups. */
function membersBelow(
  own: readonly string[],
  spans: Row['spans'],
  { cells }: Row,
): { own: string[]; groups: string[] } | undefined {
  // A heading that is merged with the cell below stands in both.
  const members = own.map((heading, i) => {
    const text = isBlank(cells[i]) ? '' : textOf(cells[i] ?? '');
    return text === heading ? '' : text;
  });
  const gaps = own.flatMap((heading, i) => (heading === '' ? [i] : []));
  const isRow = gaps.length > 0 && gaps.every((i) => members[i] !== '');
  // Every member stands under a gap, or under the group that the gap continues.
  const fits = members.every((member, i) => member === '' || own[i] === '' || (i + 1 < own.length && own[i + 1] === ''));
  if (!isRow || !fits || cells.length > own.length) return undefined;
  const groups = spread(own, spans).map((group, i) => (members[i] === '' ? '' : group));
  return { own: own.map((heading, i) => members[i] || heading), groups };
}
