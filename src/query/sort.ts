import type { RowCodes } from '../index/column/row-codes.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { ResolvedSortKey, RowNumbers } from '../resolve/requests.js';
import type { Steps } from '../work/pauses.js';

/** One sort key, bound to a segment. */
export type BoundSortKey =
  | { readonly kind: 'score'; readonly descending: boolean }
  /** `codes` is undefined if no row of the segment has a value. */
  | { readonly kind: 'field'; readonly field: string; readonly descending: boolean; readonly codes: RowCodes | undefined }
  /** Numbers that an interface has computed for each row; NaN for none. */
  | { readonly kind: 'numbers'; readonly field: string; readonly descending: boolean; readonly numbers: Float64Array };

/** Adds what binding the sort keys reads. */
export function needSort(keys: readonly ResolvedSortKey[], segment: Segment, needs: Needs): void {
  for (const { field: name, numbers } of keys) {
    const field = name === 'score' || numbers ? undefined : segment.field(name);
    if (field) needs.add(field.codes);
  }
}

/** Binds the sort keys. Drops a score that is the same for every row, and all keys after `uid`, which leaves no ties. */
export function bindSort(keys: readonly ResolvedSortKey[], hasScores: boolean, segment: Segment): readonly BoundSortKey[] {
  const bound: BoundSortKey[] = [];
  for (const { field, order, numbers } of keys) {
    const descending = order === 'desc';
    if (numbers) bound.push({ kind: 'numbers', field, descending, numbers: numbersOf(segment, numbers) });
    else if (field !== 'score') bound.push({ kind: 'field', field, descending, codes: segment.field(field)?.codes.value });
    else if (hasScores) bound.push({ kind: 'score', descending });
    if (field === 'uid') break;
  }
  return bound;
}

/** A view that hides some fields has the rows of its segment. */
function numbersOf(segment: Segment, numbers: RowNumbers): Float64Array {
  return (numbers.get(segment) ?? numbers.get(segment.whole)) as Float64Array;
}

/** Keys of rows: scores as doubles, fields as unsigned numbers. */
export type SortValues = Float64Array | Uint32Array;

/** A row without a value comes last, ascending or descending. */
export const LAST = 0xffffffff;

/** Rows whose key is read without a pause. */
const ROWS_AT_ONCE = 1 << 16;

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
    else if (key.kind === 'numbers') values.push(yield* computedValues(key, rows, count, scratch));
    else values.push(scoreValues(key, scores as Float64Array, count, scratch));
  }
  return values;
}

function scoreValues({ descending }: BoundSortKey, scores: Float64Array, count: number, scratch: Scratch): Float64Array {
  if (!descending) return scores;
  const values = scratch.doubles(count);
  for (let i = 0; i < count; i++) values[i] = -scores[i];
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
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    const part = values.subarray(from, to);
    codes.gather(rows.subarray(from, to), to - from, part);
    turnAscending(part, codes, descending);
    if (scratch.work.spend(to - from)) yield;
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
