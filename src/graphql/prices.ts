import { medianOf } from '../analysis/median.js';
import type { Offer } from '../model/documents.js';
import { floatOf, listOf, membersOf } from './values.js';

/** The price of one piece from a quantity on. */
export interface PriceBreakRead {
  readonly quantity: number;
  readonly price: number;
}

/** The price breaks of a currency in ascending order, without values that are not numbers. */
export function breaksOf(given: unknown): PriceBreakRead[] {
  const breaks: PriceBreakRead[] = [];
  for (const pair of listOf(given as unknown[])) {
    const [quantity, price] = (Array.isArray(pair) ? pair : []).map(floatOf);
    if (typeof quantity === 'number' && typeof price === 'number') breaks.push({ quantity, price });
  }
  return breaks.sort((a, b) => a.quantity - b.quantity);
}

/** The price of one piece at a quantity, of equal breaks the first; undefined below the lowest. @param breaks ascending */
export function priceAt(breaks: readonly PriceBreakRead[], quantity: number): number | undefined {
  const last = breaks.findLast((step) => step.quantity <= quantity)?.quantity;
  return breaks.find((step) => step.quantity === last)?.price;
}

/** Whether an offer has a price in some currency. */
export function hasPrices({ prices }: Offer): boolean {
  return Object.values(membersOf(prices)).some((breaks) => breaksOf(breaks).length > 0);
}

export const MEDIAN_QUANTITY = 1000;

/** The median over offers of the price of one piece when 1,000 are bought; null without a price in the currency. */
export function medianPrice(offers: readonly Offer[], currency: string): number | null {
  const prices = offers
    .map(({ prices: given }) => priceAt(breaksOf(ownMember(given, currency)).filter(isPrice), MEDIAN_QUANTITY))
    .filter((price) => price !== undefined);
  return medianOf(prices) ?? null;
}

/** As the price fields of docs/semantics.md have it: none is below 0. */
function isPrice({ price }: PriceBreakRead): boolean {
  return price >= 0;
}

function ownMember(map: unknown, name: string): unknown {
  const members = membersOf(map);
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The quantity of an offer that is in stock, or its code below 0; 0 if it has neither. */
export function quantityOf({ in_stock_quantity }: Offer): number {
  return floatOf(in_stock_quantity) ?? 0;
}
