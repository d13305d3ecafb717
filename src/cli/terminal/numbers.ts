/** A decimal number without loss: `digits` with the point after the first one, times 10^`exponent`. */
interface Decimal {
  readonly isNegative: boolean;
  /** Neither the first nor the last is 0, except for zero itself. */
  readonly digits: string;
  readonly exponent: number;
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** A place between digits that groups of three digits follow. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Plain numbers beyond these powers of ten are written with an exponent. */
const LONGEST = { above: 15, below: -7 };

/**
 * A number for people: `1,234 days`.
 * @param text an exact decimal; other texts are returned unchanged
 * @param unit what stands behind it, '' for nothing
 * @param digits significant digits, all if undefined; digits before the point are never rounded away
 */
export function formatNumber(text: string, unit = '', digits = Number.POSITIVE_INFINITY): string {
  const exact = parseDecimal(text);
  return withUnit(exact ? plainText(round(exact, Math.max(digits, exact.exponent + 1))) : text, unit);
}

/** A price: `16.68 USD`, `0.8464 USD`; at least two decimals, below one four significant digits. */
export function formatPrice(text: string, currency: string): string {
  const exact = parseDecimal(text);
  if (!exact) return withUnit(text, currency);
  const price = round(exact, exact.exponent >= 0 ? exact.exponent + 3 : 4);
  const plain = plainText(price);
  const [whole, decimals = ''] = plain.split('.');
  return withUnit(plain.includes('e') ? plain : `${whole}.${decimals.padEnd(2, '0')}`, currency);
}

function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number} ${unit}`;
}

function parseDecimal(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  const zeros = /^0*/.exec(all)?.[0].length ?? 0;
  const digits = all.slice(zeros).replace(/0+$/, '');
  if (digits === '') return { isNegative: false, digits: '0', exponent: 0 };
  return { isNegative: sign === '-', digits, exponent: Number(exponent) + whole.length - 1 - zeros };
}

/** To at least one digit, half away from zero. */
function round({ isNegative, digits, exponent }: Decimal, count: number): Decimal {
  if (digits.length <= count) return { isNegative, digits, exponent };
  const kept = digits.slice(0, count);
  const up = digits[count] >= '5' ? String(BigInt(kept) + 1n) : kept;
  return { isNegative, digits: up.replace(/(?!^)0+$/, ''), exponent: exponent + up.length - count };
}

function plainText({ isNegative, digits, exponent }: Decimal): string {
  const sign = isNegative ? '-' : '';
  if (exponent > LONGEST.above || exponent < LONGEST.below) {
    return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${exponent}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return sign + groupDigits(whole) + (fraction === '' ? '' : `.${fraction}`);
}

/** The digits of a whole number with commas. `Intl` writes the same, but takes 20 ms of each command to begin. */
export function groupDigits(whole: string): string {
  return whole.replace(THOUSANDS, ',');
}
