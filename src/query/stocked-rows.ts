import { partitionPoint } from '../encoding/partition-point.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type ComparedKey, inRuns, spanOf } from './similar-rows.js';
import { StockedCodes } from './stocked-codes.js';

/** Fewer rows are not sorted: they are soon compared. */
const FEW_ROWS = 512;
/** Rows are not sorted by columns with more values. */
const MOST_VALUES = 1 << 16;
/** Columns by which rows are sorted at a time. */
const COLUMNS = 2;
/** Bytes of copied codes for each row. */
const COPIED_BYTES = 16;
/** A column with so many times the values of one by which the rows are sorted is worth sorting by. */
const WORTH_SORTING = 4;

/** Codes `[first, end)` of a column that has some values. */
interface Condition {
  readonly codes: RowCodes;
  readonly first: number;
  readonly end: number;
  readonly values: number;
}

/** Some of the rows, ascending, and the keys that were not looked at. */
export interface HavingRows {
  readonly rows: Uint32Array;
  readonly left: readonly ComparedKey[];
}

/** Places of rows in the order of their codes, with the distinct codes: those of `codes[i]` are `places[starts[i], starts[i + 1])`, ascending. */
interface PlacesByCode {
  readonly codes: Uint32Array;
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
}

/** The rows of a category of which an offer has stock, for one part after the other that is compared with them. */
export class StockedRows {
  /** The one that was asked for least recently first. */
  private readonly sorted = new Map<RowCodes, PlacesByCode>();
  /** Likewise. */
  private readonly columns = new Map<RowCodes, StockedCodes>();

  /** @param rows ascending */
  constructor(
    private readonly rows: Uint32Array,
    private readonly segment: Segment,
  ) {}

  /** Adds what `having` reads. */
  static need(keys: readonly ComparedKey[], segment: Segment, needs: Needs): void {
    for (const compared of keys) {
      const field = columnOf(compared, segment);
      if (field) needs.add(field.codes).add(field.kind.numbers ? field.numbers : field.dictionary);
    }
  }

  /** Numbers that it lists at most. */
  get weight(): number {
    return 1 + this.rows.length * (1 + 3 * COLUMNS + COPIED_BYTES / 4);
  }

  /** The rows that have the values of the keys in which they must agree, as far as columns of one value in each row tell it. */
  *having(keys: readonly ComparedKey[], work: Work): Steps<HavingRows> {
    const conditions: Condition[] = [];
    const left: ComparedKey[] = [];
    for (const compared of keys) {
      const field = columnOf(compared, this.segment);
      if (field) conditions.push(conditionOf(field, compared.values[0]));
      else if (compared.isMet) left.push(compared);
    }
    // What few rows have is compared first.
    conditions.sort((a, b) => b.values - a.values);
    const first = this.rows.length < FEW_ROWS ? undefined : this.choose(conditions);
    const others = conditions.filter((condition) => condition !== first);
    const places = first && (yield* this.narrowedBy(first, work));
    return { rows: yield* this.allMeeting(others, places, work), left };
  }

  /** The rows at some places that meet all conditions, ascending. @param given places, in any order; undefined: all */
  private *allMeeting(conditions: readonly Condition[], given: Uint32Array | undefined, work: Work): Steps<Uint32Array> {
    const { rows } = this;
    let places = given;
    let count = places?.length ?? rows.length;
    const { scratch } = this.segment.universe(work);
    const kept = scratch.list(count);
    for (const condition of conditions) {
      if (count === 0) break;
      count = yield* this.codesOf(condition).keep(places, count, condition, kept, work);
      places = kept;
    }
    const met = new Uint32Array(count);
    for (let i = 0; i < count; i++) met[i] = rows[places ? places[i] : i];
    scratch.freeList(kept);
    return given ? met.sort() : met;
  }

  private codesOf({ codes, values }: Condition): StockedCodes {
    const known = this.columns.get(codes) ?? new StockedCodes(this.rows, codes, values);
    this.columns.delete(codes);
    this.columns.set(codes, known);
    let bytes = 0;
    for (const { width } of this.columns.values()) bytes += width;
    for (const [oldest, { width }] of this.columns) {
      if (bytes <= COPIED_BYTES) break;
      this.columns.delete(oldest);
      bytes -= width;
    }
    return known;
  }

  /** The column with the most values, by which the rows are sorted if such a column does almost as well. */
  private choose(conditions: readonly Condition[]): Condition | undefined {
    let chosen: Condition | undefined;
    let most = 1;
    for (const condition of conditions) {
      const values = condition.values * (this.sorted.has(condition.codes) ? WORTH_SORTING : 1);
      if (condition.values > MOST_VALUES || values <= most) continue;
      chosen = condition;
      most = values;
    }
    return chosen;
  }

  /** The places of the rows that meet a condition, in the order of their codes. */
  private *narrowedBy(condition: Condition, work: Work): Steps<Uint32Array> {
    const { codes, starts, places } = yield* this.byCode(condition, work);
    const placeOf = (code: number) => partitionPoint(0, codes.length, (at) => codes[at] < code);
    return places.subarray(starts[placeOf(condition.first)], starts[placeOf(condition.end)]);
  }

  private *byCode({ codes, values }: Condition, work: Work): Steps<PlacesByCode> {
    const made = this.sorted.get(codes) ?? (yield* sortByCode(this.rows, codes, values, work));
    this.sorted.delete(codes);
    for (const [oldest] of this.sorted) if (this.sorted.size >= COLUMNS) this.sorted.delete(oldest);
    this.sorted.set(codes, made);
    return made;
  }
}

/** The column of a key of which rows must have one value, and have no other. */
function columnOf({ field: name, values, isMet }: ComparedKey, segment: Segment): SegmentField | undefined {
  const field = isMet && values.length === 1 ? segment.field(name) : undefined;
  return field && !field.info.multiValued ? field : undefined;
}

function conditionOf(field: SegmentField, value: ComparedKey['values'][number]): Condition {
  const [from, to] = spanOf(field, value);
  return { codes: field.codes.value, first: from + 1, end: to + 1, values: field.info.values };
}

/** Counting sort. Code 0 is of rows without a value. */
function* sortByCode(rows: Uint32Array, codes: RowCodes, values: number, work: Work): Steps<PlacesByCode> {
  const ofRows = new Uint32Array(rows.length);
  const ends = new Uint32Array(values + 1);
  const count = (from: number, to: number) => {
    codes.gather(rows.subarray(from, to), to - from, ofRows.subarray(from, to));
    for (let i = from; i < to; i++) ends[ofRows[i]]++;
  };
  yield* inRuns(rows.length, count, work);
  const distinct = ends.reduce((count, rowsOfCode) => count + (rowsOfCode > 0 ? 1 : 0), 0);
  const sorted = {
    codes: new Uint32Array(distinct),
    starts: new Uint32Array(distinct + 1),
    places: new Uint32Array(rows.length),
  };
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
    for (let i = from; i < to; i++) sorted.places[ends[ofRows[i]]++] = i;
  };
  yield* inRuns(rows.length, place, work);
  return sorted;
}
