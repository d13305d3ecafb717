import { expect, it } from 'vitest';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { INDEX_FORMAT, metaOf, readMeta } from '../../../src/opensearch/facts.js';

const FACTS = { priceCurrency: 'USD', ownFields: [], synonyms: [], records: 'parts-1-records' };
const ofFormat = (format: number) => ({ partdex: { ...FACTS, format } });

it('reads the facts of an index that it has written', () => {
  expect(readMeta('parts-1', metaOf(FACTS))).toEqual({ ...FACTS, format: INDEX_FORMAT });
});

it.each([
  [ofFormat(INDEX_FORMAT - 1), 'corrupt_catalog', /format 1, older than 2.*push the catalog again/],
  [ofFormat(INDEX_FORMAT + 1), 'catalog_too_new', /format 3, newer than 2/],
  [{ other: {} }, 'corrupt_catalog', /not one of partdex/],
  [{ partdex: { format: INDEX_FORMAT } }, 'corrupt_catalog', /cannot read; push it again/],
])('refuses another index: %j', (meta, code, message) => {
  const read = () => readMeta('parts-1', meta);
  expect(read).toThrow(CorruptCatalogError);
  expect(read).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});
