import { afterAll, expect, it } from 'vitest';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
afterAll(async () => {
  await removeIndices(client, index);
  await client.close();
});

/** Parts with several numbers each: one of them that is near and too short says nothing of another one that is long. */
const SKUS = [
  ['AAA', '123456'],
  ['AAB', 'AABA'],
  ['AAAB'],
  ['BAAAA'],
  ['AAAAX', 'AAAAXYZ'],
  ['ABAA'],
  ['0AAA', 'AA'],
  ['ÄAAA'],
  ['電AAA', 'AAA'],
  ['AAAA'],
];
const NUMBERS = ['AAAA', 'AAAB', 'BABA', 'A0AA', 'AAA', 'AAAAX', 'ABBA', 'AÄAA', 'AAA電'];

it('suggests near numbers of four characters as in process', async () => {
  const parts = SKUS.map((skus, i) => ({ uid: `u${i}`, mpn: `number ${i}`, offers: skus.map((sku) => ({ sku })) }));
  const source = { parts } as unknown as CatalogSource;
  await pushCatalog(client, source, { index, replicas: 0, keep: 0 });
  const remote = await openOpenSearchCatalog(client, { index });
  const local = await buildCatalog(source);
  const request = {
    queries: NUMBERS.flatMap((sku) => [{ sku, brand: 'none' }, { sku }]),
    suggest: true,
    show: ['uid'],
  };
  const suggested = async (catalog: typeof local) =>
    (await catalog.parts.match(request)).results.map(({ hits, suggestions }) => ({ hits, suggestions }));
  const expected = await suggested(local);
  expect(expected.some(({ suggestions = [] }) => suggestions.length > 2)).toBe(true);
  expect(await suggested(remote)).toEqual(expected);
  await remote.close();
  await local.close();
});
