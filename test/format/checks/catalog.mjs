import { referenceFiller } from '../meaning/references.mjs';
import { ancestors, specUnits } from '../meaning/values.mjs';
import { demand } from '../reader/bytes.mjs';
import { checkDocuments, checkOfferCounts } from './documents.mjs';
import { checkFields } from './fields.mjs';
import { checkMerit } from './merit.mjs';
import { checkOffers } from './offers.mjs';
import { checkSpecBlocks } from './spec-blocks.mjs';
import { checkTexts } from './texts.mjs';

/**
 * Holds everything in a catalog to everything else in it, and to what it was built from.
 * @param catalog what `readCatalog` has read
 * @param source what it was built from: lists of documents, as `buildCatalog` takes them
 * @param fields the fields that its build declared
 * @returns the names of all shapes, storages and layouts that were met
 * @throws FormatError
 */
export function checkCatalog({ file, collections, manifest }, source, fields = []) {
  const seen = new Set();
  const declared = fields.map(({ name, kind, keywords = false }) => ({ name, kind, keywords }));
  demand(JSON.stringify(manifest.ownFields) === JSON.stringify(declared), 'other fields than were declared');
  const parsed = [...collections.values()].map((collection) => ({
    ...collection,
    records: collection.documents.map((text) => JSON.parse(text)),
  }));
  const categories = parsed.find(({ name }) => name === 'categories').records;
  const { priceCurrency: currency } = manifest;
  const context = { manifest, source, ancestorsOf: ancestors(categories), unitOf: specUnits(source), currency };
  const filled = referenceFiller(source);
  for (const stored of parsed) {
    checkDocuments(stored, source);
    if (stored.offerCounts) checkOfferCounts(stored, seen);
    if (stored.merit) checkMerit(stored, context, seen);
    const collection = stored.name === 'parts' ? { ...stored, records: stored.records.map(filled) } : stored;
    checkFields(collection, context, seen);
    if (collection.offers) checkOffers(collection, context, seen);
    if (collection.specBlocks) checkSpecBlocks(collection, seen);
    checkTexts(collection, context, seen);
  }
  if (file.has('parts/preset')) seen.add('documents with a preset');
  return seen;
}
