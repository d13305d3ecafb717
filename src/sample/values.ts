/** Preferred numbers from 1 up to 10 (IEC 60063). */
export const E24 = [
  1, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2, 2.2, 2.4, 2.7, 3, 3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1,
];
export const E12 = E24.filter((_, i) => i % 2 === 0);
export const E96 = Array.from({ length: 96 }, (_, i) => Math.round(100 * 10 ** (i / 96)) / 100);

/** The values of `series` times 10^first up to 10^last. */
export function decades(series: readonly number[], first: number, last: number): number[] {
  const values: number[] = [];
  for (let exponent = first; exponent <= last; exponent++) {
    for (const value of series) values.push(Number((value * 10 ** exponent).toPrecision(6)));
  }
  return values;
}

/** The whole numbers from `first` to `last`, times `step`. */
export function range(first: number, last: number, step = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(6)));
}

/** Each item repeated according to its weight. */
export function repeated<T>(...items: readonly (readonly [item: T, weight: number])[]): T[] {
  return items.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
}

/** Usual ends of operating temperature ranges, in degrees Celsius. */
export const LOWEST_TEMPERATURES = ['-55', '-40', '-25', '0'];
export const HIGHEST_TEMPERATURES = ['70', '85', '105', '125', '150', '155', '175'];

/** The notation of a value in a part number, a description or a spec; `parameter` is the text after the format's name. */
export type Format = (value: string | number, parameter: string) => string;

export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['eng', (value, unit) => engineering(Number(value), unit)],
  ['rkm', (value) => rkm(Number(value))],
  ['code', (value, unit) => threeDigitCode(Number(value) / Number(unit || 1))],
  ['pad', (value, width) => String(value).padStart(Number(width), '0')],
  ['bare', (value) => String(value).replace('.', '')],
  ['times', (value, factor) => plain(Number(value) * Number(factor))],
]);

const PREFIXES: readonly (readonly [factor: number, symbol: string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'u'],
  [1e-9, 'n'],
  [1e-12, 'p'],
];

/** With the metric prefix that fits: 4.7e-6 and F give `4.7uF`. */
function engineering(value: number, unit: string): string {
  const [factor, symbol] = PREFIXES.find((entry) => value >= entry[0] * 0.9999) ?? [1, ''];
  return plain(value / factor) + symbol + unit;
}

/** A resistance as the RKM code writes it: 4700 gives `4K7`, 10 gives `10R`. */
function rkm(ohms: number): string {
  const [factor, symbol] = ohms >= 1e6 ? [1e6, 'M'] : ohms >= 1e3 ? [1e3, 'K'] : [1, 'R'];
  const text = plain(ohms / factor);
  return text.includes('.') ? text.replace('.', symbol) : text + symbol;
}

/** Two digits and the number of zeros: 47000 gives `473`; below ten with an R: 4.7 gives `4R7`. */
function threeDigitCode(value: number): string {
  if (value < 9.999) {
    const text = plain(value);
    return text.includes('.') ? text.replace('.', 'R') : `${text}R0`;
  }
  let zeros = 0;
  let mantissa = value;
  while (mantissa >= 99.99) {
    mantissa /= 10;
    zeros++;
  }
  return `${Math.round(mantissa)}${zeros}`;
}

/** Six significant digits, without trailing zeros. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}
