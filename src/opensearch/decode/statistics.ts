import type { Decimal } from '../../analysis/decimal.js';
import { meanAndDeviation, type Sums } from '../../answers/statistics.js';
import type { StatsResult } from '../../model/requests.js';
import type { CountedField, CountedTerm } from '../counted-field.js';
import { decimalOfSortable, partsOfSortable, SmallNumber, textOfSortable } from '../sortable-decimal.js';

/** A summary of numbers. */
export type Summary = Pick<StatsResult, 'min' | 'max' | 'mean' | 'stddev' | 'count'>;

const NO_SUMMARY: Summary = { min: null, max: null, mean: null, stddev: null, count: 0 };

/** The numbers of counted terms. */
export const numberOf = ({ term }: CountedTerm): Decimal => decimalOfSortable(term) as Decimal;

/** Terms in the order of their numbers: sortable forms are ASCII, whose order is that of code units. */
export const byNumber = (values: readonly CountedTerm[]): CountedTerm[] =>
  [...values].sort((a, b) => (a.term < b.term ? -1 : Number(a.term > b.term)));

/** Exact statistics of distinct numbers and their counts, rounded once. */
export function summaryOf({ buckets, prefixLength }: Pick<CountedField, 'buckets' | 'prefixLength'>): Summary {
  if (buckets.length === 0) return NO_SUMMARY;
  const totals = new Totals();
  for (const { key, doc_count: times } of buckets) totals.add(String(key), prefixLength, times);
  const sums = totals.sums();
  const [min, max] = totals.extremes().map(textOfSortable);
  return { min, max, ...meanAndDeviation(sums), count: sums.count };
}

/** Sums and extremes of numbers in sortable form. */
class Totals {
  private readonly groups = new Map<number, SumOfWhole>();
  private group = new SumOfWhole();
  private groupExponent = Number.NaN;
  private readonly small = new SmallNumber();
  private count = 0;
  /** Of the small numbers. */
  private leastRank = Number.POSITIVE_INFINITY;
  private greatestRank = Number.NEGATIVE_INFINITY;
  private least = '';
  private greatest = '';
  private readonly others: string[] = [];

  /** @param from where the sortable form begins in the text */
  add(text: string, from: number, times: number): void {
    const { small } = this;
    this.count += times;
    if (small.read(text, from)) {
      if (small.rank < this.leastRank) {
        this.leastRank = small.rank;
        this.least = text.slice(from);
      }
      if (small.rank > this.greatestRank) {
        this.greatestRank = small.rank;
        this.greatest = text.slice(from);
      }
      if (this.groupOf(small.exponent).addSmall(small.digits, times)) return;
    } else this.others.push(text.slice(from));
    const { isNegative, digits, exponent } = partsOfSortable(text.slice(from));
    this.groupOf(exponent).add(digits, isNegative, times);
  }

  private groupOf(exponent: number): SumOfWhole {
    if (exponent === this.groupExponent) return this.group;
    let group = this.groups.get(exponent);
    if (!group) this.groups.set(exponent, (group = new SumOfWhole()));
    this.group = group;
    this.groupExponent = exponent;
    return group;
  }

  /** The forms of the least and of the greatest number. Their order is that of code units: all are ASCII. */
  extremes(): [least: string, greatest: string] {
    const all = this.least === '' ? this.others : [this.least, this.greatest, ...this.others];
    let [least] = all;
    let greatest = least;
    for (const term of all) {
      if (term < least) least = term;
      if (term > greatest) greatest = term;
    }
    return [least, greatest];
  }

  /** Sums of whole multiples of the smallest power of ten that some number has, which is at most 1. */
  sums(): Sums {
    const { groups, count } = this;
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
