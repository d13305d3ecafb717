import type { Offer } from '../model/documents.js';
import type { Path } from '../model/issue.js';
import { type Issues, withoutIssues } from '../model/issues.js';
import { checkRates, type Rates } from '../model/rates.js';
import { type Decimal, decimalOf, parseDecimal, roundedQuotient } from './decimal.js';
import { priceAt } from './offer-price.js';

const ZERO = decimalOf(0, 0);

/** Rates that were read: by currency, how many units of it one unit of the base is worth. */
export interface PriceRates {
  /** As the option has them. */
  readonly given: Rates;
  readonly units: ReadonlyMap<string, Decimal>;
}

/** The option `rates`. @throws ValidationError with everything that is wrong with it */
export function readPriceRates(option: unknown): PriceRates | undefined {
  return withoutIssues({ rates: option }, (issues) => checkPriceRates(option, ['rates'], issues));
}

/** The rates of an option with this path, of whose faults the issues are told. */
export function checkPriceRates(option: unknown, at: Path, issues: Issues): PriceRates | undefined {
  const given = checkRates(option, at, (text) => parseDecimal(text)?.gt(ZERO) ?? false, issues);
  if (!given) return undefined;
  const units = Object.entries(given.rates).map(([name, rate]) => [name, parseDecimal(String(rate)) as Decimal] as const);
  return { given, units: new Map([...units, [given.base, decimalOf(1, 0)]]) };
}

/** A price in another currency, rounded to 20 significant digits, half up; undefined without a rate of either. */
export function converted(price: Decimal, from: string, to: string, { units }: PriceRates): Decimal | undefined {
  const [ofFrom, ofTo] = [units.get(from), units.get(to)];
  return ofFrom && ofTo && roundedQuotient(price.times(ofTo), ofFrom);
}

/** In which currency prices are wanted. */
export interface PriceWanted {
  readonly currency: string;
  /** What converts the prices of offers that have none in the currency. */
  readonly rates?: PriceRates | undefined;
  /** Whether prices in another currency are not to be converted. */
  readonly hidden?: (currency: string) => boolean;
}

/**
 * The price of one piece of an offer where at least `needed` are bought: its own in the currency; without one, with rates, that of the
 * first of its other currencies that have a rate and a price, in alphabetical order.
 */
export function priceIn(offer: Offer, needed: Decimal, { currency, rates, hidden }: PriceWanted): Decimal | undefined {
  const own = priceAt(offer, currency, needed);
  if (own || !rates?.units.has(currency)) return own;
  for (const from of Object.keys(offer.prices ?? {}).sort()) {
    const price = rates.units.has(from) && !hidden?.(from) ? priceAt(offer, from, needed) : undefined;
    if (price) return converted(price, from, currency, rates);
  }
  return undefined;
}

/** The lowest of the prices of some offers; undefined if none of them has one. */
export function lowestPrice(offers: readonly Offer[], needed: Decimal, wanted: PriceWanted): Decimal | undefined {
  let lowest: Decimal | undefined;
  for (const offer of offers) {
    const price = priceIn(offer, needed, wanted);
    if (price && (!lowest || price.lt(lowest))) lowest = price;
  }
  return lowest;
}
