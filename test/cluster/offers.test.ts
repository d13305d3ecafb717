import { afterAll, describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../src/model/requests.js';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource, CorruptCatalogError, UnsupportedError } from '../../src/partdex.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
afterAll(() => removeIndices(client, index));

const offer = (members: object) => ({ seller: { uid: 'near', name: 'Near' }, ...members });
const PARTS = [
  { uid: 'a', mpn: 'A', offers: [offer({ moq: '1', in_stock_quantity: '0' }), offer({ moq: '100', in_stock_quantity: '9' })] },
  { uid: 'b', mpn: 'B', offers: [offer({ moq: '1', in_stock_quantity: '9', prices: { USD: [['1', '2'] as const] } })] },
  { uid: 'c', mpn: 'C', broker_listings: [{ seller: { uid: 'far', name: 'Far' } }] },
];
const source = (parts: object[]) => ({ parts, categories: [], brands: [], manufacturers: [], sellers: [] }) as CatalogSource;

async function opened(parts: object[]) {
  await pushCatalog(client, source(parts), { index, replicas: 0, keep: 0 });
  return openOpenSearchCatalog(client, { index });
}

async function uidsOf(catalog: Catalog, query: string, more: SearchRequest = {}): Promise<string[]> {
  const { results } = await catalog.parts.search({ filter: { queries: [query] }, sortby: 'uid', ...more });
  return results.map(({ item }) => item.uid);
}

async function sellersOf(catalog: Catalog): Promise<string[]> {
  const { results } = await catalog.sellers.search({ sortby: 'uid' });
  return results.map(({ item }) => item.uid);
}

const ONE_OFFER = 'offers:(moq:[* TO 10] AND in_stock_quantity:[1 TO *])';

describe('offers on a cluster', () => {
  it('are found by conditions on one of them, before an update and after it', async () => {
    const catalog = await opened(PARTS);
    expect(await uidsOf(catalog, ONE_OFFER)).toEqual(['b']);
    expect(await uidsOf(catalog, `NOT ${ONE_OFFER}`)).toEqual(['a', 'c']);
    expect(await uidsOf(catalog, 'offers:(NOT moq:1)')).toEqual(['a']);
    await catalog.update({ patch: [{ uid: 'a', offers: [offer({ moq: '1', in_stock_quantity: '5' })] }], remove: ['b'] });
    expect(await uidsOf(catalog, ONE_OFFER)).toEqual(['a']);
    expect((await catalog.parts.search({})).hits).toBe(2);
    await catalog.close();
  });

  it('name the sellers that there are, those of broker listings among them', async () => {
    const catalog = await opened(PARTS);
    const local = await buildCatalog(source(PARTS));
    expect(await sellersOf(catalog)).toEqual(['far', 'near']);
    expect(await sellersOf(catalog)).toEqual(await sellersOf(local));
    expect(catalog.info.sellers).toBe(local.info.sellers);
    await catalog.update({ remove: ['c'] });
    await catalog.refresh();
    expect(await sellersOf(catalog)).toEqual(['near']);
    await catalog.update({ put: [{ uid: 'd', mpn: 'D', broker_listings: [{ seller: { uid: 'near', name: 'Near' } }] }] });
    await catalog.update({ remove: ['a', 'b'] });
    await catalog.refresh();
    expect(await sellersOf(catalog)).toEqual(['near']);
    await catalog.close();
    await local.close();
  });

  it('warn of a currency without prices until a part has one', async () => {
    const catalog = await opened(PARTS);
    const warningsOf = async () => (await catalog.parts.search({ filter: { queries: ['price.EUR.10:[1 TO *]'] } })).warnings;
    expect(await warningsOf()).toEqual([expect.stringContaining('no offer has a price in EUR')]);
    await catalog.update({ put: [{ uid: 'e', mpn: 'E', offers: [{ prices: { EUR: [['1', '3']] } }] }] });
    await catalog.refresh();
    expect(await warningsOf()).toEqual([]);
    expect(await uidsOf(catalog, 'price.EUR.10:[1 TO *]')).toEqual(['e']);
    await catalog.close();
  });

  it('may be more than the engine takes by itself', async () => {
    const offers = Array.from({ length: 10_500 }, (_, i) => ({ sku: `S${i}`, moq: String(i) }));
    const catalog = await opened([{ uid: 'many', mpn: 'M', offers }]);
    expect(await uidsOf(catalog, 'offers:(sku:S10499 AND moq:10499)')).toEqual(['many']);
    expect(await uidsOf(catalog, 'offers:(sku:S10499 AND moq:1)')).toEqual([]);
    expect(catalog.info.parts).toBe(1);
    await catalog.close();
  });

  it('have no converted prices', async () => {
    const catalog = await opened(PARTS);
    await catalog.close();
    const rates = { base: 'USD', rates: { EUR: '0.9' } };
    await expect(openOpenSearchCatalog(client, { index, rates } as never)).rejects.toThrow(UnsupportedError);
  });

  it('are not looked for in an index of an older format', async () => {
    const old = `${index}-old`;
    const facts = { format: 1, priceCurrency: 'USD', ownFields: [], synonyms: [], records: `${old}-records` };
    await client.indices.create({ index: old, body: { mappings: { _meta: { partdex: facts } } } });
    const open = openOpenSearchCatalog(client, { index: old });
    await expect(open).rejects.toThrow(CorruptCatalogError);
    await expect(open).rejects.toThrow(/format 1, older than 2/);
  });
});
