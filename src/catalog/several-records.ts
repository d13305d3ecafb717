import { CatalogBuilder } from '../build/catalog-builder.js';
import type { CategoryTree } from '../build/category-tree.js';
import { completeCategory, type GivenCategory, givenCategory, mergeCategories, mergeRecords } from '../build/merge-records.js';
import { objectDocuments } from '../build/source-documents.js';
import { type Codec, portableCodec } from '../encoding/codec.js';
import type { Segment } from '../index/segment.js';
import type { Category } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import { MemorySink, MemorySource } from '../storage/byte-source.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { SectionStore } from '../storage/section-store.js';
import { Pauses } from '../work/pauses.js';
import type { CatalogFile } from './catalog-file.js';
import { manifestOf, segmentsOf } from './catalog-file.js';
import { inFiles } from './several-checks.js';

export type CompanyCollection = 'brands' | 'manufacturers' | 'sellers';
export const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

/** A record of a file: what of it was given, and itself. */
interface StoredRecord {
  readonly uid: string;
  readonly given: number;
  readonly record: Category;
}

/** A company that counts, and what of it was given. */
export interface MergedCompany {
  readonly given: number;
  readonly record: object;
}

/** The records of all files. */
export interface MergedRecords {
  readonly tree: CategoryTree;
  /** The tree of each file alone. */
  readonly trees: readonly CategoryTree[];
  /** As they were given. */
  readonly categories: readonly GivenCategory[];
  /** In the order of a build of all documents. */
  readonly companies: Readonly<Record<CompanyCollection, readonly MergedCompany[]>>;
}

/** Reads and merges the records of files. @throws InvalidDocumentError for categories that only all files together put in a circle */
export async function readRecords(files: readonly CatalogFile[]): Promise<MergedRecords> {
  const stored = (name: CollectionName) => Promise.all(files.map(({ segments }) => storedRecords(segments[name])));
  const perFile = (await stored('categories')).map((records) => records.map(({ record, given }) => givenCategory(record, given)));
  const trees = perFile.map((records) => mergeCategories([records]).tree);
  const { tree, records: categories, faults } = mergeCategories(perFile);
  for (const [uid, what] of faults) {
    const having = files.filter((_, file) => perFile[file].some(({ record }) => record.uid === uid));
    const other = files.find((file) => !having.includes(file)) ?? having.at(-1) ?? having[0];
    throw inFiles(having[0].name, other.name, 'parent_uid', `the category "${uid}": ${what}`);
  }
  const companies: Partial<Record<CompanyCollection, readonly MergedCompany[]>> = {};
  for (const name of COMPANIES) {
    const all = await stored(name);
    companies[name] = Array.from(mergeRecords(all).values(), ({ file, at }) => all[file][at]);
  }
  return { tree, trees, categories, companies: companies as MergedRecords['companies'] };
}

/** The records of a segment, in the order in which they came. */
async function storedRecords(segment: Segment): Promise<StoredRecord[]> {
  const [numbers, given] = await Promise.all([segment.documentNumbers.load(), segment.given.load()]);
  const documents = (await new Pauses().run(segment.documents.read(Array.from(numbers)))) as Category[];
  const records = documents.map((record, row) => ({ uid: record.uid, given: given[row], record, number: numbers[row] }));
  return records.sort((a, b) => a.number - b.number);
}

/**
 * The record segments of all files as one, in memory.
 * @param partsIn number of parts of all files in a category or below it
 */
export async function recordSegments(
  { tree, categories, companies }: MergedRecords,
  partsIn: (category: string) => number,
): Promise<Record<CollectionName, Segment>> {
  const store = await inMemory(portableCodec, async (writer) => {
    const whole = categories.map((given) => completeCategory(given, tree, partsIn(given.record.uid)));
    const of = (name: CompanyCollection) =>
      objectDocuments(
        name,
        companies[name].map(({ record }) => record),
      );
    await new CatalogBuilder(writer, portableCodec, {}).build({
      parts: [],
      categories: objectDocuments('categories', whole),
      brands: of('brands'),
      manufacturers: of('manufacturers'),
      sellers: of('sellers'),
    });
  });
  return segmentsOf(store, await manifestOf(store));
}

/** The sections that `write` writes, in memory. */
export async function inMemory(codec: Codec, write: (writer: CatalogWriter) => Promise<unknown>): Promise<SectionStore> {
  const sink = new MemorySink();
  const writer = new CatalogWriter(sink, codec);
  await writer.begin();
  await write(writer);
  await writer.finish();
  return SectionStore.open(new MemorySource(sink.pieces), codec);
}
