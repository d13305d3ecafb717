import { CommandError } from '../cli/failure.js';
import { knownName, plainName, type Role } from './column-names.js';

/** Which columns the user names, by heading or number from 1; false: such a column is not to be used. */
export interface ColumnOptions {
  readonly mpn?: string;
  readonly sku?: readonly string[];
  readonly brand?: string | false;
  readonly seller?: string | false;
  readonly qty?: string;
  readonly reference?: string;
  /** False where the first line is one of parts. */
  readonly header: boolean;
}

/** The columns of a table by what they hold, from 0. */
export interface Columns {
  readonly mpn?: number;
  /** Sellers' numbers, the one that is asked first first. */
  readonly skus: readonly number[];
  readonly brand?: number;
  readonly seller?: number;
  readonly quantity?: number;
  readonly reference?: number;
}

/** Where the headings of a table are, and which columns they name. */
export interface Header {
  /** Which row, from 0; -1 where there is none. */
  readonly row: number;
  readonly columns: Columns;
  /** Columns whose headings say what they hold. */
  readonly known: number;
}

/** Rows among which the headings are looked for. */
export const HEADER_ROWS = 20;

type Cells = readonly string[];

/** A column that an option names. */
interface Asked {
  readonly role: Exclude<Role, 'description'>;
  readonly option: string;
  readonly name: string;
}

/** The headings among the first rows of a table; undefined where none of them names a column of numbers. */
export function findHeader(rows: readonly Cells[], options: ColumnOptions): Header | undefined {
  const asked = askedColumns(options);
  if (!options.header) return { row: -1, columns: numbered(asked, rows), known: 0 };
  const isByNumber = asked.some(({ role, name }) => isNumber(name) && (role === 'mpn' || role === 'sku'));
  const headers = rows.slice(0, HEADER_ROWS).map((cells, row) => headerIn(cells, row, asked, options));
  const named = headers.find((header) => header && hasNumbers(header.columns) && (!isByNumber || header.known > 0));
  // By numbers alone: headings that nobody knows are those of the first line with so many columns.
  return (
    named ??
    partHeader(rows, headers) ??
    (isByNumber ? headers.find((header) => header && hasNumbers(header.columns)) : undefined)
  );
}

function hasNumbers({ mpn, skus }: Columns): boolean {
  return mpn !== undefined || skus.length > 0;
}

/** Headings with a `Part` whose cells look like part numbers; under that heading there may as well be references or names. */
function partHeader(rows: readonly Cells[], headers: readonly (Header | undefined)[]): Header | undefined {
  for (const header of headers) {
    if (!header || hasNumbers(header.columns)) continue;
    const { row, columns, known } = header;
    const mpn = rows[row].findIndex((cell) => plainName(cell) === 'part');
    if (mpn < 0 || Object.values(columns).includes(mpn)) continue;
    const below = rows.slice(row + 1).map((cells) => (cells[mpn] ?? '').trim());
    const filled = below.filter((cell) => cell !== '');
    if (filled.filter(isLikePartNumber).length * 2 > filled.length)
      return { row, columns: { ...columns, mpn }, known: known + 1 };
  }
  return undefined;
}

/** Long for a reference, no list or range of them, no words, and not without a digit. */
function isLikePartNumber(text: string): boolean {
  return /^[^\s,;]{5,}$/.test(text) && /\d/.test(text) && !/^[a-z]{1,3}\d{1,4}-[a-z]{0,3}\d{1,4}$/i.test(text);
}

function askedColumns({ mpn, sku = [], brand, seller, qty, reference }: ColumnOptions): Asked[] {
  const one = (role: Asked['role'], option: string, name: string | false | undefined): Asked[] =>
    typeof name === 'string' ? [{ role, option, name: name.trim() }] : [];
  return [
    ...one('mpn', '--mpn', mpn),
    ...sku.flatMap((name) => one('sku', '--sku', name)),
    ...one('brand', '--brand', brand),
    ...one('seller', '--seller', seller),
    ...one('quantity', '--qty', qty),
    ...one('reference', '--reference', reference),
  ];
}

function isNumber(name: string): boolean {
  return /^[1-9]\d{0,4}$/.test(name);
}

/** The position of a named column: as written, else but for case and punctuation, else by its number. */
function positionOf(name: string, cells: Cells): number | undefined {
  const written = cells.findIndex((cell) => cell.trim() === name);
  if (written >= 0) return written;
  const plain = plainName(name);
  const alike = plain === '' ? -1 : cells.findIndex((cell) => plainName(cell) === plain);
  if (alike >= 0) return alike;
  return isNumber(name) && Number(name) <= cells.length ? Number(name) - 1 : undefined;
}

/** What the cells name if they are headings; undefined where a column that is asked for is not among them. */
function headerIn(cells: Cells, row: number, asked: readonly Asked[], options: ColumnOptions): Header | undefined {
  const roles = new Map<number, Role>();
  for (const { role, name } of asked) {
    const position = positionOf(name, cells);
    if (position === undefined) return undefined;
    roles.set(position, role);
  }
  const known = cells.filter((cell) => knownName(cell) !== undefined).length;
  const given = new Set<Role>(asked.map(({ role }) => role));
  if (options.brand === false) given.add('brand');
  if (options.seller === false) given.add('seller');
  for (const vague of [false, true]) {
    cells.forEach((cell, i) => {
      const name = knownName(cell);
      if (!name || name.isVague !== vague || roles.has(i) || given.has(name.role)) return;
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

/** The columns of a table without headings. @throws CommandError where no numbers say which they are */
function numbered(asked: readonly Asked[], rows: readonly Cells[]): Columns {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  for (const { option, name } of asked) {
    if (!isNumber(name)) throw new CommandError(`${option} "${name}": without headings columns are named by numbers, from 1`);
    if (Number(name) > width) throw new CommandError(`${option} ${name}: the first lines have ${width} columns`);
  }
  const columns = columnsOf(new Map(asked.map(({ role, name }) => [Number(name) - 1, role])));
  if (!hasNumbers(columns))
    throw new CommandError('--no-header needs --mpn or --sku with the number of a column, such as --mpn 2');
  return columns;
}

/** Why there is no header: what the table seems to have, and what would be right. */
export function noHeader(name: string, rows: readonly Cells[], options: ColumnOptions): CommandError {
  const first = rows.slice(0, HEADER_ROWS);
  const row = likelyHeader(first);
  const headings = (first[row] ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  const there = `line ${row + 1} has ${headings.map((heading) => `"${shortened(heading)}"`).join(', ')}`;
  const missing = askedColumns(options).find((asked) => first.every((cells) => positionOf(asked.name, cells) === undefined));
  if (missing) return new CommandError(`${missing.option} "${missing.name}": "${name}" has no such column; ${there}`);
  return new CommandError(
    `"${name}" has no column of part numbers in its first ${HEADER_ROWS} lines; ${there}. ` +
      'Say which one it is with --mpn or --sku and its heading or number, or head it MPN or SKU; ' +
      'where there are no headings, --no-header --mpn 1',
  );
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

const LONGEST_HEADING = 40;

function shortened(text: string): string {
  return text.length > LONGEST_HEADING ? `${text.slice(0, LONGEST_HEADING)}…` : text;
}
