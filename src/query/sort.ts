import type { RowCodes } from '../index/column/row-codes.js';
import type { Extents } from '../index/extents/extents.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { ResolvedSortKey, RowNumbers } from '../resolve/resolved-search.js';
import type { Steps } from '../work/pauses.js';
import { type BoundRank, rankRows } from './rank.js';

/** One sort key, bound to a segment. */
export type BoundSortKey =
  | { readonly kind: 'score'; readonly descending: boolean }
  /** The step of the score, then the merit (rank.ts); a `score` follows it where scores differ. */
  | { readonly kind: 'rank'; readonly descending: boolean; readonly merit: Uint16Array }
  /** `codes` is undefined if no row of the segment has a value. */
  | { readonly kind: 'field'; readonly field: string; readonly descending: boolean; readonly codes: RowCodes | undefined }
  /** The range of a spec of which some row has an interval. */
  | { readonly kind: 'extents'; readonly field: string; readonly descending: boolean; readonly extents: Extents }
  /** Numbers that an interface has computed for each row; NaN for none. */
  | { readonly kind: 'numbers'; readonly field: string; readonly descending: boolean; readonly numbers: Float64Array };

/** Adds what binding the sort keys reads. */
export function needSort(keys: readonly ResolvedSortKey[], segment: Segment, needs: Needs): void {
  for (const { field: name, numbers } of keys) {
    const field = name === 'score' || numbers ? undefined : segment.field(name);
    if (field) needs.add(field.extents ?? field.codes);
  }
}

/** Binds the sort keys. With a rank, a score becomes two keys. Drops a score that is the same for every row, and all keys after `uid`, which leaves no ties. */
export function bindSort(
  keys: readonly ResolvedSortKey[],
  hasScores: boolean,
  segment: Segment,
  rank?: BoundRank,
): readonly BoundSortKey[] {
  const bound: BoundSortKey[] = [];
  for (const { field, order, numbers } of keys) {
    const descending = order === 'desc';
    if (numbers) bound.push({ kind: 'numbers', field, descending, numbers: numbersOf(segment, numbers) });
    else if (field !== 'score') bound.push(fieldKey(field, descending, segment));
    else {
      if (rank) bound.push({ kind: 'rank', descending, merit: rank.merit });
      if (hasScores || (rank && rank.boosts.length > 0)) bound.push({ kind: 'score', descending });
    }
    if (field === 'uid') break;
  }
  return bound;
}

function fieldKey(field: string, descending: boolean, segment: Segment): BoundSortKey {
  const found = segment.field(field);
  if (found?.extents) return { kind: 'extents', field, descending, extents: found.extents.value };
  return { kind: 'field', field, descending, codes: found?.codes.value };
}

/** A view that hides some fields has the rows of its segment. */
function numbersOf(segment: Segment, numbers: RowNumbers): Float64Array {
  return (numbers.get(segment) ?? numbers.get(segment.whole)) as Float64Array;
}

/** Keys of rows: scores as doubles, fields as unsigned numbers. */
export type SortValues = Float64Array | Uint32Array;

/** A row without a value comes last, ascending or descending. */
export const LAST = 0xffffffff;

/** Rows whose key is read without a pause: half a millisecond where each has several values. */
const ROWS_AT_ONCE = 1 << 13;
/** Finding the first or last of several values takes about as long as this many steps of a plain loop. */
const SET_COST = 4;
/** The same of the merit of a row, which is read out of order. */
const RANK_COST = 2;

/** The keys of `rows[0, count)` as numbers that all sort ascending: a descending key is inverted. */
export function* sortValues(
  keys: readonly BoundSortKey[],
  rows: Uint32Array,
  count: number,
  scores: Float64Array | undefined,
  scratch: Scratch,
): Steps<SortValues[]> {
  const values: SortValues[] = [];
  for (const key of keys) {
    if (key.kind === 'field') values.push(yield* ordinalValues(key, rows, count, scratch));
    else if (key.kind === 'extents') values.push(yield* extentValues(key, rows, count, scratch));
    else if (key.kind === 'numbers') values.push(yield* computedValues(key, rows, count, scratch));
    else if (key.kind === 'rank') values.push(yield* rankValues(key, rows, count, scores as Float64Array, scratch));
    else values.push(yield* scoreValues(key, scores as Float64Array, count, scratch));
  }
  return values;
}

