import type { CatalogChanges, Documents, RemovedRecords } from '../model/changes.js';
import type { Brand, Category, Manufacturer, Part, Seller, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { isObject } from '../model/plain.js';
import { checkChanges } from './check-changes.js';

/** What a line may have as its one member, and the list of changes that it goes to. */
const LISTS = {
  put: 'put',
  patch: 'patch',
  remove: 'remove',
  brand: 'brands',
  manufacturer: 'manufacturers',
  seller: 'sellers',
  category: 'categories',
  spec_metadata: 'spec_metadata',
} as const;

/** A list of an update that lines add to. */
export type ChangeList = (typeof LISTS)[keyof typeof LISTS];

/** The collections whose records an update may remove. */
export const REMOVED = [
  'brands',
  'manufacturers',
  'sellers',
  'categories',
  'spec_metadata',
] as const satisfies (keyof RemovedRecords)[];

/** The collection of a record to remove, and its uid or key. */
export type RemovedRecord = readonly [collection: keyof RemovedRecords, uid: string];

/** What a line says: a document for a list of the update, or records to remove. */
export type LineChange =
  | { readonly list: ChangeList; readonly value: unknown }
  | { readonly list: 'removeRecords'; readonly removed: readonly RemovedRecord[] };

/**
 * The change that a line of NDJSON says: `{"put": part}`, `{"patch": {"uid": …}}`, `{"remove": "uid"}`, a record, or
 * `{"removeRecords": {"brands": ["uid"]}}`. A line that is a part itself is a put.
 * @throws InvalidDocumentError for a line that is none of them
 */
export function changeOf(line: unknown, place: { source: string; line: number }): LineChange {
  if (!isObject(line)) throw fault(place, 'expected an object with one member, such as {"put": part} or {"remove": "uid"}');
  if (Object.hasOwn(line, 'uid')) return { list: 'put', value: line };
  const members = Object.entries(line);
  const [[name, value]] = members.length === 1 ? members : [['', undefined]];
  const list = listOf(name);
  if (list) return { list, value };
  if (name === 'removeRecords' && isObject(value)) return { list: 'removeRecords', removed: removedOf(value, place) };
  throw fault(place, `expected one member of ${Object.keys(LISTS).join(', ')}, removeRecords, or a part with its uid`);
}

/** The list that a member of a line adds to; undefined for other members. */
export function listOf(member: string): ChangeList | undefined {
  return Object.hasOwn(LISTS, member) ? LISTS[member as keyof typeof LISTS] : undefined;
}

function removedOf(value: object, place: { source: string; line: number }): RemovedRecord[] {
  return Object.entries(value).flatMap(([collection, uids]) => {
    const name = REMOVED.find((known) => known === collection);
    const isList = name && Array.isArray(uids) && uids.every((uid) => typeof uid === 'string');
    if (!isList) throw fault(place, `removeRecords.${shorten(collection)}: expected lists of texts of ${REMOVED.join(', ')}`);
    return uids.map((uid: string): RemovedRecord => [name, uid]);
  });
}

function fault(place: { source: string; line: number }, what: string): InvalidDocumentError {
  return new InvalidDocumentError(`${place.source}:${place.line}: ${what}`, { ...place, path: '' });
}

/** The lists of an update, all in memory. */
class CollectedChanges {
  private readonly lists = new Map<ChangeList, unknown[]>();
  private readonly removed = new Map<keyof RemovedRecords, string[]>();

  add(change: LineChange): void {
    if (change.list !== 'removeRecords') addTo(this.lists, change.list, change.value);
    else for (const [collection, uid] of change.removed) addTo(this.removed, collection, uid);
  }

  asUpdate(): CatalogChanges {
    const { lists, removed } = this;
    const removeRecords = Object.fromEntries(removed);
    return { ...Object.fromEntries(lists), ...(removed.size > 0 && { removeRecords }) } as CatalogChanges;
  }
}

function addTo<K, T>(lists: Map<K, T[]>, name: K, value: T): void {
  const known = lists.get(name);
  if (known) known.push(value);
  else lists.set(name, [value]);
}

/**
 * Reads an update from NDJSON: one object a line, with one member; docs/live.md, "Lines of changes".
 * @throws {@link InvalidDocumentError} for a line that is no change; {@link ValidationError} if the text is not a string
 */
export function parseChanges(text: string): CatalogChanges {
  if (typeof text !== 'string') throw wrongArgument('text', 'a string', text);
  const changes = new CollectedChanges();
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const place = { source: 'changes', line: i + 1 };
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw new InvalidDocumentError(`changes:${i + 1}: is not JSON: ${shorten(line)}`, { ...place, path: '' }, { cause });
    }
    changes.add(changeOf(value, place));
  }
  return changes.asUpdate();
}

/**
 * Writes an update as NDJSON, which `parseChanges` reads again: records first, then parts. Its streams are read to their ends.
 * @throws {@link ValidationError} for what is no update
 */
export async function formatChanges(changes: CatalogChanges): Promise<string> {
  checkChanges(changes);
  const lines: string[] = [];
  const removed = await collected(changes.removeRecords);
  if (Object.keys(removed).length > 0) lines.push(JSON.stringify({ removeRecords: removed }));
  const records: readonly (keyof typeof LISTS)[] = ['spec_metadata', 'category', 'brand', 'manufacturer', 'seller'];
  for (const name of [...records, 'put', 'patch', 'remove'] as const) {
    const list: Documents<Part | Brand | Manufacturer | Seller | Category | SpecMetadata | object | string> | undefined =
      changes[LISTS[name]];
    if (list) for await (const one of list) lines.push(JSON.stringify({ [name]: one }));
  }
  return lines.map((line) => `${line}\n`).join('');
}

async function collected(removeRecords: RemovedRecords = {}): Promise<Record<string, string[]>> {
  const lists: Record<string, string[]> = {};
  for (const name of REMOVED) {
    const uids: string[] = [];
    for await (const uid of removeRecords[name] ?? []) uids.push(uid);
    if (uids.length > 0) lists[name] = uids;
  }
  return lists;
}
