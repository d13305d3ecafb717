import { decimalOf, decimalText, parseDecimal, quotientOf } from '../analysis/decimal.js';
import { type Cell, type DecimalMark, textOf, wholeNumber } from './cells.js';
import type { ColumnFacts } from './column-facts.js';
import type { AssignedColumn } from './column-roles.js';
import { readMoney } from './prices.js';

/** Words of one piece, and the letters that catalogs write for a hundred and a thousand. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ...'piece pieces pc pcs pce each ea e unit units stk stck stück stueck st'.split(' ').map((word) => [word, 1] as const),
  ['c', 100],
  ['m', 1000],
  ['k', 1000],
]);
/** `Pack of 100`: a package and its pieces. */
const PACKAGE =
  /^(?:(?:per|pro|je|for|für)\s)?(?:packs?|package|pkg|packung|reel|rolle?|bag|beutel|box|karton|tube|stange|tray|case|lot|strip)\s?(?:of|à|a|zu|mit|von|:)\s?(?=\d)/u;
const LONGEST = 30;

/** How many pieces a price is for: `100`, `per 1.000 Stk`, `each`, `C`, `Pack of 100`. Undefined for other texts. */
export function readPieces(cell: Cell, mark: DecimalMark): number | undefined {
  const text = textOf(cell).toLowerCase().replace(PACKAGE, '');
  const match = text.length > LONGEST ? null : /^(?:per|pro|je|für|for|\/)?\s*(\d[\d.,' ]*)?\s*([\p{L}]*)\.?$/u.exec(text);
  if (!match || (match[1] === undefined && match[2] === '')) return undefined;
  const ofWord = match[2] === '' ? 1 : WORDS.get(match[2]);
  if (match[1] === undefined || ofWord === undefined) return ofWord;
  const pieces = wholeNumber(match[1].trim(), mark);
  // `100 C` is no number of pieces.
  return pieces === undefined || pieces < 1 || (ofWord !== 1 && match[2] !== 'k') ? undefined : pieces * ofWord;
}

/** The price of one piece. @param value that of `pieces`, a plain decimal */
export function priceOfOne(value: string, pieces: number): string {
  const price = pieces === 1 ? undefined : parseDecimal(value);
  return price ? decimalText(quotientOf(price, decimalOf(pieces, 0))) : value;
}

/** How often the mean price of a hundred must be that of one piece to be another price than the one from a hundred on. */
const CLEARLY_MORE = 1.5;

/**
 * The columns such as `Price per 100` that have the prices of a hundred pieces, not those of one piece from a hundred on, and the
 * quantity from which they count. Alone a column has what it says. Beside other prices of the same offer and currency it does if more
 * pieces are dearer, since one piece is not.
 * @param markOf the decimal mark of a column
 */
export function columnsForPieces(
  columns: readonly AssignedColumn[],
  facts: readonly ColumnFacts[],
  markOf: (index: number) => DecimalMark,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const prices = columns.filter(({ as }) => as === 'offers.prices');
  for (const column of prices) {
    if (column.pieces === undefined) continue;
    const group = prices.filter((other) => isSameOffer(column, other)).sort(byLeast);
    const meanOf = ({ index }: AssignedColumn) => facts[index].mean((cell) => amountOf(cell, markOf(index)));
    if (group.length === 1) found.set(column.index, '1');
    else if (meanOf(group[group.length - 1]) > CLEARLY_MORE * meanOf(group[0])) found.set(column.index, column.pieces);
  }
  return found;
}

/**
 * The columns that have the number of pieces of the prices of their row, one of each offer: that of the map, else of those whose cells are
 * mostly such numbers the one with the most pieces. A column such as `UOM` may have other units as well.
 */
export function columnsOfPieces(
  columns: readonly AssignedColumn[],
  facts: readonly ColumnFacts[],
  markOf: (index: number) => DecimalMark,
): ReadonlySet<number> {
  const named = columns.filter(({ as }) => as === 'offers.prices.pieces');
  const offers = new Set(named.map(({ offer }) => offer));
  return new Set(
    [...offers].flatMap((offer) => {
      const ofOffer = named.filter((column) => column.offer === offer);
      return ofOffer.find(({ given }) => given)?.index ?? mostPieces(ofOffer, facts, markOf) ?? [];
    }),
  );
}

function mostPieces(
  named: readonly AssignedColumn[],
  facts: readonly ColumnFacts[],
  markOf: (index: number) => DecimalMark,
): number | undefined {
  let most = 0;
  let found: number | undefined;
  for (const { index } of named) {
    const read = (cell: Cell) => readPieces(cell, markOf(index));
    const mean = facts[index].mean(read);
    if (facts[index].share((cell) => read(cell) !== undefined, true) > 0.5 && mean > most) [most, found] = [mean, index];
  }
  return found;
}

function isSameOffer(a: AssignedColumn, b: AssignedColumn): boolean {
  return a.seller === b.seller && a.offer === b.offer && a.currency === b.currency;
}

/** Of columns from the same quantity on the ones that may be for several pieces come last. */
function byLeast(a: AssignedColumn, b: AssignedColumn): number {
  return leastOf(a) - leastOf(b) || Number(a.pieces !== undefined) - Number(b.pieces !== undefined);
}

function leastOf({ pieces, from }: AssignedColumn): number {
  return Number(pieces ?? from ?? 1);
}

function amountOf(cell: Cell, mark: DecimalMark): number | undefined {
  const money = readMoney(cell, mark);
  // A price of 0 is none.
  return Number(money?.value ?? 0) || undefined;
}
