import { decimalText, meanOf, parseDecimal } from '../../analysis/decimal.js';
import type { NumberText, Offer } from '../../model/documents.js';

/** Digits of a mean (docs/semantics.md, "Average price"). */
const DIGITS = 20;

/** Mean over the offers of the unit price at the lowest break in one currency, as text; undefined without a price. */
export function meanPrice(offers: readonly Offer[], currency: string): string | undefined {
  const prices: string[] = [];
  for (let i = 0; i < offers.length; i++) {
    const price = lowestBreakPrice(offers[i], currency);
    if (price !== undefined) prices.push(price);
  }
  if (prices.length === 0) return undefined;
  return (
    quickMean(prices) ??
    decimalText(meanOf(prices.map((price) => parseDecimal(price) as NonNullable<ReturnType<typeof parseDecimal>>)))
  );
}

function lowestBreakPrice(offer: Offer, currency: string): string | undefined {
  const { prices } = offer;
  if (!prices || !Object.hasOwn(prices, currency)) return undefined;
  let lowest: NumberText = 0;
  let found: string | undefined;
  const breaks = prices[currency] ?? [];
  for (let i = 0; i < breaks.length; i++) {
    const [quantity] = breaks[i];
    if (found === undefined ? !isNumber(quantity) : !isBelow(quantity, lowest)) continue;
    const text = String(breaks[i][1]);
    if (quickNumber(text) < 0 && !parseDecimal(text)) continue;
    lowest = quantity;
    found = text;
  }
  return found;
}

function isNumber(value: NumberText): boolean {
  return typeof value === 'number' || quickNumber(value) >= 0 || parseDecimal(value) !== undefined;
}

/** Whether a break is a number and below another one. */
function isBelow(value: NumberText, other: NumberText): boolean {
  if (typeof value === 'number' && typeof other === 'number') return value < other;
  const exact = parseDecimal(String(value));
  return exact?.lt(parseDecimal(String(other)) ?? 0) ?? false;
}

/** Decimals behind the point of the number that `quickNumber` read last. */
let scale = 0;

/** The digits of a plain positive number of at most 12 of them as an integer, `scale` set; -1 for any other text. */
function quickNumber(text: string): number {
  if (text.length === 0 || text.length > 13) return -1;
  let digits = 0;
  let point = -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x2e && point < 0 && i > 0 && i + 1 < text.length) point = i;
    else if (unit >= 0x30 && unit <= 0x39) digits = digits * 10 + (unit - 0x30);
    else return -1;
  }
  scale = point < 0 ? 0 : text.length - point - 1;
  return digits;
}

/** The exact mean of short prices by long division, rounded to 20 digits half up; undefined where it does not apply. */
function quickMean(prices: readonly string[]): string | undefined {
  let largestScale = 0;
  for (const price of prices) {
    if (quickNumber(price) < 0) return undefined;
    largestScale = Math.max(largestScale, scale);
  }
  if (largestScale > 6 || prices.length > 1000) return undefined;
  let sum = 0;
  // 10^12 · 10^6 would pass 2^53; prices of real catalogs do not.
  for (const price of prices) sum += quickNumber(price) * 10 ** (largestScale - scale);
  if (sum > 2 ** 50) return undefined;
  return quotientText(sum, prices.length, largestScale);
}

/** `sum / count / 10^scale` as decimal text of at most 20 significant digits. */
function quotientText(sum: number, count: number, shift: number): string | undefined {
  let digits = String(Math.floor(sum / count));
  let rest = sum % count;
  let decimals = shift;
  let significant = digits === '0' ? 0 : digits.length;
  while (rest !== 0 && significant < DIGITS) {
    rest *= 10;
    const digit = Math.floor(rest / count);
    rest %= count;
    digits += digit;
    decimals++;
    if (significant > 0 || digit > 0) significant++;
  }
  // Rounding up could carry through all digits: that is left to the exact arithmetic.
  if (rest * 2 >= count) return undefined;
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
