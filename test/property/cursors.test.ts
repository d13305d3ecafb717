import fc from 'fast-check';
import { it } from 'vitest';
import { largeCatalogs } from '../arbitraries/catalogs.js';
import type { RandomRequest } from '../arbitraries/requests.js';
import { sortedRequests } from '../arbitraries/requests.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { attempt } from '../support/property/compare.js';
import { build, uidsOf } from '../support/property/engine.js';
import { type Check, holdsFor } from '../support/property/report.js';
import { isOfFields, type Walk, walk } from '../support/property/walk.js';

interface AskedWalk {
  readonly asked: RandomRequest;
  readonly walk: Walk;
}

const walks = (catalog: OracleCatalog): fc.Arbitrary<AskedWalk> =>
  fc.record({
    asked: sortedRequests(catalog),
    walk: fc.record({
      sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 3 }),
      start: fc.oneof(fc.constant(0), fc.nat(20)),
    }),
  });

/** Every hit from `start` on once, in the order of the oracle. */
const isWhole: Check<AskedWalk> = async (catalog, { asked, walk: asWalked }, oracle) => {
  const { collection, request } = asked;
  const expected = attempt(() => oracle.search(collection, request));
  if (!('ordered' in expected)) return undefined;
  const { uids, hits } = await walk([catalog], asked, asWalked);
  const wanted = expected.ordered.slice(asWalked.start);
  if (hits !== expected.ordered.length) return `hits ${hits}, not ${expected.ordered.length}`;
  const groups = new Map(expected.ordered.map((hit) => [hit.uid, hit.group]));
  const isRight = uids.length === wanted.length && uids.every((uid, i) => groups.get(uid) === wanted[i].group);
  // Hits that the oracle may order otherwise are compared with the engine's own scan.
  const scanned = (await uidsOf(catalog, collection, request)).slice(asWalked.start);
  if (isRight && JSON.stringify(uids) === JSON.stringify(scanned)) return undefined;
  return `walks ${JSON.stringify(uids)}, not ${JSON.stringify(wanted.map(({ uid }) => uid))}`;
};

it('pages behind cursors are the whole order, each hit once', () => holdsFor(walks, isWhole, { share: 0.5 }));

it('also where there are thousands of parts', () =>
  holdsFor(
    (catalog) => walks(catalog).map((one) => ({ ...one, walk: { ...one.walk, sizes: one.walk.sizes.map((size) => size + 90) } })),
    async (catalog, { asked, walk: asWalked }, oracle) =>
      isWhole(catalog, { asked, walk: { ...asWalked, sizes: asWalked.sizes.map((size) => Math.min(100, size)) } }, oracle),
    { share: 0.01, sources: largeCatalogs() },
  ));

it('cursors go on in a catalog that has lost parts, behind their place, where fields alone order', () =>
  holdsFor(
    (catalog) =>
      fc.record({
        asked: sortedRequests(catalog).map(({ collection, request: { sortby } }) => ({ collection, request: { sortby } })),
        size: fc.integer({ min: 1, max: 9 }),
        kept: fc.array(fc.boolean(), { minLength: 3, maxLength: 9 }),
      }),
    async (catalog, { asked, size, kept }, oracle) => {
      const { collection, request } = asked;
      // The parts that are left may give a spec key another type, and another order.
      if (collection !== 'parts' || !isOfFields(asked) || JSON.stringify(request).includes('specs.')) return undefined;
      const answer = await catalog.parts.search({ ...request, limit: size, show: ['uid'] }).catch(() => undefined);
      if (!answer?.next) return undefined;
      const { source } = oracle;
      const parts = source.parts.filter((_, i) => kept[i % kept.length]);
      const smaller = await build({ ...source, parts } as Parameters<typeof build>[0], oracle.catalog.priceCurrency);
      const left = new Set(parts.map((part) => (part as { uid: string }).uid));
      const all = await uidsOf(catalog, collection, request);
      const wanted = all.slice(size).filter((uid) => left.has(uid));
      const uids = await uidsOf(smaller, collection, { ...request, after: answer.next });
      await smaller.close();
      return JSON.stringify(uids) === JSON.stringify(wanted)
        ? undefined
        : `goes on with ${JSON.stringify(uids)}, not ${JSON.stringify(wanted)}`;
    },
    { share: 0.3 },
  ));
