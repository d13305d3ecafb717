import type { RowCodes } from '../index/column/row-codes.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { specField } from '../model/fields.js';
import { type ComparedKey, spanOf } from './similar-rows.js';

/** Columns with more values are not sorted by. */
const MOST_VALUES = 1 << 16;
/** Columns by which rows are sorted at a time. */
const COLUMNS = 2;

/** A column, and the value that rows must have in it. */
interface Choice {
  readonly field: SegmentField;
  readonly value: ComparedKey['values'][number];
}

/** Rows by their codes: those of a code are `rows[starts[code], starts[code + 1])`, ascending. */
interface RowsByCode {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** The rows of a category of which an offer has stock, for one part after the other that is compared with them. */
export class StockedRows {
  /** The oldest first. */
  private readonly sorted = new Map<RowCodes, RowsByCode>();

  /** @param rows ascending */
  constructor(
    private readonly rows: Uint32Array,
    private readonly segment: Segment,
  ) {}

  /** Rows that it lists at most. */
  get weight(): number {
    return this.rows.length * (1 + COLUMNS);
  }

  /** Some of the rows, ascending: all that have the values of the keys in which they must agree are among them. */
  narrowedBy(keys: readonly ComparedKey[]): Uint32Array {
    const choice = this.choose(keys);
    if (!choice) return this.rows;
    const { starts, rows } = this.byCode(choice.field);
    const [from, to] = spanOf(choice.field, choice.value);
    const found = rows.subarray(starts[from + 1], starts[to + 1]);
    return to - from > 1 ? found.slice().sort() : found;
  }

  /** The column with the most values, of those by which the rows are sorted if there is one. */
  private choose(keys: readonly ComparedKey[]): Choice | undefined {
    let choice: Choice | undefined;
    let isSorted = false;
    for (const { key, values, isMet } of keys) {
      if (!isMet || values.length !== 1) continue;
      const field = this.segment.field(specField(key, 'value'));
      if (!field || field.info.multiValued || field.info.values > MOST_VALUES) continue;
      const isKnown = this.sorted.has(field.codes.value);
      const isBetter = !choice || field.info.values > choice.field.info.values;
      if (isKnown === isSorted ? !isBetter : isSorted) continue;
      choice = { field, value: values[0] };
      isSorted = isKnown;
    }
    return choice;
  }

  private byCode(field: SegmentField): RowsByCode {
    const codes = field.codes.value;
    const known = this.sorted.get(codes);
    if (known) return known;
    for (const [oldest] of this.sorted) if (this.sorted.size >= COLUMNS) this.sorted.delete(oldest);
    const made = sortByCode(this.rows, codes, field.info.values);
    this.sorted.set(codes, made);
    return made;
  }
}

/** Counting sort: code 0 is of rows without a value. */
function sortByCode(rows: Uint32Array, codes: RowCodes, values: number): RowsByCode {
  const ofRows = new Uint32Array(rows.length);
  codes.gather(rows, rows.length, ofRows);
  const starts = new Uint32Array(values + 3);
  for (let i = 0; i < ofRows.length; i++) starts[ofRows[i] + 2]++;
  for (let code = 2; code < starts.length; code++) starts[code] += starts[code - 1];
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[starts[ofRows[i] + 1]++] = rows[i];
  return { starts, rows: sorted };
}
