import { type NamedBytes, namedBytes, type TableInput } from '../../import/formats/bytes.js';
import { openTables } from '../../import/formats/open.js';
import type { RawTable } from '../../import/formats/raw-table.js';
import { HEADER_ROWS } from '../../import/header.js';
import { fileMark, markOfTexts } from '../../import/infer-marks.js';
import { MemberReader } from '../../model/check-arguments.js';
import { UnreadableTableError } from '../../model/errors.js';
import { withoutIssues } from '../../model/issues.js';
import { Pauses } from '../../work/pauses.js';
import { alignedTable, NO_DELIMITER } from './aligned.js';
import { bomHeader, placedHeader } from './bom-headings.js';
import { type BomMap, type CheckedBomMap, checkBomMap } from './bom-map.js';
import { BomReader, type DecimalComma } from './bom-reader.js';
import { cellText, LOOKED_AT, textsOf } from './column-texts.js';
import { filledRows, type ListSize } from './filled-rows.js';
import type { FoundBom, ReadBom } from './found-bom.js';
import { pastedRows } from './pasted.js';
import { type HeadingsAt, isTable, tableAt } from './second-table.js';

/** Options of `readBom`. */
export interface ReadBomOptions {
  /** How the table is read; what it leaves out is inferred. */
  map?: BomMap | undefined;
}

/** Rows that show whether a table has headings, and what is below them. */
const SHOWN = HEADER_ROWS + LOOKED_AT;
/** Rows that are read before it is time to look at the clock. */
const AT_ONCE = 16;

