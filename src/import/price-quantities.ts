import type { HeadingMeaning } from './heading-meaning.js';
import type { ColumnMap } from './table-map.js';

/** A column of quantities. */
interface QuantityColumn {
  /** That of the price column it belongs to; empty for one that belongs to the prices without a number. */
  readonly number: string;
  /**
   * - `certain`: a quantity from which a price counts: `Qty 2`, `Break Qty`, `ab Menge`;
   * - `doubtful`: it may as well be the price: `Price Break`;
   * - `plain`: any quantity: `Qty`.
   */
  readonly kind: 'certain' | 'doubtful' | 'plain';
}

const words = (text: string) => new Set(text.split(' '));

const PRICES = words('price preis prix precio');
const NOUNS = words('qty quantity menge anzahl stück stk pcs pieces quantité quantite qté qte cantidad');
const BREAKS = words(
  'break breaks tier staffel staffelmenge mengenstaffel abnahmemenge palier paliers breakqty breakquantity qtybreak quantitybreak pricebreak pricebreakqty pricebreakquantity priceqty',
);
const STARTS = words('ab from von desde à partir de');
/** Words of numbered quantities besides these; without a number they mean a minimum order quantity. */
const MINIMUMS = words('moq min');

const LONGEST = 60;

/** The words of a heading, also of `BreakQty`. */
function wordsOf(text: string): string[] {
  const split = text.normalize('NFC').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
  return split
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** The column of quantities that a heading names: `Qty 2`, `Price Break 2`, `Break Qty`, `@ qty`, `Menge`. */
function quantityColumnOf(heading: string): QuantityColumn | undefined {
  const text = heading.trim().replace(/^@\s*/, '');
  const match = text.length > LONGEST ? null : /^([\p{L}\p{M}\s_./()[\]-]+?)[\s_#.]*(\d{0,2})$/u.exec(text);
  if (!match) return undefined;
  const named = wordsOf(match[1]);
  const hasNumber = match[2] !== '';
  const isKnown = (word: string) =>
    [PRICES, NOUNS, BREAKS, STARTS].some((set) => set.has(word)) || (hasNumber && MINIMUMS.has(word));
  const isPrice = (word: string) => PRICES.has(word);
  if (named.length === 0 || !named.every(isKnown) || named.every(isPrice)) return undefined;
  const hasNoun = named.some((word) => NOUNS.has(word));
  if (hasNumber) {
    return { number: String(Number(match[2])), kind: named.some(isPrice) && !hasNoun ? 'doubtful' : 'certain' };
  }
  const hasBreak = named.some((word) => BREAKS.has(word));
  if (isPrice(named[named.length - 1]) || !(hasNoun || hasBreak)) return undefined;
  if (named.some(isPrice) && !hasNoun) return { number: '', kind: 'doubtful' };
  return { number: '', kind: named.every((word) => NOUNS.has(word)) && !heading.includes('@') ? 'plain' : 'certain' };
}

/** Whether a heading is that of any quantity: `Qty`. */
export function isPlainQuantity(heading: string): boolean {
  return quantityColumnOf(heading)?.kind === 'plain';
}

/** Which columns are quantities of prices, and the heading of the quantity of each price. */
export interface PriceQuantities {
  readonly quantities: ReadonlySet<number>;
  readonly prices: ReadonlyMap<number, string>;
}

/**
 * Columns `Qty 1`, `Price 1`, `Qty 2`, `Price 2`, and `Break Qty`, `Price` in tables with a row for each price.
 * @param given what a map says of each column
 * @param isPerPrice whether the table has a row for each price, so that any quantity beside the price is that from which it counts
 */
export function priceQuantities(
  headings: readonly string[],
  meanings: readonly (HeadingMeaning | undefined)[],
  given: readonly (ColumnMap | undefined)[],
  isPerPrice: boolean,
): PriceQuantities {
  const quantities = new Set<number>();
  const prices = new Map<number, string>();
  const named = headings.map((heading, i) => (given[i] || isOther(meanings[i]) ? undefined : quantityColumnOf(heading)));
  const isPrice = (at: number, number: string) =>
    !given[at] &&
    !prices.has(at) &&
    !quantities.has(at) &&
    meanings[at]?.as === 'offers.prices' &&
    String(meanings[at]?.from ?? meanings[at]?.offer ?? '') === number;
  const placesOf = (test: (at: number) => boolean) => headings.flatMap((_, at) => (test(at) ? [at] : []));
  // What is certainly a quantity comes first: beside `Qty 1`, `Price Break 1` is the price.
  for (const kind of ['certain', 'doubtful', ...(isPerPrice ? ['plain'] : [])]) {
    named.forEach((column, i) => {
      if (column?.kind !== kind || prices.has(i)) return;
      const fits = (at: number) => at !== i && isPrice(at, column.number);
      let found = placesOf((at) => named[at] === undefined && fits(at));
      if (found.length === 0 && kind !== 'doubtful') found = placesOf((at) => named[at]?.kind === 'doubtful' && fits(at));
      if (found.length === 0) return;
      quantities.add(i);
      for (const at of column.number === '' ? found : found.slice(0, 1)) prices.set(at, headings[i]);
    });
  }
  return { quantities, prices };
}

/** Whether a heading means something else than a price or a spec. */
function isOther(meaning: HeadingMeaning | undefined): boolean {
  return meaning !== undefined && meaning.as !== 'offers.prices' && meaning.as !== 'specs';
}
