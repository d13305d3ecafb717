import { IN_STOCK } from '../../bom/stock-codes.js';
import type { NumberText, Offer, Part } from '../../partdex.js';
import { formatCount } from '../terminal/format.js';

/** The total stock of a part's offers. */
export function stockOf(part: Part): string {
  const quantities = (part.offers ?? []).map((offer) => Number(offer.in_stock_quantity ?? Number.NaN));
  const known = quantities.filter((quantity) => quantity > 0).reduce((sum, quantity) => sum + quantity, 0);
  if (known > 0) return formatCount(known);
  if (quantities.includes(IN_STOCK)) return 'in stock';
  return quantities.includes(0) ? '0' : '';
}

/** The lowest unit price at the lowest break of any offer, in the currency if any offer has it, else in the first one found. */
export function bestPriceOf(part: Part, currency: string): string {
  const offers = part.offers ?? [];
  const best = lowestPrice(offers, currency);
  if (best !== undefined) return `${best} ${currency}`;
  for (const offer of offers) {
    for (const other of Object.keys(offer.prices ?? {})) {
      const price = lowestPrice(offers, other);
      if (price !== undefined) return `${price} ${other}`;
    }
  }
  return '';
}

function lowestPrice(offers: readonly Offer[], currency: string): NumberText | undefined {
  let best: NumberText | undefined;
  for (const offer of offers) {
    const [first, ...others] = offer.prices?.[currency] ?? [];
    if (first === undefined) continue;
    const lowestBreak = others.reduce((low, other) => (Number(other[0]) < Number(low[0]) ? other : low), first);
    if (best === undefined || Number(lowestBreak[1]) < Number(best)) best = lowestBreak[1];
  }
  return best;
}

/** Significant digits of a mean price; the sort compares all of them. */
const MEAN_DIGITS = 4;

/** The mean over the offers of their unit prices at the lowest break, which is the field `avg_price`; empty without any. */
export function meanPriceOf({ offers }: Part, currency: string): string {
  const prices = (offers ?? [])
    .map((offer) => Number(lowestPrice([offer], currency) ?? Number.NaN))
    .filter((price) => Number.isFinite(price));
  if (prices.length === 0) return '';
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  return String(Number(mean.toPrecision(MEAN_DIGITS)));
}

/** The short description, else the first long one that is not empty. */
export function descriptionOf(part: Part): string {
  return part.short_description || part.descriptions?.find(({ value }) => value)?.value || '';
}

/** All values at a dotted path, through lists and keys with dots, as one text. */
export function textAt(document: unknown, path: string): string {
  return textsAt(document, path).join(', ');
}

/** The texts of all values at such a path. */
export function textsAt(document: unknown, path: string): string[] {
  return valuesAt(document, path).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
}

function valuesAt(value: unknown, path: string): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  if (path === '') return [value];
  if (typeof value !== 'object') return [];
  // If keys have dots, the longest existing key is used.
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const key = path.slice(0, end);
    if (Object.hasOwn(value, key)) return valuesAt((value as Record<string, unknown>)[key], path.slice(end + 1));
  }
  return [];
}
