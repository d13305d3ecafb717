import type { BuildInput } from '../build/build-settings.js';
import { CatalogBuilder } from '../build/catalog-builder.js';
import type { CategoryTree } from '../build/category-tree.js';
import { completeCategory, type GivenCategory, givenCategory, mergeCategories, mergeRecords } from '../build/merge-records.js';
import { objectDocuments } from '../build/source-documents.js';
import { type Codec, portableCodec } from '../encoding/codec.js';
import { IS_GIVEN } from '../encoding/given-members.js';
import type { Segment } from '../index/segment.js';
import type { Category } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import type { CompanyCollection } from '../model/schema.js';
import { MemorySink, MemorySource } from '../storage/byte-source.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { SectionStore } from '../storage/section-store.js';
import { Pauses } from '../work/pauses.js';
import type { CatalogFile } from './catalog-file.js';
import { manifestOf, segmentsOf } from './catalog-file.js';
import { inFiles } from './several-checks.js';

export const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

/** A record of a file: the byte of `<c>/given` that it has there, and itself. */
export interface StoredRecord {
  readonly uid: string;
  readonly given: number;
  readonly record: Category;
}

/** The records of one file. */
export interface FileRecords {
  /** The tree of its categories alone. */
  readonly tree: CategoryTree;
  readonly categories: readonly GivenCategory[];
  readonly companies: CompanyRecords;
}

/** Companies, of which a file or all files have those that were given, then those gathered from parts. */
export type CompanyRecords = Readonly<Record<CompanyCollection, readonly StoredRecord[]>>;

/** Whether a record was given, and not gathered from parts. */
export const isGiven = ({ given }: StoredRecord): boolean => (given & IS_GIVEN) !== 0;

/** The records of all files. */
export interface MergedRecords {
  readonly tree: CategoryTree;
  /** What each file has by itself. */
  readonly files: readonly FileRecords[];
  /** As they were given. */
  readonly categories: readonly GivenCategory[];
  /** The companies that count, in the order of a build of all documents. */
  readonly companies: CompanyRecords;
}

/** Reads and merges the records of files. @throws InvalidDocumentError for categories that only all files together put in a circle */
export async function readRecords(files: readonly CatalogFile[]): Promise<MergedRecords> {
  const stored = (name: CollectionName) => Promise.all(files.map(({ segments }) => storedRecords(segments[name])));
  const perFile = (await stored('categories')).map((records) => records.map(({ record, given }) => givenCategory(record, given)));
  const { tree, records: categories, faults } = mergeCategories(perFile);
  for (const [uid, what] of faults) {
    const having = files.filter((_, file) => perFile[file].some(({ record }) => record.uid === uid));
    const other = files.find((file) => !having.includes(file)) ?? having.at(-1) ?? having[0];
    throw inFiles(having[0].name, other.name, 'parent_uid', `the category "${uid}": ${what}`);
  }
  const [brands, manufacturers, sellers] = await Promise.all(COMPANIES.map(stored));
  const merged = (all: readonly (readonly StoredRecord[])[]) =>
    Array.from(mergeRecords(all).values(), ({ file, at }) => all[file][at]);
  return {
    tree,
    files: perFile.map((ofFile, i) => ({
      tree: mergeCategories([ofFile]).tree,
      categories: ofFile,
      companies: { brands: brands[i], manufacturers: manufacturers[i], sellers: sellers[i] },
    })),
    categories,
    companies: { brands: merged(brands), manufacturers: merged(manufacturers), sellers: merged(sellers) },
  };
}

/** The records of a segment, in the order in which they came. */
async function storedRecords(segment: Segment): Promise<StoredRecord[]> {
  const [numbers, given] = await Promise.all([segment.documentNumbers.load(), segment.given.load()]);
  const documents = (await new Pauses().run(segment.documents.read(Array.from(numbers)))) as Category[];
  const records = documents.map((record, row) => ({ uid: record.uid, given: given[row], record, number: numbers[row] }));
  return records.sort((a, b) => a.number - b.number);
}

/**
 * The records of all files as sections, in memory: what a file of several segments has beside them.
 * @param partsIn number of parts of all files in a category or below it
 */
export function recordSections(
  { categories, companies }: Pick<MergedRecords, 'categories' | 'companies'>,
  codec: Codec,
  partsIn: (category: string) => number,
): Promise<SectionStore> {
  return inMemory(codec, (writer) =>
    new CatalogBuilder(writer, codec, { partsIn }).build({
      parts: [],
      categories: objectDocuments(
        'categories',
        categories.map(({ document }) => document),
      ),
      ...companyDocuments(companies),
    }),
  );
}

/** Companies as the input of a build, with those that were gathered. */
function companyDocuments(companies: CompanyRecords): Omit<BuildInput, 'parts' | 'categories'> {
  const of = (name: CompanyCollection) =>
    objectDocuments(
      name,
      companies[name].map(({ record }) => record),
    );
  const gathered = (name: CompanyCollection) =>
    new Set(companies[name].filter((company) => !isGiven(company)).map(({ uid }) => uid));
  return {
    brands: of('brands'),
    manufacturers: of('manufacturers'),
    sellers: of('sellers'),
    gathered: { brands: gathered('brands'), manufacturers: gathered('manufacturers'), sellers: gathered('sellers') },
  };
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
    await new CatalogBuilder(writer, portableCodec, {}).build({
      parts: [],
      categories: objectDocuments('categories', whole),
      ...companyDocuments(companies),
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
