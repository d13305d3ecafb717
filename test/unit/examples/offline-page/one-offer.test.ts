import { afterAll, describe, expect, it } from 'vitest';
import { withOneOffer } from '../../../../examples/offline-page/src/engine/one-offer.js';
import { buildCatalog, type CatalogSource } from '../../../../src/partdex.js';

const NAMES = ['Mouser', 'Mouser Electronics', 'A "B" OR C: offers.seller.name:x', 'Shop'];
const catalog = await buildCatalog({
  parts: NAMES.map((name, i) => ({
    uid: `u${i}`,
    mpn: `M${i}`,
    descriptions: [{ value: 'relay' }],
    offers: [
      { sku: `S${i}`, seller: { uid: `s${i}`, name }, in_stock_quantity: i % 2, prices: { USD: [[1, '1']] } },
      { sku: `T${i}`, seller: { uid: 's3', name: 'Shop' }, in_stock_quantity: 9, prices: { USD: [[1, '3']] } },
    ],
  })),
} as unknown as CatalogSource);
afterAll(() => catalog.close());

describe('the queries of readings', () => {
  it.each([
    'relay from Mouser in stock under $2',
    'relay mouser electronics in stock',
    'in stock under $2',
    'from Shop from Mouser in stock',
    'from "A" in stock over $2',
    'from A B or C offers seller name x in stock',
    'relay in stock',
    'over $0.5 under $2',
  ])('find what the question does: %s', async (text) => {
    const { request, readings } = await catalog.parts.interpret(text);
    const queries = withOneOffer(readings.flatMap(({ query }) => query ?? []));
    const uids = async (asked: readonly string[]) => {
      const { results } = await catalog.parts.search({ filter: { queries: [...asked] } });
      return results.map(({ item }) => item.uid).sort();
    };
    expect(await uids(queries)).toEqual(await uids(request.filter?.queries ?? []));
  });

  it('with other fields stay as they are', () => {
    const queries = ['offers.seller.name:x OR mpn:y', 'offers.in_stock_quantity:1', 'NOT price.USD.1:1', 'mpn:z'];
    expect(withOneOffer(queries)).toEqual(queries);
  });
});
