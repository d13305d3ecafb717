import { decimalOf, decimalText, scaledText } from '../analysis/decimal.js';
import { LIMB, type LongLimbs, type NumberMantissas, TWO_LIMBS } from '../analysis/number-mantissas.js';

/** Exact sums of numbers: their sum is `sum` · 10^exponent, the sum of their squares is `squares` · 10^(2 · exponent). */
export interface Sums {
  readonly count: number;
  readonly exponent: number;
  readonly sum: bigint;
  readonly squares: bigint;
}

/*
 * Numbers of one exponent are a group. Their mantissas and squares are cut into limbs of six digits, and each limb is
 * summed in a double of its own. All limbs are below 2^22 in size and all counts together below 2^31, so no such sum
 * passes 2^53: it is exact. A limb may be one off what a division would give, because 1 / LIMB is not a double; the next one
 * makes up for it.
 */
const SUM_LIMBS = 4;
const SQUARE_LIMBS = 8;
const SQUARES = SUM_LIMBS;
const GROUP = SUM_LIMBS + SQUARE_LIMBS;
const MAX_COUNT = 2 ** 31;

/**
 * Exact sums of the numbers of the ordinals `ordinals[i]`, i < length, each counted `counts[i]` times.
 * @throws RangeError if the counts are 2^31 or more together
 */
export function sumValues(numbers: NumberMantissas, ordinals: Uint32Array, counts: Uint32Array, length: number): Sums {
  const { mantissas, exponents, leastExponent } = numbers;
  const groups = new Float64Array((numbers.greatestExponent - leastExponent + 1) * GROUP);
  const wideGroups = new Map<number, WideGroup>();
  let longLimbs: LongLimbs | undefined;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const ordinal = ordinals[i];
    const times = counts[i];
    const mantissa = mantissas[ordinal];
    const group = (exponents[ordinal] - leastExponent) * GROUP;
    count += times;
    if (mantissa < LIMB && mantissa > -LIMB) {
      const square = mantissa * mantissa;
      const upper = Math.floor(square * (1 / LIMB));
      groups[group] += times * mantissa;
      groups[group + SQUARES] += times * (square - upper * LIMB);
      groups[group + SQUARES + 1] += times * upper;
    } else if (mantissa < TWO_LIMBS && mantissa > -TWO_LIMBS) {
      addTwoLimbs(groups, group, mantissa, times);
    } else {
      longLimbs ??= numbers.longLimbs();
      const place = longLimbs.places[ordinal];
      if (place >= 0) addLongLimbs(groups, group, longLimbs.limbs, place, times);
      else addWide(wideGroups, exponents[ordinal], numbers.wide(ordinal), times);
    }
  }
  if (count >= MAX_COUNT) throw new RangeError(`${count} values are more than can be summed exactly: at most 2,147,483,647`);
  return totalOf(count, numbers, groups, wideGroups);
}

function addTwoLimbs(groups: Float64Array, group: number, mantissa: number, times: number): void {
  const upper = Math.floor(mantissa * (1 / LIMB));
  const lower = mantissa - upper * LIMB;
  groups[group] += times * lower;
  groups[group + 1] += times * upper;
  const square0 = lower * lower;
  const square1 = 2 * lower * upper;
  const square2 = upper * upper;
  const carry0 = Math.floor(square0 * (1 / LIMB));
  const carry1 = Math.floor(square1 * (1 / LIMB));
  const carry2 = Math.floor(square2 * (1 / LIMB));
  groups[group + SQUARES] += times * (square0 - carry0 * LIMB);
  groups[group + SQUARES + 1] += times * (square1 - carry1 * LIMB + carry0);
  groups[group + SQUARES + 2] += times * (square2 - carry2 * LIMB + carry1);
  groups[group + SQUARES + 3] += times * carry2;
}

