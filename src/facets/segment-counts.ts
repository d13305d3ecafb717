import { dateText, isPeriod, type Period, parsePeriod } from '../analysis/date.js';
import { type Decimal, decimalText, parseDecimal } from '../analysis/decimal.js';
import { rangeEdges } from '../answers/nice-ranges.js';
import { meanAndDeviation, type Sums, sumValues } from '../answers/statistics.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import { ascending } from '../index/row-set/lists.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { FacetCount } from '../model/requests.js';
import { finished, type Steps } from '../work/pauses.js';
import type { Column } from './columns.js';
import type { CountedRange, FieldCounts, SelectedValues, Spread, Summary, ValueSelection } from './field-counts.js';
import { countLiving } from './living-counts.js';
import { topValues } from './top-values.js';
import { countValues, SETS_AT_ONCE, type ValueCounts } from './value-counts.js';
import { valuesContaining } from './values-containing.js';

/** About how many bytes a value of a facet takes in an answer. */
const FACET_BYTES = 128;

const ZERO = parseDecimal('0') as Decimal;

/** The extent of the numbers of a set of rows. */
export interface Extent {
  readonly least: Decimal;
  readonly greatest: Decimal;
  /** The smallest above 0, if there is one. */
  readonly leastPositive: Decimal | undefined;
  readonly hasZero: boolean;
}

/** The values of a column over a set of rows of one segment. */
export class SegmentCounts implements FieldCounts {
  readonly total: number;
  private counted: ValueCounts | undefined = undefined;

  constructor(
    readonly column: Column,
    protected readonly forms: RowForms,
    readonly scratch: Scratch,
    /** The dead rows, where the rows to count are all others. */
    private readonly dead?: RowForms,
  ) {
    this.total = forms.count;
  }

  get values(): ValueCounts {
    if (!this.counted) finished(this.counting());
    return this.counted as ValueCounts;
  }

  /** Counts the values, with pauses: a field with many sets of values takes a tenth of a second. */
  *counting(): Steps<void> {
    const { column, forms, scratch, dead } = this;
    this.counted ??= dead
      ? yield* countLiving(column, forms, dead, scratch)
      : yield* countValues(column.codes, column.size, forms, scratch, column.postings);
  }

  get rowCount(): number {
    return this.values.rowCount;
  }

  /** Rows that have an interval less rows that have a value. */
  get intervalsOverValues(): number {
    return -this.rowCount;
  }

  get valueCount(): number {
    return this.values.length;
  }

  *top(from: number, to: number): Steps<readonly FacetCount[]> {
    yield* this.counting();
    const { column, values } = this;
    const places = (yield* topValues(values, to, column.dictionary, this.scratch.work)).subarray(from);
    return this.facetsOf(values, places);
  }

  *select({ contained, order, from, to }: ValueSelection): Steps<SelectedValues> {
    yield* this.counting();
    const { column, scratch } = this;
    const values = contained.isEmpty ? this.values : yield* valuesContaining(this.values, column, contained, scratch);
    const { length } = values;
    // Places ascend with ordinals, which are in the order of `sortby`.
    const places =
      order === 'value'
        ? ascending(from, Math.min(to, length))
        : (yield* topValues(values, to, column.dictionary, scratch.work)).subarray(from);
    return { facets: this.facetsOf(values, places), values: length };
  }

  *countOf(value: string): Steps<number> {
    yield* this.counting();
    const { column } = this;
    const isDate = column.field.kind.dictionary === 'dates';
    return isDate && isPeriod(value) ? yield* this.countPeriod(value) : countIn(this.values, column.find(value));
  }

  /** Rows with a date in a year, month or day. */
  private *countPeriod(text: string): Steps<number> {
    const { from, to } = parsePeriod(text) as Period;
    const { codes, dictionary } = this.column as { codes: RowCodes; dictionary: Dictionary };
    const ends = [dictionary.lowerBound(dateText(from)), dictionary.upperBound(dateText(to)), Number.POSITIVE_INFINITY];
    if (codes.isMultiValued) return (yield* this.countRowsOnce(ends))[1];
    if (this.scratch.work.spend(this.values.length)) yield;
    return this.countSingle(ends)[1];
  }

  /** Values of the column with their counts. @param places in the counted values */
  facetsOf({ ordinals, counts }: ValueCounts, places: Uint32Array): FacetCount[] {
    this.scratch.work.hold(places.length * FACET_BYTES);
    const facets: FacetCount[] = [];
    for (const place of places) facets.push({ value: this.column.value(ordinals[place]), count: counts[place] });
    return facets;
  }

  spread(): Spread {
    const { counts, length } = this.values;
    let pairs = 0;
    let squares = 0;
    for (let i = 0; i < length; i++) {
      pairs += counts[i];
      squares += counts[i] * counts[i];
    }
    return { values: length, pairs, squares };
  }

  *sums(): Steps<Sums> {
    const { ordinals, counts, length } = this.values;
    return sumValues(yield* this.numbers.mantissas(), ordinals, counts, length);
  }

