import { Decimal as DefaultDecimal } from 'decimal.js';
import { priceSteps } from '../analysis/offer-price.js';
import type { NumberText, Offer, Part } from '../partdex.js';
import { IN_STOCK, STOCK_CODES, UNKNOWN_STOCK } from './stock-codes.js';

/** Twice the most digits of a number in a document, so that products are exact. */
const Decimal = DefaultDecimal.clone({ precision: 5000, toExpNeg: -9e15, toExpPos: 9e15 });

const NUMBER = /^\s*[+-]?\d+(?:\.\d*)?(?:e[+-]?\d{1,4})?\s*$/i;

/** Codes of offers without a known stock, the best first. */
const CODES = [IN_STOCK, 0, -4, -1, UNKNOWN_STOCK];

/** The currencies of a part's prices. */
export function currenciesOf({ offers }: Part): string[] {
  const priced = (offers ?? []).flatMap(({ prices }) => Object.entries(prices ?? {}).filter(([, breaks]) => breaks.length > 0));
  return [...new Set(priced.map(([currency]) => currency))];
}

/** The largest stock of a part. */
export interface BestStock {
  /** A quantity or the meaning of a code: `250`, `in stock`, `on request`. */
  readonly text: string;
  readonly quantity: number;
  readonly seller: string;
}

export function bestStockOf({ offers }: Part): BestStock | undefined {
  let best: { quantity: number; offer: Offer } | undefined;
  for (const offer of offers ?? []) {
    const quantity = numberOf(offer.in_stock_quantity)?.toNumber();
    if (quantity === undefined || (quantity <= 0 && !CODES.includes(quantity))) continue;
    if (best === undefined || isMore(quantity, best.quantity)) best = { quantity, offer };
  }
  if (!best) return undefined;
  const { quantity, offer } = best;
  return { quantity, text: STOCK_CODES.get(quantity) ?? String(quantity), seller: offer.seller?.name ?? '' };
}

function isMore(quantity: number, other: number): boolean {
  if (quantity > 0 || other > 0) return quantity > other;
  return CODES.indexOf(quantity) < CODES.indexOf(other);
}

/** The price of a part at a quantity. */
export interface UnitPrice {
  /** An exact decimal without an exponent. */
  readonly price: string;
  readonly seller: string;
  /** Price times the pieces that must be ordered, exact; only if the quantity reaches the offer's minimum. */
  readonly total?: string;
  /** Why the price may not be available, in words; empty if it is. */
  readonly remark: string;
}

/** An offer at the pieces that must be ordered for the requested quantity. */
interface Bid {
  readonly price: DefaultDecimal;
  readonly offer: Offer;
  readonly bought: DefaultDecimal;
  readonly multiple: DefaultDecimal;
  /** Pieces in stock; undefined if unknown. */
  readonly stock: DefaultDecimal | undefined;
  /** 0: sold in that quantity and in stock; 1: not in stock; 2, 3: likewise, but sold only in larger quantities. */
  readonly rank: number;
}

/**
 * The lowest unit price in a currency: among offers that sell the quantity and have it in stock, else among those that sell it,
 * else among all offers at their minimum quantity. Pieces are rounded up to the offer's `order_multiple`.
 * @param quantity pieces; if undefined, the price is that of one piece and there is no total
 */
export function unitPriceOf({ offers }: Part, quantity: number | undefined, currency: string): UnitPrice | undefined {
  const wanted = new Decimal(Math.max(1, quantity ?? 1));
  const bids = (offers ?? []).flatMap((offer) => bidOf(offer, wanted, currency) ?? []);
  if (bids.length === 0) return undefined;
  const best = bids.reduce((a, b) => (b.rank < a.rank || (b.rank === a.rank && b.price.lt(a.price)) ? b : a));
  const { price, offer, bought, rank } = best;
  const pieces = quantity === 0 || bought.eq(wanted) ? quantity : bought;
  return {
    price: price.toFixed(),
    seller: offer.seller?.name ?? '',
    ...(rank < 2 && pieces !== undefined && quantity !== undefined && { total: price.times(pieces).toFixed() }),
    remark: remarkOn(best, wanted, bids, offers ?? []),
  };
}

function remarkOn(
  { rank, bought, multiple }: Bid,
  wanted: DefaultDecimal,
  bids: readonly Bid[],
  offers: readonly Offer[],
): string {
  if (rank >= 2) return `sold from ${bought} on${rank === 3 ? ', which are not in stock' : ''}`;
  const rounded = bought.eq(wanted) ? [] : [`${bought} must be ordered, in multiples of ${multiple}`];
  // Another offer may have enough, but sell more at a time, or in another currency.
  const isElsewhere = offers.some(({ in_stock_quantity }) => numberOf(in_stock_quantity)?.gte(bought));
  const where = isElsewhere ? ' at sellers of that quantity' : '';
  const short = rank === 1 ? [`${largestStockOf(bids)} in stock${where}, ${bought} needed`] : [];
  return [...short, ...rounded].join('; ');
}

/** The largest known stock among offers that sell the quantity, none of which has enough: `only 19`, `none`. */
function largestStockOf(bids: readonly Bid[]): string {
  const known = bids.flatMap(({ rank, stock }) => (rank === 1 && stock?.gte(0) ? [stock] : []));
  if (known.length === 0) return 'none known';
  const largest = Decimal.max(...known);
  return largest.isZero() ? 'none' : `only ${largest}`;
}

function bidOf(offer: Offer, wanted: DefaultDecimal, currency: string): Bid | undefined {
  const breaks = priceSteps(offer, currency);
  if (breaks.length === 0) return undefined;
  const multiple = multipleOf(offer);
  const least = Decimal.max(breaks[0].quantity, numberOf(offer.moq) ?? 0);
  const isSold = least.lte(wanted);
  const bought = roundedUp(Decimal.max(least, wanted), multiple);
  const { price } = breaks.findLast(({ quantity }) => quantity.lte(bought)) ?? breaks[0];
  const stock = numberOf(offer.in_stock_quantity);
  const isThere = stock !== undefined && (stock.gte(bought) || stock.eq(IN_STOCK));
  return { price, offer, bought, multiple, stock, rank: (isSold ? 0 : 2) + (isThere ? 0 : 1) };
}

/** A list may count in metres or litres: without a multiple, a quantity stays as it is. */
function roundedUp(quantity: DefaultDecimal, multiple: DefaultDecimal): DefaultDecimal {
  return multiple.eq(1) ? quantity : quantity.div(multiple).ceil().times(multiple);
}

/** Pieces that must be ordered together; 1 if the offer has no whole number above 0. */
function multipleOf({ order_multiple }: Offer): DefaultDecimal {
  const multiple = numberOf(order_multiple);
  return multiple?.isInteger() && multiple.gt(0) ? multiple : new Decimal(1);
}

function numberOf(value: NumberText | null | undefined): DefaultDecimal | undefined {
  if (value === null || value === undefined || !NUMBER.test(String(value))) return undefined;
  return new Decimal(String(value).trim());
}
