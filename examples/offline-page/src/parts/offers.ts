import type { NumberText, Offer, Part, PriceBreak } from 'partdex';
import { formatCount } from './numbers.js';

/** Codes of `in_stock_quantity` that are not quantities. */
const STOCK_CODES = new Map([
  [-1, 'not stocked'],
  [-2, 'in stock'],
  [-3, 'unknown'],
  [-4, 'on request'],
]);
const IN_STOCK = -2;

export interface StockText {
  readonly text: string;
  readonly isInStock: boolean;
}

/** What one offer has in stock. */
export function stockOfOffer({ in_stock_quantity }: Offer): StockText {
  const quantity = in_stock_quantity == null ? Number.NaN : Number(in_stock_quantity);
  if (Number.isNaN(quantity)) return { text: '', isInStock: false };
  return { text: STOCK_CODES.get(quantity) ?? formatCount(quantity), isInStock: quantity > 0 || quantity === IN_STOCK };
}

/** The largest stock of one offer: the sort by stock compares it, and one delivery can provide it. */
export function largestStock(part: Part): StockText & { readonly explanation: string } {
  const offers = part.offers ?? [];
  const quantities = offers.map(({ in_stock_quantity }) => (in_stock_quantity == null ? Number.NaN : Number(in_stock_quantity)));
  const known = quantities.filter((quantity) => quantity >= 0);
  const inStock = known.filter((quantity) => quantity > 0);
  const explanation = `${formatCount(inStock.reduce((sum, quantity) => sum + quantity, 0))} in stock at ${formatCount(inStock.length)} of ${formatCount(offers.length)} offers`;
  if (inStock.length > 0) return { text: formatCount(Math.max(...inStock)), isInStock: true, explanation };
  if (quantities.includes(IN_STOCK)) return { text: 'yes', isInStock: true, explanation: 'in stock, quantity unknown' };
  return { text: known.length > 0 ? '0' : '', isInStock: false, explanation };
}

/** The mean of the offers' unit prices at their lowest break, which is the field `avg_price`, to three digits for display. */
export function averagePrice(part: Part, currency: string): string {
  const prices: number[] = [];
  for (const { prices: byCurrency } of part.offers ?? []) {
    const breaks = breaksOf(byCurrency, currency).filter(([from, price]) => isNumber(from) && isNumber(price));
    const lowest = breaks.reduce<PriceBreak | undefined>(
      (low, other) => (low && Number(low[0]) <= Number(other[0]) ? low : other),
      undefined,
    );
    if (lowest) prices.push(Number(lowest[1]));
  }
  if (prices.length === 0) return '';
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const rounded = mean >= 100 ? mean : Number(mean.toPrecision(3));
  const digits = rounded.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: mean >= 100 ? 2 : 9 });
  return currencySymbol(currency) + digits;
}

/** The lowest price of one piece at a quantity, which the row has if the request named it. */
export function priceAt({ price }: Part, currency: string, pieces: number): string {
  const found = (price as Record<string, Record<string, string | null> | undefined> | undefined)?.[currency]?.[pieces];
  return found === undefined || found === null ? '' : priceText(found, currency);
}

/** The price breaks of a currency; values that are not lists of pairs are omitted. */
function breaksOf(prices: Offer['prices'], currency: string): PriceBreak[] {
  return prices && Object.hasOwn(prices, currency) ? prices[currency] : [];
}

/** A price as its offer has it, with marks between the thousands: `$0.4358`, `$12,345.678`. */
export function priceText(price: NumberText, currency: string): string {
  const [whole, ...rest] = String(price).split('.');
  const grouped = /^\d+$/.test(whole) ? formatCount(BigInt(whole)) : whole;
  return currencySymbol(currency) + [grouped, ...rest].join('.');
}

function isNumber(text: NumberText): boolean {
  return /^[+-]?\d/.test(String(text).trim()) && Number.isFinite(Number(text));
}

const symbols = new Map<string, string>();

/** `$`, `€`; for a currency that the platform does not know, its name and a space. */
function currencySymbol(currency: string): string {
  let symbol = symbols.get(currency);
  if (symbol === undefined) symbols.set(currency, (symbol = findSymbol(currency)));
  return symbol;
}

function findSymbol(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(
      1,
    );
    const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
    return symbol.length > 1 ? `${symbol} ` : symbol;
  } catch {
    return `${currency} `;
  }
}
