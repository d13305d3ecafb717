import { decodeUtf8 } from '../analysis/utf8.js';
import { checkNesting } from '../build/nesting.js';
import { objectDocuments, type SourceDocument } from '../build/source-documents.js';
import type { CatalogChanges, RemovedRecords } from '../model/changes.js';
import { MemberReader } from '../model/check-arguments.js';
import { checkCategory, checkCompany, checkPart, checkSeller, checkSpecMetadata } from '../model/check-documents.js';
import type { CheckedPart } from '../model/checked-documents.js';
import { type DocumentPlace, refuse } from '../model/conform.js';
import { InvalidDocumentError } from '../model/errors.js';
import { withoutIssues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { isPlainObject } from '../model/plain.js';
import { isUid } from '../model/uid.js';
import type { RecordCollection, StoredRecord } from './facts.js';

/** A change of one part. */
export type PartChange =
  | {
      readonly kind: 'put';
      readonly uid: string;
      readonly place: DocumentPlace;
      readonly part: CheckedPart;
      readonly text: string;
    }
  | { readonly kind: 'patch'; readonly uid: string; readonly place: DocumentPlace; readonly patch: object }
  | { readonly kind: 'remove'; readonly uid: string; readonly place: DocumentPlace };

/** A record to remove. */
export interface RemovedRecord {
  readonly collection: Exclude<RecordCollection, 'specs'>;
  readonly key: string;
  readonly place: DocumentPlace;
}

/** An update that was read and checked, as far as it can be without the catalog. */
export interface ReadChanges {
  /** By uid: puts, then patches, then removals, each in its order. */
  readonly parts: ReadonlyMap<string, PartChange>;
  readonly records: readonly { readonly record: StoredRecord; readonly place: DocumentPlace }[];
  readonly removedRecords: readonly RemovedRecord[];
}

const RECORDS = ['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const;
const MEMBERS: readonly string[] = ['put', 'patch', 'remove', ...RECORDS, 'removeRecords'] satisfies (keyof CatalogChanges)[];

/**
 * Reads an update whole: the cluster sees nothing of it before all of it is known to be valid.
 * @throws ValidationError for unknown members and what is not iterable; InvalidDocumentError; AbortedError
 */
export async function readChanges(changes: CatalogChanges, signal?: AbortSignal): Promise<ReadChanges> {
  withoutIssues(changes, (issues) => MemberReader.of(changes, [], MEMBERS, issues));
  const parts = new Map<string, PartChange>();
  const add = (change: PartChange): void => {
    const other = parts.get(change.uid);
    if (other)
      throw fault(change.place, 'uid', `"${shorten(change.uid)}" is in this update already, as ${placeText(other.place)}`);
    parts.set(change.uid, change);
  };
  const records: { record: StoredRecord; place: DocumentPlace }[] = [];
  for (const collection of RECORDS) {
    const keys = new Set<string>();
    await each(collection, changes[collection], signal, (document) => {
      const record = readRecord(collection, document);
      if (keys.has(record.key)) throw fault(document, 'uid', `"${shorten(record.key)}" is given twice in ${collection}`);
      keys.add(record.key);
      records.push({ record, place: placeOf(document) });
    });
  }
  await each('put', changes.put, signal, (document) => add(readPut(document)));
  await each('patch', changes.patch, signal, (document) => add(readPatch(document)));
  await each('remove', changes.remove, signal, (document) => {
    const uid = document.value();
    if (!isUid(uid)) throw refuse(document, [], 'a uid', uid);
    add({ kind: 'remove', uid, place: placeOf(document) });
  });
  const removedRecords = await readRemoved(changes.removeRecords, signal);
  const given = new Set(records.map(({ record }) => recordId(record)));
  for (const removed of removedRecords) {
    if (!given.has(recordId(removed))) continue;
    throw fault(removed.place, removed.collection, `"${shorten(removed.key)}" is given in the same update`);
  }
  return { parts, records, removedRecords };
}

async function each(
  source: string,
  documents: Iterable<unknown> | AsyncIterable<unknown> | null | undefined,
  signal: AbortSignal | undefined,
  read: (document: SourceDocument) => void,
): Promise<void> {
  if (documents === undefined || documents === null) return;
  for await (const batch of objectDocuments(source, documents, signal)) for (const document of batch) read(document);
}

const recordId = ({ collection, key }: { readonly collection: string; readonly key: string }) => `${collection} ${key}`;

const placeOf = ({ source, line }: DocumentPlace): DocumentPlace => ({ source, line });

/** The JSON text of a document, and what it says. @throws InvalidDocumentError if it is nested too deep */
function readText(document: SourceDocument): { text: string; value: unknown } {
  if (!isPlainObject(document.value())) throw refuse(document, [], 'an object', document.value());
  const bytes = document.stored();
  checkNesting(bytes, document);
  const text = decodeUtf8(bytes, 0, bytes.length);
  return { text, value: JSON.parse(text) };
}

function readPut(document: SourceDocument): PartChange {
  const { text, value } = readText(document);
  const part = checkPart(value, document);
  return { kind: 'put', uid: part.uid, place: placeOf(document), part, text };
}

function readPatch(document: SourceDocument): PartChange {
  const { value } = readText(document);
  const { uid } = value as { uid?: unknown };
  if (!isUid(uid)) throw refuse(document, ['uid'], 'a uid', uid);
  return { kind: 'patch', uid, place: placeOf(document), patch: value as object };
}

function readRecord(collection: (typeof RECORDS)[number], document: SourceDocument): StoredRecord {
  const { value } = readText(document);
  if (collection === 'spec_metadata') {
    const record = checkSpecMetadata(value, document);
    return { collection, key: record.key, given: true, record };
  }
  if (collection === 'categories') {
    const record = checkCategory(value, document);
    return { collection, key: record.uid, given: true, record };
  }
  const record = collection === 'sellers' ? checkSeller(value, document) : checkCompany(value, document);
  return { collection, key: record.uid, given: true, record };
}

async function readRemoved(given: RemovedRecords | null | undefined, signal: AbortSignal | undefined): Promise<RemovedRecord[]> {
  if (given === undefined || given === null) return [];
  const lists = withoutIssues({ removeRecords: given }, (issues) => {
    const reader = MemberReader.of(given, ['removeRecords'], RECORDS, issues);
    return RECORDS.map((collection) => {
      const keys = reader.value(collection) ?? [];
      const isList = Array.isArray(keys) ? keys.every((key) => typeof key === 'string') : isStream(keys);
      if (!isList) issues.addWrongType(reader.at(collection), 'a list of uids, or of spec keys', keys);
      return { collection, keys: keys as Iterable<unknown> };
    });
  });
  const removed: RemovedRecord[] = [];
  for (const { collection, keys } of lists) {
    await each('removeRecords', keys, signal, (document) => {
      const key = document.value();
      if (typeof key !== 'string') throw refuse(document, [], 'a uid, or the key of a spec', key);
      removed.push({ collection, key, place: placeOf(document) });
    });
  }
  return removed;
}

/** A text is an iterable of letters, which nobody means. */
function isStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

const placeText = ({ source, line }: DocumentPlace): string => `${source}:${line}`;

/** The error for a document of an update. */
export function fault(place: DocumentPlace, path: string, what: string): InvalidDocumentError {
  const { source, line } = place;
  return new InvalidDocumentError(`${placeText(place)}: ${path}: ${what}`, { source, line, path });
}
