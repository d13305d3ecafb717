import { decimalOf, decimalText, parseDecimal } from '../analysis/decimal.js';
import { parseQuantity } from '../analysis/quantity.js';

/** Prefixes that texts have, by the power of ten. */
const PREFIXES: readonly (readonly [power: number, letter: string])[] = [
  [-12, 'p'],
  [-9, 'n'],
  [-6, 'u'],
  [-6, 'µ'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
];
/** Units that texts leave out behind a prefix (`10k`, `100n`), and what they have in place of a decimal point without one. */
const LEFT_OUT = new Map([
  ['Ω', 'R'],
  ['F', ''],
  ['H', ''],
]);
/** Nobody writes these with milli. */
const WITHOUT_MILLI = new Set(['F', 'Hz']);
/** Numbers before a prefix are below 10,000, and from 1 on: but `0.1uF`, `0.5W`. */
const BEYOND = decimalOf(1, 4);
const LEAST = decimalOf(1, 0);
const LEAST_FRACTION = decimalOf(1, -3);
const WITH_FRACTIONS = new Set([-6, 0]);
const LONGEST_NUMBER = 5;

/** How texts of parts may write a quantity: `100nF` is also `0.1 uF`, `4.7k` is `4K7` and `4.7 kohm`. Empty for ranges and for numbers without a unit. */
export function writtenQuantities(text: string): string[] {
  const read = parseQuantity(text);
  const value = read && 'value' in read ? parseDecimal(read.value) : undefined;
  const symbol = read?.unit?.symbol;
  if (!value || symbol === undefined || symbol === null || value.lte(0)) return [];
  return PREFIXES.flatMap(([power, prefix]) => {
    const number = value.times(decimalOf(1, -power));
    const digits = decimalText(number);
    if (number.lt(WITH_FRACTIONS.has(power) ? LEAST_FRACTION : LEAST) || number.gte(BEYOND) || digits.length > LONGEST_NUMBER)
      return [];
    return prefix === 'm' && WITHOUT_MILLI.has(symbol) ? [] : writtenWith(digits, prefix, symbol);
  });
}

function writtenWith(digits: string, prefix: string, symbol: string): string[] {
  const point = LEFT_OUT.get(symbol);
  const names = symbol === 'Ω' ? ['Ω', 'ohm', 'ohms'] : [symbol];
  const texts = names.flatMap((name) => [`${digits}${prefix}${name}`, `${digits} ${prefix}${name}`]);
  if (point === undefined) return texts;
  const letter = prefix === '' ? point : prefix;
  if (letter !== '') texts.push(`${digits}${letter}`);
  if (letter !== '' && digits.includes('.')) texts.push(digits.replace('.', letter));
  return texts;
}
