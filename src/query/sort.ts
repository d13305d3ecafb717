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
export async function bindSort(keys: readonly SortKey[], hasScores: boolean, segment: Segment): Promise<BoundSortKey[]> {
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

/**
 * The keys of `rows[0, count)` as numbers that all sort ascending: ordinals are in sort order already, a descending key
 * is negated, a row without a value comes last either way.
 */
export function sortValues(
  keys: readonly BoundSortKey[], rows: Uint32Array, count: number, scores: Float64Array | undefined, scratch: Scratch,
): Float64Array[] {
  return keys.map((key) => {
    const values = scratch.doubles(count);
    if (key.kind === 'score') {
      const given = scores as Float64Array;
      for (let i = 0; i < count; i++) values[i] = key.descending ? -given[i] : given[i];
    } else if (!key.codes) values.fill(Number.POSITIVE_INFINITY, 0, count);
    else ordinalValues(key.codes, key.descending, rows, count, values, scratch);
    return values;
  });
}

/** A field with several values sorts by its smallest when ascending, by its largest when descending. */
function ordinalValues(codes: RowCodes, descending: boolean, rows: Uint32Array, count: number, out: Float64Array, scratch: Scratch): void {
  const gathered = scratch.list(count);
  codes.gather(rows, count, gathered);
  if (codes.isMultiValued) {
    for (let i = 0; i < count; i++) {
      const code = gathered[i];
      if (code === 0) out[i] = Number.POSITIVE_INFINITY;
      else out[i] = descending ? -codes.ordinalOf(code, true) : codes.ordinalOf(code, false);
    }
  } else {
    const sign = descending ? -1 : 1;
    for (let i = 0; i < count; i++) out[i] = gathered[i] === 0 ? Number.POSITIVE_INFINITY : gathered[i] * sign;
  }
  scratch.freeList(gathered);
}
