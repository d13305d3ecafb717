import { fold } from '../analysis/text.js';
import type { FieldFilter } from '../model/check-requests.js';
import { shorten } from '../model/nearest.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CategoryRecord } from './category-tree.js';

const FIELD = 'category_uids';
/** Values that are compared with the names of all categories. */
const MOST_VALUES = 10;
/** Uids that a warning lists. */
const MOST_UIDS = 3;
/** Folding a name takes about as long as this many steps of a plain loop. */
const NAME_COST = 200;

/** What a request that finds nothing has in the place of uids of categories. */
export function givenCategories(filters: readonly FieldFilter[]): readonly string[] {
  const given = filters.find(({ field }) => field.name === FIELD)?.values.slice(0, MOST_VALUES) ?? [];
  return given.filter((value) => value !== undefined);
}

/** The warnings of a request that finds nothing: values of `filter.fields.category_uids` that are names of categories and not uids. */
export function* categoryWarnings(
  given: readonly string[],
  byUid: ReadonlyMap<string, CategoryRecord>,
  work: Work,
): Task<readonly string[]> {
  const unknown = given.filter((value) => !byUid.has(value));
  const named = new Map(unknown.map((value) => [fold(value), [] as string[]]));
  if (named.size === 0) return [];
  for (const [uid, { name = '' }] of byUid) {
    named.get(fold(name))?.push(`"${shorten(uid)}"`);
    if (work.spend(NAME_COST)) yield;
  }
  return unknown.flatMap((value) => {
    const uids = named.get(fold(value)) ?? [];
    if (uids.length === 0) return [];
    const listed = `${uids.slice(0, MOST_UIDS).join(', ')}${uids.length > MOST_UIDS ? ', …' : ''}`;
    return `no category has the uid "${shorten(value)}", which is the name of ${listed}`;
  });
}
