import { type Decimal, decimalOf } from '../analysis/decimal.js';

/** From this ratio of the greatest to the least positive number on, ranges grow with their values. */
const LOGARITHMIC_FROM = 100;

/**
 * The edges, ascending, of at most `most` adjacent ranges that have round bounds and contain all numbers from `least` to
 * `greatest`; one more than there are ranges. The exact bounds `[least, greatest]` for a single number or a single range.
 *
 * If no number is negative and the greatest is at least 100 times the least positive one, the edges are numbers 1, 2, 5, 10, 20,
 * …, or powers of ten, or every second power, third …: the first of these series that has few enough. A zero then has its own
 * range, the first. Otherwise the edges are multiples of the smallest 1, 2 or 5 · 10^e that has few enough.
 *
 * @param leastPositive the least number above 0, if there is one
 * @param hasZero whether 0 is among the numbers
 * @param most an integer, 1 or more
 */
export function rangeEdges(
  least: Decimal,
  greatest: Decimal,
  leastPositive: Decimal | undefined,
  hasZero: boolean,
  most: number,
): Decimal[] {
  if (most === 1 || least.eq(greatest)) return [least, greatest];
  if (least.isNegative() || !leastPositive || greatest.lt(leastPositive.times(LOGARITHMIC_FROM))) {
    return linearEdges(least, greatest, most);
  }
  if (!hasZero) return logarithmicEdges(leastPositive, greatest, most);
  return [decimalOf(0, 0), ...logarithmicEdges(leastPositive, greatest, most - 1)];
}

function logarithmicEdges(least: Decimal, greatest: Decimal, most: number): Decimal[] {
  const first = seriesPlace(least);
  const belowLast = seriesPlace(greatest);
  const last = seriesNumber(belowLast).eq(greatest) ? belowLast : belowLast + 1;
  if (last - first <= most) return Array.from({ length: last - first + 1 }, (_, i) => seriesNumber(first + i));
  const firstPower = least.e;
  const powers = (decimalOf(1, greatest.e).eq(greatest) ? greatest.e : greatest.e + 1) - firstPower;
  const stride = Math.ceil(powers / most);
  return Array.from({ length: Math.ceil(powers / stride) + 1 }, (_, i) => decimalOf(1, firstPower + i * stride));
}

/** The numbers 1, 2, 5, 10, 20, …; 1 has place 0. */
const SERIES = [1, 2, 5];

function seriesNumber(place: number): Decimal {
  const exponent = Math.floor(place / SERIES.length);
  return decimalOf(SERIES[place - exponent * SERIES.length], exponent);
}

/** The place of the greatest of them that is not above a positive number. */
function seriesPlace(number: Decimal): number {
  const power = number.e * SERIES.length;
  let place = power + SERIES.length - 1;
  // Its power of ten is not above it.
  while (place > power && seriesNumber(place).gt(number)) place--;
  return place;
}

function linearEdges(least: Decimal, greatest: Decimal, most: number): Decimal[] {
  // The spread is at least 10^e, and this less than that by more than a factor `most`: too small a step.
  let place = (greatest.minus(least).e - String(most).length) * SERIES.length;
  for (;;) {
    const first = quotient(least, place).floor();
    const ranges = quotient(greatest, place).ceil().minus(first);
    if (ranges.lte(most)) {
      const step = seriesNumber(place);
      return Array.from({ length: ranges.toNumber() + 1 }, (_, i) => first.plus(i).times(step));
    }
    place++;
  }
}

/** The number divided by the number of a place. Division by 1, 2 or 5 is multiplication by 10, 5 or 2, and therefore exact. */
function quotient(number: Decimal, place: number): Decimal {
  const exponent = Math.floor(place / SERIES.length);
  const inverse = 10 / SERIES[place - exponent * SERIES.length];
  return number.times(decimalOf(inverse, -exponent - 1));
}
