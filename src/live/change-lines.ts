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

type List = (typeof LISTS)[keyof typeof LISTS];

/** The lists of an update, all in memory. */
interface CollectedChanges {
  readonly lists: Map<List, unknown[]>;
  readonly removed: Map<keyof RemovedRecords, string[]>;
}

const REMOVED: readonly string[] = [
  'brands',
  'manufacturers',
  'sellers',
  'categories',
  'spec_metadata',
] satisfies (keyof RemovedRecords)[];

/**
 * Adds the change that a line of NDJSON says: `{"put": part}`, `{"patch": {"uid": …}}`, `{"remove": "uid"}`, a record, or
 * `{"removeRecords": {"brands": ["uid"]}}`. A line that is a part itself is a put.
 * @throws InvalidDocumentError for a line that is none of them
 */
export function addChange(line: unknown, changes: CollectedChanges, place: { source: string; line: number }): void {
  const fail = (what: string): never => {
    throw new InvalidDocumentError(`${place.source}:${place.line}: ${what}`, { ...place, path: '' });
  };
  if (!isObject(line)) fail('expected an object with one member, such as {"put": part} or {"remove": "uid"}');
  const members = Object.entries(line as object);
  if (Object.hasOwn(line as object, 'uid')) {
    addTo(changes.lists, 'put', line);
    return;
  }
  const [[name, value]] = members.length === 1 ? members : [['', undefined]];
  if (Object.hasOwn(LISTS, name)) addTo(changes.lists, LISTS[name as keyof typeof LISTS], value);
  else if (name === 'removeRecords' && isObject(value)) {
    for (const [collection, uids] of Object.entries(value)) {
      const isList = REMOVED.includes(collection) && Array.isArray(uids) && uids.every((uid) => typeof uid === 'string');
      if (!isList) fail(`removeRecords.${shorten(collection)}: expected lists of texts of ${REMOVED.join(', ')}`);
      for (const uid of uids as string[]) addTo(changes.removed, collection as keyof RemovedRecords, uid);
    }
  } else fail(`expected one member of ${Object.keys(LISTS).join(', ')}, removeRecords, or a part with its uid`);
}

function addTo<K, T>(lists: Map<K, T[]>, name: K, value: T): void {
  const known = lists.get(name);
  if (known) known.push(value);
  else lists.set(name, [value]);
}

/** No changes yet. */
export function noChanges(): CollectedChanges {
  return { lists: new Map(), removed: new Map() };
}

/** The changes that lines say, as an update. */
export function changesOf({ lists, removed }: CollectedChanges): CatalogChanges {
  const removeRecords = Object.fromEntries(removed);
  return { ...Object.fromEntries(lists), ...(removed.size > 0 && { removeRecords }) } as CatalogChanges;
}

/**
 * Reads an update from NDJSON: one object a line, with one member; docs/live.md, "Lines of changes".
 * @throws {@link InvalidDocumentError} for a line that is no change; {@link ValidationError} if the text is not a string
 */
export function parseChanges(text: string): CatalogChanges {
  if (typeof text !== 'string') throw wrongArgument('text', 'a string', text);
  const changes = noChanges();
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
    addChange(value, changes, place);
  }
  return changesOf(changes);
}

/**
 * Writes an update as NDJSON, which `parseChanges` reads again: records first, then parts. Its streams are read to their ends.
 * @throws {@link ValidationError} for what is no update
 */
export async function formatChanges(changes: CatalogChanges): Promise<string> {
  checkChanges(changes);
  const lines: string[] = [];
  if (changes.removeRecords) lines.push(JSON.stringify({ removeRecords: changes.removeRecords }));
  const records: readonly (keyof typeof LISTS)[] = ['spec_metadata', 'category', 'brand', 'manufacturer', 'seller'];
  for (const name of [...records, 'put', 'patch', 'remove'] as const) {
    const list: Documents<Part | Brand | Manufacturer | Seller | Category | SpecMetadata | object | string> | undefined =
      changes[LISTS[name]];
    if (list) for await (const one of list) lines.push(JSON.stringify({ [name]: one }));
  }
  return lines.map((line) => `${line}\n`).join('');
}
