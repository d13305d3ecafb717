import { readDecimalText } from '../analysis/decimal.js';
import { compareCodePoints, fold } from '../analysis/text.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import type { Segment } from '../index/segment.js';
import { parseSpecField } from '../model/fields.js';
import type { Work } from '../work/work.js';
import type { BoundSearch } from './bind-search.js';
import { rankOf as rankOfRow } from './rank.js';
import { scoresOf } from './scores-of.js';
import { type BoundSortKey, extentKey, LAST, OPEN_END } from './sort.js';

/** The open end of an extent, which comes before all numbers. */
export const OPEN = 'open';

/** The value of a sort key at a place: that of a field as text, an open end, or a score; null if the row has none. */
export type PlaceValue = { readonly text: string; readonly isNumber: boolean } | typeof OPEN | number | null;

/** A place in an order, behind which a search goes on. No record need be there. */
export interface Place {
  /** One for each sort key, without that of the uid. */
  readonly values: readonly PlaceValue[];
  readonly uid: string;
}

/** A place as the caller gives it. */
export type GivenPlace =
  | ({ readonly kind: 'values' } & Place)
  /** The row with a place in the order of the uids of a segment. */
  | { readonly kind: 'row'; readonly segment: number; readonly rank: number }
  /** The row of a uid. */
  | { readonly kind: 'uid'; readonly uid: string }
  /** The row of a uid, if it still has the values that were there. */
  | { readonly kind: 'record'; readonly uid: string; readonly isSame: (place: Place) => boolean };

/** A place in the order of one segment, in numbers that compare with those of its rows. */
export interface BoundPlace {
  /** One for each sort key, as `sortValues` has them; between two of them if no row has the value. Undefined: those of `row`. */
  readonly keys: readonly number[] | undefined;
  /** The rank of its uid; between two ranks if no row has the uid. */
  readonly rank: number;
  readonly row: number;
}

/**
 * A place in the order of each segment. The fields of the sort keys must be loaded with their values, and the uids.
 * Undefined if the place is not in the catalog: no row is there, or a value is of another kind.
 */
export function bindPlace(given: GivenPlace, bound: readonly BoundSearch[], work: Work): BoundPlace[] | undefined {
  if (given.kind === 'values') return boundPlaces(given, bound);
  const own = given.kind === 'row' ? given.segment : bound.findIndex(({ segment }) => segment.rowOf(given.uid) >= 0);
  const search: BoundSearch | undefined = bound[own];
  if (!search) return undefined;
  const row = given.kind === 'row' ? search.uidOrder.rows[given.rank] : search.segment.rowOf(given.uid);
  if (row === undefined) return undefined;
  const ofRow: BoundPlace = { keys: undefined, rank: search.uidOrder.ranks[row], row };
  if (given.kind !== 'record' && bound.length === 1) return [ofRow];
  const place = placeOf(search, row, work);
  if (given.kind === 'record' && !given.isSame(place)) return undefined;
  const places = boundPlaces(place, bound);
  return places?.map((one, i) => (i === own ? ofRow : one));
}

/** The place of a row. The fields of the sort keys must be loaded with their values, and the uids. */
export function placeOf(search: BoundSearch, row: number, work: Work): Place {
  const { segment, sort, uidOrder } = search;
  const score = scoresOf(search, Uint32Array.of(row), work)?.[0] ?? 0;
  const values: PlaceValue[] = [];
  for (const key of sort) {
    if (key.kind === 'score') values.push(score);
    else if (key.kind === 'rank') values.push(rankOfRow(score, row, key.merit));
    else if (key.kind === 'extents') values.push(endAt(key, row));
    else if (key.kind === 'numbers') values.push(Number.isNaN(key.numbers[row]) ? null : key.numbers[row]);
    else if (key.field !== 'uid') values.push(valueAt(key, segment, row));
  }
  const uids = segment.field('uid')?.dictionary.value as Dictionary;
  return { values, uid: uids.value(uidOrder.ranks[row]) };
}

