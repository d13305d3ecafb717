import { compareCodePoints } from '../analysis/text.js';
import { parseSpecField } from '../model/fields.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type CountingScope, countField } from './counting-scope.js';
import type { FieldCounts } from './field-counts.js';
import type { SpecKeys } from './spec-keys.js';

/** Upper bound of the spec keys of a drilldown. */
const KEYS = 50;
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

/** The ranking, or the fields to load before it is possible. */
export type Ranking = { readonly keys: readonly RankedKey[] } | { readonly unloaded: readonly string[] };

/**
 * Ranks the spec keys of some rows by how useful they are as filters (docs/semantics.md, "Spec drilldown"). A key is at most as
 * useful as the share of rows that has it, and an upper bound of that share is known without its columns. So keys are read in the
 * order of that bound, and the loop stops when no further key can be among the best.
 */
export function* rankKeys(sets: readonly CountingScope[], keys: SpecKeys, excludeFilter: boolean, work: Work): Steps<Ranking> {
  const hits = sets.map((rows) => rows.hits);
  const total = hits.reduce((sum, forms) => sum + forms.count, 0);
  const bounds = keys.bounds(hits);
  // A key with its own filters has other rows; it is always ranked.
  const own = excludeFilter ? widenedKeys(sets, keys) : new Set<number>();
  for (const key of own) bounds[key] = Number.POSITIVE_INFINITY;
  const isAll = own.size === 0 && hits.every((forms) => forms.isAll);
  const unloaded: string[] = [];
  const best: RankedKey[] = [];
  let read = 0;
  for (const key of (isAll ? keys.bestOfAll : undefined) ?? byBound(bounds)) {
    const worst = best.length < KEYS ? -1 : best[KEYS - 1].usefulness;
    if (bounds[key] / total < worst || unloaded.length >= Math.max(FIELDS_LOADED, read)) break;
    const fields = keys.fieldsOf(key);
    const unread = fields.filter((field) => sets.some(({ columns }) => !columns.isLoaded(field)));
    unloaded.push(...unread);
    if (unread.length > 0) continue;
    read++;
    insert(best, rankKey(keys.keys[key], fields, sets, excludeFilter));
    if (work.spend(total)) yield;
  }
  if (unloaded.length > 0) return { unloaded };
  if (isAll) keys.bestOfAll ??= best.map(({ key }) => keys.find(key) as number);
  return { keys: best };
}

/** The keys that some row may have, those with the highest bound first. */
function byBound(bounds: Float64Array): number[] {
  const order: number[] = [];
  for (let key = 0; key < bounds.length; key++) if (bounds[key] > 0) order.push(key);
  return order.sort((a, b) => bounds[b] - bounds[a] || a - b);
}

/** The keys whose fields have rows of their own. */
function widenedKeys(sets: readonly CountingScope[], keys: SpecKeys): Set<number> {
  const widened = new Set<number>();
  for (const rows of sets) {
    for (const field of rows.widenedFields()) {
      const key = keys.find(parseSpecField(field)?.key);
      if (key !== undefined) widened.add(key);
    }
  }
  return widened;
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
function insert(best: RankedKey[], ranked: RankedKey | undefined): void {
  if (!ranked) return;
  let at = best.length;
  while (at > 0 && isBefore(ranked, best[at - 1])) at--;
  best.splice(at, 0, ranked);
  if (best.length > KEYS) best.pop();
}
