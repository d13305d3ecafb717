import { type Cell, type DecimalMark, markOfCell, numberOf, textOf, wholeCount, wholeNumber } from './cells.js';

/** What a stock or a quantity means, and whether the text says more than the number. */
export interface ReadCount {
  readonly count: number;
  /** Whether the number is only a bound: `1000+`, `>1000`. */
  readonly isBound?: true;
}

/** Codes of `in_stock_quantity`: docs/semantics.md, "Documents". */
const NON_STOCKED = -1;
const SOME = -2;
const UNKNOWN = -3;
const ON_REQUEST = -4;

const STATES: ReadonlyMap<string, number> = new Map(
  (
    [
      [SOME, 'in stock|instock|available|yes|ja|auf lager|lagernd|lieferbar|en stock|ships today'],
      [
        0,
        'out of stock|outofstock|no stock|not in stock|none|no|nein|sold out|unavailable|not available|nicht auf lager|nicht lagernd|nicht lieferbar|ausverkauft|0 on order',
      ],
      [
        ON_REQUEST,
        'on order|on request|backorder|back order|backordered|auf anfrage|auf bestellung|call|rfq|request quote|contact us',
      ],
      [NON_STOCKED, 'non-stocked|non stocked|nonstocked|not stocked|non-stock|factory order'],
      [UNKNOWN, 'unknown|unbekannt|?'],
    ] as const
  ).flatMap(([code, texts]) => texts.split('|').map((text) => [text, code] as const)),
);

/** Words around a number that do not change it. */
const BEFORE = /^(?:in stock|stock|available|qty|quantity|auf lager|bestand|lager)\s*[:=]?\s*/u;
const BEHIND =
  /\s*(?:in stock|available|can ship immediately|ships today|-\s*immediate|pieces|pcs\.?|pc|ea|each|units?|stk\.?|stück|st\.|auf lager|verfügbar|on hand)$/u;
const LONGEST = 60;

/** Reads a stock: `1,234`, `1234+`, `In Stock: 1,234`, `Out of stock`. Undefined for other texts. */
export function readStock(cell: Cell, mark: DecimalMark): ReadCount | undefined {
  const code = numberOf(cell) ?? Number(/^-[1-4]$/.exec(textOf(cell))?.[0] ?? 0);
  if (Number.isInteger(code) && code >= ON_REQUEST && code < 0) return { count: code };
  const text = textOf(cell).toLowerCase();
  if (text.length > LONGEST) return undefined;
  const state = STATES.get(text.replace(/[.!]$/, ''));
  return state === undefined ? readCount(cell, mark) : { count: state };
}

/** Reads a number of pieces: `1,234`, `10 pcs`, `1000+`. */
export function readCount(cell: Cell, columnMark: DecimalMark): ReadCount | undefined {
  const read = typeof cell === 'number' ? undefined : countIn(textOf(cell).toLowerCase(), markOfCell(cell, columnMark));
  const number = numberOf(cell);
  return read ?? (number !== undefined && Number.isSafeInteger(number) && number >= 0 ? { count: number } : undefined);
}

/** `10-99`, `10 to 99 pcs`. */
const RANGE = /^(\d[\d.,' ]{0,14}?)\s*(?:[-–~]|to|bis)\s*(\d.{0,30})$/u;

/** Reads the quantity from which a price counts; of a range that is its lower end. */
export function readLeast(cell: Cell, mark: DecimalMark): ReadCount | undefined {
  const [, lower, upper] = (typeof cell === 'string' && RANGE.exec(cell.trim())) || [];
  if (lower === undefined) return readCount(cell, mark);
  const [least, most] = [readCount(lower, mark), readCount(upper, mark)];
  return least && most && least.count <= most.count ? least : undefined;
}

/** Reads a least quantity of an order; before a backslash, where LCSC has the multiple of it behind: `100\\50`. */
export function readLeastOrder(cell: Cell, mark: DecimalMark): ReadCount | undefined {
  const [, least] = (typeof cell === 'string' && /^\s*(\d[\d.,]{0,14})\s*\\\s*\d[\d.,]{0,14}\s*$/.exec(cell)) || [];
  return readCount(least ?? cell, mark);
}

function countIn(text: string, mark: DecimalMark): ReadCount | undefined {
  if (text.length > LONGEST) return undefined;
  const direct = wholeCount(text, mark) ?? wholePart(text, mark);
  if (direct !== undefined) return { count: direct };
  const inner = text.replace(BEFORE, '').replace(BEHIND, '');
  const isBound = /^(?:>=?|≥|over |more than |über )\s*/u.test(inner) || inner.endsWith('+');
  const bare = inner.replace(/^(?:>=?|≥|over |more than |über )\s*/u, '').replace(/\s*\+$/, '');
  const count = wholeCount(bare, mark);
  return count === undefined ? undefined : { count, ...(isBound && { isBound: true as const }) };
}

/** `1200.00` in a column whose mark is a point. */
function wholePart(text: string, mark: DecimalMark): number | undefined {
  const match = mark === ',' ? /^([\d.]+),0+$/.exec(text) : mark === '.' ? /^([\d,]+)\.0+$/.exec(text) : null;
  return match ? wholeNumber(match[1], mark) : undefined;
}

const PERIODS: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/^(?:d|days?|tage?n?|jours?|d[ií]as?)$/u, 1],
  [/^(?:w|wk|wks|weeks?|wo|wochen?|semaines?|semanas?)$/u, 7],
];

function daysOf(word: string | undefined): number | undefined {
  return word === undefined ? undefined : PERIODS.find(([pattern]) => pattern.test(word))?.[1];
}

/**
 * Days of a lead time: `8 weeks`, `14 days`; a number alone is in the unit, `d` or `wk`. Of a range, as `12-14 weeks`, the longer one.
 * Undefined for other texts.
 */
export function readLeadDays(cell: Cell, mark: DecimalMark, unit: string | undefined): number | undefined {
  const match = /^(?:(\d{1,4})\s?(?:[-–]|to|bis)\s?)?([\d.,]{1,12})\s*([\p{L}]{0,8})\.?$/u.exec(textOf(cell).toLowerCase());
  const whole = match ? wholeNumber(match[2], markOfCell(cell, mark)) : undefined;
  const count = whole !== undefined && Number(match?.[1] ?? 0) <= whole ? whole : undefined;
  const days = daysOf(match?.[3] || unit);
  if (typeof cell === 'object' && (count === undefined || days === undefined)) return readLeadDays(cell.number, mark, unit);
  return count === undefined || days === undefined ? undefined : count * days;
}
