import { beforeAll, describe, expect, it } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { BudgetExceededError, buildCatalog, type Catalog, type CatalogSource, openCatalog } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { Impatient, unbounded } from '../../support/unbounded.js';

/** Each quantity is a column of its own, computed from the offers of all parts: far more of them than the catalog keeps. */
const QUANTITIES = Array.from({ length: 300 }, (_, i) => 1 + i * i);
const ALL_UIDS = { limit: 1000, sortby: 'uid asc', show: ['uid'] };

let bytes: Uint8Array;
let catalog: Catalog;

beforeAll(async () => {
  const built = await buildCatalog({ parts: generateSample(2_000), ...sampleMetadata() } as CatalogSource);
  bytes = await built.toBytes();
  catalog = await openCatalog(bytes, { limits: { limit: 5_000 } });
});

const condition = (quantity: number) => `price.USD.${quantity}:[* TO 0.02]`;
const fields = QUANTITIES.map((quantity) => `price.USD.${quantity}`);

async function uidsOf(query: string): Promise<string[]> {
  const { results } = await catalog.parts.search({ ...ALL_UIDS, filter: { queries: [query] } });
  return results.map(({ item }) => item.uid);
}

describe('a request that names hundreds of prices', () => {
  it('finds what the conditions find one by one', async () => {
    const all = new Set<string>();
    for (const quantity of QUANTITIES) for (const uid of await uidsOf(condition(quantity))) all.add(uid);
    expect(all.size).toBeGreaterThan(0);
    expect(await uidsOf(QUANTITIES.map(condition).join(' OR '))).toEqual([...all].sort());
  });

  it('counts each as a request of its own does, also beside others at the same time', async () => {
    const request = (names: readonly string[]) => ({
      limit: 0,
      stats: Object.fromEntries(names.map((name) => [name, { include: true }])),
    });
    const [together, backwards] = await Promise.all([
      catalog.parts.search(request(fields.slice(0, 60))),
      catalog.parts.search(request(fields.slice(0, 60).reverse())),
    ]);
    expect(backwards.stats_results).toEqual(together.stats_results);
    for (const name of fields.slice(0, 60)) {
      const { stats_results } = await catalog.parts.search(request([name]));
      expect(stats_results[name]).toEqual(together.stats_results[name]);
    }
  });

  it('ends over its bytes, and leaves nothing behind', async () => {
    const small = await openCatalog(bytes, { limits: { bytes: 2_000_000 } });
    const query = QUANTITIES.map(condition).join(' OR ');
    const one = await small.parts.search({ filter: { queries: [condition(1)] } });
    const error: unknown = await small.parts.search({ filter: { queries: [query] } }).catch((reason) => reason);
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'bytes', limit: 2_000_000, step: 'computing prices' });
    expect((await small.parts.search({ filter: { queries: [condition(1)] } })).results).toEqual(one.results);
    await small.close();
  });

  it('ends with its signal while prices are computed', async () => {
    const fresh = await openCatalog(bytes);
    const controller = new AbortController();
    const call = fresh.parts.search(
      { filter: { queries: [QUANTITIES.map(condition).join(' OR ')] } },
      { signal: controller.signal },
    );
    setImmediate(() => controller.abort(new Error('stopped')));
    await expect(call).rejects.toThrow('stopped');
    await fresh.close();
  });
});

/** The work of a call that yields wherever it may, and counts how often it may while it reads a page. */
class Counting extends Impatient {
  ofPage = 0;

  override spend(units: number): boolean {
    if (this.step === 'reading the documents of the answer') this.ofPage++;
    return super.spend(units);
  }
}

describe('a page that shows hundreds of prices', () => {
  it('may yield at each of them, and is the same', async () => {
    const request = { limit: 20, show: fields };
    const inside = internalsOf(catalog).collections.parts;
    const work = new Counting();
    const { results } = await inside.searchWithin(request, work);
    expect(results).toHaveLength(20);
    expect(work.ofPage).toBeGreaterThanOrEqual(20 * fields.length);
    expect(results).toEqual((await inside.searchWithin(request, unbounded())).results);
    const one = (await catalog.parts.search({ limit: 20, show: fields.slice(7, 8) })).results;
    const quantity = QUANTITIES[7];
    const shown = results.map(({ item }) => (item as { price?: { USD: Record<string, string> } }).price?.USD[quantity]);
    expect(shown).toEqual(one.map(({ item }) => (item as { price?: { USD: Record<string, string> } }).price?.USD[quantity]));
  });
});
