import { CatalogBuilder } from '../../../src/build/catalog-builder.js';
import { objectDocuments } from '../../../src/build/source-documents.js';
import { openSource } from '../../../src/catalog/catalog.js';
import { inMemory } from '../../../src/catalog/several-records.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import type { Catalog } from '../../../src/partdex.js';
import { OWN_FIELDS } from '../../arbitraries/own-fields.js';
import type { LivingCatalog } from '../../oracle/changes.js';

/** One build of all living documents, whose spec keys keep the types that they have. */
export async function buildLiving(living: LivingCatalog, priceCurrency: string): Promise<Catalog> {
  const { source, specTypes } = living;
  const settings = { priceCurrency, fields: OWN_FIELDS, specTypes };
  const documents = (name: 'brands' | 'manufacturers' | 'sellers' | 'categories' | 'spec_metadata') =>
    objectDocuments(name, source[name] ?? []);
  const store = await inMemory(portableCodec, (writer) =>
    new CatalogBuilder(writer, portableCodec, settings).build({
      parts: objectDocuments('parts', source.parts),
      categories: documents('categories'),
      brands: documents('brands'),
      manufacturers: documents('manufacturers'),
      sellers: documents('sellers'),
      spec_metadata: documents('spec_metadata'),
    }),
  );
  return openSource(store.source, portableCodec);
}
