import { fold } from '../analysis/text.js';
import { OFFER_PREFIX, PRICE_PREFIX } from '../model/offer-fields.js';

/** Quantities that are proposed besides the one that is typed. */
const QUANTITIES = [1, 10, 100, 1000];
/** A price whose quantity is typed, in lower case. */
const TYPED = /^(?:offers\.)?price\.[a-z]{3}\.([1-9][0-9]{0,8})$/;

/** Fieldnames of prices in a currency. */
export interface PriceNames {
  readonly currency: string;
  readonly names: readonly string[];
}

/** What the fieldnames of prices may be. */
export interface PriceTyping {
  readonly typed: string;
  /** Whether a name of a part's lowest price, folded, goes on from what is typed. */
  readonly isNamed: (folded: string) => boolean;
  /** Whether the prices of each offer are completed too: only where a text begins as they do, for their pieces are those of the lowest. */
  readonly isOfEach: boolean;
}

/**
 * The fieldnames of prices that go on from a text. There are as many as quantities, so that some are
 * proposed.
 * @param currencies of the offers and of the rates
 */
export function priceNames({ typed, isNamed, isOfEach }: PriceTyping, currencies: Iterable<string>): PriceNames[] {
  const folded = fold(typed);
  const own = TYPED.exec(folded)?.[1];
  const quantities = new Set([...QUANTITIES, ...(own === undefined ? [] : [Number(own)])]);
  const found: PriceNames[] = [];
  for (const currency of new Set(currencies)) {
    if (!/^[A-Z]{3}$/.test(currency)) continue;
    const all = Array.from(quantities, (quantity) => `${PRICE_PREFIX}${currency}.${quantity}`);
    const each = all.map((name) => `${OFFER_PREFIX}${name}`).filter((name) => isOfEach && fold(name).startsWith(folded));
    const names = [...all.filter((name) => isNamed(fold(name))), ...each];
    if (names.length > 0) found.push({ currency, names });
  }
  return found;
}
