import { digestOf } from '../analysis/digest.js';
import { readPriceRates } from '../analysis/price-rates.js';
import { CatalogBuilder } from '../build/catalog-builder.js';
import { FieldRereader } from '../build/field-rereader.js';
import { type MergedSpec, mergeSpecMetadata, mergeVotes } from '../build/merge-records.js';
import { leaveOutRedirect } from '../build/redirects.js';
import { objectDocuments, type SourceDocument } from '../build/source-documents.js';
import type { Codec } from '../encoding/codec.js';
import { Segment, type SegmentField } from '../index/segment.js';
import { SPEC_MEMBERS, specField } from '../model/fields.js';
import { wrongArgument } from '../model/issues.js';
import { readLimits } from '../model/limits.js';
import type { CompanyCollection } from '../model/schema.js';
import { readSynonyms, type Synonyms, uniteSynonyms } from '../model/synonyms.js';
import type { ByteSource } from '../storage/byte-source.js';
import { ReplacedSections } from '../storage/replaced-sections.js';
import { SectionStore } from '../storage/section-store.js';
import { type Backing, type Catalog, type CatalogSpec, OpenedCatalog, openSource } from './catalog.js';
import { authorizedOf, type CatalogFile, manifestOf, validateFiles } from './catalog-file.js';
import { catalogsOf, wholeFiles } from './file-segments.js';
import type { OpenOptions } from './options.js';
import { partsByCategory, valuesOf } from './parts-by-category.js';
import { checkCurrencies, checkUids, mergeOwnFields } from './several-checks.js';
import { storedDocuments } from './several-documents.js';
import { type FileParts, namedParts } from './several-names.js';
import { type FileRecords, inMemory, isGiven, type MergedRecords, readRecords, recordSegments } from './several-records.js';

/** Where a catalog file is read from, and what errors call it. */
export interface NamedSource {
  readonly name: string;
  readonly source: ByteSource;
}

/**
 * Opens several catalogs as one, which answers as one build of all their documents does, file after file.
 * @throws InvalidDocumentError for a uid in two files, a redirect that lives in another, and categories in a circle;
 * ValidationError for two price currencies and for a field of two kinds; CorruptCatalogError
 */
export async function openSources(sources: readonly NamedSource[], codec: Codec, options: OpenOptions = {}): Promise<Catalog> {
  if (sources.length === 0) throw wrongArgument('paths', 'a list of at least one path', []);
  if (sources.length === 1) return openSource(sources[0].source, codec, options);
  const limits = readLimits(options.limits);
  const given = readSynonyms(options.synonyms);
  const rates = readPriceRates(options.rates);
  const files = (await Promise.all(sources.map((source) => openFile(source, codec)))).flat();
  checkCurrencies(files);
  const ownFields = mergeOwnFields(files);
  await checkUids(files);
  const records = await readRecords(files);
  const specs = mergeVotes(files.map(({ manifest }) => manifest));
  const parts: Segment[] = [];
  for (const [number, file] of files.entries()) {
    const differing = specs.filter((spec) => spec.differing.includes(number));
    parts.push(await partsOf(file, records.files[number], records, differing));
  }
  const partsIn = await partsByCategory(parts);
  const { brands, manufacturers, sellers, categories } = await recordSegments(records, partsIn);
  const content = {
    segments: {
      parts,
      brands: [brands],
      manufacturers: [manufacturers],
      sellers: [sellers],
      categories: [categories],
    },
    specs: Object.freeze(await Promise.all(specs.map((spec) => countedSpec(spec, parts)))),
    priceCurrency: files[0].manifest.priceCurrency,
    ownFields,
    synonyms: uniteSynonyms(synonymsOf(files), given),
    rates,
    backing: backingOf(files, records, codec),
    origin: files,
  };
  return new OpenedCatalog(content, limits);
}

/** The synonyms that the files were built with. */
function synonymsOf(files: readonly CatalogFile[]): Synonyms {
  return uniteSynonyms(...files.map(({ manifest }) => manifest.synonyms ?? []));
}

async function openFile({ name, source }: NamedSource, codec: Codec): Promise<CatalogFile[]> {
  const store = await SectionStore.open(source, codec, undefined, name);
  return catalogsOf(name, store, await manifestOf(store));
}

/** The parts of a file as all files together see them: `adaptedParts`. */
export async function partsOf(...adapted: Parameters<typeof adaptedParts>): Promise<Segment> {
  return (await adaptedParts(...adapted)).segment;
}

/**
 * The parts of a file as all files together see them: fields that have to differ from the file's are made anew.
 * @param own the records of the file
 * @param specs the keys whose values are read otherwise than the file reads them
 */
