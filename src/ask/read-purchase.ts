import { comparisonBefore, comparisonBehind, joinerEnd, type Operator, rangeStart } from './comparisons.js';
import type { CheapestReading, MostStockReading, PiecesReading, PriceReading, SellerReading, StockReading } from './lexical.js';
import { type Money, moneyAt, moneyRangeAt, plainAmountAt } from './money.js';
import { phrasesOf, type WordRun } from './word-run.js';

const STOCK = phrasesOf(
  'in stock, instock, in-stock, on stock, op voorraad, with stock, stocked, available, availability, available now, immediately available, auf lager, ab lager, lieferbar, verfügbar, en stock, disponible, disponibles, 现货, 有货',
);
/** What a number may be compared with. */
const STOCK_AMOUNT = phrasesOf(
  'in stock, instock, in-stock, stock, stock level, qty in stock, quantity, qty, available, auf lager, en stock',
);
const PIECES = phrasesOf('pcs, pc, pieces, piece, units, stück, stk, unidades, pièces');
/** Stands before the pieces that are wanted. */
const QUANTITY_OF = phrasesOf('qty, quantity, menge, cantidad, quantité');
/** Stands between a price and its quantity. */
const AT = phrasesOf('at, ab, bei, à');
const CHEAPEST = phrasesOf(
  'cheapest, cheap, lowest price, lowest cost, best price, cheapest first, least expensive, by price, sort by price, sorted by price, order by price, günstigste, günstigster, günstigstes, günstigsten, günstig, billigste, billigster, billigstes, billigsten, billig, más barato, barato, baratos, moins cher, le moins cher, 最便宜, 便宜',
);
/** The order by stock. */
const BY_STOCK = phrasesOf(
  'most stock, highest stock, largest stock, biggest stock, highest inventory, by stock, sort by stock, sorted by stock, order by stock, größter bestand, höchster bestand, größter lagerbestand, nach bestand, mayor stock, plus grand stock',
);
/** The same before words for stock, which stay a wish. */
const MOST = phrasesOf('most, highest, largest, biggest, am meisten');
const BEFORE_PRICE = phrasesOf(
  'price, priced, price at, unit price, cost, costs, costing, for, at, preis, kostet, für, precio, prix, pour, por, para',
);
const NAMES_PRICE = phrasesOf('price, priced, unit price, cost, costs, costing, preis, kostet, precio, prix');
const BEHIND_PRICE = phrasesOf('each, ea, a piece, per piece, per unit, per pc, apiece, pro stück, je stück, cada uno, pièce');
const CHEAPER = phrasesOf('cheaper than, for less than, for under, billiger als, günstiger als, más barato que, moins cher que');
const SELLER = phrasesOf(
  'from, at, by, sold by, buy from, buy at, bought from, order from, seller, distributor, supplier, vendor, von, bei, de, chez, via',
);
/** Most words of a seller's name that a question has. */
const LONGEST_SELLER = 4;
const INTEGER = /^\d{1,9}$|^\d{1,6}k$/iu;
const QUANTITY = /^[1-9]\d{0,8}$/u;
const INTEGER_OR_MORE = /^(\d{1,9}|\d{1,6}k)\+?$/iu;

/** The prices that begin at a place: `under $0.05`, `between 10 and 20 cents`, `price < 0.1`, `$1`, `100 pcs under $1`. */
export function pricesAt(run: WordRun, i: number): PriceReading[] {
  const before = quantityAt(run, i);
  const from = before?.to ?? i;
  const start = run.phraseEnd(from, BEFORE_PRICE);
  const isNamed = run.phraseEnd(from, NAMES_PRICE) > from;
  const priced = priceFrom(run, start, isNamed);
  if (!priced) return [];
  const behind = run.phraseEnd(priced.to, BEHIND_PRICE);
  const { to, pieces } = before ? { to: behind, pieces: before.pieces } : quantityBehind(run, behind);
  return run.isRun(i, to) ? [{ kind: 'price', from: i, ...priced, to, pieces }] : [];
}

