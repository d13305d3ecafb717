import { plainName } from '../import/heading-words.js';
import { isRowOfSeller, knownName, RANKS, type Role, rankOf } from './column-names.js';
import { contentOf, PART_HEADINGS } from './part-cells.js';

/** The columns that the user names, by heading or number from 1; false: do not use such a column. */
export interface ColumnOptions {
  readonly mpn?: string;
  readonly sku?: readonly string[];
  readonly brand?: string | false;
  readonly seller?: string | false;
  readonly qty?: string;
  readonly reference?: string;
  /** False if the first line is already a line of parts. */
  readonly header: boolean;
}

/** The columns of a table by their content, from 0. */
export interface Columns {
  readonly mpn?: number;
  /** Sellers' numbers, in the order in which they are tried. */
  readonly skus: readonly number[];
  readonly brand?: number;
  readonly seller?: number;
  readonly quantity?: number;
  readonly reference?: number;
}

/** The row of a table's headings, and the columns that they name. */
export interface Header {
  /** The row, from 0; -1 without headings. */
  readonly row: number;
  readonly columns: Columns;
  /** The number of columns with known headings. */
  readonly known: number;
}

/** Rows that are searched for the headings. */
export const HEADER_ROWS = 20;

type Cells = readonly string[];

/** A column that the caller names. */
export interface NamedColumn {
  readonly role: Exclude<Role, 'description'>;
  /** Its heading, or its number from 1. */
  readonly name: string;
}

/** What is wrong with the columns that the caller names, or why the columns of a table are not known. */
export type ColumnFault =
  /** Without headings a column is named by its number, and this name is not a number. */
  | { readonly code: 'not_a_number'; readonly column: NamedColumn }
  | { readonly code: 'out_of_range'; readonly column: NamedColumn; readonly width: number }
  /** Without headings a column of part numbers must be named. */
  | { readonly code: 'missing_number_column' }
  /** A named column is in none of the first lines; `headings` are those of the line that is most like headings. */
  | {
      readonly code: 'unknown_column';
      readonly column: NamedColumn;
      readonly line?: number;
      readonly headings: readonly string[];
    }
  | { readonly code: 'no_part_numbers'; readonly line: number; readonly headings: readonly string[] };

/** The columns of a table are not known. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError';

  constructor(readonly fault: ColumnFault) {
    super(`${fault.code}${'column' in fault ? `: ${fault.column.role} "${fault.column.name}"` : ''}`);
  }
}

/** The headings among the first rows of a table; undefined if none of them names a column of numbers. */
export function findHeader(rows: readonly Cells[], options: ColumnOptions): Header | undefined {
  const named = namedColumns(options);
  if (!options.header) return { row: -1, columns: numbered(named, rows), known: 0 };
  const isByNumber = named.some(({ role, name }) => isNumber(name) && (role === 'mpn' || role === 'sku'));
  const headers = rows.slice(0, HEADER_ROWS).map((cells, row) => {
    const below = (column: number) => rows.slice(row + 1).map((others) => others[column] ?? '');
    return named.length === 0 && isRowOfSeller(cells, below) ? undefined : headerIn(cells, row, named, options);
  });
  const known = headers.find((header) => header && hasNumbers(header.columns) && (!isByNumber || header.known > 0));
  // By numbers alone: unknown headings are those of the first line with enough columns.
  return (
    known ??
    partHeader(rows, headers) ??
    (isByNumber ? headers.find((header) => header && hasNumbers(header.columns)) : undefined)
  );
}

function hasNumbers({ mpn, skus }: Columns): boolean {
  return mpn !== undefined || skus.length > 0;
}

/** Headings with a `Part` or `Component` whose cells look like part numbers; such a column may also hold references or names. */
function partHeader(rows: readonly Cells[], headers: readonly (Header | undefined)[]): Header | undefined {
  for (const header of headers) {
    if (!header || hasNumbers(header.columns)) continue;
    const { row, columns, known } = header;
    const mpn = rows[row].findIndex((cell) => PART_HEADINGS.has(plainName(cell)));
    if (mpn < 0 || Object.values(columns).includes(mpn)) continue;
    const below = rows.slice(row + 1).map((cells) => cells[mpn] ?? '');
    if (contentOf(below) === 'mpn') return { row, columns: { ...columns, mpn }, known: known + 1 };
  }
  return undefined;
}

