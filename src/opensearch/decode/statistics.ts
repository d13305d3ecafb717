import { type Decimal, decimalText } from '../../analysis/decimal.js';
import { compareCodePoints } from '../../analysis/text.js';
import { meanAndDeviation, type Sums } from '../../answers/statistics.js';
import type { StatsResult } from '../../model/requests.js';
import type { CountedTerm } from '../compile/counts.js';
import { decimalOfSortable } from '../sortable-decimal.js';

/** A summary of numbers. */
export type Summary = Pick<StatsResult, 'min' | 'max' | 'mean' | 'stddev' | 'count'>;

const NO_SUMMARY: Summary = { min: null, max: null, mean: null, stddev: null, count: 0 };

/** The numbers of counted terms. */
export const numberOf = ({ term }: CountedTerm): Decimal => decimalOfSortable(term) as Decimal;

/** Terms in the order of their numbers. */
export const byNumber = (values: readonly CountedTerm[]): CountedTerm[] =>
  [...values].sort((a, b) => compareCodePoints(a.term, b.term));

/** Exact statistics of distinct numbers and their counts, rounded once. */
export function summaryOf(values: readonly CountedTerm[]): Summary {
  if (values.length === 0) return NO_SUMMARY;
  const sorted = byNumber(values);
  const sums = sumsOf(sorted);
  const [min, max] = [numberOf(sorted[0]), numberOf(sorted[sorted.length - 1])];
  return { min: decimalText(min), max: decimalText(max), ...meanAndDeviation(sums), count: sums.count };
}

/** Sums of whole multiples of the smallest power of ten that some number has. */
function sumsOf(values: readonly CountedTerm[]): Sums {
  const numbers = values.map((value) => ({ ...partsOf(numberOf(value)), times: BigInt(value.count), count: value.count }));
  const exponent = numbers.reduce((least, number) => Math.min(least, number.exponent), 0);
  let sum = 0n;
  let squares = 0n;
  let count = 0;
  for (const { mantissa, exponent: own, times, count: parts } of numbers) {
    const scaled = mantissa * 10n ** BigInt(own - exponent);
    sum += scaled * times;
    squares += scaled * scaled * times;
    count += parts;
  }
  return { count, exponent, sum, squares };
}

/** A number as a whole number times a power of ten. */
function partsOf(number: Decimal): { mantissa: bigint; exponent: number } {
  const [digits, exponent] = number.toExponential().split('e');
  const [whole, fraction = ''] = digits.split('.');
  return { mantissa: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
