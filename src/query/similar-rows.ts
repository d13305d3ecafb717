import { type Decimal, decimalOf } from '../analysis/decimal.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { OFFER_PREFIX } from '../model/offer-fields.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { EntryLeaf } from './leaves/entry-leaf.js';
import { meetIntervals } from './leaves/ordinals-leaf.js';
import { and, noRows, type PlanNode } from './plan.js';
import { bindValueSets, needValueSets } from './value-sets.js';

export const CATEGORIES = 'category_uids';
const STOCK = `${OFFER_PREFIX}in_stock_quantity`;
const ZERO = decimalOf(0, 0);
/** The code of a stock of unknown size. */
const SOME = decimalOf(-2, 0);
/** Rows that are compared without a pause. */
const ROWS_AT_ONCE = 1 << 15;
/** Added to the number of differences of a part that is not in stock: more than there are keys. */
export const NOT_IN_STOCK = 1 << 24;

/** A spec key of which the values of a part are compared with those of rows. */
export interface ComparedKey {
  /** The field of its values. */
  readonly field: string;
  /** Distinct: decimals, or the folds of texts. None if the part has no value. */
  readonly values: readonly Decimal[] | readonly string[];
  /** What the values of the key are in the catalog; undefined of a key that no part has. */
  readonly kind: 'number' | 'string' | undefined;
  /** 1 if the greatest values are compared, -1 if the least are, 0 if all are. */
  readonly direction: 1 | -1 | 0;
  /** Whether every row that is compared has all of the values. */
  readonly isMet: boolean;
}

/** Whether a segment stores the values of all keys as what they are in the catalog: files of one catalog may differ. */
export function canCompare(keys: readonly ComparedKey[], segment: Segment): boolean {
  return keys.every(({ field: name, kind }) => {
    const field = segment.field(name);
    return field === undefined || field.kind.name === kind;
  });
}

/** Adds what `similarityOf` reads. */
export function needSimilarity(keys: readonly ComparedKey[], segment: Segment, needs: Needs): void {
  const stock = segment.field(STOCK);
  if (stock) needs.add(stock.codes).add(stock.numbers);
  for (const compared of keys) {
    const field = fieldToRead(compared, segment);
    if (!field) continue;
    needs.add(field.codes);
    if (compared.values.length > 0) needs.add(field.kind.numbers ? field.numbers : field.dictionary);
  }
}

/** Adds what `similarRows` reads besides. */
export function needSimilarRows(keys: readonly ComparedKey[], segment: Segment, needs: Needs): void {
  const categories = segment.field(CATEGORIES);
  if (categories) needs.add(categories.dictionary).add(categories.postings);
  for (const { field: name, isMet } of keys) {
    const field = isMet ? segment.field(name) : undefined;
    if (!field) continue;
    needs.add(field.kind.numbers ? field.numbers : field.dictionary);
    needValueSets(field, false, needs);
  }
}

/** The rows of a category. */
export function rowsOfCategory(category: string, segment: Segment): PlanNode {
  const categories = segment.field(CATEGORIES);
  const ordinal = categories ? categories.dictionary.value.find(category) : -1;
  if (!categories || ordinal < 0) return noRows(() => CATEGORIES);
  return new EntryLeaf(() => CATEGORIES, categories.postings.value, ordinal);
}

/**
 * The condition that rows are of a category, and have all values of the keys in which they agree: what a filter of them is bound to, made
 * without one.
 */
export function similarRows(ofCategory: PlanNode, keys: readonly ComparedKey[], segment: Segment): PlanNode {
  const nodes: PlanNode[] = [ofCategory];
  for (const { field: name, values, isMet } of keys) {
    if (!isMet) continue;
    const field = segment.field(name);
    if (!field) return noRows(() => name);
    for (const value of values) {
      const [from, to] = spanOf(field, value);
      nodes.push(bindValueSets([{ from, to }], field, () => name));
    }
  }
  return and(meetIntervals(nodes));
}

/** The field of a key; undefined where no row has a value, or where each has the value of the part and no other. */
function fieldToRead({ field: name, values, isMet }: ComparedKey, segment: Segment): SegmentField | undefined {
  const field = segment.field(name);
  return field && isMet && values.length === 1 && !field.info.multiValued ? undefined : field;
}

/**
 * What orders rows that are similar to a part: those in stock come first, then those with fewer keys in which they differ.
 * @param keys each can be compared in the segment
 * @param order receives the place of each row, ascending
 */
