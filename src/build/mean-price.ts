import { type Decimal, decimalText, meanOf, parseDecimal } from '../analysis/decimal.js';

/** Digits of a mean (docs/semantics.md, "Average price"). */
const DIGITS = 20;

/**
 * The mean over the offers of a part of the unit price at the lowest break in one currency. Quantities and prices come as text; a
 * break with one that is not a number does not count.
 */
export class MeanPrice {
  private readonly prices: string[] = [];
  /** The lowest quantity so far of the current offer. */
  private lowest: string | undefined = undefined;
  /** Quantities and prices of the part that are not numbers. */
  readonly noNumbers: string[] = [];

  clear(): void {
    this.prices.length = 0;
    this.noNumbers.length = 0;
    this.lowest = undefined;
  }

  beginOffer(): void {
    this.lowest = undefined;
  }

  addBreak(quantity: string, price: string): void {
    const before = this.noNumbers.length;
    if (!isNumber(quantity)) this.noNumbers.push(quantity);
    if (!isNumber(price)) this.noNumbers.push(price);
    if (this.noNumbers.length > before) return;
    if (this.lowest !== undefined && !isBelow(quantity, this.lowest)) return;
    if (this.lowest === undefined) this.prices.push(price);
    else this.prices[this.prices.length - 1] = price;
    this.lowest = quantity;
  }

  /** The mean as text; undefined without a price. */
  result(): string | undefined {
    const { prices } = this;
    if (prices.length === 0) return undefined;
    return quickMean(prices) ?? decimalText(meanOf(prices.map((price) => parseDecimal(price) as Decimal)));
  }
}

function isNumber(text: string): boolean {
  return quickNumber(text) >= 0 || parseDecimal(text) !== undefined;
}

/** Whether a break is below another one. */
function isBelow(text: string, other: string): boolean {
  const quick = quickNumber(text);
  const isInteger = scale === 0;
  const quickOther = quickNumber(other);
  if (quick >= 0 && quickOther >= 0 && isInteger && scale === 0) return quick < quickOther;
  return parseDecimal(text)?.lt(parseDecimal(other) as Decimal) ?? false;
}

/** Decimals after the point of the number that `quickNumber` read last. */
let scale = 0;

/** The digits of a plain positive number of at most 12 digits as an integer, and sets `scale`; -1 for any other text. */
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

/** Powers of ten up to the most decimals of the prices that are added quickly. */
const TENS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/** The exact mean of short prices by long division, rounded to 20 digits half up; undefined if it does not apply. */
function quickMean(prices: readonly string[]): string | undefined {
  let largestScale = 0;
  for (const price of prices) {
    if (quickNumber(price) < 0) return undefined;
    largestScale = Math.max(largestScale, scale);
  }
  if (largestScale >= TENS.length || prices.length > 1000) return undefined;
  let sum = 0;
  // 10^12 · 10^6 would exceed 2^53; prices of real catalogs do not.
  for (const price of prices) sum += quickNumber(price) * TENS[largestScale - scale];
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
  // Rounding up could carry through all digits: the exact arithmetic handles that.
  if (rest * 2 >= count) return undefined;
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
