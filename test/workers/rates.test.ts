import { expect, it } from 'vitest';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { CatalogSource } from '../../src/partdex.js';
import { CatalogFiles, expectSame, openPair, openThreads, outcomeOf } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();
const RATES = { base: 'USD', rates: { EUR: '0.8', GBP: '0.5' }, as_of: '2026-11-20' };
const SOURCE = {
  parts: [
    {
      uid: 'a',
      mpn: 'A',
      offers: [
        {
          prices: {
            USD: [
              [1, '2'],
              [100, '1.5'],
            ],
          },
        },
        { prices: { EUR: [[1, '1']] } },
      ],
    },
    { uid: 'b', mpn: 'B', offers: [{ prices: { GBP: [[1, '0.7']] } }] },
    { uid: 'c', mpn: 'C', offers: [{ prices: { JPY: [[1, '9']] } }] },
  ],
} as unknown as CatalogSource;
const REQUESTS = [
  { sortby: 'price.EUR.1 asc', show: ['uid', 'price.EUR.1', 'price.USD.100'] },
  { filter: { queries: ['price.EUR.1:[1.1 TO *]'] }, stats: { 'price.GBP.1': { include: true } } },
  { filter: { queries: ['offers:(price.GBP.100:[* TO 0.8])'] }, facet: { fields: { 'price.USD.1': { include: true } } } },
  { show: ['uid', 'price.EURO.1'] },
];

it('threads convert prices by the rates that the catalog is opened with, as the own thread does', async () => {
  const path = await catalogFiles.write(SOURCE);
  const { here, there, close } = await openPair(path, 2, { rates: RATES });
  for (const request of REQUESTS) {
    expectSame(await outcomeOf(() => here.parts.search(request)), await outcomeOf(() => there.parts.search(request)));
  }
  const { results, rates } = await there.parts.search(REQUESTS[0] as object);
  expect(rates).toEqual(RATES);
  expect(results.map(({ item }) => JSON.parse(JSON.stringify(item)))).toEqual([
    { uid: 'a', price: { EUR: { 1: '1' }, USD: { 100: '1.25' } } },
    { uid: 'b', price: { EUR: { 1: '1.12' }, USD: { 100: '1.4' } } },
    { uid: 'c', price: { EUR: { 1: null }, USD: { 100: null } } },
  ]);
  await close();
});

it('threads of one opening know nothing of the rates of another, and refuse rates that are not valid', async () => {
  const path = await catalogFiles.write(SOURCE);
  const [{ catalog: with_ }, { catalog: without }] = [await openThreads(path, 1, { rates: RATES }), await openThreads(path, 1)];
  const hits = async (catalog: typeof without) => {
    const answer = await catalog.parts.search({ filter: { queries: ['price.EUR.1:*'] } });
    return [answer.hits, answer.rates];
  };
  expect(await hits(with_)).toEqual([2, RATES]);
  expect(await hits(without)).toEqual([1, undefined]);
  await Promise.all([with_.close(), without.close()]);
  const wrong = { rates: { base: 'dollar', rates: {} } };
  const refused = [openCatalogFile(path, wrong), openThreads(path, 1, wrong)];
  const messages = await Promise.all(refused.map((opening) => opening.then(String, String)));
  expect(messages[0]).toContain('rates.base');
  expect(messages[1]).toBe(messages[0]);
});