function* scoreValues({ descending }: BoundSortKey, scores: Float64Array, count: number, scratch: Scratch): Steps<Float64Array> {
  if (!descending) return scores;
  const values = scratch.doubles(count);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    for (let i = from; i < to; i++) values[i] = -scores[i];
    if (scratch.work.spend(to - from)) yield;
  }
  return values;
}

function* rankValues(
  { merit, descending }: BoundSortKey & { kind: 'rank' },
  rows: Uint32Array,
  count: number,
  scores: Float64Array,
  scratch: Scratch,
): Steps<Float64Array> {
  const values = scratch.doubles(count);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    rankRows(scores.subarray(from, to), rows.subarray(from, to), to - from, merit, values.subarray(from, to));
    if (descending) for (let i = from; i < to; i++) values[i] = -values[i];
    if (scratch.work.spend((to - from) * RANK_COST)) yield;
  }
  return values;
}

/** A row without a number comes last, ascending or descending. */
function* computedValues(
  { numbers, descending }: BoundSortKey & { kind: 'numbers' },
  rows: Uint32Array,
  count: number,
  scratch: Scratch,
): Steps<Float64Array> {
  const values = scratch.doubles(count);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    for (let i = from; i < to; i++) {
      const number = numbers[rows[i]];
      values[i] = Number.isNaN(number) ? Number.POSITIVE_INFINITY : descending ? -number : number;
    }
    if (scratch.work.spend(to - from)) yield;
  }
  return values;
}

/** Ordinals are in sort order. A field with several values sorts by its smallest value ascending, by its largest descending. */
function* ordinalValues(
  { codes, descending }: BoundSortKey & { kind: 'field' },
  rows: Uint32Array,
  count: number,
  scratch: Scratch,
): Steps<Uint32Array> {
  const values = scratch.list(count);
  if (!codes) return values.fill(LAST, 0, count);
  const cost = codes.isMultiValued ? SET_COST : 1;
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    const part = values.subarray(from, to);
    codes.gather(rows.subarray(from, to), to - from, part);
    turnAscending(part, codes, descending);
    if (scratch.work.spend((to - from) * cost)) yield;
  }
  return values;
}

/** Turns codes into numbers that sort ascending. */
function turnAscending(values: Uint32Array, codes: RowCodes, descending: boolean): void {
  const count = values.length;
  if (codes.isMultiValued) {
    for (let i = 0; i < count; i++) if (values[i] !== 0) values[i] = codes.ordinalOf(values[i], descending) + 1;
  }
  if (descending) for (let i = 0; i < count; i++) values[i] = values[i] === 0 ? LAST : LAST - values[i];
  else for (let i = 0; i < count; i++) values[i] = values[i] === 0 ? LAST : values[i];
}

/** An open end comes before all numbers, in both directions. */
export const OPEN_END = 1;

/** The key of an ordinal of the numbers of extents, or of a place between two of them. */
export function extentKey(ordinal: number, descending: boolean): number {
  return descending ? LAST - ordinal - 2 : ordinal + 2;
}

/** The lowest end of each row ascending, the highest descending. */
function* extentValues(
  { extents, descending }: BoundSortKey & { kind: 'extents' },
  rows: Uint32Array,
  count: number,
  scratch: Scratch,
): Steps<Uint32Array> {
  const values = scratch.list(count);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    extents.codes.gather(rows.subarray(from, to), to - from, values.subarray(from, to));
    for (let i = from; i < to; i++) values[i] = values[i] === 0 ? LAST : keyOfExtent(extents, values[i], descending);
    if (scratch.work.spend(to - from)) yield;
  }
  return values;
}

function keyOfExtent(extents: Extents, code: number, descending: boolean): number {
  const ordinal = descending ? extents.highest(code) : extents.lowest(code);
  return extents.isOpen(ordinal) ? OPEN_END : extentKey(ordinal, descending);
}
