import type { RowCodes } from '../index/column/row-codes.js';
import type { Scratch } from '../index/docset/scratch.js';
import type { Segment } from '../index/segment.js';
import type { SortKey } from '../model/requests.js';

/** One key of a sort, bound to a segment. */
export type BoundSortKey =
  | { readonly kind: 'score'; readonly descending: boolean }
  /** `codes` is undefined where no row of the segment has a value. */
  | { readonly kind: 'field'; readonly field: string; readonly descending: boolean; readonly codes: RowCodes | undefined };

/**
 * Binds the keys of a sort. A score that is the same for every row is left out, and so is all that follows `uid`, which
 * leaves no ties.
 */
export function bindSort(
  keys: readonly SortKey[],
  hasScores: boolean,
  segment: Segment,
): readonly BoundSortKey[] | Promise<readonly BoundSortKey[]> {
  if (keys.some(({ field }) => field !== 'score')) return bindFields(keys, hasScores, segment);
  return hasScores ? keys.map(({ order }) => ({ kind: 'score', descending: order === 'desc' })) : [];
}

async function bindFields(keys: readonly SortKey[], hasScores: boolean, segment: Segment): Promise<BoundSortKey[]> {
  const bound: BoundSortKey[] = [];
  for (const { field, order } of keys) {
    const descending = order === 'desc';
    if (field === 'score') {
      if (hasScores) bound.push({ kind: 'score', descending });
      continue;
    }
    bound.push({ kind: 'field', field, descending, codes: await segment.field(field)?.codes() });
    if (field === 'uid') break;
  }
  return bound;
}

/** Keys of rows: scores as doubles, fields as unsigned numbers. */
export type SortValues = Float64Array | Uint32Array;

/** A row without a value comes last, ascending or descending. */
const LAST = 0xffffffff;

/** The keys of `rows[0, count)` as numbers that all sort ascending: a descending key is turned round. */
export function sortValues(
  keys: readonly BoundSortKey[],
  rows: Uint32Array,
  count: number,
  scores: Float64Array | undefined,
  scratch: Scratch,
): SortValues[] {
  return keys.map((key) => {
    if (key.kind === 'field') return ordinalValues(key, rows, count, scratch);
    const given = scores as Float64Array;
    if (!key.descending) return given;
    const values = scratch.doubles(count);
    for (let i = 0; i < count; i++) values[i] = -given[i];
    return values;
  });
}

/** Ordinals are in sort order. A field with several values sorts by its smallest ascending, by its largest descending. */
function ordinalValues(
  { codes, descending }: BoundSortKey & { kind: 'field' },
  rows: Uint32Array,
  count: number,
  scratch: Scratch,
): Uint32Array {
  const values = scratch.list(count);
  if (!codes) return values.fill(LAST, 0, count);
  codes.gather(rows, count, values);
  if (codes.isMultiValued) {
    for (let i = 0; i < count; i++) if (values[i] !== 0) values[i] = codes.ordinalOf(values[i], descending) + 1;
  }
  if (descending) for (let i = 0; i < count; i++) values[i] = values[i] === 0 ? LAST : LAST - values[i];
  else for (let i = 0; i < count; i++) values[i] = values[i] === 0 ? LAST : values[i];
  return values;
}
