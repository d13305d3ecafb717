import { compareCodePoints } from '../../analysis/text.js';
import { knownPoints, LONGEST_NUMBER } from '../../encoding/merit.js';
import type { ResolvedRank, ResolvedSortKey } from '../../resolve/resolved-search.js';
import { refusalOf } from '../capabilities.js';
import { SPEC, UID } from '../schema.js';
import { ABOVE_ALL_NUMBERS, BELOW_ALL_NUMBERS } from '../sortable-decimal.js';
import { type PartField, type PartFields, sortsByFold, sortTerm, valueOfSortTerm } from './fields.js';
import { priceValue } from './prices.js';
import type { Query } from './queries.js';
import { prefixedValue, rankScript, SCORE_BITS, type ScoreParameters, scoreScript } from './scripts.js';

/** The value of a sort key at a place: that of a field as text, an open end, or a score; null if the part has none. */
export type SortValue = { readonly text: string; readonly isNumber: boolean } | 'open' | null;

/** What the engine returns of a sort clause for a hit. */
export type EngineSortValue = string | number | null;

/** One clause of the engine's sort, and how its values are read. */
export interface SortClause {
  readonly clause: object;
  /** The kind of its value: of a field, a number that a program computes, or the uid itself. */
  readonly kind: 'field' | 'computed' | 'uid';
  /** The place of its key in the request; absent for the ties. */
  readonly key?: number;
  /** Finds the parts that have a value. The engine's score must have the bit of this place for them. */
  readonly marked?: { readonly query: Query; readonly bit: number } | undefined;
  /** The value as cursors have it. */
  read(value: EngineSortValue): SortValue;
  /** The engine's value of one in a cursor; undefined for a value of another kind. */
  write(value: SortValue): EngineSortValue | undefined;
}

/** Whether the engine computes a clause with its own score. */
export const isComputed = ({ kind }: SortClause): boolean => kind === 'computed';

/** Compares two places in an order as the engine does, whose texts are in the order of code points. */
export function comparePlaces(sort: readonly SortClause[], a: readonly EngineSortValue[], b: readonly EngineSortValue[]): number {
  for (const [i, { clause }] of sort.entries()) {
    const [{ order }] = Object.values(clause) as [{ readonly order: 'asc' | 'desc' }];
    const compared = compareValues(a[i], b[i], order === 'asc' ? 1 : -1);
    if (compared !== 0) return compared;
  }
  return 0;
}

/** Parts without a value are last in both directions. */
function compareValues(a: EngineSortValue, b: EngineSortValue, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compareCodePoints(String(a), String(b));
}

/** What `score` means in a sort. */
export interface ScoreOrder {
  readonly params: ScoreParameters;
  readonly rank: ResolvedRank | undefined;
  /** Whether a term is scored. */
  readonly hasScores: boolean;
  /** Whether the engine's score is free for marks of the parts that have a value. */
  readonly hasMarks?: boolean;
}

const uidClause = (order: 'asc' | 'desc'): SortClause => ({
  clause: { [UID]: { order } },
  kind: 'uid',
  read: (value) => ({ text: String(value), isNumber: false }),
  write: (value) => (value !== null && value !== 'open' ? value.text : undefined),
});

/** A value that a program computes, which is a double. */
function computed(script: object, order: 'asc' | 'desc'): SortClause {
  return {
    clause: { _script: { type: 'number', order, script } },
    kind: 'computed',
    read: (value) => ({ text: String(value), isNumber: true }),
    write: (value) => (value !== null && value !== 'open' && value.isNumber ? Number(value.text) : undefined),
  };
}

/** The order of a search, ties by uid. Keys after the uid order nothing, and neither does a score where nothing scores. */
export function compileSort(keys: readonly ResolvedSortKey[], fields: PartFields, score: ScoreOrder): SortClause[] {
  const clauses: SortClause[] = [];
  let marks = 0;
  for (const [key, { field: name, order, numbers }] of keys.entries()) {
    if (numbers) throw refusalOf('computed orders');
    if (name === UID) return [...clauses, uidClause(order)];
    if (name === 'score') clauses.push(...scoreClauses(score, order).map((clause) => ({ ...clause, key })));
    else {
      const field = fields.find(name);
      // A spec that no part has orders nothing; its place in a cursor is a part without a value.
      const bit = score.hasMarks && marks < SCORE_BITS ? marks : undefined;
      const clause = field ? fieldClause(field, order, bit) : NOTHING;
      if (clause.marked) marks++;
      clauses.push({ ...clause, key });
    }
  }
  return [...clauses, uidClause('asc')];
}