/** The columns that options name. */
export function namedColumns({ mpn, sku = [], brand, seller, qty, reference }: Omit<ColumnOptions, 'header'>): NamedColumn[] {
  const one = (role: NamedColumn['role'], name: string | false | undefined): NamedColumn[] =>
    typeof name === 'string' ? [{ role, name: name.trim() }] : [];
  return [
    ...one('mpn', mpn),
    ...sku.flatMap((name) => one('sku', name)),
    ...one('brand', brand),
    ...one('seller', seller),
    ...one('quantity', qty),
    ...one('reference', reference),
  ];
}

/** Whether the name of a column may be its number, from 1. */
export function isNumber(name: string): boolean {
  return /^[1-9]\d{0,4}$/.test(name);
}

/** The position of a named column: as written, else ignoring case and punctuation, else by its number. */
function positionOf(name: string, cells: Cells): number | undefined {
  const written = cells.findIndex((cell) => cell.trim() === name);
  if (written >= 0) return written;
  const plain = plainName(name);
  const alike = plain === '' ? -1 : cells.findIndex((cell) => plainName(cell) === plain);
  if (alike >= 0) return alike;
  return isNumber(name) && Number(name) <= cells.length ? Number(name) - 1 : undefined;
}

/** The columns that the cells name if they are headings; undefined if a named column is not among them. */
function headerIn(cells: Cells, row: number, named: readonly NamedColumn[], options: ColumnOptions): Header | undefined {
  const roles = new Map<number, Role>();
  for (const { role, name } of named) {
    const position = positionOf(name, cells);
    if (position === undefined) return undefined;
    roles.set(position, role);
  }
  const known = cells.filter((cell) => knownName(cell) !== undefined).length;
  const given = new Set<Role>(named.map(({ role }) => role));
  if (options.brand === false) given.add('brand');
  if (options.seller === false) given.add('seller');
  for (const rank of RANKS) {
    cells.forEach((cell, i) => {
      const name = knownName(cell);
      if (!name || rankOf(name) !== rank || roles.has(i) || given.has(name.role)) return;
      if (name.role !== 'sku' && [...roles.values()].includes(name.role)) return;
      roles.set(i, name.role);
    });
  }
  return { row, columns: columnsOf(roles), known };
}

function columnsOf(roles: ReadonlyMap<number, Role>): Columns {
  const positions = (role: Role) => [...roles].filter(([, other]) => other === role).map(([position]) => position);
  const one = (role: Role) => positions(role)[0];
  return {
    mpn: one('mpn'),
    skus: positions('sku'),
    brand: one('brand'),
    seller: one('seller'),
    quantity: one('quantity'),
    reference: one('reference'),
  } as Columns;
}

/** The columns of a table without headings. @throws ColumnError if the caller did not give their numbers */
function numbered(named: readonly NamedColumn[], rows: readonly Cells[]): Columns {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  for (const column of named) {
    if (!isNumber(column.name)) throw new ColumnError({ code: 'not_a_number', column });
    if (Number(column.name) > width) throw new ColumnError({ code: 'out_of_range', column, width });
  }
  const columns = columnsOf(new Map(named.map(({ role, name }) => [Number(name) - 1, role])));
  if (!hasNumbers(columns)) throw new ColumnError({ code: 'missing_number_column' });
  return columns;
}

/** Why a table has no header. */
export function noHeader(rows: readonly Cells[], options: ColumnOptions): ColumnError {
  const first = rows.slice(0, HEADER_ROWS);
  const row = likelyHeader(first);
  const headings = (first[row] ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  const column = namedColumns(options).find(({ name }) => first.every((cells) => positionOf(name, cells) === undefined));
  const place = { line: row + 1, headings };
  return new ColumnError(column ? { code: 'unknown_column', column, ...place } : { code: 'no_part_numbers', ...place });
}

/** The row that is most like headings: most known names, then most cells. */
function likelyHeader(rows: readonly Cells[]): number {
  let best = 0;
  let most = -1;
  rows.forEach((cells, i) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    const score = cells.filter((cell) => knownName(cell)).length * 1000 + Math.min(filled, 999);
    if (score > most) [best, most] = [i, score];
  });
  return best;
}
