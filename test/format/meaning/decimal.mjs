/**
 * Exact decimals (docs/semantics.md, "Numbers"): `{ negative, digits, exponent }`, of which `digits` has no zeros at
 * either end and `exponent` is that of its first digit. Zero has no digits.
 */

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MOST = 1000;

/** The number that a text or a JSON number of a document is, or undefined. */
export function decimalOf(value) {
  return read(String(value).replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''), MOST);
}

/** The number of a text that `textOf` has made: its exponent may be up to three times as large. */
export function decimalOfText(text) {
  return read(text, 3 * MOST);
}

function read(text, most) {
  const match = WRITTEN.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  if (whole.length + fraction.length > most || Math.abs(Number(exponent)) > most) return undefined;
  return decimal(sign === '-', whole + fraction, Number(exponent) - fraction.length);
}

/** `digits` times a power of ten. */
function decimal(negative, digits, power) {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return { negative: false, digits: '', exponent: 0 };
  return { negative, digits: significant.replace(/0+$/, ''), exponent: power + significant.length - 1 };
}

/** The one text of a number: that of decimal.js' `toString()`. */
export function textOf({ negative, digits, exponent }) {
  if (digits === '') return '0';
  return (negative ? '-' : '') + (exponent <= -7 || exponent >= 21 ? scientific(digits, exponent) : plain(digits, exponent));
}

function scientific(digits, exponent) {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

function plain(digits, exponent) {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return digits.length > exponent + 1 ? `${whole}.${digits.slice(exponent + 1)}` : whole;
}

/** Below zero if `a` is less than `b`. */
export function compareDecimals(a, b) {
  const signA = signOf(a);
  const signB = signOf(b);
  if (signA !== signB || signA === 0) return signA - signB;
  if (a.exponent !== b.exponent) return signA * (a.exponent - b.exponent);
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -signA : signA;
}

function signOf({ negative, digits }) {
  return digits === '' ? 0 : negative ? -1 : 1;
}

/** The mean of some numbers, summed exactly and rounded once, to 20 significant digits, half away from zero. */
export function meanOf(numbers) {
  const power = (n) => (n.digits === '' ? 0 : n.exponent - n.digits.length + 1);
  const lowest = Math.min(...numbers.map(power));
  const sum = numbers.reduce((total, n) => {
    const units = BigInt(n.digits || '0') * 10n ** BigInt(power(n) - lowest);
    return n.negative ? total - units : total + units;
  }, 0n);
  const count = BigInt(numbers.length);
  // Enough digits behind the point that only the rounding to 20 digits loses any.
  const spare = 30 + String(count).length;
  const scaled = (sum < 0n ? -sum : sum) * 10n ** BigInt(spare);
  const unit = 10n ** BigInt(Math.max(0, String(scaled / count).length - 20));
  const rounded = (2n * scaled + count * unit) / (2n * count * unit);
  return decimal(sum < 0n, String(rounded * unit), lowest - spare);
}
