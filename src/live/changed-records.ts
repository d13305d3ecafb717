import { mergeCategories } from '../build/merge-records.js';
import { checkNesting } from '../build/nesting.js';
import { objectDocuments, type SourceDocument } from '../build/source-documents.js';
import { storable } from '../build/spec-metadata-gatherer.js';
import { givenCategories } from '../catalog/snapshot/open-snapshot.js';
import type { RecordCollection, SnapshotRecords, SnapshotState } from '../catalog/snapshot/state.js';
import { specNotice } from '../encoding/spec-facts.js';
import type { CatalogChanges, RemovedRecords } from '../model/changes.js';
import { checkCategory, checkCompany, checkSeller, checkSpecMetadata } from '../model/check-documents.js';
import type { Category, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import { shorten } from '../model/nearest.js';

/** Leaves a document out, if that is permitted. @throws the error otherwise */
export type Refuse = (error: InvalidDocumentError) => void;

/** The records of a catalog after an update. */
export interface ChangedRecords {
  readonly records: SnapshotRecords;
  readonly isChanged: boolean;
  readonly notices: readonly string[];
}

/** Where a record stands. */
interface Place {
  readonly source: string;
  readonly line: number;
}

type Name = RecordCollection | 'spec_metadata';

const NAMES: readonly Name[] = ['spec_metadata', 'categories', 'brands', 'manufacturers', 'sellers'];

const CHECKS: Readonly<Record<Name, (value: unknown, place: SourceDocument) => object>> = {
  brands: checkCompany,
  manufacturers: checkCompany,
  sellers: checkSeller,
  categories: checkCategory,
  spec_metadata: checkSpecMetadata,
};

/**
 * Applies the records of an update: whole records by uid, a replaced one keeps its place.
 * @throws InvalidDocumentError; AbortedError
 */
export async function changedRecords(
  state: SnapshotState,
  changes: CatalogChanges,
  refuse: Refuse,
  signal?: AbortSignal,
): Promise<ChangedRecords> {
  if (!changes.removeRecords && NAMES.every((name) => !changes[name])) {
    return { records: state.records, isChanged: false, notices: [] };
  }
  const changed = new Map<Name, Map<string, object>>();
  const places = new Map<string, Place>();
  const notices: string[] = [];
  const removed = await readRemoved(changes.removeRecords, signal);
  let isChanged = false;
  for (const name of NAMES) {
    const records = new Map<string, object>(state.records[name]);
    changed.set(name, records);
    const given = changes[name];
    const put = given ? await readRecords(name, objectDocuments(name, given, signal), refuse, places) : new Map();
    for (const [uid, record] of put) records.set(uid, record);
    for (const { uid, where } of removed.get(name) ?? []) {
      if (put.has(uid)) refuse(fault(where, `"${shorten(uid)}" is given in the same update`));
      else if (records.delete(uid)) isChanged = true;
      else notices.push(`removeRecords.${name}: no record "${shorten(uid)}" was given`);
    }
    isChanged ||= put.size > 0;
  }
  settleCategories(state, changed.get('categories') as Map<string, object>, places, removed.get('categories') ?? [], refuse);
  const records = Object.fromEntries(changed) as unknown as SnapshotRecords;
  for (const [key, metadata] of records.spec_metadata) {
    const type = state.types.get(key);
    const notice = type && state.records.spec_metadata.get(key) !== metadata ? specNotice(key, type, metadata) : undefined;
    if (notice !== undefined) notices.push(notice);
  }
  return { records: isChanged ? records : state.records, isChanged, notices };
}

/** @param places those of categories are noted */
async function readRecords(
  name: Name,
  documents: AsyncIterable<SourceDocument[]>,
  refuse: Refuse,
  places: Map<string, Place>,
): Promise<Map<string, object>> {
  const records = new Map<string, object>();
  for await (const batch of documents) {
    for (const document of batch) {
      try {
        const checked = CHECKS[name](document.value(), document);
        const stored = document.stored();
        checkNesting(stored, document);
        const id = name === 'spec_metadata' ? (checked as SpecMetadata).key : (checked as Category).uid;
        if (records.has(id)) throw fault({ ...place(document), path: 'uid' }, `"${shorten(id)}" is given twice`);
        // A copy: the caller may change its object.
        records.set(id, name === 'spec_metadata' ? storable(checked) : JSON.parse(new TextDecoder().decode(stored)));
        if (name === 'categories') places.set(id, place(document));
      } catch (error) {
        if (!(error instanceof InvalidDocumentError)) throw error;
        refuse(error);
      }
    }
  }
  return records;
}

/** A record to remove, by its uid or key, and where that is said. */
interface RemovedRecord {
  readonly uid: string;
  readonly where: Place & { readonly path: string };
}

async function readRemoved(
  given: RemovedRecords | undefined,
  signal: AbortSignal | undefined,
): Promise<Map<Name, RemovedRecord[]>> {
  const lists = new Map<Name, RemovedRecord[]>();
  for (const name of NAMES) {
    const removed: RemovedRecord[] = [];
    for await (const batch of objectDocuments('removeRecords', given?.[name] ?? [], signal)) {
      for (const document of batch) {
        const { source, line } = document;
        const where = { source, line, path: name };
        const uid = document.value();
        if (typeof uid !== 'string') throw fault(where, 'expected a uid, or the key of a spec');
        removed.push({ uid, where });
      }
    }
    lists.set(name, removed);
  }
  return lists;
}

/** Takes back what leaves a category without a place in the tree, or a child without its parent. */
function settleCategories(
  state: SnapshotState,
  categories: Map<string, object>,
  places: ReadonlyMap<string, Place>,
  removed: readonly RemovedRecord[],
  refuse: Refuse,
): void {
  const before = state.records.categories;
  for (const { uid, where } of removed) {
    if (categories.has(uid) || !before.has(uid)) continue;
    const child = [...categories.values()].find((record) => (record as Category).parent_uid === uid) as Category | undefined;
    if (!child) continue;
    const what = `the category "${shorten(uid)}" has children, "${shorten(child.uid)}" among them, and cannot be removed`;
    refuse(fault(where, what));
    categories.set(uid, before.get(uid) as object);
  }
  for (;;) {
    const { faults } = mergeCategories([givenCategories({ ...state.records, categories })]);
    const wrong = [...faults].find(([uid]) => places.has(uid) && categories.get(uid) !== before.get(uid)) ?? [...faults][0];
    if (!wrong) return;
    const [uid, what] = wrong;
    refuse(fault({ ...(places.get(uid) ?? { source: 'categories', line: 1 }), path: 'parent_uid' }, what));
    const known = before.get(uid);
    if (known && categories.get(uid) !== known) categories.set(uid, known);
    else categories.delete(uid);
  }
}

const place = ({ source, line }: SourceDocument): Place => ({ source, line });

/** An error about a document of an update. */
export function fault(where: { source: string; line: number; path: string }, what: string): InvalidDocumentError {
  const path = where.path === '' ? '' : `${where.path}: `;
  return new InvalidDocumentError(`${where.source}:${where.line}: ${path}${what}`, where);
}
