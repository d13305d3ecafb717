/** A decimal number without loss: `digits` with the point after the first one, times 10^`exponent`. */
interface Decimal {
  readonly isNegative: boolean;
  /** Neither the first nor the last is 0, except for zero itself. */
  readonly digits: string;
  readonly exponent: number;
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Prefixes by their power of a thousand. */
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-6, 'a'],
  [-5, 'f'],
  [-4, 'p'],
  [-3, 'n'],
  [-2, 'µ'],
  [-1, 'm'],
  [0, ''],
  [1, 'k'],
  [2, 'M'],
  [3, 'G'],
  [4, 'T'],
]);

/** Units that are written with any prefix: not °C, % or ppm, nor mm, which has one already. */
const PREFIXED = new Set('V A W VA var Ω \u2126 S F H Hz C J eV N Pa T Wb m g cd lm lx bps Bd'.split(' '));

/** Units with prefixes for small amounts only: kiloseconds are not in use. */
const PREFIXED_BELOW_ONE = new Set(['s']);

/** With prefixes for large amounts only. */
const PREFIXED_ABOVE_ONE = new Set(['bit', 'B']);

const BINARY_PREFIXES = ['Gi', 'Mi', 'Ki'];
/** Not 1,953,125 KiB for 2 GB. */
const LARGEST_BINARY = 10_000;

/** Plain numbers beyond these powers of ten are written with an exponent. */
const LONGEST = { above: 15, below: -7 };

/**
 * A number with its unit for people, in engineering notation if that is usual for the unit: `4.7 kΩ`, `100 nF`, `-55 °C`, `64
 * KiB`, `1,234`.
 * @param text an exact decimal; other texts are returned unchanged
 * @param unit symbol or name, '' for none
 * @param digits significant digits, all if undefined; without a prefix, digits before the point are never rounded away
 */
export function formatQuantity(text: string, unit = '', digits = Number.POSITIVE_INFINITY): string {
  const exact = parseDecimal(text);
  if (!exact) return withUnit(text, unit);
  const binary = binaryText(exact, unit);
  if (binary !== undefined) return withUnit(binary, unit, '');
  const rounded = round(exact, digits);
  const power = rounded.digits === '0' ? 0 : Math.floor(rounded.exponent / 3);
  const prefix = prefixOf(power, unit);
  if (prefix === undefined) return withUnit(plainText(round(exact, Math.max(digits, exact.exponent + 1))), unit);
  return withUnit(`${plainText({ ...rounded, exponent: rounded.exponent - 3 * power })} ${prefix}`, unit, '');
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

function withUnit(number: string, unit: string, gap = ' '): string {
  return unit === '' ? number : `${number}${gap}${unit}`;
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

/** The prefix of a power of a thousand, undefined if the unit does not take it. */
function prefixOf(power: number, unit: string): string | undefined {
  // `V/√Hz`, `V(p-p)`, `S/s`: the first unit takes the prefix.
  const [first] = unit.split(/[/(·* ]/, 1);
  const isPrefixed =
    PREFIXED.has(first) || (power <= 0 && PREFIXED_BELOW_ONE.has(first)) || (power >= 0 && PREFIXED_ABOVE_ONE.has(first));
  return isPrefixed ? PREFIXES.get(power) : undefined;
}

/** Sizes of memory are powers of two: `64 Ki` of 65536, undefined for other numbers. */
function binaryText({ isNegative, digits, exponent }: Decimal, unit: string): string | undefined {
  if ((unit !== 'B' && unit !== 'bit') || exponent < 3 || exponent > 14 || isNegative || digits.length > exponent + 1)
    return undefined;
  const value = Number(`${digits}e${exponent - digits.length + 1}`);
  for (const [i, prefix] of BINARY_PREFIXES.entries()) {
    const count = value / 1024 ** (BINARY_PREFIXES.length - i);
    if (Number.isInteger(count) && count < LARGEST_BINARY) return `${groupDigits(String(count))} ${prefix}`;
  }
  return undefined;
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

function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
}