function addLongLimbs(groups: Float64Array, group: number, limbs: Int32Array, place: number, times: number): void {
  const a = limbs[place];
  const b = limbs[place + 1];
  const c = limbs[place + 2];
  const d = limbs[place + 3];
  groups[group] += times * a;
  groups[group + 1] += times * b;
  groups[group + 2] += times * c;
  groups[group + 3] += times * d;
  const square0 = a * a;
  const square1 = 2 * a * b;
  const square2 = 2 * a * c + b * b;
  const square3 = 2 * (a * d + b * c);
  const carry0 = Math.floor(square0 * (1 / LIMB));
  const carry1 = Math.floor(square1 * (1 / LIMB));
  const carry2 = Math.floor(square2 * (1 / LIMB));
  const carry3 = Math.floor(square3 * (1 / LIMB));
  // Up to 4 · LIMB is carried: only here could the remainder and the carry exceed 2^22 together.
  const square4 = 2 * b * d + c * c + carry3;
  const square5 = 2 * c * d;
  const square6 = d * d;
  const carry4 = Math.floor(square4 * (1 / LIMB));
  const carry5 = Math.floor(square5 * (1 / LIMB));
  const carry6 = Math.floor(square6 * (1 / LIMB));
  groups[group + SQUARES] += times * (square0 - carry0 * LIMB);
  groups[group + SQUARES + 1] += times * (square1 - carry1 * LIMB + carry0);
  groups[group + SQUARES + 2] += times * (square2 - carry2 * LIMB + carry1);
  groups[group + SQUARES + 3] += times * (square3 - carry3 * LIMB + carry2);
  groups[group + SQUARES + 4] += times * (square4 - carry4 * LIMB);
  groups[group + SQUARES + 5] += times * (square5 - carry5 * LIMB + carry4);
  groups[group + SQUARES + 6] += times * (square6 - carry6 * LIMB + carry5);
  groups[group + SQUARES + 7] += times * carry6;
}

/** Sums of the mantissas of one exponent that have too many digits for limbs. */
interface WideGroup {
  sum: bigint;
  squares: bigint;
}

function addWide(groups: Map<number, WideGroup>, exponent: number, mantissa: bigint, count: number): void {
  let group = groups.get(exponent);
  if (!group) groups.set(exponent, (group = { sum: 0n, squares: 0n }));
  const product = mantissa * BigInt(count);
  group.sum += product;
  group.squares += product * mantissa;
}

/** The sums of all groups, from the greatest exponent to the least that has a value other than 0. */
function totalOf(
  count: number,
  numbers: NumberMantissas,
  groups: Float64Array,
  wideGroups: ReadonlyMap<number, WideGroup>,
): Sums {
  let sum = 0n;
  let squares = 0n;
  let exponent = 0;
  for (let at = groups.length - GROUP; at >= 0; at -= GROUP) {
    const groupExponent = numbers.leastExponent + at / GROUP;
    const wide = wideGroups.get(groupExponent);
    let groupSquares = joined(groups, at + SQUARES, SQUARE_LIMBS);
    if (wide) groupSquares += wide.squares;
    if (groupSquares === 0n) continue;
    if (squares > 0n) {
      sum *= powerOfTen(exponent - groupExponent);
      squares *= powerOfTen(2 * (exponent - groupExponent));
    }
    sum += joined(groups, at, SUM_LIMBS) + (wide ? wide.sum : 0n);
    squares += groupSquares;
    exponent = groupExponent;
  }
  return { count, exponent, sum, squares };
}

/** The integer that sums of limbs represent. */
function joined(limbs: Float64Array, from: number, length: number): bigint {
  let top = from + length - 1;
  while (top > from && limbs[top] === 0) top--;
  let value = BigInt(limbs[top]);
  for (let i = top - 1; i >= from; i--) value = value * BIG_LIMB + BigInt(limbs[i]);
  return value;
}

/** Adds the sums of both. */
export function addSums(a: Sums, b: Sums): Sums {
  if (a.squares === 0n) return { ...b, count: a.count + b.count };
  if (b.squares === 0n) return { ...a, count: a.count + b.count };
  const [upper, lower] = a.exponent >= b.exponent ? [a, b] : [b, a];
  const shift = upper.exponent - lower.exponent;
  return {
    count: a.count + b.count,
    exponent: lower.exponent,
    sum: upper.sum * powerOfTen(shift) + lower.sum,
    squares: upper.squares * powerOfTen(2 * shift) + lower.squares,
  };
}