  *summary(): Steps<Summary> {
    yield* this.counting();
    const { ordinals, length } = this.values;
    if (length === 0) return NO_SUMMARY;
    if (!this.column.numbers) return { ...NO_SUMMARY, count: this.spread().pairs };
    const sums = yield* this.sums();
    const [min, max] = [this.numbers.value(ordinals[0]), this.numbers.value(ordinals[length - 1])];
    return { min, max, ...meanAndDeviation(sums), count: sums.count };
  }

  *ranges(most: number): Steps<readonly CountedRange[]> {
    yield* this.counting();
    return yield* rangesOf([this], most);
  }

  /** Undefined if there is no value. */
  extent(): Extent | undefined {
    const { numbers } = this;
    const { ordinals, length } = this.values;
    if (length === 0) return undefined;
    const zero = numbers.lowerBound(ZERO);
    const aboveZero = numbers.upperBound(ZERO);
    const at = partitionPoint(0, length, (i) => ordinals[i] < aboveZero);
    return {
      least: numbers.decimal(ordinals[0]),
      greatest: numbers.decimal(ordinals[length - 1]),
      leastPositive: at < length ? numbers.decimal(ordinals[at]) : undefined,
      hasZero: aboveZero > zero && at > 0 && ordinals[at - 1] === zero,
    };
  }

  /** Row counts between neighbouring edges. A value on an edge counts in the range after it, or in the last range. */
  *countRanges(edges: readonly Decimal[]): Steps<number[]> {
    const last = edges.length - 1;
    // The first ordinal past each range.
    const ends = edges.slice(1).map((edge, i) => (i + 1 < last ? this.numbers.lowerBound(edge) : this.numbers.upperBound(edge)));
    return this.column.codes.isMultiValued ? yield* this.countRowsOnce(ends) : this.countSingle(ends);
  }

  private countSingle(ends: readonly number[]): number[] {
    const { ordinals, counts, length } = this.values;
    const rows = ends.map(() => 0);
    for (let i = 0, range = 0; i < length; i++) {
      while (ordinals[i] >= ends[range]) range++;
      rows[range] += counts[i];
    }
    return rows;
  }

  /** A row with two values in one range counts there once: sets of values are counted, not values. */
  private *countRowsOnce(ends: readonly number[]): Steps<number[]> {
    const { column, forms, scratch } = this;
    const { codes } = column;
    const { setStarts, setOrdinals } = codes;
    const sets = codes.codeCount(column.size);
    const counts = scratch.counts(sets + 1);
    codes.count(forms, counts);
    counts[0] = 0;
    const rows = ends.map(() => 0);
    for (let from = 1; from <= sets; from += SETS_AT_ONCE) {
      const to = Math.min(from + SETS_AT_ONCE, sets + 1);
      for (let code = from; code < to; code++) {
        const count = counts[code];
        if (count === 0) continue;
        counts[code] = 0;
        let counted = -1;
        for (let at = setStarts[code - 1], range = 0; at < setStarts[code]; at++) {
          while (setOrdinals[at] >= ends[range]) range++;
          if (range !== counted) rows[range] += count;
          counted = range;
        }
      }
      if (scratch.work.spend(setStarts[to - 1] - setStarts[from - 1] + to - from)) yield;
    }
    scratch.freeCounts(counts);
    return rows;
  }

  private get numbers(): NumberDictionary {
    return this.column.numbers as NumberDictionary;
  }
}

/** The count of a value; 0 where it was not counted, and for -1. */
function countIn({ ordinals, counts, length }: ValueCounts, ordinal: number): number {
  const at = ordinal < 0 ? length : partitionPoint(0, length, (i) => ordinals[i] < ordinal);
  return at < length && ordinals[at] === ordinal ? counts[at] : 0;
}

export const NO_SUMMARY: Summary = Object.freeze({ min: null, max: null, mean: null, stddev: null, count: 0 });

/** Ranges that cover the numbers of several segments, counted over all of them. */
export function* rangesOf(parts: readonly SegmentCounts[], most: number): Steps<CountedRange[]> {
  const extent = extentOf(parts);
  if (!extent) return [];
  const { least, greatest, leastPositive, hasZero } = extent;
  const edges = rangeEdges(least, greatest, leastPositive, hasZero, most);
  const counts: number[][] = [];
  for (const part of parts) counts.push(yield* part.countRanges(edges));
  return edges.slice(1).map((to, i) => ({
    from: decimalText(edges[i]),
    to: decimalText(to),
    count: counts.reduce((sum, ofPart) => sum + ofPart[i], 0),
  }));
}

/** The extent of the numbers of several segments; undefined if there is no value. */
export function extentOf(parts: readonly SegmentCounts[]): Extent | undefined {
  const extents = parts.map((part) => part.extent()).filter((extent) => extent !== undefined);
  return extents.length === 0 ? undefined : extents.reduce(widestExtent);
}

function widestExtent(a: Extent, b: Extent): Extent {
  return {
    least: a.least.lte(b.least) ? a.least : b.least,
    greatest: a.greatest.gte(b.greatest) ? a.greatest : b.greatest,
    leastPositive: !a.leastPositive || b.leastPositive?.lt(a.leastPositive) ? b.leastPositive : a.leastPositive,
    hasZero: a.hasZero || b.hasZero,
  };
}
