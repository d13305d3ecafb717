import fc from 'fast-check';
import { it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../src/model/fields.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { withoutUndefined } from '../arbitraries/choices.js';
import { requests } from '../arbitraries/requests.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { attempt, compareErrors } from '../support/property/compare.js';
import { build, canonical, collectionOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

/** Every uid that a collection has, merged ones too, and some that it has not. */
function uidsOf({ rows, redirects }: OracleCatalog, collection: CollectionName): string[] {
  const existing = rows[collection].map(({ uid }) => uid);
  return [...existing, ...(collection === 'parts' ? redirects.keys() : []), 'nobody', 'toString', 'ffffffffffffff0f'];
}

it('gives every record by its uid, as the directives show it', () =>
  holdsFor(
    (catalog) =>
      requests(catalog).chain(({ collection, request: { include, show, hide, slice } }) =>
        fc.record({
          collection: fc.constant(collection),
          uid: fc.constantFrom(...uidsOf(catalog, collection)),
          directives: fc.constant(withoutUndefined({ include, show, hide, slice })),
        }),
      ),
    async (catalog, { collection, uid, directives }, oracle) => {
      const expected = attempt(() => oracle.get(collection, uid, directives));
      const given = await collectionOf(catalog, collection)
        .get(uid, directives)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (expected instanceof Error || given instanceof Error) return compareErrors(expected, given);
      // The order of members counts.
      const [is, wanted] = [JSON.stringify(given), JSON.stringify(expected)];
      return is === wanted ? undefined : `gives ${is}\n not ${wanted}`;
    },
    { share: 0.5 },
  ));

it('returns several records under the requested uids, without those that do not exist', () =>
  holdsFor(
    (catalog) =>
      fc.constantFrom(...COLLECTIONS).chain((collection) =>
        fc.record({
          collection: fc.constant(collection),
          uids: fc.array(fc.constantFrom(...uidsOf(catalog, collection)), { maxLength: 22 }),
        }),
      ),
    async (catalog, { collection, uids }, oracle) => {
      const expected = attempt(() => oracle.getMulti(collection, uids));
      const given = await collectionOf(catalog, collection)
        .getMulti(uids)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (expected instanceof Error || given instanceof Error) return compareErrors(expected, given);
      const wanted = canonical(Object.fromEntries(expected));
      if (Object.getPrototypeOf(given) !== null) return 'prototype of the answer';
      return canonical(given) === wanted ? undefined : `gives ${canonical(given)}\n not ${wanted}`;
    },
    { share: 0.5 },
  ));

it('gives the surviving part for a merged uid', () =>
  holdsFor(
    ({ redirects }) => fc.constantFrom(undefined, ...redirects),
    async (catalog, redirect) => {
      if (redirect === undefined) return undefined;
      const [merged, survivor] = redirect;
      const part = await catalog.parts.get(merged, { show: ['uid'] });
      const parts = await catalog.parts.getMulti([merged], { show: ['uid'] });
      const is = canonical([part, parts]);
      const wanted = canonical([{ uid: survivor }, { [merged]: { uid: survivor } }]);
      return is === wanted ? undefined : `gives ${is}, not ${wanted}`;
    },
    { share: 0.3 },
  ));

it('answers maps without prototype', () =>
  holdsFor(
    ({ rows }) => fc.constantFrom(...rows.parts.map(({ uid }) => uid), 'nobody'),
    async (catalog, uid) => {
      const part = await catalog.parts.get(uid, { include: ['specs', 'datasheets'] });
      const maps = [
        part?.specs,
        ...(part?.offers ?? []).map(({ prices }) => prices),
        ...(part?.datasheets ?? []).map(({ metadata }) => metadata),
      ];
      return maps.every((map) => !map || Object.getPrototypeOf(map) === null) ? undefined : 'prototype of a map';
    },
    { share: 0.2 },
  ));

it('builds the same from what was answered', () =>
  holdsFor(
    () => fc.constant('parts'),
    async (catalog, _, oracle) => {
      const parts: object[] = [];
      const names = oracle.catalog.rows.parts.flatMap(({ doc }) => Object.keys(doc));
      const all = { show: [...new Set(names)] };
      for await (const part of catalog.parts.scan(names.length > 0 ? all : {})) parts.push(part);
      const again = await build({ parts, categories: [], brands: [], manufacturers: [], sellers: [], spec_metadata: [] });
      const rebuilt: object[] = [];
      for await (const part of again.parts.scan(names.length > 0 ? all : {})) rebuilt.push(part);
      await again.close();
      return canonical(rebuilt) === canonical(parts) ? undefined : `rebuilds ${canonical(rebuilt)}\n from ${canonical(parts)}`;
    },
    { share: 0.02, sources: catalogs({ maxParts: 20 }) },
  ));
