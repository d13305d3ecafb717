import type { Offer } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { breaksOf, priceAt } from './prices.js';
import type { Arguments, ObjectSource } from './schema.js';
import { cacheId } from './stable-hash.js';
import { intOf, membersOf } from './values.js';

/**
 * A price of the interface. Without rates of both currencies nothing is converted: a strict schema "converts" into the price's own
 * currency.
 */
export function pricePoint(quantity: number, price: number, currency: string, wanted: string): ObjectSource {
  const isWanted = currency === wanted;
  const converted = <T>(own: T, of: (found: { readonly price: number; readonly rate: number }) => T) => {
    return (_args: Arguments, { isStrict, internals }: AnswerContext): T | null => {
      const found = isWanted ? undefined : internals.convert?.(price, currency, wanted);
      return found ? of(found) : isWanted || isStrict ? own : null;
    };
  };
  return Object.assign(Object.create(null), {
    quantity: intOf(quantity),
    price,
    currency,
    converted_price: converted(price, (found) => found.price),
    converted_currency: converted(currency, () => wanted),
    conversion_rate: converted(1, (found) => found.rate),
    _cache_id: () => cacheId('price', [quantity, price, currency, wanted]),
  });
}

/** All price breaks of an offer, or its prices at some quantities. */
export function pricePoints({ prices }: Offer, wanted: string, quantities: readonly number[] | undefined): ObjectSource[] {
  return Object.entries(membersOf(prices)).flatMap(([currency, given]) => {
    const breaks = breaksOf(given);
    if (!quantities) return breaks.map(({ quantity, price }) => pricePoint(quantity, price, currency, wanted));
    return quantities.flatMap((quantity) => {
      const price = priceAt(breaks, quantity);
      return price === undefined ? [] : [pricePoint(quantity, price, currency, wanted)];
    });
  });
}
