import { expect, it } from 'vitest';
import { lonePart } from '../../../src/catalog/lone-part.js';

const part = { uid: 'p', mpn: 'A-1', offers: [{ sku: 's-1', seller: { uid: 's' } }] };

async function namedParts(gathered: readonly string[]): Promise<number> {
  const none = new Set<string>();
  const segment = await lonePart(part, {
    priceCurrency: 'USD',
    ownFields: [],
    specTypes: new Map(),
    records: { brands: [], manufacturers: [], sellers: [{ uid: 's', name: 'Seller' }], categories: [], spec_metadata: [] },
    gathered: { brands: none, manufacturers: none, sellers: new Set(gathered) },
  });
  return segment.field('offers.seller.name')?.info.rowCount ?? 0;
}

it('a part has the name that a given record has for its company, and not one that other parts gave', async () => {
  expect(await namedParts([])).toBe(1);
  expect(await namedParts(['s'])).toBe(0);
});
