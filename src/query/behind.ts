import type { Scratch } from '../index/row-set/scratch.js';
import { invalid } from '../model/issues.js';
import type { Steps } from '../work/pauses.js';
import type { BoundPlace } from './place.js';
import type { SortValues } from './sort.js';

/** Rows that are compared without a pause. */
const ROWS_AT_ONCE = 1 << 15;

/** Rows with their keys, of which `keys[j][i]` is the j-th of `rows[i]`. */
export interface OrderedRows {
  readonly rows: Uint32Array;
  readonly count: number;
  readonly keys: readonly SortValues[];
}

/**
 * The rows behind a place, in a list of their own; the keys are moved up in place. One comparison decides for most rows, so going on
 * from a place costs no more than a first page, however deep the place is.
 * @throws ValidationError if the place is that of a row that is not among the rows
 */
export function* rowsBehind(
  { rows, count, keys }: OrderedRows,
  place: BoundPlace,
  ranks: Uint32Array,
  scratch: Scratch,
): Steps<OrderedRows> {
  const bounds = place.keys ?? keysOfRow(place.row, rows, count, keys);
  const kept = scratch.list(count);
  let length = 0;
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, count);
    const end = { rows, count: to, keys };
    if (keys.length === 0) length = keepByRank(end, from, place.rank, ranks, kept, length);
    else length = keepByKeys(end, from, { bounds, rank: place.rank }, ranks, kept, length);
    if (scratch.work.spend(to - from)) yield;
  }
  return { rows: kept, count: length, keys };
}

function keepByRank(
  { rows, count }: OrderedRows,
  from: number,
  rank: number,
  ranks: Uint32Array,
  kept: Uint32Array,
  at: number,
): number {
  let length = at;
  for (let i = from; i < count; i++) if (ranks[rows[i]] > rank) kept[length++] = rows[i];
  return length;
}

/** The first key decides for most rows. */
function keepByKeys(
  { rows, count, keys }: OrderedRows,
  from: number,
  { bounds, rank }: { readonly bounds: readonly number[]; readonly rank: number },
  ranks: Uint32Array,
  kept: Uint32Array,
  at: number,
): number {
  const first = keys[0];
  const bound = bounds[0];
  let length = at;
  for (let i = from; i < count; i++) {
    const key = first[i];
    if (key < bound || (key === bound && !isBehindAll(i, keys, bounds, rank, ranks[rows[i]]))) continue;
    first[length] = key;
    for (let j = 1; j < keys.length; j++) keys[j][length] = keys[j][i];
    kept[length++] = rows[i];
  }
  return length;
}

/** Whether a row that has the first key of the place is behind it by the other keys, or by its uid. */
function isBehindAll(
  i: number,
  keys: readonly SortValues[],
  bounds: readonly number[],
  rank: number,
  rankOfRow: number,
): boolean {
  for (let j = 1; j < keys.length; j++) {
    const key = keys[j][i];
    if (key !== bounds[j]) return key > bounds[j];
  }
  return rankOfRow > rank;
}

function keysOfRow(row: number, rows: Uint32Array, count: number, keys: readonly SortValues[]): number[] {
  const at = rows.subarray(0, count).indexOf(row);
  if (at < 0) throw lostPlace();
  return keys.map((values) => values[at]);
}

/** The error of a cursor whose place is not in the catalog. */
export function lostPlace(): Error {
  const expected = 'the `next` of an earlier answer';
  return invalid('bad_cursor', ['after'], ': the place of this cursor is not in the catalog; begin again without it', {
    expected: [expected],
  });
}