function valueAt(
  { codes, field: name, descending }: BoundSortKey & { kind: 'field' },
  segment: Segment,
  row: number,
): PlaceValue {
  const field = segment.field(name);
  const code = codes?.code(row) ?? 0;
  if (!codes || !field || code === 0) return null;
  const ordinal = codes.ordinalOf(code, descending);
  const isNumber = field.kind.numbers !== undefined;
  return { text: isNumber ? field.numbers.value.value(ordinal) : field.dictionary.value.value(ordinal), isNumber };
}

function endAt({ extents, descending }: BoundSortKey & { kind: 'extents' }, row: number): PlaceValue {
  const code = extents.codes.code(row);
  if (code === 0) return null;
  const ordinal = descending ? extents.highest(code) : extents.lowest(code);
  return extents.isOpen(ordinal) ? OPEN : { text: extents.numbers.value(ordinal), isNumber: true };
}

function boundPlaces({ values, uid }: Place, bound: readonly BoundSearch[]): BoundPlace[] | undefined {
  const places: BoundPlace[] = [];
  for (const { segment, sort } of bound) {
    const rank = rankOf(uid, segment);
    const keys: number[] = [];
    let next = 0;
    for (const key of sort) {
      if (key.kind === 'field' && key.field === 'uid') {
        keys.push(key.descending ? LAST - rank - 1 : rank + 1);
        continue;
      }
      const number = numberOf(key, values[next++] ?? null, segment);
      if (number === undefined) return undefined;
      keys.push(number);
    }
    places.push({ keys, rank, row: -1 });
  }
  return places;
}

function rankOf(uid: string, segment: Segment): number {
  const field = segment.field('uid');
  return field ? codeOf(uid, field.dictionary.value) - 1 : -1;
}

/** The number of a sort key's value; undefined for a value of another kind. */
function numberOf(key: BoundSortKey, value: PlaceValue, segment: Segment): number | undefined {
  if (key.kind === 'score' || key.kind === 'rank')
    return typeof value === 'number' ? (key.descending ? -value : value) : undefined;
  if (key.kind === 'numbers') return computedNumber(value, key.descending);
  if (value === null) return LAST;
  if (typeof value === 'number') return undefined;
  if (key.kind === 'extents') return numberOfEnd(key, value);
  const field = segment.field(key.field);
  // No row of the segment has an open end: all come behind it.
  if (value === OPEN) return parseSpecField(key.field)?.member === 'range' ? 0 : undefined;
  // Rows without a value come last in both directions.
  if (!key.codes || !field) return 0;
  if ((field.kind.numbers !== undefined) !== value.isNumber) return undefined;
  const code = value.isNumber ? codeOfNumber(value.text, field.numbers.value) : codeOf(value.text, field.dictionary.value);
  return code === undefined || !key.descending ? code : LAST - code;
}

function numberOfEnd(
  { extents, descending }: BoundSortKey & { kind: 'extents' },
  value: Exclude<PlaceValue, number | null>,
): number | undefined {
  if (value === OPEN) return OPEN_END;
  const code = value.isNumber ? codeOfNumber(value.text, extents.numbers) : undefined;
  return code === undefined ? undefined : extentKey(code - 1, descending);
}

/** A computed number as `sortValues` has it: a row without one comes last. */
function computedNumber(value: PlaceValue, descending: boolean): number | undefined {
  if (value === null) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'number') return undefined;
  return descending ? -value : value;
}

/** 1 + the ordinal of a text, or a number between those of its neighbours. */
function codeOf(text: string, dictionary: Dictionary): number {
  const key = dictionary.order === 'fold' ? fold(text) : text;
  const from = dictionary.lowerBound(key);
  const to = dictionary.upperBound(key);
  const at = partitionPoint(from, to, (ordinal) => compareCodePoints(dictionary.value(ordinal), text) < 0);
  return at < to && dictionary.value(at) === text ? at + 1 : at + 0.5;
}

function codeOfNumber(text: string, numbers: NumberDictionary): number | undefined {
  const number = readDecimalText(text);
  if (!number) return undefined;
  const at = numbers.lowerBound(number);
  return at < numbers.upperBound(number) ? at + 1 : at + 0.5;
}
