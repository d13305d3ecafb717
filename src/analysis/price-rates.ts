import type { Offer } from '../model/documents.js';
import type { Path } from '../model/issue.js';
import { type Issues, withoutIssues } from '../model/issues.js';
import { checkRates, type Rates } from '../model/rates.js';
import { type Decimal, decimalOf, parseDecimal, roundedQuotient } from './decimal.js';
import { type OfferTerms, offerTerms, purchaseOn } from './offer-price.js';

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

/** On which terms an offer sells in the wanted currency. */
interface WantedTerms {
  readonly terms: OfferTerms;
  /** The currency of its prices; not the wanted one if they are converted. */
  readonly from: string;
  /** By price: the same in the wanted currency. */
  readonly converted: Map<Decimal, Decimal | undefined>;
}

/**
 * The terms of an offer in a currency; without a price there, with rates, those of the first of its other currencies that have a rate
 * and a price, in alphabetical order.
 */
function wantedTerms(offer: Offer, { currency, rates, hidden }: PriceWanted): WantedTerms | undefined {
  const own = offerTerms(offer, currency);
  if (own) return { terms: own, from: currency, converted: new Map() };
  if (!rates?.units.has(currency)) return undefined;
  for (const from of Object.keys(offer.prices ?? {}).sort()) {
    const terms = rates.units.has(from) && !hidden?.(from) ? offerTerms(offer, from) : undefined;
    if (terms) return { terms, from, converted: new Map() };
  }
  return undefined;
}

/** What one piece costs in a currency, at any number of quantities: the price breaks of the offers are read once. */
export class OfferPrices {
  private readonly sold: readonly WantedTerms[];

  constructor(
    offers: readonly Offer[],
    private readonly wanted: PriceWanted,
  ) {
    this.sold = offers.flatMap((offer) => wantedTerms(offer, wanted) ?? []);
  }

  /** The lowest price where at least `needed` pieces are bought of one offer; undefined if no offer has a price. */
  lowest(needed: Decimal): Decimal | undefined {
    let lowest: Decimal | undefined;
    for (const wanted of this.sold) {
      const price = this.priceOf(wanted, needed);
      if (price && (!lowest || price.lt(lowest))) lowest = price;
    }
    return lowest;
  }

  private priceOf({ terms, from, converted: known }: WantedTerms, needed: Decimal): Decimal | undefined {
    const { price } = purchaseOn(terms, needed);
    const { currency, rates } = this.wanted;
    if (from === currency || !rates) return price;
    if (!known.has(price)) known.set(price, converted(price, from, currency, rates));
    return known.get(price);
  }
}