export async function adaptedParts(
  file: CatalogFile,
  own: FileRecords,
  { tree, companies }: Pick<MergedRecords, 'tree' | 'companies'>,
  specs: readonly Pick<MergedSpec, 'key' | 'type' | 'metadata'>[],
): Promise<FileParts> {
  const named = await namedParts(file, own, companies);
  const { segment: parts } = named;
  // A field whose values do not fit its type here may have values of the type that it has in all files together.
  const names = new Set(Array.from(parts.fieldInfos(), ({ name }) => name));
  const isCarried = (key: string) => SPEC_MEMBERS.some((member) => names.has(specField(key, member)));
  const differing = specs.filter((spec) => isCarried(spec.key));
  const changed = new Map(differing.map((spec) => [spec.key, spec]));
  const field = parts.field('category_uids');
  const uids = field ? await valuesOf(field) : [];
  const isSame = uids.every((uid) => isWithin(tree.ancestorsOf(uid), own.tree.ancestorsOf(uid)));
  const onlyAdds = uids.every((uid) => isWithin(own.tree.ancestorsOf(uid), tree.ancestorsOf(uid)));
  if (changed.size === 0 && isSame && onlyAdds) return named;
  const reread = new FieldRereader({ specs: changed, tree: isSame && onlyAdds ? undefined : tree });
  if (changed.size > 0 || !onlyAdds) await readParts(file, reread, !onlyAdds);
  if (field && onlyAdds && !isSame) await addCategories(parts, field, uids, reread);
  return rewrittenParts(named, reread);
}

const isWithin = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));

async function readParts({ name, segments }: CatalogFile, reread: FieldRereader, withCategories: boolean): Promise<void> {
  for await (const batch of storedDocuments(name, segments.parts)) {
    batch.forEach((document: SourceDocument) => void reread.addPart(document.line - 1, document, withCategories));
  }
}

/** Adds the categories that the rows have, each of which may have got more ancestors. */
async function addCategories(parts: Segment, field: SegmentField, uids: readonly string[], reread: FieldRereader): Promise<void> {
  const [codes, documentOf] = await Promise.all([field.codes.load(), parts.documentNumbers.load()]);
  for (let row = 0; row < parts.rowCount; row++) {
    for (const ordinal of codes.ordinalsOf(codes.code(row))) reread.addCategory(documentOf[row], uids[ordinal]);
  }
}

async function rewrittenParts({ sections, manifest, segment }: FileParts, reread: FieldRereader): Promise<FileParts> {
  const { codec } = sections;
  const [documentOf, specBlocks] = await Promise.all([segment.documentNumbers.load(), segment.specBlocks.load()]);
  let rewritten = manifest;
  const replacing = await inMemory(codec, async (writer) => {
    rewritten = await reread.write(writer, codec, { manifest, documentOf, specBlocks });
  });
  const replaced = new ReplacedSections(sections, replacing);
  return { sections: replaced, manifest: rewritten, segment: new Segment(replaced, 'parts', rewritten) };
}

/** A spec key with its parts and distinct values. */
export async function countedSpec({ key, type, metadata }: MergedSpec, segments: readonly Segment[]): Promise<CatalogSpec> {
  const fields = segments.flatMap((segment) => segment.field(specField(key, 'value')) ?? []);
  const parts = fields.reduce((sum, { info }) => sum + info.rowCount, 0);
  const filled = fields.filter(({ info }) => info.values > 0);
  let values = filled.length === 1 ? filled[0].info.values : 0;
  if (filled.length > 1) {
    const distinct = new Set<string>();
    for (const field of filled) {
      const dictionary = await (type === 'number' ? field.numbers : field.dictionary).load();
      for (let ordinal = 0; ordinal < dictionary.size; ordinal++) distinct.add(dictionary.value(ordinal));
    }
    values = distinct.size;
  }
  return Object.freeze({ key, type, metadata, parts, values });
}

function backingOf(files: readonly CatalogFile[], records: MergedRecords, codec: Codec): Backing {
  return {
    bytes: wholeFiles(files).reduce((sum, { source }) => sum + source.length, 0),
    rowsMove: false,
    digest: () => digestOf(files.map(({ store }) => store.digest().join()).join()),
    sections: () =>
      files.flatMap((file) => file.store.list().map(({ name, length }) => ({ name: `${file.name}:${name}`, bytes: length }))),
    oneFile: (signal) => builtAnew(files, records, codec, signal),
    validate: async (work) => {
      await validateFiles(files, work);
    },
    close: async () => {
      for (const { source } of wholeFiles(files)) await source.close();
    },
  };
}

/** One file of all documents, in memory. */
function builtAnew(
  files: readonly CatalogFile[],
  { categories, companies }: MergedRecords,
  codec: Codec,
  signal: AbortSignal | undefined,
): Promise<SectionStore> {
  const given = (name: CompanyCollection) => {
    return objectDocuments(
      name,
      companies[name].filter(isGiven).map(({ record }) => record),
    );
  };
  const { priceCurrency } = files[0].manifest;
  const fields = mergeOwnFields(files);
  const metadata = mergeSpecMetadata(files.map(({ manifest }) => manifest));
  const authorized = authorizedOf(files);
  const synonyms = synonymsOf(files);
  const terms = { authorized, authorizedIs: 'stored' as const };
  const settings = { signal, priceCurrency, fields, synonyms, ...terms, onInvalid: leaveOutRedirect };
  return inMemory(codec, (writer) =>
    new CatalogBuilder(writer, codec, settings).build({
      parts: partsOfAll(files),
      categories: objectDocuments(
        'categories',
        categories.map(({ document }) => document),
      ),
      brands: given('brands'),
      manufacturers: given('manufacturers'),
      sellers: given('sellers'),
      spec_metadata: objectDocuments('spec_metadata', metadata.values()),
    }),
  );
}

async function* partsOfAll(files: readonly CatalogFile[]): AsyncIterable<SourceDocument[]> {
  for (const { name, segments } of files) yield* storedDocuments(name, segments.parts);
}
