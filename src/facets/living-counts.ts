import type { RowCodes } from '../index/column/row-codes.js';
import { RowForms } from '../index/row-set/row-forms.js';
import { RowSet } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Steps } from '../work/pauses.js';
import type { Column } from './columns.js';
import { countValues, type ValueCounts } from './value-counts.js';

/** Counts of columns with more values are not kept. */
const MOST_VALUES = 1 << 16;

/** Counts of all rows of a file, dead or not: snapshots of a catalog that changes share its columns. */
const wholeCounts = new WeakMap<RowCodes, ValueCounts>();

/** The values of all living rows: the counts of all rows, which are kept, less those of the dead rows, which are few. */
export function* countLiving(column: Column, living: RowForms, dead: RowForms, scratch: Scratch): Steps<ValueCounts> {
  const { codes, size, postings } = column;
  const isWorthwhile = size <= MOST_VALUES && dead.count * 4 < living.count;
  if (!isWorthwhile) return yield* countValues(codes, size, living, scratch, postings);
  let whole = wholeCounts.get(codes);
  if (!whole) {
    const { ordinals, counts, length, rowCount } = yield* countValues(
      codes,
      size,
      new RowForms(RowSet.all(scratch.rowCount), scratch),
      scratch,
    );
    whole = { ordinals: ordinals.slice(0, length), counts: counts.slice(0, length), length, rowCount };
    wholeCounts.set(codes, whole);
  }
  return without(whole, yield* countValues(codes, size, dead, scratch), scratch);
}

/** Counts less those of some of the rows. */
function without(whole: ValueCounts, gone: ValueCounts, scratch: Scratch): ValueCounts {
  const ordinals = scratch.list(whole.length);
  const counts = scratch.list(whole.length);
  let length = 0;
  let at = 0;
  for (let i = 0; i < whole.length; i++) {
    const ordinal = whole.ordinals[i];
    const isGone = at < gone.length && gone.ordinals[at] === ordinal;
    const count = whole.counts[i] - (isGone ? gone.counts[at++] : 0);
    if (count === 0) continue;
    ordinals[length] = ordinal;
    counts[length++] = count;
  }
  return { ordinals, counts, length, rowCount: whole.rowCount - gone.rowCount };
}