/** `100 pcs`. */
function quantityAt(run: WordRun, i: number): { readonly to: number; readonly pieces: string } | undefined {
  const pieces = run.at(i)?.text ?? '';
  const to = QUANTITY.test(pieces) ? run.phraseEnd(i + 1, PIECES) : i;
  return to > i + 1 ? { to, pieces } : undefined;
}

/** The pieces that are wanted, at a place: `100 pcs`, `at least 100 pcs`, `ab 100 Stück`, `qty 100`. */
export function piecesAt(run: WordRun, i: number): PiecesReading[] {
  const number = run.phraseEnd(i, QUANTITY_OF);
  const pieces = run.at(number)?.text ?? '';
  if (number > i && QUANTITY.test(pieces) && run.isRun(i, number + 1)) {
    return [{ kind: 'pieces', from: i, to: run.phraseEnd(number + 1, PIECES), pieces }];
  }
  const from = comparisonBefore(run, i)?.to ?? run.phraseEnd(i, AT);
  const quantity = quantityAt(run, from);
  return quantity && run.isRun(i, quantity.to) ? [{ kind: 'pieces', from: i, ...quantity }] : [];
}

/** The quantity of a price that ends at a place: `at 100 pcs`. */
function quantityBehind(run: WordRun, i: number): { readonly to: number; readonly pieces: string | null } {
  const at = run.phraseEnd(i, AT);
  return (at > i ? quantityAt(run, at) : undefined) ?? { to: i, pieces: null };
}

type Ends = Omit<PriceReading, 'kind' | 'from' | 'pieces'>;

function priceFrom(run: WordRun, i: number, isNamed: boolean): Ends | undefined {
  const range = priceRange(run, i);
  if (range) return range;
  const cheaper = run.phraseEnd(i, CHEAPER);
  const before = cheaper > i ? ({ operator: '<', to: cheaper } as const) : comparisonBefore(run, i);
  if (before) {
    const money = moneyAt(run, before.to) ?? (isNamed ? plainAmountAt(run, before.to) : undefined);
    return money && ends(money, before.operator, money.to);
  }
  const money = moneyAt(run, i);
  if (!money) return undefined;
  const behind = comparisonBehind(run, money.to);
  return behind ? ends(money, behind.operator, behind.to) : ends(money, '<=', money.to);
}

function ends({ amount, currency }: Money, operator: Operator, to: number): Ends {
  const isMin = operator.startsWith('>');
  const isExcluded = operator.length === 1;
  return {
    to,
    min: isMin ? amount : null,
    max: isMin ? null : amount,
    isMinExcluded: isMin && isExcluded,
    isMaxExcluded: !isMin && isExcluded,
    currency,
  };
}

/** `between $1 and $2`, `10 to 20 cents`: one of both names the currency. */
function priceRange(run: WordRun, i: number): Ends | undefined {
  const inOne = moneyRangeAt(run, i);
  if (inOne) return between(inOne[0], inOne[1]);
  const { from, isBetween } = rangeStart(run, i);
  const marked = moneyAt(run, from);
  const joiner = marked?.to ?? from + 1;
  const joined = joinerEnd(run, joiner, isBetween);
  if (joined === joiner) return undefined;
  const second = moneyAt(run, joined) ?? (marked && plainAmountAt(run, joined, marked.isCent));
  const first = marked ?? (second && plainAmountAt(run, from, second.isCent));
  return first && second && between(first, second);
}

function between(first: Money, { to, amount, currency }: Money): Ends | undefined {
  if (Number(first.amount) > Number(amount)) return undefined;
  const known = first.currency ?? currency;
  return { to, min: first.amount, max: amount, isMinExcluded: false, isMaxExcluded: false, currency: known };
}