/** A number, perhaps with a currency or a unit: no part number, and no value. */
const NUMBER = /^(?:[$€£]\s?)?\d[\d.,' ]{0,30}(?:\s?(?:[$€£]|EUR|USD|pcs?|Stk|Stück)\.?)?$/u;

/** Most bytes of a list in text, unpacked: a quarter of a gigabyte. */
const MOST_BYTES = 1 << 28;
/** Memory holds a list. A sheet of a workbook has at most as many rows. */
const MOST: ListSize = { rows: 1 << 20, cells: 1 << 23 };

/** Most tables, one below the other. */
const MOST_TABLES = 1000;

const DELIMITERS = [';', '\t', ',', '|'];

/**
 * Reads a parts list: CSV and other text with delimiters in any encoding, XLSX, JSON objects; plain, gzip or zip. The headings of KiCad,
 * Altium, EasyEDA, Eagle and of spreadsheets are known; of a workbook the first sheet with such headings is read.
 * @param source as `readTable` takes it, or a text that was pasted: without headings, a part number and a quantity on each line
 * @throws UnreadableTableError for a file that is damaged, or has no heading of a column of part numbers or values; ValidationError for an
 * invalid source or map
 */
export async function readBom(source: TableInput | string, options: ReadBomOptions = {}): Promise<ReadBom> {
  const checked = withoutIssues(Object(options).map, (issues) => {
    const members = MemberReader.of(options, ['options'], ['map'] satisfies (keyof ReadBomOptions)[], issues);
    const map = issues.collect(() => checkBomMap(members.value('map')));
    return { input: issues.collect(() => inputOf(source)), map };
  });
  const { list } = await readInput(checked.input as NamedBytes, checked.map as CheckedBomMap, pastedText(source));
  return list;
}

/** A list, and what separates its cells if it is a text. */
export interface ListAndForm {
  readonly list: ReadBom;
  readonly delimiter: string | undefined;
}

/** The same with a map that was checked. */
export async function readWith(source: TableInput | string, map: CheckedBomMap): Promise<ListAndForm> {
  return readInput(inputOf(source), map, pastedText(source));
}

function pastedText(source: TableInput | string): string | undefined {
  return typeof source === 'string' ? source : undefined;
}

/** @throws ValidationError for a source that is neither a file nor a text */
function inputOf(source: TableInput | string): NamedBytes {
  return namedBytes(typeof source === 'string' ? { name: 'pasted text', data: new TextEncoder().encode(source) } : source);
}

async function readInput(input: NamedBytes, map: CheckedBomMap, text: string | undefined): Promise<ListAndForm> {
  const pauses = new Pauses();
  const found = await openBom(input, map, text, pauses);
  const { rows } = found;
  let header = found.header;
  let reader = new BomReader(found, map, decimalCommaOf(found));
  const readers = [reader];
  for (let i = 0; i < rows.length; i++) {
    if (i % AT_ONCE === 0) await pauses.pause();
    const next = found.hasHeadingsRow ? tableAt(rows, i, header, map) : undefined;
    if (!next) {
      reader.read(rows[i]);
      continue;
    }
    if (readers.length === MOST_TABLES) throw tooManyTables(found.source, rows[i].line);
    reader.end(rows.slice(i, next.at), rows[i].line);
    header = next.header;
    const below: FoundBom = { ...found, header, rows: rows.slice(next.at + 1, next.at + 1 + LOOKED_AT), notes: [], others: [] };
    reader = new BomReader(below, map, decimalCommaOf(below), reader.referenceCount);
    readers.push(reader);
    i = next.at;
  }
  const results = readers.map((one) => one.result());
  const list = { lines: results.flatMap(({ lines }) => lines), report: results.flatMap(({ report }) => report) };
  return { list, delimiter: found.delimiter };
}

function tooManyTables(source: string, line: number): UnreadableTableError {
  return new UnreadableTableError(source, `it has over ${MOST_TABLES} tables; a parts list has fewer`, line);
}

/**
 * Whether numbers have decimal commas: what the quantities show decides, else what all other numbers show, else a semicolon between the
 * cells. Source: questions and tables, E8.
 */
function decimalCommaOf({ header, rows, delimiter }: FoundBom): DecimalComma {
  const textsIn = textsOf(rows);
  const marks = header.headings.map((_, column) => markOfTexts(textsIn(column), numbersOf));
  const own = marks[header.columns.indexOf('quantity')] ?? 'unknown';
  if (own !== 'unknown') return own === ',' ? 'shown' : 'no';
  if (fileMark(marks, undefined) === ',') return 'shown';
  return fileMark(marks, delimiter) === ',' ? 'likely' : 'no';
}

/** The text of a cell that is a number. */
function numbersOf(text: string): string[] {
  return NUMBER.test(text) ? [text] : [];
}

async function openBom(input: NamedBytes, map: CheckedBomMap, text: string | undefined, pauses: Pauses): Promise<FoundBom> {
  const tables = await openTables(input, map.table, MOST_BYTES);
  let found: FoundBom | undefined;
  const others: string[] = [];
  for (const table of tables) {
    const one: FoundBom | undefined = found ? undefined : await findIn(table, input, map, pauses);
    if (one) found = one;
    else if (table.sheet !== undefined) others.push(table.sheet);
  }
  found ??= tables.length === 1 ? await alignedIn(tables[0], input, map, pauses) : undefined;
  const pasted = !found && text !== undefined && map.header === undefined ? pastedRows(text) : undefined;
  if (pasted) return { source: input.name, sheet: undefined, ...pasted, others };
  if (!found) throw noHeadings(input.name, map);
  return { ...found, others };
}

/** The headings of a text whose columns are aligned by blanks. */
async function alignedIn(table: RawTable, input: NamedBytes, map: CheckedBomMap, pauses: Pauses): Promise<FoundBom | undefined> {
  if (table.delimiter === undefined || map.table.delimiter !== undefined || map.header !== undefined || map.isHeadless)
    return undefined;
  const [lines] = await openTables(input, { ...map.table, delimiter: NO_DELIMITER }, MOST_BYTES);
  const aligned = await alignedTable(lines, MOST, pauses);
  return aligned && headerOf(aligned, map, pauses);
}

function noHeadings(name: string, { header }: CheckedBomMap): UnreadableTableError {
  const where = header === undefined ? `its first ${HEADER_ROWS} lines have no` : `line ${header} is missing or has no`;
  const advice = 'name it MPN, "Manufacturer Part Number" or Value, or say in a map which column it is';
  return new UnreadableTableError(name, `${where} heading of a column of part numbers or values; ${advice}`);
}

/** The headings of the first table, with the delimiter that gives most of them. */
async function findIn(table: RawTable, input: NamedBytes, map: CheckedBomMap, pauses: Pauses): Promise<FoundBom | undefined> {
  if (table.delimiter === undefined || map.table.delimiter !== undefined || table.sheet !== undefined)
    return headerOf(table, map, pauses);
  let best = { table, known: (await headerOf(table, map, pauses, SHOWN))?.header.known ?? 0 };
  for (const delimiter of DELIMITERS) {
    if (delimiter === table.delimiter) continue;
    await pauses.pause();
    const [other] = await openTables(input, { ...map.table, delimiter }, MOST_BYTES);
    const found = await headerOf(other, map, pauses, SHOWN).catch(() => undefined);
    if (found && found.header.known > best.known) best = { table: other, known: found.header.known };
  }
  if (best.table === table) return headerOf(table, map, pauses);
  return headerOf(best.table, map, pauses).catch((error: unknown) => {
    // Its first rows alone were looked at.
    if (error instanceof UnreadableTableError) return headerOf(table, map, pauses);
    throw error;
  });
}

/** @param most rows that are read; the first ones show which columns the table has */
async function headerOf(table: RawTable, map: CheckedBomMap, pauses: Pauses, most = Infinity): Promise<FoundBom | undefined> {
  const rows = await filledRows(table, MOST, most);
  const { source, sheet, notes, delimiter } = table;
  const place = { source, sheet, others: [], notes, delimiter };
  if (table.headings) {
    const header = bomHeader(table.headings, map, textsOf(rows));
    return header && { ...place, header, rows };
  }
  if (map.isHeadless) {
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    return { ...place, header: placedHeader(width, map), rows };
  }
  let best: HeadingsAt | undefined;
  for (let at = 0; at < rows.length && at < HEADER_ROWS; at++) {
    await pauses.pause();
    if (map.header !== undefined && rows[at].line !== map.header) continue;
    const header = bomHeader(rows[at].cells.map(cellText), map, textsOf(rows, at + 1));
    // One cell with a known word may be a title; a list of part numbers alone has one heading.
    if (!header || header.known <= (best?.header.known ?? 0)) continue;
    if (best && isTable(best, rows, at, map)) break;
    best = { header, at };
  }
  return best && { ...place, hasHeadingsRow: true, header: best.header, rows: rows.slice(best.at + 1) };
}
