/** What is answered, and what is said, when a cluster does not do as it should. One node; nodes.test.ts kills some of three and loses points in time. */
import type { Client } from '@opensearch-project/opensearch';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Part } from '../../src/model/documents.js';
import { BudgetExceededError, ClusterError, CorruptCatalogError, NotFoundError } from '../../src/model/errors.js';
import type { SearchRequest } from '../../src/model/requests.js';
import { ClusterConnection } from '../../src/opensearch/client.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client: Client = connected();
const index = freshIndex();
const PARTS = 1200;

const part = (number: number, generation: number): Part => ({
  uid: `p${String(number).padStart(5, '0')}`,
  mpn: `RC0603-${number}`,
  brand: { uid: `b${number % 5}`, name: `Brand ${number % 5}` },
  short_description: `generation ${generation}`,
  offers: [{ sku: `S-${number}`, in_stock_quantity: String(number) }],
});
const source = (generation: number, count = PARTS) => ({ parts: Array.from({ length: count }, (_, i) => part(i, generation)) });

let catalog: OpenSearchCatalog;
beforeAll(async () => {
  await pushCatalog(client, source(1), { index, replicas: 0 });
  catalog = await openOpenSearchCatalog(client, { index });
});
afterEach(async () => {
  const settings = { 'index.blocks.read_only_allow_delete': null };
  await client.indices.putSettings({ index: `${index}-*`, body: settings });
});
afterAll(async () => {
  await catalog?.close();
  await removeIndices(client, index);
});

/** The error of a call that fails. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('an index that is read-only, as all become when the disk is full', () => {
  it('refuses updates with what was done, answers searches, and takes the same update afterwards', async () => {
    await client.indices.putSettings({ index: `${index}-*`, body: { 'index.blocks.read_only_allow_delete': true } });
    const change = { put: [{ uid: 'new', mpn: 'N' }], patch: [{ uid: 'p00000', mpn: 'M' } as { uid: string }] };
    const error = await failure(catalog.update(change));
    expect(error).toBeInstanceOf(ClusterError);
    expect(error).toMatchObject({ applied: { added: 0, replaced: 0, removed: 0 } });
    expect([403, 429]).toContain((error as ClusterError).clusterStatus);
    expect((await catalog.parts.search()).hits).toBe(PARTS);
    await client.indices.putSettings({ index: `${index}-*`, body: { 'index.blocks.read_only_allow_delete': null } });
    expect(await catalog.update(change)).toMatchObject({ added: 1, replaced: 1 });
    await catalog.update({ put: [part(0, 1)], remove: ['new'] });
  });
});

describe('an index of which no shard is there', () => {
  it('fails to open, in bounded time', async () => {
    const red = `${index}-red`;
    const { body } = await client.indices.getMapping({ index });
    const [mappings] = Object.values(body as Record<string, { mappings: { _meta: object } }>);
    const settings = { 'index.routing.allocation.require._name': 'nobody', number_of_replicas: 0 };
    await client.indices.create({
      index: red,
      body: { settings, mappings: { _meta: mappings.mappings._meta } },
      wait_for_active_shards: '0',
    });
    const started = performance.now();
    const error = await failure(openOpenSearchCatalog(client, { index: red, limits: { milliseconds: 3000 } }));
    expect(performance.now() - started).toBeLessThan(3500);
    expect(error).toSatisfy((e: unknown) => e instanceof ClusterError || e instanceof BudgetExceededError);
    await client.indices.delete({ index: red });
  });
});

describe('a foreign index, a newer one, and none', () => {
  it('is told', async () => {
    const foreign = `${index}-foreign`;
    await client.indices.create({ index: foreign });
    expect(await failure(openOpenSearchCatalog(client, { index: foreign }))).toMatchObject({ code: 'corrupt_catalog' });
    await client.indices.putMapping({ index: foreign, body: { _meta: { partdex: { format: 999 } } } });
    const newer = await failure(openOpenSearchCatalog(client, { index: foreign }));
    expect(newer).toBeInstanceOf(CorruptCatalogError);
    expect(newer).toMatchObject({ code: 'catalog_too_new' });
    expect(await failure(openOpenSearchCatalog(client, { index: `${index}-none` }))).toBeInstanceOf(NotFoundError);
    await client.indices.delete({ index: foreign });
  });
});

describe('a call that ends early', () => {
  /** A search that takes minutes. */
  const slow = {
    method: 'POST',
    path: `/${index}/_search`,
    body: {
      query: { script: { script: { source: 'long x = 0; for (int i = 0; i < 900000; i++) { x += i % 7 } return x < 0' } } },
    },
    step: 'search',
  } as const;

  /** Of this index: other tests run beside these. */
  async function runningSearches(): Promise<number> {
    const { body } = await client.tasks.list({ actions: 'indices:data/read/search*', detailed: true });
    const nodes = Object.values((body.nodes ?? {}) as Record<string, { tasks: Record<string, { description?: string }> }>);
    const tasks = nodes.flatMap((node) => Object.values(node.tasks));
    return tasks.filter(({ description }) => description?.includes(`[${index}`)).length;
  }

  it('ends within its timeout, and its search is cancelled at the cluster', async () => {
    const started = performance.now();
    const bounds = { started, deadline: started + 400, budget: 400 };
    const call = failure(new ClusterConnection(client).send(slow, bounds));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await runningSearches()).toBeGreaterThan(0);
    expect(await call).toBeInstanceOf(BudgetExceededError);
    expect(performance.now() - started).toBeLessThan(900);
    await expect.poll(runningSearches, { timeout: 10_000 }).toBe(0);
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = failure(new ClusterConnection(client).send(slow, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 200);
    expect(await call).toBe(reason);
    await expect.poll(runningSearches, { timeout: 10_000 }).toBe(0);
    const aborted = failure(catalog.parts.search({}, { signal: AbortSignal.abort(reason) }));
    expect(await aborted).toBe(reason);
  });

  it('is refused if nothing can be answered in its time', async () => {
    const started = performance.now();
    const error = await failure(catalog.parts.search({ facet: { fields: { mpn: { include: true } } } }, { timeout: 0.001 }));
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(performance.now() - started).toBeLessThan(500.001);
  });
});

describe('an alias that moves while requests run', () => {
  it('answers each request wholly from one index, also where the one before is gone at once', async () => {
    const request: SearchRequest = {
      limit: 3,
      sortby: 'uid',
      show: ['short_description'],
      facet: { fields: { short_description: { include: true, limit: 10 } } },
    };
    let done = false;
    const answers = new Set<string>();
    const reading = [1, 2, 3].map(async () => {
      while (!done) {
        const { hits, results, facet_results } = await catalog.parts.search(request);
        const generations = results.map(({ item }) => item.short_description);
        answers.add(JSON.stringify([hits, ...new Set(generations), facet_results.fields.short_description.facets]));
      }
    });
    for (let generation = 2; generation <= 4; generation++) {
      await pushCatalog(client, source(generation, PARTS + generation), { index, replicas: 0, keep: 0 });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    done = true;
    await Promise.all(reading);
    const whole = (generation: number, hits: number) => {
      const value = `generation ${generation}`;
      return JSON.stringify([hits, value, [{ value, count: hits }]]);
    };
    const right = [whole(1, PARTS), ...[2, 3, 4].map((generation) => whole(generation, PARTS + generation))];
    expect([...answers].filter((answer) => !right.includes(answer))).toEqual([]);
    expect(answers.size).toBeGreaterThan(1);
    await catalog.refresh();
    expect((await catalog.parts.search()).hits).toBe(PARTS + 4);
  });
});
