import type { NumberText, Offer, Part } from '../model/documents.js';
import { type Decimal, decimalOf, parseDecimal } from './decimal.js';

/*
 * What must be bought of an offer, and for how much (docs/semantics.md, "Price at a quantity"). Every number is exact; what is not a
 * number is passed over, so none of these functions fails on a document.
 */

/** The price of one piece from a quantity on. */
export interface PriceStep {
  readonly quantity: Decimal;
  readonly price: Decimal;
}

/** In which quantities an offer sells, and at which prices, in one currency. */
export interface OfferTerms {
  /** By ascending quantity, each quantity once; at least one. */
  readonly steps: readonly PriceStep[];
  /** Undefined if the offer has no number there. */
  readonly moq: Decimal | undefined;
  /** A whole number above 0. */
  readonly multiple: Decimal;
}

/** What is bought of an offer. */
export interface Purchase {
  readonly quantity: Decimal;
  /** Of one piece. */
  readonly price: Decimal;
}

const ZERO = decimalOf(0, 0);
const ONE = decimalOf(1, 0);

/** The number of a member of an offer, as the kind `number` reads it; undefined for what is not a number. */
export function offerNumber(value: NumberText | null | undefined): Decimal | undefined {
  if (typeof value === 'string') return parseDecimal(value);
  if (typeof value !== 'number') return undefined;
  return Number.isInteger(value) && value >= 0 && value <= MOST_COMMON ? commonNumber(value) : parseDecimal(String(value));
}

/** Whether an offer of a part has stock: a quantity above 0, or one that its seller does not say. */
export function hasStock({ offers }: Pick<Part, 'offers'>): boolean {
  return (offers ?? []).some(({ in_stock_quantity: given }) => {
    // As most offers write it; a decimal takes longer.
    if (typeof given === 'number') return given > 0 || given === -2;
    const stock = offerNumber(given);
    return stock !== undefined && (stock.gt(0) || stock.eq(-2));
  });
}

/** Breaks, minimum quantities and multiples are mostly whole numbers up to this one: each is made once. */
const MOST_COMMON = 10_000;
const COMMON: (Decimal | undefined)[] = new Array<Decimal | undefined>(MOST_COMMON + 1);

function commonNumber(value: number): Decimal {
  let known = COMMON[value];
  if (!known) COMMON[value] = known = decimalOf(value, 0);
  return known;
}

/** In what multiples an offer is sold: 1 where it names no whole number above 0. */
function orderMultiple({ order_multiple }: Pick<Offer, 'order_multiple'>): Decimal {
  const multiple = offerNumber(order_multiple);
  return multiple?.isInteger() && multiple.gt(ZERO) ? multiple : ONE;
}

/**
 * The price breaks of a currency by ascending quantity. A pair of which either side is not a number is passed over, and so is a price
 * below 0. Of pairs with equal quantities the first counts.
 */
export function priceSteps({ prices }: Pick<Offer, 'prices'>, currency: string): PriceStep[] {
  const given: unknown = prices && Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  const steps: PriceStep[] = [];
  for (const pair of Array.isArray(given) ? given : []) {
    if (!Array.isArray(pair)) continue;
    const [quantity, price] = [offerNumber(pair[0]), offerNumber(pair[1])];
    if (quantity && price?.gte(ZERO)) steps.push({ quantity, price });
  }
  if (isAscending(steps)) return steps;
  // The sort is stable: the first of equal quantities stays the first.
  steps.sort((a, b) => a.quantity.cmp(b.quantity));
  return steps.filter(({ quantity }, i) => i === 0 || !quantity.eq(steps[i - 1].quantity));
}

function isAscending(steps: readonly PriceStep[]): boolean {
  for (let i = 1; i < steps.length; i++) if (!steps[i].quantity.gt(steps[i - 1].quantity)) return false;
  return true;
}

/** The terms of an offer in a currency; undefined if it has no price there. */
export function offerTerms(offer: Offer, currency: string): OfferTerms | undefined {
  const steps = priceSteps(offer, currency);
  if (steps.length === 0) return undefined;
  return { steps, moq: offerNumber(offer.moq), multiple: orderMultiple(offer) };
}

/** The least multiple of a number above 0 that is not below a quantity. */
export function roundedUp(quantity: Decimal, multiple: Decimal): Decimal {
  // As most offers are sold; a division takes longer.
  if (multiple.eq(ONE) && quantity.isInteger()) return quantity;
  const whole = quantity.divToInt(multiple).times(multiple);
  return whole.lt(quantity) ? whole.plus(multiple) : whole;
}

/** What must be bought to have at least `needed` pieces: the least multiple that reaches them, the `moq` and the smallest break. */
function quantityToBuy({ steps, moq, multiple }: OfferTerms, needed: Decimal): Decimal {
  let least = steps[0].quantity.gt(needed) ? steps[0].quantity : needed;
  if (moq?.gt(least)) least = moq;
  return roundedUp(least, multiple);
}

/** The price of one piece where so many are bought: that of the highest break not above them. Undefined below the smallest. */
function priceOf({ steps }: Pick<OfferTerms, 'steps'>, bought: Decimal): Decimal | undefined {
  return steps.findLast(({ quantity }) => quantity.lte(bought))?.price;
}

/** What is bought of an offer for at least `needed` pieces, and the price of one; undefined without a price in the currency. */
export function purchaseAt(offer: Offer, currency: string, needed: Decimal): Purchase | undefined {
  const terms = offerTerms(offer, currency);
  return terms && purchaseOn(terms, needed);
}

/** What is bought on some terms for at least `needed` pieces, and the price of one. */
export function purchaseOn(terms: OfferTerms, needed: Decimal): Purchase {
  const quantity = quantityToBuy(terms, needed);
  // The smallest break is not above what must be bought.
  return { quantity, price: priceOf(terms, quantity) as Decimal };
}

/** The price of one piece where at least `needed` are bought; undefined without a price in the currency. */
export function priceAt(offer: Offer, currency: string, needed: Decimal): Decimal | undefined {
  return purchaseAt(offer, currency, needed)?.price;
}

/**
 * The quantities at which at least `needed` pieces may cost least: what must be bought, and every larger break, rounded up to the
 * multiple. Ascending, each once.
 */
export function quantitiesToWeigh(terms: OfferTerms, needed: Decimal): Decimal[] {
  const first = quantityToBuy(terms, needed);
  const quantities = [first];
  for (const { quantity } of terms.steps) {
    const rounded = roundedUp(quantity, terms.multiple);
    if (rounded.gt(quantities[quantities.length - 1])) quantities.push(rounded);
  }
  return quantities;
}
