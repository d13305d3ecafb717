/**
 * Three nodes, with real parts where they are wanted (`PARTDEX_REAL_PARTS=1`): the same answers as in process, also while a node is killed. One more killed, what is left
 * cannot answer, and says so.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../src/model/requests.js';
import { buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type ClusterError, type Part } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { TestCluster } from '../support/cluster/cluster.js';
import { connected } from '../support/cluster/connected.js';

const real = '../shared/data/real';
const hasReal = process.env.PARTDEX_REAL_PARTS === '1' && existsSync(join(real, 'parts-00.ndjson.gz'));
if (!hasReal) process.stdout.write(`test:cluster: 5,000 invented parts; PARTDEX_REAL_PARTS=1 takes 50,000 of ${real}\n`);

const index = 'parts';
let cluster: TestCluster;
let client: Client;
let inProcess: Catalog;
let onCluster: OpenSearchCatalog;
let folder: string;

/** The answer without its time; cursors are those of one catalog. */
function timeless({ next, ...answer }: object & { next?: string | null }): unknown {
  return JSON.parse(JSON.stringify({ ...answer, msec: 0, hasNext: typeof next === 'string' }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-nodes-'));
  [cluster, inProcess] = await Promise.all([TestCluster.start({ nodes: 3, heap: '640m' }), openLocal()]);
  client = connected(cluster.urls, { maxRetries: 5 });
  const report = await pushCatalog(client, inProcess, { index, shards: 3, replicas: 1 });
  expect(report.parts).toBe(inProcess.info.parts);
  process.stdout.write(`pushed ${report.parts} parts to three nodes in ${report.milliseconds} ms\n`);
  // Long enough on a machine that does other things too.
  onCluster = await openOpenSearchCatalog(client, { index, limits: { milliseconds: 120_000 } });
  // A minute and a half where nothing else runs.
}, 900_000);

afterAll(async () => {
  await onCluster?.close();
  await inProcess?.close();
  await client?.close();
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The first 50,000 real parts, or 5,000 invented ones. */
async function openLocal(): Promise<Catalog> {
  if (!hasReal) return buildCatalog({ parts: generateSample(5000), ...sampleMetadata() });
  const out = join(folder, 'real.pdx');
  const file = (name: string) => join(real, `${name}.ndjson.gz`);
  const records = {
    categories: file('categories'),
    brands: file('brands'),
    manufacturers: file('manufacturers'),
    sellers: file('sellers'),
    spec_metadata: file('spec-metadata'),
  };
  await buildCatalogFile({ parts: [file('parts-00'), file('parts-01')], ...records, out });
  return openCatalogFile(out);
}

/** Requests of the kinds that people send, with values of the catalog itself. */
async function requestsOf(catalog: Catalog): Promise<SearchRequest[]> {
  const { results, facet_results } = await catalog.parts.search({
    limit: 20,
    facet: { fields: { 'brand.name': { include: true, limit: 5 }, category_uids: { include: true, limit: 8 } } },
  });
  const brands = facet_results.fields['brand.name'].facets.map(({ value }) => value);
  const categories = facet_results.fields.category_uids.facets.map(({ value }) => value);
  const specs = [...catalog.specs].sort((a, b) => b.parts - a.parts);
  const [number] = specs.filter(({ type }) => type === 'number');
  const [text] = specs.filter(({ type }) => type === 'string');
  const facets = {
    fields: { 'brand.name': { include: true, exclude_filter: true }, [`specs.${text.key}.value`]: { include: true } },
  };
  return [
    {},
    ...results.slice(0, 6).map(({ item }) => ({ q: (item as Part).mpn })),
    ...results.slice(0, 4).map(({ item }) => ({ q: `${(item as Part).mpn.slice(0, 4)}*`, limit: 20 })),
    { q: brands[0], facet: facets, limit: 20 },
    { q: `${brands[1]} -${brands[0]}`, sortby: 'mpn desc' },
    ...categories.map((uid) => ({
      filter: { fields: { category_uids: [uid] } },
      facet: facets,
      spec_drilldown: { include: true },
    })),
    { filter: { fields: { 'brand.name': brands.slice(0, 2) } }, facet: facets, stats: { avg_price: { include: true } } },
    { filter: { queries: [`specs.${number.key}.value:[* TO 1000]`] }, sortby: `specs.${number.key}.value asc`, limit: 30 },
    { filter: { queries: ['NOT offers.in_stock_quantity:0', 'mpn:*1*'] }, sortby: 'offers.in_stock_quantity desc', start: 7 },
    { stats: { 'offers.in_stock_quantity': { include: true } }, facet: { fields: { 'offers.packaging': { include: true } } } },
    { q: 'x', spec_drilldown: { include: true, limit: 5 } },
  ];
}

describe('three nodes', () => {
  it('answer as one process does', async () => {
    for (const request of await requestsOf(inProcess)) {
      expect(timeless(await onCluster.parts.search(request)), JSON.stringify(request)).toEqual(
        timeless(await inProcess.parts.search(request)),
      );
    }
    const { results } = await inProcess.parts.search({ limit: 20 });
    const queries = results.map(({ item }) => ({ mpn: (item as Part).mpn }));
    expect(timeless(await onCluster.parts.match({ queries }))).toEqual(timeless(await inProcess.parts.match({ queries })));
  });

  it('answer the same while one of them is killed, and none fails', async () => {
    const requests = await requestsOf(inProcess);
    const expected = await Promise.all(requests.map(async (request) => timeless(await inProcess.parts.search(request))));
    let done = false;
    let count = 0;
    const faults: unknown[] = [];
    const reader = async (first: number) => {
      for (let i = first; !done; i++) {
        const at = i % requests.length;
        try {
          const answer = timeless(await onCluster.parts.search(requests[at]));
          if (JSON.stringify(answer) !== JSON.stringify(expected[at])) faults.push({ request: requests[at], answer });
        } catch (error) {
          faults.push(error);
        }
        count++;
      }
    };
    const readers = [reader(0), reader(9)];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await cluster.kill(2);
    const before = count;
    await expect.poll(() => count - before, { timeout: 90_000, interval: 500 }).toBeGreaterThan(requests.length);
    done = true;
    await Promise.all(readers);
    expect(faults).toEqual([]);
  });

  it('refuse to answer from what is left when too many are gone', async () => {
    await cluster.kill(3);
    const started = performance.now();
    const error = await onCluster.parts.search({}, { timeout: 10_000 }).then(
      ({ hits }) => hits,
      (reason: unknown) => reason,
    );
    // All shards may be on the node that is left by now: then the answer is whole.
    if (error !== inProcess.info.parts) expect((error as ClusterError).code).toMatch(/^(cluster|budget_exceeded)$/);
    expect(performance.now() - started).toBeLessThan(10_500);
  });
});
