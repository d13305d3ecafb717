/**
 * Quantities in engineering notation: `0.00068` and `F` is `680 µF`. The decimal point is moved in the text, so the page shows
 * exactly what the catalog holds.
 */

/** Powers of ten of the unit prefixes. */
export const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-15, 'f'],
  [-12, 'p'],
  [-9, 'n'],
  [-6, 'µ'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
  [12, 'T'],
]);

/** Symbols of units that take a prefix; others (`mm`, `°C`, `%`, `ppm`) are written as they are. */
export const PREFIXED: ReadonlySet<string> = new Set('V A Ω F H Hz W s m C J N Pa T cd lm S bit/s S/s V/s bps B'.split(' '));
/** Plain numbers beyond these powers of ten are shown as they are: twelve zeros are hard to count. */
const LEAST_PLAIN = -9;
const MOST_PLAIN = 15;

export interface Decimal {
  readonly sign: string;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** Power of ten of the first digit. */
  readonly power: number;
}

/** A number with its unit, for display. Text that is not a decimal number stays as it is. */
export function formatQuantity(value: string | number, symbol = ''): string {
  const text = String(value).trim();
  const decimal = readDecimal(text);
  if (!decimal) return text === '' ? '' : withUnit(text, symbol);
  const binary = symbol === 'B' ? binaryBytes(decimal) : undefined;
  if (binary) return binary;
  const power = PREFIXED.has(symbol) ? Math.floor(decimal.power / 3) * 3 : 0;
  const prefix = PREFIXES.get(power);
  if (prefix !== undefined && decimal.power - power >= LEAST_PLAIN && decimal.power - power <= MOST_PLAIN) {
    return withUnit(writeDecimal(decimal, power), prefix + symbol);
  }
  return withUnit(text, symbol);
}

/** As in prose: a space before the unit, none before a sign such as `%` or `°`. */
function withUnit(number: string, unit: string): string {
  return unit === '' || unit === '%' || unit === '°' ? number + unit : `${number} ${unit}`;
}

/** The components of a decimal number; undefined for other text. */
export function readDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,4}))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: '', digits: '', power: 0 };
  const leadingZeros = all.length - digits.length;
  return {
    sign: sign === '-' ? '−' : '',
    digits: digits.replace(/0+$/, ''),
    power: whole.length - 1 - leadingZeros + Number(exponent),
  };
}

/** The number divided by that power of ten, in plain digits. */
export function writeDecimal({ sign, digits, power }: Decimal, divisor: number): string {
  if (digits === '') return '0';
  const whole = power - divisor + 1;
  if (whole <= 0) return `${sign}0.${'0'.repeat(-whole)}${digits}`;
  const padded = digits.padEnd(whole, '0');
  const fraction = padded.slice(whole);
  return sign + padded.slice(0, whole) + (fraction && `.${fraction}`);
}

/** `64 KiB`, for a whole number of them: memory sizes are powers of two. */
function binaryBytes(decimal: Decimal): string | undefined {
  let bytes = Number(writeDecimal(decimal, 0).replace('−', '-'));
  if (!Number.isSafeInteger(bytes) || bytes <= 0 || bytes % 1024 !== 0) return undefined;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (bytes % 1024 === 0 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return `${bytes} ${units[unit]}`;
}
