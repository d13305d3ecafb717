import { readPriceRates } from '../analysis/price-rates.js';
import { CatalogBuilder } from '../build/catalog-builder.js';
import { readMerge } from '../build/part-merger.js';
import { objectDocuments } from '../build/source-documents.js';
import { portableCodec } from '../encoding/codec.js';
import type { Documents } from '../model/changes.js';
import { checkOptions } from '../model/check-options.js';
import { describeValue } from '../model/describe.js';
import { invalid } from '../model/issues.js';
import { readLimits } from '../model/limits.js';
import { readSynonyms } from '../model/synonyms.js';
import { BlobSource, MemorySink, MemorySource } from '../storage/byte-source.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { withinTimeout } from '../work/within-call.js';
import { type Catalog, openSource } from './catalog.js';
import {
  BUILD_OPTIONS,
  type BuildOptions,
  type CatalogSource,
  checkBuildOptions,
  checkSource,
  OPEN_OPTIONS,
  type OpenOptions,
} from './options.js';

// Apart from catalog.ts, so that a program that only opens files loads neither the builder nor the portable codec.

/**
 * Opens a catalog from its bytes (which must not change while it is open) or from a Blob. Requests read only the
 * parts of a Blob that they need.
 * @throws {@link CorruptCatalogError} if it is damaged, truncated, of a newer format, or not a catalog;
 * {@link UnreadableFileError} if the Blob cannot be read; {@link ValidationError} for an unknown or invalid option, and for anything
 * that is not bytes, such as a path
 */
export async function openCatalog(bytes: ArrayBuffer | Uint8Array | Blob, options?: OpenOptions): Promise<Catalog> {
  checkBytes(bytes);
  const given = checkOptions(options, OPEN_OPTIONS);
  const source =
    bytes instanceof Blob
      ? new BlobSource(bytes)
      : new MemorySource([bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)]);
  return openSource(source, portableCodec, given);
}

function checkBytes(bytes: unknown): void {
  if (bytes instanceof Blob || ArrayBuffer.isView(bytes)) return;
  // By name, so that a buffer of another realm is one too.
  if (['[object ArrayBuffer]', '[object SharedArrayBuffer]'].includes(Object.prototype.toString.call(bytes))) return;
  const expected = 'a Uint8Array, an ArrayBuffer or a Blob';
  const advice = typeof bytes === 'string' ? '; openCatalogFile of partdex/node opens a path, and openCatalogUrl an address' : '';
  throw invalid('wrong_type', ['bytes'], ` must be ${expected}, not ${describeValue(bytes)}${advice}`, {
    found: bytes,
    expected: [expected],
  });
}

/**
 * Builds a catalog in memory. The build checks each document as it comes; the caller may then change or drop it.
 * @throws {@link InvalidDocumentError} for a document that cannot be part of a catalog, unless `onInvalid` takes it;
 * {@link CatalogTooLargeError}, {@link AbortedError}; {@link ValidationError} for a source that is not an object, an unknown
 * member of it, an unknown option and an invalid one
 */
export async function buildCatalog(source: CatalogSource, options?: BuildOptions): Promise<Catalog> {
  // Report invalid options before the work, not after it.
  checkSource(source);
  const given = checkBuildOptions(options, BUILD_OPTIONS);
  readLimits(given.limits);
  readSynonyms(given.synonyms);
  readPriceRates(given.rates);
  readMerge(given.merge);
  return withinTimeout(given, 'building a catalog', (signal) => built(source, { ...given, ...(signal && { signal }) }));
}

async function built(source: CatalogSource, options: BuildOptions): Promise<Catalog> {
  const sink = new MemorySink();
  const writer = new CatalogWriter(sink, portableCodec);
  const documents = <T>(name: string, objects: Documents<T> | undefined) =>
    objects === undefined || objects === null ? undefined : objectDocuments(name, objects, options.signal);
  await writer.begin();
  await new CatalogBuilder(writer, portableCodec, options).build({
    parts: objectDocuments('parts', source.parts, options.signal),
    categories: documents('categories', source.categories),
    brands: documents('brands', source.brands),
    manufacturers: documents('manufacturers', source.manufacturers),
    sellers: documents('sellers', source.sellers),
    spec_metadata: documents('spec_metadata', source.spec_metadata),
  });
  await writer.finish();
  return openSource(new MemorySource(sink.pieces), portableCodec, options);
}