/** Digits of a mean and of a standard deviation (docs/semantics.md, "Facets and statistics"). */
const DIGITS = 20;

/**
 * Mean and sample standard deviation ("0" of one value) as canonical texts, correctly rounded to 20 significant digits, half away
 * from zero; null without values.
 */
export function meanAndDeviation(sums: Sums): { mean: string; stddev: string } | { mean: null; stddev: null } {
  if (sums.count === 0) return { mean: null, stddev: null };
  return { mean: meanText(sums), stddev: deviationText(sums) };
}

/*
 * Both are cut off somewhere behind the 21st digit, and the digits that are left rounded: what was cut away could not
 * change that.
 */

function meanText({ count, exponent, sum }: Sums): string {
  if (sum === 0n) return '0';
  const size = sum < 0n ? -sum : sum;
  const divisor = BigInt(count);
  const shift = shiftFor(size, divisor, DIGITS + 1);
  const mean = roundedText(shiftedQuotient(size, divisor, shift), exponent - shift);
  return sum < 0n ? `-${mean}` : mean;
}

function deviationText({ count, exponent, sum, squares }: Sums): string {
  const n = BigInt(count);
  const spread = n * squares - sum * sum;
  if (spread === 0n) return '0';
  const divisor = n * (n - 1n);
  const shift = shiftFor(spread, divisor, 2 * (DIGITS + 1));
  const evenShift = shift + (shift & 1);
  return roundedText(squareRoot(shiftedQuotient(spread, divisor, evenShift)), exponent - evenShift / 2);
}

/**
 * The shift for which the whole part of `dividend` · 10^shift / `divisor` has at least this many digits, and at most five more.
 */
function shiftFor(dividend: bigint, divisor: bigint, digits: number): number {
  const quotient = Number(dividend) / Number(divisor);
  if (Number.isFinite(quotient)) return digits - 1 - Math.floor(Math.log10(quotient) - LOGARITHM_ERROR);
  const least = Math.floor((hexDigits(dividend) - 1) * DIGITS_PER_HEX);
  const greatest = Math.ceil(hexDigits(divisor) * DIGITS_PER_HEX);
  return digits - 1 - (least - greatest);
}

const DIGITS_PER_HEX = Math.log10(16);
/** More than a logarithm of doubles is off. */
const LOGARITHM_ERROR = 1e-9;

function hexDigits(value: bigint): number {
  return value.toString(16).length;
}

/** The whole part of `dividend` · 10^shift / `divisor`. */
function shiftedQuotient(dividend: bigint, divisor: bigint, shift: number): bigint {
  return shift >= 0 ? (dividend * powerOfTen(shift)) / divisor : dividend / (divisor * powerOfTen(-shift));
}

/** The whole part of the square root of a number from 1 to 2^160. */
function squareRoot(square: bigint): bigint {
  const estimate = BigInt(Math.floor(Math.sqrt(Number(square))));
  // A step of Newton doubles the 52 digits of the estimate, which are then enough, and does not fall short of the root.
  const root = (estimate + square / estimate) >> 1n;
  return root * root > square ? root - 1n : root;
}

/** The text of `digits` · 10^exponent, where `digits` has 21 or more, of which the first 20 are kept. */
function roundedText(digits: bigint, exponent: number): string {
  const surplus = digits.toString().length - DIGITS;
  const unit = powerOfTen(surplus);
  const rounded = (digits + unit / 2n) / unit;
  const power = exponent + surplus;
  return power <= 0 ? scaledText(rounded, -power) : decimalText(decimalOf(rounded, power));
}

const BIG_LIMB = BigInt(LIMB);
const POWERS = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return exponent < POWERS.length ? POWERS[exponent] : 10n ** BigInt(exponent);
}
