import { type Decimal, decimalOf } from '../analysis/decimal.js';
import { type OfferTerms, offerTerms, roundedUp } from '../analysis/offer-price.js';
import type { Offer } from '../model/documents.js';
import { isObject } from '../model/plain.js';
import { sortableDecimal } from './sortable-decimal.js';

/*
 * Prices at a quantity as terms of the index. The price of an offer is a step function of the quantity: what is bought grows with what is
 * needed, so each of its breaks counts from one whole number on. A term has the currency, the price, and the first and the last quantity
 * at which it counts. So terms are in the order of prices, and which of them counts is a comparison of whole numbers.
 */

/** The largest quantity of a fieldname. */
const MOST = 999_999_999;
const DIGITS = 9;
/** Below every character of a sortable decimal: a price that another one begins with comes first. */
const SEPARATOR = ' ';
/** The character after the separator. */
const AFTER_SEPARATOR = '!';
const CURRENCY = /^[A-Z]{3}$/;

/** From which quantity to which one, both included, an offer has a price. */
interface Interval {
  readonly price: string;
  readonly from: number;
  readonly to: number;
}

/** What the terms of a currency begin with. */
export const currencyPrefix = (currency: string): string => `${currency}=`;

/** A quantity in terms. */
export const quantityText = (quantity: number): string => String(quantity).padStart(DIGITS, '0');

/** Characters behind the price in a term. */
export const QUANTITIES_LENGTH = 2 * (SEPARATOR.length + DIGITS);

/** At or below the terms of a price, and above them. */
export const beforePrice = (currency: string, price: Decimal): string =>
  `${currencyPrefix(currency)}${sortableDecimal(price)}${SEPARATOR}`;
export const afterPrice = (currency: string, price: Decimal): string =>
  `${currencyPrefix(currency)}${sortableDecimal(price)}${AFTER_SEPARATOR}`;

/** The prices of an offer that count at some quantity, by currency. */
export type OfferPrices = ReadonlyMap<string, readonly Interval[]>;

export function pricesOf(offer: Offer): OfferPrices {
  const prices = new Map<string, readonly Interval[]>();
  const currencies = isObject(offer.prices) ? Object.keys(offer.prices) : [];
  for (const currency of currencies) {
    const terms = CURRENCY.test(currency) ? offerTerms(offer, currency) : undefined;
    if (terms) prices.set(currency, intervalsOf(terms));
  }
  return prices;
}

/** In ascending order, without gaps. */
function intervalsOf(terms: OfferTerms): Interval[] {
  const intervals: Interval[] = [];
  let to = MOST;
  for (const { quantity, price } of terms.steps.toReversed()) {
    const from = firstQuantity(terms, quantity);
    if (from > to) continue;
    intervals.push({ price: sortableDecimal(price), from, to });
    to = from - 1;
    if (to === 0) break;
  }
  return intervals.reverse();
}

/**
 * The least quantity for which at least a break is bought. What is bought is the least multiple that reaches the larger of the quantity and
 * of what must be bought anyway. It reaches the break if that one is above the last multiple before the break, a whole number.
 */
function firstQuantity({ steps, moq, multiple }: OfferTerms, quantity: Decimal): number {
  const last = roundedUp(quantity, multiple).minus(multiple);
  const least = moq?.gt(steps[0].quantity) ? moq : steps[0].quantity;
  if (least.gt(last) || last.lt(decimalOf(1, 0))) return 1;
  return last.gte(decimalOf(MOST, 0)) ? MOST + 1 : last.toNumber() + 1;
}

/** The terms of the prices of some offers: a price that several of them have at a quantity is there once. */
export function priceTerms(offers: readonly OfferPrices[]): string[] {
  const byPrice = new Map<string, Interval[]>();
  for (const prices of offers) {
    for (const [currency, intervals] of prices) {
      for (const interval of intervals) {
        const start = `${currencyPrefix(currency)}${interval.price}`;
        const known = byPrice.get(start);
        if (known) known.push(interval);
        else byPrice.set(start, [interval]);
      }
    }
  }
  return [...byPrice].flatMap(([start, intervals]) =>
    joined(intervals).map(({ from, to }) => `${start}${SEPARATOR}${quantityText(from)}${SEPARATOR}${quantityText(to)}`),
  );
}

/** Intervals of one price, those that touch as one. */
function joined(intervals: Interval[]): Interval[] {
  const sorted = intervals.sort((a, b) => a.from - b.from);
  const all: Interval[] = [];
  for (const interval of sorted) {
    const last = all.at(-1);
    if (last === undefined || interval.from > last.to + 1) all.push(interval);
    else if (interval.to > last.to) all[all.length - 1] = { ...last, to: interval.to };
  }
  return all;
}
