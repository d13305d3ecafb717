import { partitionPoint } from '../encoding/partition-point.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { specField } from '../model/fields.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type ComparedKey, inRuns, spanOf } from './similar-rows.js';

/** Fewer rows are not sorted: they are soon compared. */
const FEW_ROWS = 512;
/** Columns with more values are not sorted by. */
const MOST_VALUES = 1 << 16;
/** Columns by which rows are sorted at a time. */
const COLUMNS = 2;
/** A column with so many times the values of one by which the rows are sorted is worth sorting by. */
const WORTH_SORTING = 4;

/** A column, and the value that rows must have in it. */
interface Choice {
  readonly field: SegmentField;
  readonly value: ComparedKey['values'][number];
}

/** Rows in the order of their codes, with the distinct codes: those of `codes[i]` are `rows[starts[i], starts[i + 1])`, ascending. */
interface RowsByCode {
  readonly codes: Uint32Array;
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** The rows of a category of which an offer has stock, for one part after the other that is compared with them. */
export class StockedRows {
  /** The one that was asked for least recently first. */
  private readonly sorted = new Map<RowCodes, RowsByCode>();

  /** @param rows ascending */
  constructor(
    private readonly rows: Uint32Array,
    private readonly segment: Segment,
  ) {}

  /** Adds what `narrowedBy` reads. */
  static need(keys: readonly ComparedKey[], segment: Segment, needs: Needs): void {
    for (const compared of keys) {
      const field = columnOf(compared, segment);
      if (field) needs.add(field.codes).add(field.kind.numbers ? field.numbers : field.dictionary);
    }
  }

  /** Numbers that it lists at most. */
  get weight(): number {
    return 1 + this.rows.length * (1 + 3 * COLUMNS);
  }

  /** Some of the rows, ascending: all that have the values of the keys in which they must agree are among them. */
  *narrowedBy(keys: readonly ComparedKey[], work: Work): Steps<Uint32Array> {
    const choice = this.rows.length < FEW_ROWS ? undefined : this.choose(keys);
    if (!choice) return this.rows;
    const { codes, starts, rows } = yield* this.byCode(choice.field, work);
    const [from, to] = spanOf(choice.field, choice.value);
    const placeOf = (code: number) => partitionPoint(0, codes.length, (at) => codes[at] < code);
    const [first, last] = [placeOf(from + 1), placeOf(to + 1)];
    const found = rows.subarray(starts[first], starts[last]);
    return last - first > 1 ? found.slice().sort() : found;
  }

  /** The column with the most values, by which the rows are sorted if such a column does almost as well. */
  private choose(keys: readonly ComparedKey[]): Choice | undefined {
    let choice: Choice | undefined;
    let most = 1;
    for (const compared of keys) {
      const field = columnOf(compared, this.segment);
      const values = field ? field.info.values * (this.sorted.has(field.codes.value) ? WORTH_SORTING : 1) : 0;
      if (!field || values <= most) continue;
      choice = { field, value: compared.values[0] };
      most = values;
    }
    return choice;
  }

  private *byCode(field: SegmentField, work: Work): Steps<RowsByCode> {
    const codes = field.codes.value;
    const made = this.sorted.get(codes) ?? (yield* sortByCode(this.rows, codes, field.info.values, work));
    this.sorted.delete(codes);
    for (const [oldest] of this.sorted) if (this.sorted.size >= COLUMNS) this.sorted.delete(oldest);
    this.sorted.set(codes, made);
    return made;
  }
}

/** The column of a key of which rows must have one value, if they can be sorted by it. */
function columnOf({ key, values, isMet }: ComparedKey, segment: Segment): SegmentField | undefined {
  const field = isMet && values.length === 1 ? segment.field(specField(key, 'value')) : undefined;
  return field && !field.info.multiValued && field.info.values <= MOST_VALUES ? field : undefined;
}

/** Counting sort. Code 0 is of rows without a value. */
function* sortByCode(rows: Uint32Array, codes: RowCodes, values: number, work: Work): Steps<RowsByCode> {
  const ofRows = new Uint32Array(rows.length);
  const ends = new Uint32Array(values + 1);
  const count = (from: number, to: number) => {
    codes.gather(rows.subarray(from, to), to - from, ofRows.subarray(from, to));
    for (let i = from; i < to; i++) ends[ofRows[i]]++;
  };
  yield* inRuns(rows.length, count, work);
  const distinct = ends.reduce((count, rowsOfCode) => count + (rowsOfCode > 0 ? 1 : 0), 0);
  const sorted = { codes: new Uint32Array(distinct), starts: new Uint32Array(distinct + 1), rows: new Uint32Array(rows.length) };
  let at = 0;
  for (let code = 0, start = 0; code <= values; code++) {
    const having = ends[code];
    ends[code] = start;
    if (having === 0) continue;
    sorted.codes[at] = code;
    start += having;
    sorted.starts[++at] = start;
  }
  const place = (from: number, to: number) => {
    for (let i = from; i < to; i++) sorted.rows[ends[ofRows[i]]++] = rows[i];
  };
  yield* inRuns(rows.length, place, work);
  return sorted;
}
