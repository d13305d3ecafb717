import type { Row } from '../../import/header.js';
import type { BomHeader } from './bom-headings.js';

const HEADER: BomHeader = {
  headings: ['Part number', 'Quantity'],
  columns: ['mpn', 'quantity'],
  sellers: new Map(),
  inverted: new Set(),
  known: 2,
};

/** A number of pieces before or behind a part number. */
const BEFORE = /^(\d{1,9})\s*(?:x|×|pcs|pc)?[\s,;|]+(\S+)$/i;
const BEHIND = /^(\S+?)[\s,;|]+x?\s*(\d{1,9})\s*(?:x|×|pcs|pc)?$/i;
/** Both of digits alone. */
const NUMBERS = /^(\d{1,30})[\s,;|]+(\d{1,30})$/;
const ALONE = /^\S*\d\S*$/;

/**
 * The rows of a pasted text without headings, each of which has a part number and perhaps a quantity: `10 x NE555DR`, `NE555DR, 10`.
 * Undefined if a line has anything else.
 */
export function pastedRows(text: string): { header: BomHeader; rows: Row[] } | undefined {
  const rows: Row[] = [];
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    // A longer line is not a part number, and would take long.
    const cells = trimmed.length > 200 ? undefined : cellsOf(trimmed);
    if (!cells) return undefined;
    rows.push({ line: i + 1, cells });
  }
  return rows.length > 0 ? { header: HEADER, rows } : undefined;
}

function cellsOf(line: string): string[] | undefined {
  const numbers = NUMBERS.exec(line);
  // The longer one is the part number, else the first.
  if (numbers) return numbers[2].length > numbers[1].length ? [numbers[2], numbers[1]] : [numbers[1], numbers[2]];
  const before = BEFORE.exec(line);
  if (before) return [before[2], before[1]];
  const behind = BEHIND.exec(line);
  if (behind) return [behind[1], behind[2]];
  return ALONE.test(line) ? [line, ''] : undefined;
}
