import { addTooMany, checkField, type FieldPlace, isTooLong, MemberReader } from './check-arguments.js';
import { type CollectionName, type FieldTable, findField, WORDS } from './fields.js';
import type { Path } from './issue.js';
import type { Issues } from './issues.js';
import type { Limits } from './limits.js';
import { shorten } from './nearest.js';
import { isObject } from './plain.js';
import { MOST_ELEMENTS } from './request-size.js';
import type { SortKey, SortOrder } from './requests.js';

/** The name that sorts results by their score. */
export const SCORE = 'score';

/**
 * Reads the argument `sortby`: text (`"offers.moq asc, score desc"`) or a list of `{ field, order }`. The direction defaults to
 * `asc`, that of `score` to `desc`; an absent argument means `score desc`. A fieldname with a comma is possible in the list only.
 * Invalid keys are left out.
 */
export function readSortKeys(collection: CollectionName, value: unknown, issues: Issues, own?: FieldTable): SortKey[] {
  const byScore: SortKey[] = [{ field: SCORE, order: 'desc' }];
  if (value === undefined || value === null || value === '') return byScore;
  const keys = new SortKeyReader(collection, issues, own);
  if (typeof value === 'string') return keys.ofText(value);
  if (!Array.isArray(value)) {
    issues.addWrongType(ARGUMENT, 'text such as "mpn asc" or a list of { field, order }', value);
    return byScore;
  }
  return value.length === 0 ? byScore : keys.ofList(value);
}

/** Sort keys as the text form of `sortby`. */
export function formatSortKeys(keys: readonly SortKey[]): string {
  // Most requests have one.
  if (keys.length === 1) return `${keys[0].field} ${keys[0].order}`;
  return keys.map((key) => `${key.field} ${key.order}`).join(', ');
}

const ARGUMENT: Path = ['sortby'];

/** The place of a fieldname: in the text of `sortby`, or a member of the list. */
export type SortKeyPlace = Omit<FieldPlace, 'argument'>;

class SortKeyReader {
  constructor(
    private readonly collection: CollectionName,
    private readonly issues: Issues,
    private readonly own: FieldTable | undefined,
  ) {}

  ofText(text: string): SortKey[] {
    let offset = 0;
    const pieces = text.split(',', MOST_ELEMENTS + 1);
    if (isTooLong(pieces, ARGUMENT, this.issues)) return [];
    return pieces.flatMap((piece) => {
      const entry = piece.trim();
      const start = offset + piece.length - piece.trimStart().length;
      offset += piece.length + 1;
      return this.entry(entry, { path: ARGUMENT, offset: start, length: entry.length });
    });
  }

  ofList(list: readonly unknown[]): SortKey[] {
    if (isTooLong(list, ARGUMENT, this.issues)) return [];
    return list.flatMap((value, i) => {
      const before = this.issues.count;
      const path = [...ARGUMENT, i];
      const key = MemberReader.of(value, path, ['field', 'order'], this.issues);
      if (!isObject(value)) return [];
      const field = key.value('field');
      const order = key.value('order');
      if (typeof field !== 'string') this.issues.addWrongType(key.at('field'), 'a fieldname', field);
      if (order !== undefined && order !== null && order !== 'asc' && order !== 'desc') {
        this.issues.addWrongType(key.at('order'), '"asc" or "desc"', order);
      }
      const found =
        typeof field === 'string' ? this.key(field, (order as SortOrder | null) ?? undefined, { path: key.at('field') }) : [];
      return this.issues.count === before ? found : [];
    });
  }

  private entry(entry: string, place: Required<SortKeyPlace>): SortKey[] {
    if (entry === '') {
      const text = ': a fieldname is missing; write it as in "mpn asc, score desc"';
      this.issues.add('missing', place.path, text, { ...place, found: '', expected: ['a fieldname'] });
      return [];
    }
    const blank = lastBlank(entry);
    const last = entry.slice(blank + 1);
    if (blank < 0 || (last !== 'asc' && last !== 'desc')) return this.undirected(entry, blank, place);
    const field = entry.slice(0, blank).trimEnd();
    return this.key(field, last, { ...place, length: field.length });
  }

  /** An entry that does not end in a direction: a fieldname, which may contain blanks, or one with an invalid direction. */
  private undirected(entry: string, blank: number, { path, offset, length }: Required<SortKeyPlace>): SortKey[] {
    const field = entry.slice(0, Math.max(0, blank)).trimEnd();
    if (blank <= 0 || this.isSortable(entry) || !this.isSortable(field))
      return this.key(entry, undefined, { path, offset, length });
    const direction = entry.slice(blank + 1);
    const text = `: "${shorten(direction)}" is not a direction; write "${field} asc" or "${field} desc"`;
    this.issues.add('wrong_type', path, text, {
      found: direction,
      expected: ['"asc" or "desc"'],
      offset: offset + blank + 1,
      length: direction.length,
    });
    return [];
  }

  private key(field: string, order: SortOrder | undefined, place: SortKeyPlace): SortKey[] {
    if (field === SCORE) return [{ field, order: order ?? 'desc' }];
    const found = checkField(this.collection, field, place, this.issues, { own: this.own });
    if (found?.name !== WORDS) return found ? [{ field, order: order ?? 'asc' }] : [];
    const { path, ...details } = place;
    const text = `: ${WORDS} has the texts of many fields and orders nothing; sort by one of them, such as mpn`;
    this.issues.add('wrong_kind', path, text, { ...details, found: field, expected: ['a field with values of its own'] });
    return [];
  }

  private isSortable(field: string): boolean {
    return field === SCORE || findField(this.collection, field, this.own) !== undefined;
  }
}

function lastBlank(text: string): number {
  let i = text.length - 1;
  while (i >= 0 && text[i].trim() !== '') i--;
  return i;
}

/** The first place of the fieldname of a sort key in the request of some issues, for one that is found later. */
export function placeOfSortKey({ request, isFull }: Issues, field: string): SortKeyPlace {
  const given = isObject(request) && !isFull ? request.sortby : undefined;
  if (Array.isArray(given)) {
    const i = given.findIndex((key: unknown) => isObject(key) && key.field === field);
    return i < 0 ? { path: ARGUMENT } : { path: [...ARGUMENT, i, 'field'] };
  }
  if (typeof given !== 'string') return { path: ARGUMENT };
  let start = 0;
  for (const piece of given.split(',')) {
    const entry = piece.trim();
    const behind = entry.startsWith(field) ? entry.slice(field.length).trim() : undefined;
    if (behind === '' || behind === 'asc' || behind === 'desc') {
      return { path: ARGUMENT, offset: start + piece.length - piece.trimStart().length, length: field.length };
    }
    start += piece.length + 1;
  }
  return { path: ARGUMENT };
}

/** A repeated sort key changes nothing. */
export function distinctSortKeys(keys: readonly SortKey[], limits: Limits, issues: Issues): SortKey[] {
  if (keys.length === 1 && limits.sortKeys > 0) return [...keys];
  const distinct = new Map<string, SortKey>();
  for (const key of keys) {
    const name = `${key.order} ${key.field}`;
    if (!distinct.has(name)) distinct.set(name, key);
  }
  const expected = `at most ${limits.sortKeys} different sort keys (limit sortKeys)`;
  if (distinct.size > limits.sortKeys) addTooMany(['sortby'], expected, distinct.size, issues);
  return [...distinct.values()];
}
