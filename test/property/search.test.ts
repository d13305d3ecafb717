import { expect, it } from 'vitest';
import type { JsonSource } from '../arbitraries/catalogs.js';
import type { Asked } from '../arbitraries/requests.js';
import { createOracle, type Oracle } from '../oracle/oracle.js';
import { attempt, difference } from './compare.js';
import { build, collectionOf, uidsOf } from './engine.js';
import { reduce } from './reduce.js';
import { holds, samples } from './settings.js';

interface Example {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly asked: Asked;
}

/** The difference in an example; none where the reduction left no catalog or no request. */
async function differenceIn({ source, priceCurrency, asked }: Example): Promise<string | undefined> {
  let oracle: Oracle;
  try {
    oracle = createOracle(source, { priceCurrency });
  } catch {
    return undefined;
  }
  try {
    const catalog = await build(source, priceCurrency);
    const found = await difference(catalog, oracle, asked).catch(() => undefined);
    await catalog.close();
    return found;
  } catch (error) {
    return `the build threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}

async function report(example: Example, found: string): Promise<never> {
  const smallest = await reduce(example, async (candidate) => (await differenceIn(candidate)) !== undefined);
  const inSmallest = (await differenceIn(smallest)) ?? found;
  throw new Error(
    `${inSmallest}\nrequest ${JSON.stringify(smallest.asked)}\ncatalog ${JSON.stringify(smallest.source)} ${smallest.priceCurrency}`,
  );
}

it('answers as the oracle does', () =>
  holds(samples(), async ({ source, priceCurrency, oracle, asked }) => {
    const catalog = await build(source, priceCurrency).catch(() =>
      report({ source, priceCurrency, asked: asked[0] }, 'the build threw'),
    );
    for (const one of asked) {
      const found = await difference(catalog, oracle, one);
      if (found !== undefined) await report({ source, priceCurrency, asked: one }, found);
    }
    await catalog.close();
  }));

it('scans every hit in order, whatever start and limit are', () =>
  holds(
    samples({ requestCount: 8 }),
    async ({ source, priceCurrency, oracle, asked }) => {
      const catalog = await build(source, priceCurrency);
      for (const { collection, request } of asked) {
        const { start, limit, include, show, hide, slice, ...rest } = request;
        const expected = attempt(() => oracle.search(collection, rest));
        if (!('ordered' in expected)) continue;
        const groups = new Map(expected.ordered.map((hit) => [hit.uid, hit.group]));
        const uids = await uidsOf(catalog, collection, rest);
        expect(
          uids.map((uid) => groups.get(uid)),
          JSON.stringify({ request, source }),
        ).toEqual(expected.ordered.map((hit) => hit.group));
        expect(new Set(uids).size).toBe(uids.length);
      }
      await catalog.close();
    },
    0.5,
  ));

it('counts the records of each collection', () =>
  holds(
    samples({ requestCount: 0 }),
    async ({ source, oracle }) => {
      const catalog = await build(source);
      for (const name of ['parts', 'brands', 'categories', 'sellers', 'manufacturers'] as const) {
        expect(catalog.info[name]).toBe(oracle.catalog.rows[name].length);
        expect((await collectionOf(catalog, name).search({ limit: 0 })).hits).toBe(oracle.catalog.rows[name].length);
      }
      await catalog.close();
    },
    0.5,
  ));