export function* similarityOf(
  rows: Uint32Array,
  count: number,
  keys: readonly ComparedKey[],
  segment: Segment,
  order: Uint32Array,
  work: Work,
): Steps<void> {
  order.fill(NOT_IN_STOCK, 0, count);
  const stock = segment.field(STOCK);
  if (stock) yield* inRuns(count, stockMarker(rows, stock, order), work);
  for (const compared of keys) {
    const field = fieldToRead(compared, segment);
    if (field) yield* inRuns(count, differenceAdder(rows, new KeyColumn(compared, field), order), work);
    else if (compared.values.length > 0 && !segment.field(compared.field)) for (let i = 0; i < count; i++) order[i]++;
  }
}

/** Those of some rows of which an offer has stock, in their order. @param places room for as many */
export function* rowsInStock(
  rows: Uint32Array,
  count: number,
  segment: Segment,
  places: Uint32Array,
  work: Work,
): Steps<Uint32Array> {
  const stock = segment.field(STOCK);
  if (!stock) return new Uint32Array(0);
  places.fill(NOT_IN_STOCK, 0, count);
  const mark = stockMarker(rows, stock, places);
  // Rows are kept in the places whose marks were read.
  let kept = 0;
  const markAndKeep = (from: number, to: number) => {
    mark(from, to);
    for (let i = from; i < to; i++) if (places[i] === 0) places[kept++] = rows[i];
  };
  yield* inRuns(count, markAndKeep, work);
  return places.slice(0, kept);
}

/** Reads rows that are not too many at a time. */
export function* inRuns(count: number, read: (from: number, to: number) => void, work: Work): Steps<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    read(from, to);
    if (work.spend(to - from)) yield;
  }
}

/** Begins the order of rows of which an offer has stock. */
function stockMarker(rows: Uint32Array, field: SegmentField, order: Uint32Array): (from: number, to: number) => void {
  const codes = field.codes.value;
  const numbers = field.numbers.value;
  const above = numbers.upperBound(ZERO);
  const some = numbers.upperBound(SOME) - 1;
  const hasSome = numbers.lowerBound(SOME) === some;
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes.code(rows[i]);
      if (code === 0) continue;
      if (codes.ordinalOf(code, true) >= above || (hasSome && codes.ordinalsOf(code).includes(some))) order[i] = 0;
    }
  };
}

function differenceAdder(rows: Uint32Array, column: KeyColumn, order: Uint32Array): (from: number, to: number) => void {
  const { codes } = column;
  // Neighbours often have the same values.
  let last = -1;
  let difference = 0;
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes.code(rows[i]);
      if (code !== last) {
        last = code;
        difference = column.isSame(code) ? 0 : 1;
      }
      order[i] += difference;
    }
  };
}

/** The column of a key, with the ordinals that the values of the part have in it. */
class KeyColumn {
  readonly codes: RowCodes;
  private readonly direction: ComparedKey['direction'];
  /** The ordinals of each value, as pairs of the first and of the end, ascending: several texts have one fold. */
  private readonly spans: readonly number[];
  /** Whether no row of the segment has one of the values. */
  private readonly isNowhere: boolean;

  constructor({ values, direction }: ComparedKey, field: SegmentField) {
    this.codes = field.codes.value;
    this.direction = direction;
    const spans = values.map((value) => spanOf(field, value));
    this.isNowhere = spans.some(([from, to]) => from === to);
    this.spans = spans.sort(([a], [b]) => a - b).flat();
  }

  /** Whether a row with a code has the same values as the part. */
  isSame(code: number): boolean {
    const { codes, direction, spans } = this;
    if (code === 0 || spans.length === 0) return code === 0 && spans.length === 0;
    if (this.isNowhere) return false;
    if (direction !== 0) return spans[0] === codes.ordinalOf(code, direction > 0);
    if (!codes.isMultiValued) return spans.length === 2 && spans[0] <= code - 1 && code - 1 < spans[1];
    return haveSame(codes.ordinalsOf(code), spans);
  }
}

/** Whether ascending ordinals are all in some spans, and each of these has one. */
function haveSame(ordinals: Uint32Array, spans: readonly number[]): boolean {
  let at = 0;
  for (let span = 0; span < spans.length; span += 2) {
    const before = at;
    while (at < ordinals.length && ordinals[at] >= spans[span] && ordinals[at] < spans[span + 1]) at++;
    if (at === before) return false;
  }
  return at === ordinals.length;
}

/** The ordinals of a number, or of the texts of a fold: the first, and the end. */
export function spanOf(field: SegmentField, value: Decimal | string): [from: number, to: number] {
  if (typeof value !== 'string') return [field.numbers.value.lowerBound(value), field.numbers.value.upperBound(value)];
  const dictionary = field.dictionary.value;
  return [dictionary.lowerBound(value), dictionary.upperBound(value)];
}
