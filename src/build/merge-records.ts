import { COMPUTED_MEMBERS, IS_GIVEN } from '../encoding/given-members.js';
import { mergeFacts, type SpecFacts, type SpecType, specMetadataOf, specTypeOf } from '../encoding/spec-facts.js';
import { checkCategory } from '../model/check-documents.js';
import type { Category, SpecMetadata } from '../model/documents.js';
import { computedMembers } from './category-members.js';
import { CategoryTree } from './category-tree.js';

/**
 * Merges the records of several files that are opened together: the spec keys, companies and categories that one build of all
 * their documents, file after file, would have.
 */

/** What one file stores for its spec keys. */
export interface FileSpecs {
  readonly specs: readonly (SpecFacts & { readonly type: SpecType })[];
  readonly specMetadata: readonly SpecMetadata[];
}

/** A spec key of all files. */
export interface MergedSpec extends SpecFacts {
  readonly type: SpecType;
  readonly metadata: SpecMetadata;
  /** The numbers of the files in which the key has the other type, or another unit: their values of it must be read again. */
  readonly differing: readonly number[];
}

/** The first record of each key, in the order of the files. */
export function mergeSpecMetadata(files: readonly FileSpecs[]): Map<string, SpecMetadata> {
  const records = new Map<string, SpecMetadata>();
  for (const { specMetadata } of files) {
    for (const metadata of specMetadata) if (!records.has(metadata.key)) records.set(metadata.key, metadata);
  }
  return records;
}

/** The spec keys of all files, in the order in which they were first seen: all votes together decide the types. */
export function mergeVotes(files: readonly FileSpecs[]): MergedSpec[] {
  const records = mergeSpecMetadata(files);
  const merged = new Map<string, SpecFacts>();
  for (const { specs } of files) {
    for (const spec of specs) {
      const known = merged.get(spec.key);
      merged.set(spec.key, known ? mergeFacts(known, spec) : spec);
    }
  }
  const perFile = files.map(({ specs, specMetadata }) => {
    const given = new Map(specMetadata.map((metadata) => [metadata.key, metadata]));
    return new Map(specs.map((spec) => [spec.key, specMetadataOf(spec, spec.type, given.get(spec.key))]));
  });
  return Array.from(merged.values(), ({ key, declared, undeclared, said }) => {
    const facts = { key, declared, undeclared, said };
    const record = records.get(key);
    const type = specTypeOf(facts, record);
    const metadata = specMetadataOf(facts, type, record);
    const differing = perFile.flatMap((ofFile, file) => (isReadAs(ofFile.get(key) ?? metadata, metadata) ? [] : [file]));
    return { ...facts, type, metadata, differing };
  });
}

/** Whether the values of a spec key are read in the same way. */
export function isReadAs(a: SpecMetadata, b: SpecMetadata): boolean {
  const isString = (metadata: SpecMetadata) => metadata.datatype === 'string';
  const unitText = ({ unit }: SpecMetadata) => JSON.stringify([unit?.name ?? null, unit?.symbol ?? null]);
  return isString(a) === isString(b) && unitText(a) === unitText(b);
}

/** A record of a file: its uid, and its byte of `<c>/given`. */
export interface FileRecord {
  readonly uid: string;
  readonly given: number;
}

/** The place of a record: the number of its file, and its position in that file's list. */
export interface RecordPlace {
  readonly file: number;
  readonly at: number;
}

/**
 * The effective record of each uid: the first one that was given, else the first one gathered from parts. Given ones come first,
 * as in a file.
 */
export function mergeRecords(files: readonly (readonly FileRecord[])[]): Map<string, RecordPlace> {
  const merged = new Map<string, RecordPlace>();
  for (const isGiven of [true, false]) {
    files.forEach((records, file) => {
      records.forEach(({ uid, given }, at) => {
        if (((given & IS_GIVEN) !== 0) === isGiven && !merged.has(uid)) merged.set(uid, { file, at });
      });
    });
  }
  return merged;
}

/** A category as its record gave it. */
export interface GivenCategory {
  /** The document, in which a single value may be written for a list. */
  readonly document: Category;
  /** The same, checked. */
  readonly record: Category;
}

/** A category without the members that a build computed. */
export function givenCategory(stored: Category, given: number): GivenCategory {
  const document = { ...stored };
  // A null is the same as absent.
  for (const { name, bit } of COMPUTED_MEMBERS) if ((given & bit) === 0 && document[name] !== null) delete document[name];
  return { document, record: checkCategory(document, { source: 'categories', line: 0 }) };
}

/** The categories of all files. */
export interface MergedCategories {
  /** By uid. */
  readonly tree: CategoryTree;
  /** As given, in the order of the files; those that have no place in the tree are left out. */
  readonly records: readonly GivenCategory[];
  /** By uid, what is wrong with the `parent_uid` of those: one build of all documents would refuse them. */
  readonly faults: ReadonlyMap<string, string>;
}

/** The tree of all files' records; the first record of each uid counts. @param files the records as they were given */
export function mergeCategories(files: readonly (readonly GivenCategory[])[]): MergedCategories {
  const tree = new CategoryTree();
  const records: GivenCategory[] = [];
  for (const given of files.flat()) {
    if (tree.has(given.record.uid)) continue;
    tree.add(given.record);
    records.push(given);
  }
  const faults = tree.prune();
  return { tree, records: records.filter(({ record }) => !faults.has(record.uid)), faults };
}

/** A category with the members that its record does not give. @param parts number of parts of all files in it or below it */
export function completeCategory({ document, record }: GivenCategory, tree: CategoryTree, parts: number): Category {
  return { ...document, ...computedMembers(record, tree, parts) };
}
