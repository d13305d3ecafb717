import { CatalogBuilder } from '../build/catalog-builder.js';
import { objectDocuments } from '../build/source-documents.js';
import { portableCodec } from '../encoding/codec.js';
import { readLimits } from '../model/limits.js';
import { BlobSource, MemorySink, MemorySource } from '../storage/byte-source.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import {
  BUILD_OPTIONS,
  type BuildOptions,
  type Catalog,
  type CatalogSource,
  checkOptions,
  type Documents,
  type OpenOptions,
  openSource,
} from './catalog.js';

// Apart from catalog.ts, so that a program that only opens files loads neither the builder nor the portable codec.

/**
 * Opens a catalog from its bytes (which must not change while it is open) or from a Blob. Requests read only the
 * parts of a Blob that they need.
 * @throws {@link CorruptCatalogError} if it is damaged, truncated, of a newer format, or not a catalog;
 * {@link UnreadableFileError} if the Blob cannot be read; {@link ValidationError} for invalid limits
 */
export function openCatalog(bytes: ArrayBuffer | Uint8Array | Blob, options?: OpenOptions): Promise<Catalog> {
  const source =
    bytes instanceof Blob
      ? new BlobSource(bytes)
      : new MemorySource([bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)]);
  return openSource(source, portableCodec, options);
}

/**
 * Builds a catalog in memory. The build checks each document as it comes; the caller may then change or drop it.
 * @throws {@link InvalidDocumentError} for a document that cannot be part of a catalog, unless `onInvalid` takes it;
 * {@link CatalogTooLargeError}, {@link AbortedError}; {@link ValidationError} for an unknown option, invalid limits, an invalid
 * `priceCurrency` or invalid `fields`
 */
export async function buildCatalog(source: CatalogSource, options: BuildOptions = {}): Promise<Catalog> {
  // Report invalid options before the work, not after it.
  checkOptions(options, BUILD_OPTIONS);
  readLimits(options.limits);
  const sink = new MemorySink();
  const writer = new CatalogWriter(sink, portableCodec);
  const documents = <T>(name: string, objects: Documents<T> | undefined) => objects && objectDocuments(name, objects);
  await writer.begin();
  await new CatalogBuilder(writer, portableCodec, options).build({
    parts: objectDocuments('parts', source.parts),
    categories: documents('categories', source.categories),
    brands: documents('brands', source.brands),
    manufacturers: documents('manufacturers', source.manufacturers),
    sellers: documents('sellers', source.sellers),
    spec_metadata: documents('spec_metadata', source.spec_metadata),
  });
  await writer.finish();
  return openSource(new MemorySource(sink.pieces), portableCodec, options);
}
