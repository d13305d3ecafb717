import type { NormalisedSearchRequest } from '../model/check-requests.js';
import type { Issues } from '../model/issues.js';
import type { ResolvedSortKey } from '../resolve/resolved-search.js';
import type { EngineSortValue, SortClause } from './compile/sorts.js';
import {
  type CursorContext,
  type GivenPlace,
  isOfOneCatalog,
  lostPlace,
  type PlaceValue,
  readCursor,
  writeCursor,
} from './in-process.js';
import { UID } from './schema.js';

/*
 * Cursors of a cluster are those in process where an order is by fields alone: they go on in either. A place in an order by score is that
 * of one index, and holds the score itself.
 */

/** What the cursors of a request to an index are made for. */
export interface EngineCursors {
  readonly context: CursorContext;
  readonly sortKeys: readonly ResolvedSortKey[];
}

/** @param index the one behind the alias: orders by score belong to it */
export function cursorsOf(
  normalised: NormalisedSearchRequest,
  sortKeys: readonly ResolvedSortKey[],
  conditions: CursorContext['request']['conditions'],
  catalog: CursorContext['catalog'],
): EngineCursors {
  const { q, filterFields, filterQueries, rank } = normalised;
  const owned = isOfOneCatalog(sortKeys);
  // The digest of the request has that of the catalog in it: kinds of places that have it are of rows.
  const request = { q: owned ? JSON.stringify([q, catalog()]) : q, filterFields, filterQueries, rank, sortKeys, conditions };
  return { context: { collection: 'parts', request, catalog, rowsMove: false }, sortKeys };
}

export const readPlace = (text: string, { context }: EngineCursors, issues: Issues): GivenPlace | undefined =>
  readCursor(text, context, issues);

/** Separates the two numbers by which a rank orders. */
const BETWEEN = ' ';

/** The keys that order anything, without the uid. */
function orderingKeys(keys: readonly ResolvedSortKey[]): readonly ResolvedSortKey[] {
  const uid = keys.findIndex(({ field }) => field === UID);
  return uid < 0 ? keys : keys.slice(0, uid);
}

/** The values of a hit's sort keys. */
function valuesOf(
  keys: readonly ResolvedSortKey[],
  sort: readonly SortClause[],
  values: readonly EngineSortValue[],
): PlaceValue[] {
  return orderingKeys(keys).map((_, key): PlaceValue => {
    const clauses = sort.map((clause, i) => ({ clause, value: values[i] })).filter(({ clause }) => clause.key === key);
    if (clauses.length === 0) return null;
    if (clauses[0].clause.kind === 'field') return clauses[0].clause.read(clauses[0].value);
    return { text: clauses.map(({ value }) => String(value)).join(BETWEEN), isNumber: false };
  });
}

/** The cursor behind a hit. */
export function cursorAt(
  { context, sortKeys }: EngineCursors,
  sort: readonly SortClause[],
  hit: { readonly uid: string; readonly sort: readonly EngineSortValue[] },
): string {
  return writeCursor({ kind: 'values', values: valuesOf(sortKeys, sort, hit.sort), uid: hit.uid }, context);
}

/** Whether a hit still has the values that a cursor was made of. */
export function isSamePlace(
  place: GivenPlace & { kind: 'record' },
  { sortKeys }: EngineCursors,
  sort: readonly SortClause[],
  hit: { readonly uid: string; readonly sort: readonly EngineSortValue[] },
): boolean {
  return place.isSame({ values: valuesOf(sortKeys, sort, hit.sort), uid: hit.uid });
}

/** The engine's values of a place. @throws ValidationError for a place of another kind */
export function engineValues(
  place: GivenPlace & { kind: 'values' },
  { sortKeys }: EngineCursors,
  sort: readonly SortClause[],
): EngineSortValue[] {
  const keys = orderingKeys(sortKeys);
  const parts = keys.map((_, key) => {
    const value = place.values[key] ?? null;
    const isComputed = sort.some((clause) => clause.key === key && clause.kind === 'computed');
    return isComputed && value !== null && typeof value === 'object' ? value.text.split(BETWEEN) : [];
  });
  return sort.map((clause) => {
    if (clause.kind === 'uid' || clause.key === undefined) return place.uid;
    const value = place.values[clause.key] ?? null;
    if (clause.kind === 'field') {
      const written = typeof value === 'number' ? undefined : clause.write(value);
      if (written === undefined) throw lostPlace();
      return written;
    }
    const number = Number(parts[clause.key].shift() ?? Number.NaN);
    if (Number.isNaN(number)) throw lostPlace();
    return number;
  });
}
