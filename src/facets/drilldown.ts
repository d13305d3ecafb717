import { compareCodePoints } from '../analysis/text.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import { parseSpecField } from '../model/fields.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { countCarried } from './carried-keys.js';
import { type CountingScope, countField } from './counting-scope.js';
import type { FieldCounts } from './field-counts.js';
import type { SpecKeys } from './spec-keys.js';

/**
 * Fields that are read at a time if they are not loaded. Later batches are as large as the number of loaded keys, because every
 * batch ranks all of them again.
 */
const FIELDS_LOADED = 64;

/** A field of a ranked key that some row has. */
export interface RankedField {
  readonly name: string;
  /** Whether its values are strings, which are listed and have no statistics. */
  readonly isString: boolean;
  readonly counts: FieldCounts;
}

/** A spec key of a drilldown; the first is the most useful filter. */
export interface RankedKey {
  readonly key: string;
  readonly usefulness: number;
  readonly fields: readonly RankedField[];
}

/** The keys that a drilldown returns, and how many the rows have; undefined if nothing was ranked. */
export interface RankedKeys {
  readonly keys: readonly RankedKey[];
  readonly carried: number | undefined;
}

/** The ranking, or the fields to load before it is possible. */
export type Ranking = RankedKeys | { readonly unloaded: readonly string[] };

/** How spec keys are ranked. */
export interface RankRequest {
  readonly excludeFilter: boolean;
  /** Most keys. */
  readonly keys: number;
  /** Keys that are returned besides if they are not among the best. */
  readonly filteredKeys: ReadonlySet<string>;
}

/**
 * Ranks the spec keys of some rows by how useful they are as filters (docs/semantics.md, "Spec drilldown"). A key is at most as
 * useful as the share of rows that has it, and an upper bound of that share is known without its columns. So keys are read in the
 * order of that bound, and the loop stops when no further key can be among the best.
 */
export function* rankKeys(sets: readonly CountingScope[], keys: SpecKeys, request: RankRequest, work: Work): Steps<Ranking> {
  const hits = sets.map((rows) => rows.hits);
  const total = hits.reduce((sum, forms) => sum + forms.count, 0);
  const always = alwaysRanked(sets, keys, request);
  const isAll = always.size === 0 && sets.every((rows) => rows.hasAll);
  const known = isAll ? keys.bestOfAll.find(request.keys) : undefined;
  const bounds = known ? undefined : boundsOf(hits, keys, always);
  const order = known?.order ?? byBound(bounds as Float64Array);
  const best = new BestKeys(request);
  const unloaded: string[] = [];
  let carried = 0;
  let read = 0;
  let at = 0;
  for (; at < order.length; at++) {
    const key = order[at];
    const isOutdone = bounds !== undefined && bounds[key] / total < best.least;
    if (isOutdone || unloaded.length >= Math.max(FIELDS_LOADED, read)) break;
    const fields = keys.fieldsOf(key);
    const unread = fields.filter((field) => sets.some(({ columns }) => !columns.isLoaded(field)));
    unloaded.push(...unread);
    if (unread.length > 0) continue;
    read++;
    const ranked = rankKey(keys.keys[key], fields, sets, request.excludeFilter);
    if (ranked) {
      carried++;
      best.add(ranked);
    }
    if (work.spend(total)) yield;
  }
  if (unloaded.length > 0) return { unloaded };
  const ranked = best.ranked();
  if (known) return { keys: ranked, carried: known.carried };
  const all = isAll ? keys.countOfAll : undefined;
  const others = all === undefined ? yield* countCarried(order.slice(at), keys, sets, work) : { count: all - carried };
  if ('unloaded' in others) return others;
  carried += others.count;
  if (isAll) keys.bestOfAll.keep(request.keys, ranked, carried);
  return { keys: ranked, carried };
}

/** For each key, the most rows that may have it. */
function boundsOf(hits: readonly RowForms[], keys: SpecKeys, always: ReadonlySet<number>): Float64Array {
  const bounds = keys.bounds(hits);
  for (const key of always) bounds[key] = Number.POSITIVE_INFINITY;
  return bounds;
}

/** The best keys so far, and those that are returned in any case. */
class BestKeys {
  private readonly best: RankedKey[] = [];
  private readonly filtered: RankedKey[] = [];

  constructor(private readonly request: RankRequest) {}

  /** No key that is less useful is among the best. */
  get least(): number {
    const { best, request } = this;
    if (best.length < request.keys) return -1;
    return request.keys === 0 ? Number.POSITIVE_INFINITY : best[request.keys - 1].usefulness;
  }

  add(ranked: RankedKey): void {
    insert(this.best, ranked, this.request.keys);
    if (this.request.filteredKeys.has(ranked.key)) insert(this.filtered, ranked);
  }

  /** In order. */
  ranked(): RankedKey[] {
    const { best, filtered } = this;
    return filtered.length === 0 ? best : [...best, ...filtered.filter((key) => !best.includes(key))];
  }
}

/** The keys that some row may have, those with the highest bound first. */
function byBound(bounds: Float64Array): number[] {
  const order: number[] = [];
  for (let key = 0; key < bounds.length; key++) if (bounds[key] > 0) order.push(key);
  return order.sort((a, b) => bounds[b] - bounds[a] || a - b);
}

/** The keys that the request filters by, and those whose fields have rows of their own, for which no bound is known. */
function alwaysRanked(
  sets: readonly CountingScope[],
  keys: SpecKeys,
  { excludeFilter, filteredKeys }: RankRequest,
): ReadonlySet<number> {
  const always = new Set<number>();
  const add = (name: string | undefined) => {
    const key = keys.find(name);
    if (key !== undefined) always.add(key);
  };
  for (const name of filteredKeys) add(name);
  if (excludeFilter) for (const rows of sets) for (const field of rows.widenedFields()) add(parseSpecField(field)?.key);
  return always;
}

function rankKey(
  key: string,
  names: readonly string[],
  sets: readonly CountingScope[],
  excludeFilter: boolean,
): RankedKey | undefined {
  const fields: RankedField[] = [];
  for (const name of names) {
    const counts = countField(sets, name, excludeFilter);
    if (counts.rowCount > 0) fields.push({ name, isString: hasStrings(sets, name), counts });
  }
  return fields.length === 0 ? undefined : { key, usefulness: usefulnessOf(fields[0]), fields };
}

function hasStrings(sets: readonly CountingScope[], name: string): boolean {
  return parseSpecField(name)?.member === 'value' && sets.some(({ columns }) => columns.find(name)?.dictionary !== undefined);
}

/** Of the field that comes first: value, lower bound, upper bound. Doubles, multiplied from left to right, as in the oracle. */
function usefulnessOf({ isString, counts }: RankedField): number {
  const { values, pairs, squares } = counts.spread();
  const coverage = counts.rowCount / counts.total;
  const difference = 1 - squares / (pairs * pairs);
  const repetition = !isString ? 1 : pairs > 1 ? (pairs - values) / (pairs - 1) : 0;
  return coverage * difference * repetition;
}

function isBefore(a: RankedKey, b: RankedKey): boolean {
  if (a.usefulness !== b.usefulness) return a.usefulness > b.usefulness;
  return compareCodePoints(a.key, b.key) < 0;
}

/** Keeps the best in order, ties by key. */
function insert(best: RankedKey[], ranked: RankedKey, most = Number.POSITIVE_INFINITY): void {
  let at = best.length;
  while (at > 0 && isBefore(ranked, best[at - 1])) at--;
  best.splice(at, 0, ranked);
  if (best.length > most) best.pop();
}
