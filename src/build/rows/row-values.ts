import { GrowableU32 } from '../../encoding/growable.js';

/** In place of the ordinal of an interned value that is not in the dictionary: a text of a number field that is not a number. */
export const NO_ORDINAL = 0xffffffff;

/** The ordinals of each row that has any: row `rows[i]` has `ordinals[starts[i], starts[i + 1])`, ascending and distinct. */
export interface RowValues {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
}

/** The values of a field while documents are added: pairs of a document number and a value number. */
export class FieldValues {
  readonly documents = new GrowableU32();
  readonly values = new GrowableU32();

  add(document: number, value: number): void {
    this.documents.push(document);
    this.values.push(value);
  }

  /**
   * Groups the pairs by row. `ordinalOf` maps value numbers to ordinals (NO_ORDINAL drops the pair), `rowOf` documents
   * to rows.
   */
  byRow(ordinalOf: Uint32Array, rowOf: Uint32Array): RowValues {
    const sparse = this.documents.length * 16 < rowOf.length;
    return distinct(sparse ? this.sortPairs(ordinalOf, rowOf) : this.countPairs(ordinalOf, rowOf));
  }

  /** Few pairs: sort by row. Documents come in ascending order but rows do not. */
  private sortPairs(ordinalOf: Uint32Array, rowOf: Uint32Array): RowValues {
    const { documents, values } = this;
    const order = new Uint32Array(documents.length);
    let count = 0;
    for (let i = 0; i < documents.length; i++) if (ordinalOf[values.array[i]] !== NO_ORDINAL) order[count++] = i;
    const kept = order.subarray(0, count);
    kept.sort((a, b) => rowOf[documents.array[a]] - rowOf[documents.array[b]]);
    const rows = new GrowableU32();
    const starts = new GrowableU32();
    const ordinals = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const row = rowOf[documents.array[kept[i]]];
      if (i === 0 || row !== rows.array[rows.length - 1]) {
        rows.push(row);
        starts.push(i);
      }
      ordinals[i] = ordinalOf[values.array[kept[i]]];
    }
    starts.push(count);
    return { rows: rows.view(), starts: starts.view(), ordinals };
  }

  /** Many pairs: a counting sort over all rows. */
  private countPairs(ordinalOf: Uint32Array, rowOf: Uint32Array): RowValues {
    const { documents, values } = this;
    const ends = new Uint32Array(rowOf.length + 1);
    for (let i = 0; i < documents.length; i++) {
      if (ordinalOf[values.array[i]] !== NO_ORDINAL) ends[rowOf[documents.array[i]] + 1]++;
    }
    const rows = new GrowableU32();
    const starts = new GrowableU32();
    for (let row = 0; row < rowOf.length; row++) {
      if (ends[row + 1] > 0) {
        rows.push(row);
        starts.push(ends[row]);
      }
      ends[row + 1] += ends[row];
    }
    const ordinals = new Uint32Array(ends[rowOf.length]);
    starts.push(ordinals.length);
    for (let i = 0; i < documents.length; i++) {
      const ordinal = ordinalOf[values.array[i]];
      if (ordinal !== NO_ORDINAL) ordinals[ends[rowOf[documents.array[i]]]++] = ordinal;
    }
    return { rows: rows.view(), starts: starts.view(), ordinals };
  }
}

/** Sorts each row's ordinals and drops repetitions: a value of two offers counts once. In place. */
function distinct({ rows, starts, ordinals }: RowValues): RowValues {
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const from = starts[i];
    const to = starts[i + 1];
    starts[i] = kept;
    if (to - from > 1) sortRange(ordinals, from, to);
    for (let at = from; at < to; at++) if (at === from || ordinals[at] !== ordinals[kept - 1]) ordinals[kept++] = ordinals[at];
  }
  starts[rows.length] = kept;
  return { rows, starts, ordinals: ordinals.subarray(0, kept) };
}

function sortRange(values: Uint32Array, from: number, to: number): void {
  if (to - from > 32) {
    values.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const value = values[i];
    let at = i;
    while (at > from && values[at - 1] > value) {
      values[at] = values[at - 1];
      at--;
    }
    values[at] = value;
  }
}

/** The rows of each of `size` ordinals: ordinal `i` has `rows[starts[i], starts[i + 1])`, ascending. */
export function rowsByOrdinal(values: RowValues, size: number): { starts: Uint32Array; rows: Uint32Array } {
  const { ordinals } = values;
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < ordinals.length; i++) starts[ordinals[i] + 1]++;
  for (let i = 0; i < size; i++) starts[i + 1] += starts[i];
  const rows = new Uint32Array(ordinals.length);
  for (let i = 0; i < values.rows.length; i++) {
    for (let at = values.starts[i]; at < values.starts[i + 1]; at++) rows[starts[ordinals[at]]++] = values.rows[i];
  }
  starts.copyWithin(1, 0, size);
  starts[0] = 0;
  return { starts, rows };
}
