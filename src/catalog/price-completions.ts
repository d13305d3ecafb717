import { fold } from '../analysis/text.js';
import { PRICE_PREFIX } from '../model/offer-fields.js';

/** Quantities that are proposed besides the one that is typed. */
const QUANTITIES = [1, 10, 100, 1000];
/** A price whose quantity is typed, in lower case. */
const TYPED = /^price\.[a-z]{3}\.([1-9][0-9]{0,8})$/;

/** Fieldnames of prices in a currency. */
export interface PriceNames {
  readonly currency: string;
  readonly names: readonly string[];
}

/**
 * The fieldnames of prices that go on from a text. There are as many as quantities, so
 * that some are proposed.
 * @param currencies of the offers and of the rates
 * @param isNamed whether a name, folded, goes on from what is typed
 */
export function priceNames(typed: string, currencies: Iterable<string>, isNamed: (folded: string) => boolean): PriceNames[] {
  const own = TYPED.exec(fold(typed))?.[1];
  const quantities = new Set([...QUANTITIES, ...(own === undefined ? [] : [Number(own)])]);
  const found: PriceNames[] = [];
  for (const currency of new Set(currencies)) {
    if (!/^[A-Z]{3}$/.test(currency)) continue;
    const all = Array.from(quantities, (quantity) => `${PRICE_PREFIX}${currency}.${quantity}`);
    const names = all.filter((name) => isNamed(fold(name)));
    if (names.length > 0) found.push({ currency, names });
  }
  return found;
}
