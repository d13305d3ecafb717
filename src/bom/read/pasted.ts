import type { Row } from '../../import/header.js';
import type { BomHeader } from './bom-headings.js';

const HEADER: BomHeader = {
  headings: ['Part number', 'Quantity'],
  columns: ['mpn', 'quantity'],
  sellers: new Map(),
  inverted: new Set(),
  known: 2,
};

/** A number of pieces, perhaps with marks of thousands: `1,000`. */
const PIECES = '(?<quantity>[1-9]\\d{0,2}(?:(?:,\\d{3}){1,2}|(?:\\.\\d{3}){1,2})|\\d{1,9})';
/** A number of pieces before or behind a part number, and what separates them. */
const BEFORE = new RegExp(`^${PIECES}\\s*(?:x|×|pcs|pc)?(?<between>[\\s,;|]+)(?<part>\\S+)$`, 'i');
const BEHIND = new RegExp(`^(?<part>\\S+?)(?<between>[\\s,;|]+)x?\\s*${PIECES}\\s*(?:x|×|pcs|pc)?$`, 'i');
/** A number with a mark of thousands, which is no part number. */
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
/** Both of digits alone. */
const NUMBERS = /^(\d{1,30})[\s,;|]+(\d{1,30})$/;
const ALONE = /^[^\s,;|]*\d[^\s,;|]*$/;
/** A size such as `0603`, not a number of pieces. */
const LEADING_ZERO = /^0\d/;
/** What separates cells. Order codes may end in a comma and three digits: `74HC595D,118`. */
const SEPARATOR = /[;|]|,(?!\d{3}$)/;

/**
 * The rows of a pasted text without headings, each of which has a part number and perhaps a quantity: `10 x NE555DR`, `NE555DR, 10`.
 * Undefined if a line has anything else.
 */
export function pastedRows(text: string): { header: BomHeader; rows: Row[]; delimiter: string | undefined } | undefined {
  const rows: Row[] = [];
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    const trimmed = line.trim();
    if (trimmed === '') continue;
    // A longer line is not a part number, and would take long.
    const cells = trimmed.length > 200 ? undefined : cellsOf(trimmed);
    if (!cells) return undefined;
    rows.push({ line: number, cells });
  }
  // It says which mark a thousand has.
  const delimiter = text.includes(';') ? ';' : undefined;
  return rows.length > 0 ? { header: HEADER, rows, delimiter } : undefined;
}

/** The lines of a text one after the other: a list of them would have many blank ones. */
function* linesOf(given: string): Generator<string, void, undefined> {
  const text = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given;
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length + 1 : end + 1;
  }
}

/** A part number and its quantity, perhaps blank; undefined if a line has anything else: `R1,10k,0603`. */
function cellsOf(given: string): string[] | undefined {
  const line = given.replace(/[\s,;|]+$/, '');
  const numbers = NUMBERS.exec(line);
  // The longer one is the part number, else the first.
  if (numbers) {
    const [part, quantity] = numbers[2].length > numbers[1].length ? [numbers[2], numbers[1]] : [numbers[1], numbers[2]];
    return LEADING_ZERO.test(quantity) ? undefined : [part, quantity];
  }
  const before = BEFORE.exec(line);
  const counted = before?.groups && !GROUPED.test(before.groups.part) ? before : BEHIND.exec(line);
  if (!counted?.groups) return ALONE.test(line) ? [line, ''] : undefined;
  const { part, between, quantity } = counted.groups;
  const hasCommas = (between === ',' && part.includes(',')) || (between.includes(',') && quantity.includes(','));
  const isSeveral = hasCommas || SEPARATOR.test(part) || GROUPED.test(part);
  return isSeveral || LEADING_ZERO.test(quantity) ? undefined : [part, quantity];
}