/** Stock, the orders by price and by stock, and sellers that begin at a place. */
export function purchasesAt(run: WordRun, i: number): (StockReading | CheapestReading | MostStockReading | SellerReading)[] {
  const readings: (StockReading | CheapestReading | MostStockReading | SellerReading)[] = [];
  const stock = run.phraseEnd(i, STOCK);
  if (stock > i) readings.push({ kind: 'stock', from: i, to: stock, least: null });
  const amount = amountInStock(run, i) ?? stockOfAmount(run, i) ?? amountBehindStock(run, i);
  if (amount && run.isRun(i, amount.to)) readings.push({ kind: 'stock', from: i, ...amount });
  const cheapest = run.phraseEnd(i, CHEAPEST);
  if (cheapest > i) {
    const quantity = quantityBehind(run, cheapest);
    const isRun = run.isRun(i, quantity.to);
    readings.push({ kind: 'cheapest', from: i, ...(isRun ? quantity : { to: cheapest, pieces: null }) });
  }
  const most = run.phraseEnd(i, MOST);
  const byStock = most > i && run.phraseEnd(most, STOCK) > most ? most : run.phraseEnd(i, BY_STOCK);
  if (byStock > i) readings.push({ kind: 'most stock', from: i, to: byStock });
  readings.push(...sellersAt(run, i));
  return readings;
}

interface Amount {
  readonly to: number;
  readonly least: string;
}

/** `at least 100 in stock`, `100 pcs in stock`, `100+ in stock`. A bare number is a package or a value: `0603 in stock`. */
function amountInStock(run: WordRun, i: number): Amount | undefined {
  const before = comparisonBefore(run, i);
  const from = before?.to ?? i;
  const text = run.at(from)?.text ?? '';
  const match = INTEGER_OR_MORE.exec(text);
  if (!match) return undefined;
  const pieces = run.phraseEnd(from + 1, PIECES);
  if (!before && pieces === from + 1 && !text.endsWith('+')) return undefined;
  const to = run.phraseEnd(pieces, STOCK);
  return to > pieces ? leastOf(match[1], before?.operator ?? '>=', to) : undefined;
}

/** `stock > 100`, `in stock at least 100 pcs`. */
function stockOfAmount(run: WordRun, i: number): Amount | undefined {
  const start = run.phraseEnd(i, STOCK_AMOUNT);
  const compared = start > i ? comparisonBefore(run, start) : undefined;
  const match = compared && INTEGER.exec(run.at(compared.to)?.text ?? '');
  if (!match) return undefined;
  return leastOf(match[0], compared.operator, run.phraseEnd(compared.to + 1, PIECES));
}

/** `in stock 1000 pcs`, `in stock 10k+`. */
function amountBehindStock(run: WordRun, i: number): Amount | undefined {
  const at = run.phraseEnd(i, STOCK);
  const text = run.at(at)?.text ?? '';
  const match = at > i ? INTEGER_OR_MORE.exec(text) : null;
  const to = match ? run.phraseEnd(at + 1, PIECES) : at;
  return match && (to > at + 1 || text.endsWith('+')) ? leastOf(match[1], '>=', to) : undefined;
}

/** Nobody asks for a small stock: an upper end is no reading. */
function leastOf(digits: string, operator: Operator, to: number): Amount | undefined {
  if (operator.startsWith('<')) return undefined;
  const least = /k$/i.test(digits) ? Number(digits.slice(0, -1)) * 1000 : Number(digits);
  return { to, least: String(least + (operator === '>' ? 1 : 0)) };
}

/** `from Mouser`: one reading for each number of words that a name may have, the longest first. */
function sellersAt(run: WordRun, i: number): SellerReading[] {
  const readings: SellerReading[] = [];
  const nameFrom = run.phraseEnd(i, SELLER);
  if (nameFrom === i || comparisonBefore(run, i)) return readings;
  for (let to = nameFrom + 1; to <= nameFrom + LONGEST_SELLER && run.isRun(i, to); to++) {
    const { kind } = run.at(to - 1) ?? {};
    if (kind !== 'word' && kind !== 'connecting') break;
    readings.unshift({ kind: 'seller', from: i, to, nameFrom });
  }
  return readings;
}
