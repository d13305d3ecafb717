import { trimWhiteSpace } from './text.js';

/** Exact decimals (docs/semantics.md, "Numbers"): `digits * 10 ** exponent`, in BigInt. */
export interface Decimal {
  /** Signed, without trailing zeros (0 has exponent 0), so that equal numbers have equal members. */
  readonly digits: bigint;
  readonly exponent: number;
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The number that a text or a JSON number means, or undefined where it means none. */
export function parseDecimal(value: string | number): Decimal | undefined {
  const match = NUMBER.exec(trimWhiteSpace(String(value)));
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  if (whole.length + fraction.length > 1000 || Math.abs(Number(exponent)) > 1000) return undefined;
  return decimal(BigInt(sign === '-' ? `-${whole}${fraction}` : whole + fraction), Number(exponent) - fraction.length);
}

/** The number that a filter asks for: as documents may write it, or as answers do. */
export function parseRequested(text: string): Decimal | undefined {
  const written = parseDecimal(text);
  if (written) return written;
  const [, digits, point, exponent] = /^(-?\d)(\.\d+)?e([+-]\d{1,4})$/.exec(text) ?? /^(-?\d+)(\.\d+)?$/.exec(text) ?? [];
  if (digits === undefined || text.length > 2100) return undefined;
  const fraction = point?.slice(1) ?? '';
  const shown = decimal(BigInt(digits + fraction), Number(exponent ?? 0) - fraction.length);
  return Math.abs(scientific(shown)) <= 3000 && decimalText(shown) === text ? shown : undefined;
}

/** The exponent of scientific notation. */
export function scientific({ digits, exponent }: Decimal): number {
  return exponent + String(digits).replace('-', '').length - 1;
}

/** The number as answers write it: `4700`, `0.1`, `1e-7`, `1.5e+21`. */
export function decimalText(number: Decimal): string {
  const sign = number.digits < 0n ? '-' : '';
  const digits = String(number.digits).replace('-', '');
  const power = scientific(number);
  if (power <= -7 || power >= 21) {
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power)}`;
  }
  if (number.exponent >= 0) return sign + digits + '0'.repeat(number.exponent);
  const padded = digits.padStart(1 - number.exponent, '0');
  return `${sign}${padded.slice(0, number.exponent)}.${padded.slice(number.exponent)}`;
}

export function decimal(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const zeros = text.length - text.replace(/0+$/, '').length;
  return { digits: digits / 10n ** BigInt(zeros), exponent: exponent + zeros };
}

/** One text for each number. */
export function decimalKey(number: Decimal): string {
  return `${number.digits}e${number.exponent}`;
}

/** Both as integers in units of the smaller exponent. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (n: Decimal) => n.digits * 10n ** BigInt(n.exponent - exponent);
  return [scaled(a), scaled(b), exponent];
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** All, at least one, as integers in units of `10 ** exponent`, the smallest exponent among them. */
export function inUnits(numbers: readonly Decimal[]): { integers: bigint[]; exponent: number } {
  const exponent = numbers.reduce((least, n) => Math.min(least, n.exponent), Infinity);
  return { integers: numbers.map((n) => n.digits * 10n ** BigInt(n.exponent - exponent)), exponent };
}

/** The mean of at least one number, from the exact sum, rounded to 20 significant digits, half up (away from zero). */
export function mean(numbers: readonly Decimal[]): Decimal {
  const { integers, exponent } = inUnits(numbers);
  const sum = integers.reduce((a, b) => a + b);
  const count = BigInt(numbers.length);
  const size = sum < 0n ? -sum : sum;
  // At least 20 digits are left to keep. Half a unit is an integer, so what the division drops cannot decide the rounding.
  const quotient = (size * 10n ** 45n) / count;
  const drop = Math.max(0, String(quotient).length - 20);
  const unit = 10n ** BigInt(drop);
  const rounded = quotient / unit + (2n * (quotient % unit) >= unit ? 1n : 0n);
  return decimal(sum < 0n ? -rounded : rounded, exponent - 45 + drop);
}
