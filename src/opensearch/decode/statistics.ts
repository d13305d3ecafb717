import { type Decimal, decimalText } from '../../analysis/decimal.js';
import { meanAndDeviation, type Sums } from '../../answers/statistics.js';
import type { StatsResult } from '../../model/requests.js';
import type { CountedTerm } from '../compile/counts.js';
import {
  decimalOfSortable,
  digitsOfPositive,
  exponentOfPositive,
  isSmallPositive,
  partsOfSortable,
} from '../sortable-decimal.js';

/** A summary of numbers. */
export type Summary = Pick<StatsResult, 'min' | 'max' | 'mean' | 'stddev' | 'count'>;

const NO_SUMMARY: Summary = { min: null, max: null, mean: null, stddev: null, count: 0 };

/** The numbers of counted terms. */
export const numberOf = ({ term }: CountedTerm): Decimal => decimalOfSortable(term) as Decimal;

/** Terms in the order of their numbers: sortable forms are ASCII, whose order is that of code units. */
export const byNumber = (values: readonly CountedTerm[]): CountedTerm[] =>
  [...values].sort((a, b) => (a.term < b.term ? -1 : Number(a.term > b.term)));

/** Exact statistics of distinct numbers and their counts, rounded once. */
export function summaryOf(values: readonly CountedTerm[]): Summary {
  if (values.length === 0) return NO_SUMMARY;
  let [least] = values;
  let greatest = least;
  for (const value of values) {
    if (value.term < least.term) least = value;
    if (value.term > greatest.term) greatest = value;
  }
  const sums = sumsOf(values);
  const [min, max] = [least, greatest].map((value) => decimalText(numberOf(value)));
  return { min, max, ...meanAndDeviation(sums), count: sums.count };
}

/** Sums of whole multiples of the smallest power of ten that some number has, which is at most 1. */
function sumsOf(values: readonly CountedTerm[]): Sums {
  const groups = new Map<number, SumOfWhole>();
  let count = 0;
  const groupOf = (exponent: number): SumOfWhole => {
    let group = groups.get(exponent);
    if (!group) groups.set(exponent, (group = new SumOfWhole()));
    return group;
  };
  for (const { term, count: times } of values) {
    count += times;
    // Nearly all numbers, read without their texts: a price may have tens of thousands of values.
    if (isSmallPositive(term) && groupOf(exponentOfPositive(term)).addSmall(digitsOfPositive(term), times)) continue;
    const { isNegative, digits, exponent } = partsOfSortable(term);
    groupOf(exponent).add(digits, isNegative, times);
  }
  const exponent = Math.min(0, ...groups.keys());
  let sum = 0n;
  let squares = 0n;
  for (const [own, group] of groups) {
    const scale = 10n ** BigInt(own - exponent);
    const total = group.total();
    sum += total.sum * scale;
    squares += total.squares * scale * scale;
  }
  return { count, exponent, sum, squares };
}

/** The sum of whole numbers and of their squares: in doubles while these are exact, which they nearly always are. */
class SumOfWhole {
  private sum = 0n;
  private squares = 0n;
  private smallSum = 0;
  private smallSquares = 0;

  add(digits: string, isNegative: boolean, times: number): void {
    const number = BigInt(digits);
    const added = number * BigInt(times);
    this.sum += isNegative ? -added : added;
    this.squares += number * added;
  }

  /** @param number not negative. @returns whether a double holds its squares; if not, nothing is added */
  addSmall(number: number, times: number): boolean {
    const squares = number * number * times;
    if (squares > Number.MAX_SAFE_INTEGER) return false;
    // The squares are at least the numbers, so that both sums are exact.
    if (this.smallSquares + squares > Number.MAX_SAFE_INTEGER) this.flush();
    this.smallSum += number * times;
    this.smallSquares += squares;
    return true;
  }

  total(): { readonly sum: bigint; readonly squares: bigint } {
    this.flush();
    return { sum: this.sum, squares: this.squares };
  }

  private flush(): void {
    this.sum += BigInt(this.smallSum);
    this.squares += BigInt(this.smallSquares);
    this.smallSum = 0;
    this.smallSquares = 0;
  }
}
