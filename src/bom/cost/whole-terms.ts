import type { Decimal } from '../../analysis/decimal.js';
import { type OfferTerms, offerTerms } from '../../analysis/offer-price.js';
import type { NumberText, Offer } from '../../model/documents.js';

/** An exact amount: `units` · 10^-scale. */
export interface Money {
  readonly units: bigint;
  readonly scale: number;
}

/** The price of a piece from a quantity on. */
interface WholeStep {
  readonly quantity: bigint;
  readonly price: Money;
}

/** The terms of an offer in whole numbers: what decides which pieces it sells is rounded up. */
export interface WholeTerms {
  readonly isPlain: false;
  /** By ascending quantity; at least one. */
  readonly steps: readonly WholeStep[];
  /** Undefined if the offer has no number there. */
  readonly moq: bigint | undefined;
  /** Above 0. */
  readonly multiple: bigint;
}

/** The price of a piece from a quantity on, in doubles: `units` · 10^-scale. */
interface PlainStep {
  readonly quantity: number;
  readonly units: number;
  readonly scale: number;
}

/** The terms of an offer that writes its numbers plainly, as nearly all do: whole numbers of at most `MOST_DIGITS` digits. */
export interface PlainTerms {
  readonly isPlain: true;
  /** By ascending quantity, from 0; at least one. */
  readonly steps: readonly PlainStep[];
  readonly moq: number | undefined;
  /** Above 0. */
  readonly multiple: number;
}

/** Digits of which every number is a double. */
const MOST_DIGITS = 15;
/** Sums of such counts are doubles, too. */
export const MOST_PLAIN = 10 ** MOST_DIGITS;
const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];

/** The terms of an offer in a currency; undefined if it has no price there. */
export function termsIn(offer: Offer, currency: string): PlainTerms | WholeTerms | undefined {
  const plain = plainTerms(offer, currency);
  if (plain) return plain;
  const terms = offerTerms(offer, currency);
  return terms && inWholeNumbers(terms);
}

/** Plain terms as whole numbers of any size. */
export function wholeTerms({ steps, moq, multiple }: PlainTerms): WholeTerms {
  return {
    isPlain: false,
    steps: steps.map(({ quantity, units, scale }) => ({ quantity: BigInt(quantity), price: { units: BigInt(units), scale } })),
    moq: moq === undefined ? undefined : BigInt(moq),
    multiple: BigInt(multiple),
  };
}

/** Terms as whole numbers. */
export function inWholeNumbers({ steps, moq, multiple }: OfferTerms): WholeTerms {
  return {
    isPlain: false,
    steps: steps.map(({ quantity, price }) => ({ quantity: roundedUp(quantity), price: moneyOf(price) })),
    moq: moq && roundedUp(moq),
    multiple: roundedUp(multiple),
  };
}

function roundedUp(value: Decimal): bigint {
  const whole = value.ceil();
  // The text of a decimal takes longer.
  return whole.e < MOST_DIGITS ? BigInt(whole.toNumber()) : BigInt(whole.toFixed(0));
}

function moneyOf(price: Decimal): Money {
  const scale = price.decimalPlaces();
  return { units: BigInt(price.toFixed(scale).replace('.', '')), scale };
}

/** @returns undefined for an offer with a number that is written otherwise, and for one without a price */
function plainTerms({ prices, moq, order_multiple }: Offer, currency: string): PlainTerms | undefined {
  const given: unknown = prices && Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  const least = plainCount(moq);
  const multiple = plainCount(order_multiple);
  if (!Array.isArray(given) || given.length === 0 || !isPlainCount(least) || !isPlainCount(multiple)) return undefined;
  // By `map`, lists are no longer than they must be: a bill of materials has thousands.
  const steps = (given as unknown[]).map(plainStep);
  return areAscending(steps) ? { isPlain: true, steps, moq: least, multiple: multiple || 1 } : undefined;
}

function isPlainCount(count: number | undefined | 'other'): count is number | undefined {
  return count !== 'other' && (count === undefined || count <= MOST_PLAIN);
}

function plainStep(pair: unknown): PlainStep | undefined {
  if (!Array.isArray(pair)) return undefined;
  const quantity = plainCount(pair[0] as NumberText);
  const price = plainPrice(pair[1]);
  if (quantity === undefined || !isPlainCount(quantity) || !price) return undefined;
  return { quantity, units: price.units, scale: price.scale };
}

function areAscending(steps: readonly (PlainStep | undefined)[]): steps is readonly PlainStep[] {
  let last = -1;
  for (const step of steps) {
    if (!step || step.quantity <= last) return false;
    last = step.quantity;
  }
  return true;
}

/** A whole number from 0; undefined where there is nothing. */
export function plainCount(value: NumberText | null | undefined): number | undefined | 'other' {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : 'other';
  const plain = plainPrice(value);
  return plain?.scale === 0 ? plain.units : 'other';
}

/** Digits, perhaps with a point between them. */
function plainPrice(value: unknown): { readonly units: number; readonly scale: number } | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length === 0 || text.length > MOST_DIGITS) return undefined;
  let units = 0;
  let point = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) units = units * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && i > 0 && i + 1 < text.length) point = i;
    else return undefined;
  }
  return { units, scale: point < 0 ? 0 : text.length - 1 - point };
}

/** An amount in units of 10^-scale, a scale that is not below its own. */
export function unitsOf({ units, scale: own }: Money, scale: number): bigint {
  return own === scale ? units : units * 10n ** BigInt(scale - own);
}