/** All parts are equal. */
const NOTHING: SortClause = {
  clause: { _script: { type: 'number', order: 'asc', script: { lang: 'painless', source: 'return 0;' } } },
  kind: 'field',
  read: () => null,
  write: (value) => (value === 'open' ? undefined : 0),
};

function scoreClauses({ params, rank, hasScores }: ScoreOrder, order: 'asc' | 'desc'): SortClause[] {
  const clauses: SortClause[] = [];
  if (rank) clauses.push(computed(rankScript(params, pointsOf(rank)), order));
  if (hasScores || (rank && rank.boosts.length > 0)) clauses.push(computed(scoreScript(params), order));
  return clauses;
}

/** What is known counts more than the length of the part number, and a stock that comes first more than both. */
const KNOWN_UNIT = LONGEST_NUMBER + 1;
const STOCK_UNIT = KNOWN_UNIT << 5;
const IN_STOCK = 1;

/** What each value of the bits of a part counts. */
export function pointsOf({ inStockFirst }: ResolvedRank): number[] {
  return Array.from({ length: 256 }, (_, bits) => {
    const first = inStockFirst && (bits & IN_STOCK) !== 0 ? STOCK_UNIT : 0;
    return first + knownPoints(bits) * KNOWN_UNIT;
  });
}

/** @param bit of the engine's score that may mark the parts that have a value */
function fieldClause(field: PartField, order: 'asc' | 'desc', bit?: number): SortClause {
  const isAscending = order === 'asc';
  if (field.extent !== undefined) return extentClause(field, field.extent, order, bit);
  const index = sortsByFold(field) ? (field.ordered as string) : field.raw;
  const isNumber = field.kind.numbers !== undefined;
  const read = (value: EngineSortValue, missing: EngineSortValue): SortValue =>
    value === missing ? null : { text: valueOfSortTerm(field, String(value).slice(field.prefix.length)), isNumber };
  const write = (value: SortValue, missing: EngineSortValue): EngineSortValue | undefined => {
    if (value === null) return missing;
    if (value === 'open' || value.isNumber !== isNumber) return undefined;
    const text = sortTerm(field, value.text);
    return text === undefined ? undefined : field.prefix + text;
  };
  if (field.prefix === '' && !field.price) {
    return {
      clause: { [index]: { order, missing: '_last', mode: isAscending ? 'min' : 'max' } },
      kind: 'field',
      read: (value) => read(value, null),
      write: (value) => write(value, null),
    };
  }
  const missing = isAscending ? LAST_ASCENDING : LAST_DESCENDING;
  const script = field.price
    ? priceValue(field.price, { first: isAscending, missing })
    : prefixedValue({ field: index, prefix: field.prefix, first: isAscending, missing, bit });
  return {
    clause: { _script: { type: 'string', order, script } },
    kind: 'field',
    marked: field.price ? undefined : markOf(field, bit),
    read: (value) => read(value, missing),
    write: (value) => write(value, missing),
  };
}

/** In place of a term of a part without one: above and below all terms with a prefix. */
const LAST_ASCENDING = '~';
const LAST_DESCENDING = '';

const markOf = ({ has }: PartField, bit: number | undefined): SortClause['marked'] =>
  bit === undefined ? undefined : { query: has, bit };

/** The lowest end ascending, the highest descending; an open end comes first in both directions. */
function extentClause(field: PartField, prefix: string, order: 'asc' | 'desc', bit?: number): SortClause {
  const isAscending = order === 'asc';
  const missing = isAscending ? LAST_ASCENDING : LAST_DESCENDING;
  const open = prefix + (isAscending ? BELOW_ALL_NUMBERS : ABOVE_ALL_NUMBERS);
  const script = prefixedValue({ field: isAscending ? SPEC.low : SPEC.high, prefix, first: isAscending, missing, bit });
  return {
    clause: { _script: { type: 'string', order, script } },
    kind: 'field',
    marked: markOf(field, bit),
    read: (value) => {
      if (value === missing) return null;
      return value === open ? 'open' : { text: valueOfSortTerm(field, String(value).slice(prefix.length)), isNumber: true };
    },
    write: (value) => {
      if (value === null) return missing;
      if (value === 'open') return open;
      const text = value.isNumber ? sortTerm(field, value.text) : undefined;
      return text === undefined ? undefined : prefix + text;
    },
  };
}
