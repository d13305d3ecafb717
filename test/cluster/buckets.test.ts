import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchRequest, SearchResponse } from '../../src/model/requests.js';
import { countLimits } from '../../src/opensearch/compile/counts.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
const KEYS = ['a', 'b', 'c'];
const PARTS = Array.from({ length: 120 }, (_, i) => ({
  uid: `p${i}`,
  mpn: `M-${i}`,
  short_description: `word${i % 90}`,
  specs: Object.fromEntries(
    KEYS.map((key, k) => [key, { value: [i + k], min_value: i % 70, metadata: { datatype: 'decimal' as const } }]),
  ),
  offers: [{ prices: { USD: [['1', String(i % 100)]] } }, { prices: { USD: [['1', String(i + 0.5)]] } }],
}));
const SOURCE = { parts: PARTS, categories: [], brands: [], manufacturers: [], sellers: [] } as unknown as CatalogSource;
const VALUES = 130;
const LEAST_BUCKETS = 150;

let local: Catalog;
let remote: OpenSearchCatalog;
const usual = { ...countLimits };

const allow = (buckets: number | null) => client.cluster.putSettings({ body: { transient: { 'search.max_buckets': buckets } } });

beforeAll(async () => {
  local = await buildCatalog(SOURCE);
  await pushCatalog(client, local, { index, replicas: 0 });
  remote = await openOpenSearchCatalog(client, { index });
  // Each field has fewer values than are read at once, and the cluster answers with those of one field alone.
  countLimits.values = VALUES;
  await allow(LEAST_BUCKETS);
});

afterAll(async () => {
  Object.assign(countLimits, usual);
  await allow(null);
  await removeIndices(client, index);
});

async function answer(catalog: Catalog, request: SearchRequest): Promise<Partial<SearchResponse<object>>> {
  const { msec, next, ...rest } = await catalog.parts.search(request);
  return rest;
}

const facet = { include: true, limit: 5 };
const cases: [string, SearchRequest][] = [
  ['first values', { facet: { fields: { mpn: facet, short_description: facet, 'specs.a.value': facet } } }],
  ['texts and ranges', { facet: { fields: { mpn: { ...facet, contains: '1' }, 'specs.b.value': { ...facet, ranges: 4 } } } }],
  ['prices', { facet: { fields: { 'price.USD.5': { ...facet, ranges: 3 }, 'offers.price.USD.5': { ...facet, ranges: 3 } } } }],
  [
    'statistics',
    { stats: { 'specs.a.value': { include: true }, 'specs.b.value': { include: true }, 'price.USD.1': { include: true } } },
  ],
  [
    'statistics beside facets',
    {
      filter: { fields: { 'specs.b.value': ['7', '8'] } },
      facet: { fields: { 'specs.a.value': facet } },
      stats: {
        'specs.a.value': { include: true, exclude_filter: true },
        'specs.b.value': { include: true, exclude_filter: true },
      },
    },
  ],
  ['a drilldown', { spec_drilldown: { include: true } }],
];

it.each(cases)('counts more values than the cluster answers with: %s', async (_, request) => {
  expect(await answer(remote, request)).toEqual(await answer(local, request));
});

it.each(cases)('has the sums of the cluster where values are many: %s', async (_, request) => {
  countLimits.statistics = 20;
  expect(await answer(remote, request)).toEqual(await answer(local, request));
});
