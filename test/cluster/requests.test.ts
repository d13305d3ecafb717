import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource, type SearchRequest } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { ownQuestions } from '../questions/own-questions.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';
import { type CountingClient, countingClient } from '../support/cluster/counting-client.js';

/*
 * How many requests to the cluster an answer costs. What opens and closes a point in time does not count, and a term whose number of
 * parts is not known yet costs a request once.
 */

const MOST = 5;
const client = connected();
const index = freshIndex();
const metadata = sampleMetadata();
let local: Catalog;
let remote: OpenSearchCatalog;
let counting: CountingClient;

beforeAll(async () => {
  local = await buildCatalog({ parts: generateSample(3000), ...metadata } as CatalogSource);
  await pushCatalog(client, local, { index, shards: 2, replicas: 0 });
  counting = countingClient(client);
  remote = await openOpenSearchCatalog(counting, { index });
});

afterAll(async () => {
  await remote.close();
  await local.close();
  await removeIndices(client, index);
  await client.close();
});

/** The answers of both catalogs without their time, and the requests that the cluster's cost. */
async function costOf<T>(
  ask: (catalog: Catalog) => Promise<T>,
): Promise<{ given: unknown; expected: unknown; requests: number }> {
  counting.sent.length = 0;
  const given = await ask(remote);
  return { given: timeless(given), requests: counting.sent.length, expected: timeless(await ask(local)) };
}

const timeless = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'msec' || name === 'next' ? undefined : value)));

const FACETS = Object.fromEntries(
  ['brand.name', 'manufacturer.name', 'category_uids', 'offers.seller.name'].map((name) => [
    name,
    { include: true, limit: 20, exclude_filter: true },
  ]),
);
const CHOSEN = { 'brand.name': ['Yageo', 'TDK', 'Murata'], 'offers.seller.name': ['Digi-Key', 'Mouser'] };

it.each<[string, number, SearchRequest]>([
  ['words', 2, { q: 'resistor 0603' }],
  ['words in the default order, with highlights', 2, { q: 'thick film', rank: {}, highlight: true }],
  ['facets of which many are chosen', 2, { facet: { fields: FACETS }, filter: { fields: CHOSEN } }],
  ['statistics', 2, { stats: { avg_price: { include: true } } }],
  ['a drilldown', MOST, { spec_drilldown: { include: true } }],
  ['a drilldown of what words find', MOST, { q: 'capacitor', spec_drilldown: { include: true, exclude_filter: true } }],
  ['suggestions', MOST, { q: 'capactior resitsor', suggest: true }],
])('a search for %s costs at most %i', async (_, most, request) => {
  const { given, expected, requests } = await costOf(({ parts }) => parts.search(request));
  expect(given).toEqual(expected);
  expect(requests).toBeLessThanOrEqual(most);
  expect(requests).toBeGreaterThan(0);
});

it('a match of twenty costs one, and with suggestions two', async () => {
  const { results } = await local.parts.search({ limit: 20, show: ['mpn'] });
  const queries = results.map(({ item }, i) => ({ mpn: i % 2 ? item.mpn : `${item.mpn}X` }));
  const match = await costOf(({ parts }) => parts.match({ queries, exact_only: true }));
  expect(match.given).toEqual(match.expected);
  expect(match.requests).toBe(1);
  const suggesting = await costOf(({ parts }) => parts.match({ queries, exact_only: true, suggest: true }));
  expect(suggesting.given).toEqual(suggesting.expected);
  expect(suggesting.requests).toBe(2);
});

it('parts by uid cost one', async () => {
  const uids = (await local.parts.search({ limit: 20, show: ['uid'] })).results.map(({ item }) => item.uid);
  expect((await costOf(({ parts }) => parts.getMulti(uids))).requests).toBe(1);
});

it('an explanation of a part costs at most five', async () => {
  const { results } = await local.parts.search({ limit: 1 });
  const { mpn, uid } = results[0].item;
  counting.sent.length = 0;
  expect((await remote.parts.explain({ q: mpn }, uid)).score?.found).toBe(true);
  expect(counting.sent.length).toBeLessThanOrEqual(MOST);
});

it('similar parts cost at most five', async () => {
  const { results } = await local.parts.search({ limit: 100, show: ['uid'] });
  let some = 0;
  for (const { item } of results.filter((_, i) => i % 10 === 0)) {
    const { given, expected, requests } = await costOf(({ parts }) => parts.similar(item.uid, { same: [], limit: 5 }));
    expect(given).toEqual(expected);
    expect(requests).toBeLessThanOrEqual(MOST);
    some += (given as { items: unknown[] }).items.length;
  }
  expect(some).toBeGreaterThan(0);
});

it.each(['', 'bra', 'price', 'brand.name:', 'descriptions.value:r', 'specs.resistance.value:1', 'category_uids:re', 'mpn:r'])(
  'completing "%s" costs at most five',
  async (text) => {
    const { given, expected, requests } = await costOf(({ parts }) => parts.completeFilter(text));
    expect(given).toEqual(expected);
    expect(requests).toBeLessThanOrEqual(MOST);
  },
);

it('a question costs at most five, with its answer', async () => {
  const names = new Map(metadata.categories.map(({ uid, name }) => [uid, name]));
  await remote.parts.interpret('x');
  const costs: [number, string][] = [];
  for (const [text] of ownQuestions(names).filter((_, i) => i % 6 === 0)) {
    const { given, expected, requests } = await costOf(({ parts }) => parts.ask(text, { limit: 3 }));
    expect(given, text).toEqual(expected);
    costs.push([requests, text]);
  }
  expect(costs.filter(([requests]) => requests > MOST)).toEqual([]);
});
