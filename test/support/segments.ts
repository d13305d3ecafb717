import { digestOf } from '../../src/analysis/digest.js';
import { CatalogBuilder } from '../../src/build/catalog-builder.js';
import { objectDocuments } from '../../src/build/source-documents.js';
import { CatalogCollection } from '../../src/catalog/collection.js';
import type { CollectionContext } from '../../src/catalog/collection-contexts.js';
import { Running } from '../../src/catalog/running.js';
import { portableCodec } from '../../src/encoding/codec.js';
import type { CatalogManifest } from '../../src/encoding/manifest.js';
import { CategoryRecords } from '../../src/facets/category-records.js';
import { readManifest } from '../../src/index/manifest.js';
import { Segment } from '../../src/index/segment.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/model/limits.js';
import type { CatalogSource, Part } from '../../src/partdex.js';
import type { FieldTypes } from '../../src/resolve/filters.js';
import { storeOf } from './sections.js';

/** The parts of a catalog as one segment, and what the catalog says of itself. */
export async function segmentOf(source: CatalogSource): Promise<{ segment: Segment; manifest: CatalogManifest }> {
  const documents = (name: string, objects: CatalogSource['parts'] | undefined) => objects && objectDocuments(name, objects);
  const store = await storeOf(async (writer) => {
    await new CatalogBuilder(writer, portableCodec, {}).build({
      parts: objectDocuments('parts', source.parts),
      categories: documents('categories', source.categories as CatalogSource['parts'] | undefined),
      spec_metadata: documents('spec_metadata', source.spec_metadata as CatalogSource['parts'] | undefined),
    });
  });
  const manifest = readManifest((await store.bundle('manifest')).u8());
  return { segment: new Segment(store, 'parts', manifest.collections.parts), manifest };
}

/** One collection of parts over several segments, each built from its own parts; everything else is given to all. */
export async function collectionOf(
  pieces: readonly (readonly Part[])[],
  shared: Omit<CatalogSource, 'parts'> = {},
  limits: Partial<Limits> = {},
): Promise<{ parts: CatalogCollection<Part>; segments: Segment[]; types: FieldTypes }> {
  const built = await Promise.all(pieces.map((parts) => segmentOf({ ...shared, parts })));
  const segments = built.map(({ segment }) => segment);
  const specTypes = new Map(built.flatMap(({ manifest }) => manifest.specs.map(({ key, type }) => [key, type] as const)));
  const metadata = new Map(built.flatMap(({ manifest }) => manifest.specs.map((spec) => [spec.key, spec.metadata] as const)));
  const types: FieldTypes = {
    collection: 'parts',
    specType: (key) => specTypes.get(key),
    specUnit: (key) => metadata.get(key)?.unit,
    specKeys: () => specTypes.keys(),
    isMultiValued: (field) => segments.some((segment) => segment.field(field)?.info.multiValued),
  };
  const context: CollectionContext = {
    name: 'parts',
    segments,
    types,
    limits: { ...DEFAULT_LIMITS, ...limits },
    running: new Running(),
    priceCurrency: 'USD',
    specMetadata: (key) => metadata.get(key),
    categories: new CategoryRecords([]),
    digest: () => digestOf(pieces.map((parts) => parts.length).join()),
    rowsMove: false,
  };
  return { parts: new CatalogCollection<Part>(context), segments, types };
}
