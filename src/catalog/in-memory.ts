import { CatalogBuilder } from '../build/catalog-builder.js';
import { objectDocuments } from '../build/source-documents.js';
import { portableCodec } from '../encoding/codec.js';
import { readLimits } from '../model/limits.js';
import { BlobSource, MemorySink, MemorySource } from '../storage/byte-source.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { type BuildOptions, type Catalog, type CatalogSource, type Documents, type OpenOptions, openSource } from './catalog.js';

// Apart from catalog.ts, so that a program that only opens files loads neither the builder nor the portable codec.

/**
 * Opens a catalog from its bytes (which must not change while it is open) or from a Blob, of which only what requests
 * need is read.
 * @throws {@link CorruptCatalogError} if it is damaged, truncated, of a newer format, or no catalog;
 * {@link UnreadableFileError} if the Blob cannot be read; {@link ValidationError} for limits that are none
 */
export function openCatalog(bytes: ArrayBuffer | Uint8Array | Blob, options?: OpenOptions): Promise<Catalog> {
  const source =
    bytes instanceof Blob
      ? new BlobSource(bytes)
      : new MemorySource([bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)]);
  return openSource(source, portableCodec, options);
}

/**
 * Builds a catalog in memory. Documents are checked as they come, and may be changed or dropped by the caller after that.
 * @throws {@link InvalidDocumentError} for a document that cannot be part of a catalog, unless `onInvalid` takes it;
 * {@link CatalogTooLargeError}, {@link AbortedError}; {@link ValidationError} for limits or a `priceCurrency` that are none
 */
export async function buildCatalog(source: CatalogSource, options: BuildOptions = {}): Promise<Catalog> {
  // A fault of the limits is told before the work and not after it.
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
