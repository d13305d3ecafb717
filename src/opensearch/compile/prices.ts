import type { Decimal } from '../../analysis/decimal.js';
import type { PriceName } from '../../model/offer-fields.js';
import type { ResolvedBound } from '../../resolve/resolved-filter.js';
import { afterPrice, beforePrice, currencyPrefix, QUANTITIES_LENGTH, quantityText } from '../price-intervals.js';
import { sortableDecimal } from '../sortable-decimal.js';
import { allOf, type Query, termRange } from './queries.js';
import { type Script, script } from './scripts.js';

/*
 * Prices at a quantity: programs read which terms of a document (price-intervals.ts) count at it. They compare texts, and compute nothing.
 */

/** A price at a quantity, and the index field that has its terms. */
export interface PriceAt {
  readonly index: string;
  readonly currency: string;
  readonly quantity: number;
  /** Whether the lowest price alone counts. */
  readonly isLowest: boolean;
}

/** What programs need of a price. */
export interface PriceParameters {
  readonly field: string;
  /** What the terms of the currency begin with. */
  readonly currency: string;
  readonly quantity: string;
  readonly lowest: boolean;
}

/** @param index the index field that has the terms */
export function priceAt({ currency, quantity, isOfEach }: PriceName, index: string): PriceAt {
  return { index, currency, quantity, isLowest: !isOfEach };
}

/** Finds what has a price in a currency: one counts at every quantity. */
export const hasPrice = ({ index, currency }: PriceAt): Query => ({ prefix: { [index]: currencyPrefix(currency) } });

export const priceParameters = ({ index, currency, quantity, isLowest }: PriceAt): PriceParameters => ({
  field: index,
  currency: currencyPrefix(currency),
  quantity: quantityText(quantity),
  lowest: isLowest,
});

/** The prices that count, as sortable decimals, the lowest first. Terms of a document are in order. */
export const PRICES_AT = `
List pricesAt(def terms, Map params) {
  List found = new ArrayList();
  for (String term : terms) {
    if (!term.startsWith(params.currency)) { if (found.isEmpty()) { continue; } else { break; } }
    int end = term.length() - ${QUANTITIES_LENGTH}; int middle = end + ${QUANTITIES_LENGTH / 2};
    if (term.substring(end + 1, middle).compareTo(params.quantity) > 0) { continue; }
    if (term.substring(middle + 1).compareTo(params.quantity) < 0) { continue; }
    String price = term.substring(params.currency.length(), end);
    if (found.isEmpty() || !found.get(found.size() - 1).equals(price)) { found.add(price); }
    if (params.lowest) { return found; }
  }
  return found;
}`;

const VALUES = `${PRICES_AT}
return pricesAt(doc[params.field], params);`;

const VALUE = `${PRICES_AT}
List found = pricesAt(doc[params.field], params);
return found.isEmpty() ? params.missing : found.get(params.first ? 0 : found.size() - 1);`;

const BETWEEN = `${PRICES_AT}
for (String price : pricesAt(doc[params.field], params)) {
  if (params.lower != null) { int c = price.compareTo(params.lower); if (c < 0 || (c == 0 && !params.from)) { continue; } }
  if (params.upper != null) { int c = price.compareTo(params.upper); if (c > 0 || (c == 0 && !params.to)) { continue; } }
  return true;
}
return false;`;

/** The values of the field of a price, for aggregations. */
export const priceValues = (price: PriceAt): Script => script(VALUES, { ...priceParameters(price) });

/** The value by which a document sorts. */
export const priceValue = (price: PriceAt, order: { readonly first: boolean; readonly missing: string }): Script =>
  script(VALUE, { ...priceParameters(price), ...order });

type Bound = ResolvedBound<Decimal> | undefined;

/** Finds what has a price between two bounds. */
export function priceBetween(price: PriceAt, lower: Bound, upper: Bound): Query {
  if (!lower && !upper) return hasPrice(price);
  const between = script(BETWEEN, {
    ...priceParameters(price),
    lower: lower ? sortableDecimal(lower.value) : null,
    from: lower?.inclusive ?? false,
    upper: upper ? sortableDecimal(upper.value) : null,
    to: upper?.inclusive ?? false,
  });
  return allOf([mayBeBetween(price, lower, upper), { script: { script: between } }]);
}

/** Longest price of a term that the engine's automata are given: beyond it, all prices of the currency are looked through. */
const LONGEST = 900;

/** Finds what has a price between two bounds at some quantity, without a program. */
function mayBeBetween(price: PriceAt, lower: Bound, upper: Bound): Query {
  const { index, currency } = price;
  const from = lower && (lower.inclusive ? beforePrice : afterPrice)(currency, lower.value);
  const to = upper && (upper.inclusive ? afterPrice : beforePrice)(currency, upper.value);
  if ([from, to].some((term) => term !== undefined && term.length > LONGEST)) return hasPrice(price);
  const end = `${currencyPrefix(currency).slice(0, -1)}>`;
  return termRange(index, { value: from ?? currencyPrefix(currency), inclusive: true }, { value: to ?? end, inclusive: false });
}
