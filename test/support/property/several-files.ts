import fc from 'fast-check';
import { manifestOf } from '../../../src/catalog/catalog-file.js';
import { catalogsOf } from '../../../src/catalog/file-segments.js';
import { linkFiles } from '../../../src/catalog/link-files.js';
import { type NamedSource, openSources } from '../../../src/catalog/several-files.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { type Catalog, openCatalog } from '../../../src/partdex.js';
import { MemorySink, MemorySource } from '../../../src/storage/byte-source.js';
import { CatalogWriter } from '../../../src/storage/catalog-writer.js';
import { SectionStore } from '../../../src/storage/section-store.js';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { build } from './engine.js';

/** How a file has the category records: none, all, or without what is above them. */
type Categories = 'none' | 'all' | 'flat';

type Record = { readonly uid: string; readonly key: string };

const RECORDS = ['brands', 'manufacturers', 'sellers', 'spec_metadata'] as const;
const MOST_FILES = 5;

/** Says which file each part is in, and what a file has of records. */
interface Split {
  readonly files: readonly Categories[];
  readonly numbers: readonly number[];
}

const splits: fc.Arbitrary<Split> = fc.record({
  files: fc.array(fc.constantFrom<Categories[]>('none', 'all', 'all', 'flat'), { minLength: 1, maxLength: MOST_FILES }),
  numbers: fc.array(fc.nat(), { minLength: 8, maxLength: 40 }),
});

/** The documents of a catalog, file by file. Some records are in several files, each time with another member, or name. */
function splitUp(source: JsonSource, { files, numbers }: Split): JsonSource[] {
  const drawn = (i: number) => numbers[i % numbers.length];
  const again = (records: readonly object[], file: number) =>
    records.map((record) => {
      const { name } = record as { name?: unknown };
      return { ...record, more: file, ...(typeof name === 'string' && file % 3 === 1 && { name: `${name} ${file}` }) };
    });
  const withoutParents = (record: object) => ({ ...record, parent_uid: undefined, ancestor_uids: undefined });
  return files.map((categories, file): JsonSource => {
    const some = (records: readonly object[], shift: number) =>
      again(records, file).filter((_, i) => ((drawn(i + shift) >> 4) + file) % files.length < 1 + (drawn(i + shift) % 2));
    const [brands, manufacturers, sellers, spec_metadata] = RECORDS.map((name, i) => some(source[name], i * 7));
    const all = again(source.categories, file);
    return {
      parts: source.parts.filter((_, i) => drawn(i) % files.length === file),
      categories: categories === 'none' ? [] : categories === 'all' ? all : JSON.parse(JSON.stringify(all.map(withoutParents))),
      brands,
      manufacturers,
      sellers,
      spec_metadata,
    };
  });
}

/** All documents of files, of records with one uid or key the first. */
function together(files: readonly JsonSource[]): JsonSource {
  const firsts = (name: keyof JsonSource, key: 'uid' | 'key') => {
    const all = files.flatMap((file) => file[name]) as Record[];
    const seen = new Set<string>();
    return all.filter((record) => !seen.has(record[key]) && seen.add(record[key]));
  };
  return {
    parts: files.flatMap(({ parts }) => parts),
    categories: firsts('categories', 'uid'),
    brands: firsts('brands', 'uid'),
    manufacturers: firsts('manufacturers', 'uid'),
    sellers: firsts('sellers', 'uid'),
    spec_metadata: firsts('spec_metadata', 'key'),
  };
}

const filesOf = new WeakMap<JsonSource, readonly JsonSource[]>();

/** Catalogs that `openSplit` opens as several files. */
export function splitCatalogs(sources: fc.Arbitrary<JsonSource> = catalogs()): fc.Arbitrary<JsonSource> {
  return fc.tuple(sources, splits).map(([source, split]) => {
    const files = splitUp(source, split);
    const whole = together(files);
    filesOf.set(whole, files);
    return whole;
  });
}

/** The files of one of `splitCatalogs`, opened as one catalog. */
export async function openSplit(source: JsonSource, priceCurrency: string): Promise<Catalog> {
  return openSources(await builtFiles(source, priceCurrency), portableCodec);
}

/** The files of one of `splitCatalogs` as the segments of one file. */
export async function openLinked(source: JsonSource, priceCurrency: string): Promise<Catalog> {
  const built = await builtFiles(source, priceCurrency);
  if (built.length === 1) return openSources(built, portableCodec);
  const files = await Promise.all(
    built.map(async ({ name, source: bytes }) => {
      const store = await SectionStore.open(bytes, portableCodec);
      return (await catalogsOf(name, store, await manifestOf(store)))[0];
    }),
  );
  const sink = new MemorySink();
  const writer = new CatalogWriter(sink, portableCodec);
  await writer.begin();
  await linkFiles(files, writer, portableCodec);
  const catalog = await openCatalog(new Blob(sink.pieces as BlobPart[]));
  await catalog.validate();
  return catalog;
}

function builtFiles(source: JsonSource, priceCurrency: string): Promise<NamedSource[]> {
  const sources = (filesOf.get(source) as readonly JsonSource[]).map(async (file, i) => {
    const catalog = await build(file, priceCurrency);
    return { name: `file ${i}`, source: new MemorySource([await catalog.toBytes()]) };
  });
  return Promise.all(sources);
}

/** What the files of one of `splitCatalogs` have. */
export function tellFiles(source: JsonSource): string {
  return JSON.stringify(filesOf.get(source));
}
