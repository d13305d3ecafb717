import { CategoryTree } from '../build/category-tree.js';
import { specNotice } from '../encoding/spec-facts.js';
import { shorten } from '../model/nearest.js';
import type { CompanyCollection } from '../model/schema.js';
import { documentContext } from './document-context.js';
import type { IndexFacts, Records } from './facts.js';
import { fault, type ReadChanges } from './read-changes.js';
import type { RecordChange } from './records-store.js';
import { LEFT_OUT, OWN_CATEGORIES, SPEC } from './schema.js';
import { escapedKey } from './terms.js';

/** Which parts say something else because records changed: those with one of some terms in a field of the index. */
export interface AffectedParts {
  readonly field: string;
  readonly terms: readonly string[];
}

const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

/**
 * Makes the changes of records in memory.
 * @param records as they are; the update's are added and removed
 * @returns what to write; a removed company may have to be gathered again
 * @throws InvalidDocumentError if the categories would not be a tree
 */
export function changeRecords(records: Records, { records: given, removedRecords }: ReadChanges): RecordChange[] {
  const changes: RecordChange[] = [];
  let order = records.brands.size + records.manufacturers.size + records.sellers.size + records.categories.size;
  for (const { record } of given) {
    records.add(record);
    changes.push({ kind: 'put', record, order: ++order });
  }
  for (const { collection, key } of removedRecords) {
    records.remove(collection, key);
    changes.push({ kind: 'remove', collection, key });
  }
  checkTree(records, { records: given, removedRecords });
  return changes;
}

/** @throws InvalidDocumentError for a category that has no place in the tree any more */
function checkTree(records: Records, { records: given, removedRecords }: Pick<ReadChanges, 'records' | 'removedRecords'>): void {
  const isTree = given.some(({ record }) => record.collection === 'categories');
  const removed = removedRecords.filter(({ collection }) => collection === 'categories');
  if (!isTree && removed.length === 0) return;
  for (const { key, place } of removed) {
    const child = [...records.categories.values()].find(({ record }) => record.parent_uid === key);
    if (child)
      throw fault(place, 'categories', `the category "${key}" has children, "${child.record.uid}" among them; remove these too`);
  }
  const tree = new CategoryTree();
  for (const { record } of records.categories.values()) tree.add(record);
  const [faulty] = tree.prune();
  if (!faulty) return;
  const [uid, what] = faulty;
  const culprit = given.find(({ record }) => record.collection === 'categories' && record.key === uid) ?? given.at(-1);
  throw fault(culprit?.place ?? removed[0].place, 'parent_uid', `the category "${uid}": ${what}`);
}

/** The parts whose terms differ between two states of the records. */
export function affectedParts(facts: IndexFacts, before: Records, after: Records): AffectedParts[] {
  const companies = COMPANIES.flatMap((collection) => {
    const [old, now] = [before.given(collection), after.given(collection)];
    const uids = [...new Set([...old.keys(), ...now.keys()])];
    const changed = uids.filter((uid) => JSON.stringify(old.get(uid)) !== JSON.stringify(now.get(uid)));
    return changed.map((uid) => `${collection}=${uid}`);
  });
  const [a, b] = [documentContext(facts, before), documentContext(facts, after)];
  const isSame = (x: readonly string[], y: readonly string[]) => [...x].sort().join('\0') === [...y].sort().join('\0');
  const categories = [...new Set([...before.categories.keys(), ...after.categories.keys()])].filter(
    (uid) => !isSame(a.ancestorsOf(uid), b.ancestorsOf(uid)),
  );
  const keys = [...before.specs.keys()].filter(
    (key) => JSON.stringify(a.specOf(key)?.unit) !== JSON.stringify(b.specOf(key)?.unit),
  );
  return [
    { field: LEFT_OUT, terms: companies },
    { field: OWN_CATEGORIES, terms: categories },
    { field: SPEC.key, terms: keys.map(escapedKey) },
  ].filter(({ terms }) => terms.length > 0);
}

/**
 * What is noticed of records: metadata that contradict the type of their key, which never changes, and removed ones that were never given.
 * @param before the records without the update
 */
export function recordNotices(before: Records, records: Records, { records: given, removedRecords }: ReadChanges): string[] {
  const unknown = removedRecords.filter(({ collection, key }) => {
    const known = before[collection].get(key);
    return !known || ('given' in known && !known.given);
  });
  const removals = unknown.map(({ collection, key }) => `removeRecords.${collection}: no record "${shorten(key)}" was given`);
  return [...removals, ...metadataNotices(records, given)];
}

function metadataNotices(records: Records, given: ReadChanges['records']): string[] {
  return given.flatMap(({ record }) => {
    if (record.collection !== 'spec_metadata') return [];
    const type = records.specs.get(record.key)?.record.type;
    return (type && specNotice(record.key, type, record.record)) ?? [];
  });
}
