import { checkObject, wrongArgument } from './check-arguments.js';
import { ValidationError } from './errors.js';
import { type CollectionName, resolveField } from './fields.js';
import { shorten } from './nearest.js';
import type { SortKey, SortOrder } from './requests.js';

/** The name under which results are sorted by their score. */
export const SCORE = 'score';

/**
 * Reads the argument `sortby`: text (`"offers.moq asc, score desc"`) or a list of `{ field, order }`. The direction
 * defaults to `asc`, that of `score` to `desc`; nothing at all means `score desc`. A fieldname with a comma in it can
 * be given in the list only.
 * @throws ValidationError
 */
export function readSortKeys(collection: CollectionName, value: unknown): SortKey[] {
  if (value === undefined || value === null || value === '') return [{ field: SCORE, order: 'desc' }];
  if (typeof value === 'string') return value.split(',').map((entry) => readEntry(collection, entry.trim()));
  if (!Array.isArray(value)) throw wrongArgument('sortby', 'text such as "mpn asc" or a list of { field, order }', value);
  if (value.length === 0) return [{ field: SCORE, order: 'desc' }];
  return value.map((entry, i) => readKey(collection, entry, `sortby[${i}]`));
}

/** Sort keys as the text form of `sortby`. */
export function formatSortKeys(keys: readonly SortKey[]): string {
  return keys.map((key) => `${key.field} ${key.order}`).join(', ');
}

function readEntry(collection: CollectionName, entry: string): SortKey {
  if (entry === '') throw new ValidationError('sortby', 'sortby: a fieldname is missing; write it as in "mpn asc, score desc"');
  const blank = lastBlank(entry);
  const last = entry.slice(blank + 1);
  if (blank < 0 || (last !== 'asc' && last !== 'desc')) return readUndirected(collection, entry, blank);
  return sortKey(collection, entry.slice(0, blank).trimEnd(), last, 'sortby');
}

/** An entry that does not end in a direction: a fieldname, which may hold blanks, or one with a wrong direction. */
function readUndirected(collection: CollectionName, entry: string, blank: number): SortKey {
  if (blank > 0 && !isSortable(collection, entry) && isSortable(collection, entry.slice(0, blank).trimEnd())) {
    const field = entry.slice(0, blank).trimEnd();
    const direction = shorten(entry.slice(blank + 1));
    throw new ValidationError('sortby', `sortby: "${direction}" is no direction; write "${field} asc" or "${field} desc"`);
  }
  return sortKey(collection, entry, undefined, 'sortby');
}

function readKey(collection: CollectionName, value: unknown, argument: string): SortKey {
  const { field, order } = checkObject(value, argument, ['field', 'order']);
  if (typeof field !== 'string') throw wrongArgument(`${argument}.field`, 'a fieldname', field);
  if (order !== undefined && order !== null && order !== 'asc' && order !== 'desc') {
    throw wrongArgument(`${argument}.order`, '"asc" or "desc"', order);
  }
  return sortKey(collection, field, order ?? undefined, `${argument}.field`);
}

function sortKey(collection: CollectionName, field: string, order: SortOrder | undefined, argument: string): SortKey {
  if (field === SCORE) return { field, order: order ?? 'desc' };
  resolveField(collection, field, argument);
  return { field, order: order ?? 'asc' };
}

function isSortable(collection: CollectionName, field: string): boolean {
  if (field === SCORE) return true;
  try {
    resolveField(collection, field, 'sortby');
    return true;
  } catch {
    return false;
  }
}

function lastBlank(text: string): number {
  let i = text.length - 1;
  while (i >= 0 && text[i].trim() !== '') i--;
  return i;
}
