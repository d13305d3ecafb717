import { PREFIXED, PREFIXES, readDecimal, writeDecimal } from './quantity.js';

const POWERS = new Map([...PREFIXES].map(([power, prefix]) => [prefix, power]));
// What keyboards have instead of µ, the other of the two characters that look like it, and the kilo that is often written in
// upper case.
POWERS.set('u', -6).set('μ', -6).set('K', 3);

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** Beyond these powers of ten a number is written with its exponent. */
const MOST_PLAIN = 40;

/**
 * The number for a typed quantity, as decimal text in base units: `4.7k`, `4k7`, `4.7 kΩ` and `4.7e3` are `4700` if the symbol of
 * the unit is Ω. Undefined if the text is not a quantity of that unit.
 */
export function parseQuantity(text: string, symbol = ''): string | undefined {
  const [, sign, number, unit] = /^([+-]?)(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(.*)$/is.exec(tidy(text)) ?? [];
  if (number === undefined) return undefined;
  const scaled = (digits: string, power: number) => multiplied(`${sign}${digits}`, power);
  if (unit === '' || unit === symbol) return scaled(number, 0);
  if (symbol === 'B' && BINARY_UNITS.includes(unit)) return inBytes(Number(sign + number), unit);
  if (!PREFIXED.has(symbol)) return undefined;
  const prefix = unit.endsWith(symbol) ? unit.slice(0, -symbol.length).trimEnd() : unit;
  const power = POWERS.get(prefix);
  if (power !== undefined) return scaled(number, power);
  // 4k7, 2R2: the prefix replaces the decimal point.
  const [, letter, fraction] = /^(\p{L})(\d+)$/u.exec(prefix) ?? [];
  const powerOfLetter = letter === 'R' ? 0 : POWERS.get(letter);
  return powerOfLetter !== undefined && /^\d+$/.test(number) ? scaled(`${number}.${fraction}`, powerOfLetter) : undefined;
}

/** Displayed signs become typed ones; `.5` is a half, and `5.` is five. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^([+-]?)\./, '$10.')
    .replace(/^([+-]?\d+)\.(?!\d)/, '$1');
}

function multiplied(number: string, power: number): string | undefined {
  const decimal = readDecimal(number);
  if (!decimal) return undefined;
  const { digits } = decimal;
  const sign = decimal.sign && '-';
  const first = decimal.power + power;
  if (Math.abs(first) <= MOST_PLAIN) return writeDecimal({ digits, sign, power: first }, 0);
  return `${sign}${digits}e${first - digits.length + 1}`;
}

function inBytes(number: number, unit: string): string | undefined {
  const bytes = number * 1024 ** BINARY_UNITS.indexOf(unit);
  return Number.isSafeInteger(bytes) ? String(bytes) : undefined;
}
