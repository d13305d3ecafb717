import fc from 'fast-check';
import { it } from 'vitest';
import { shapeObject } from '../../src/answers/shape.js';
import { COLLECTIONS } from '../../src/model/fields.js';
import { SPEC_METADATA } from '../../src/model/schema.js';
import { fullCatalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { rankedCatalogs, rankedQueries } from '../arbitraries/rankings.js';
import { countingRequests, rankRequests, requests, wordRequests } from '../arbitraries/requests.js';
import { specMetadataOf } from '../oracle/fields.js';
import { attempt, difference } from '../support/property/compare.js';
import { canonical, collectionOf, uidsOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

it('answers as the oracle does', () =>
  holdsFor(requests, (catalog, requested, oracle) => difference(catalog, oracle, requested)));

it('finds words in any text as the oracle does', () =>
  holdsFor(wordRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), {
    share: 0.5,
    sources: fullCatalogs(),
  }));

it('orders as the oracle does by what is known of a part', () =>
  holdsFor(rankRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), {
    share: 0.5,
    sources: fullCatalogs(),
  }));

it('counts as the oracle does', () =>
  holdsFor(countingRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), {
    share: Math.min(1, 20_000 / RUNS),
    sources: fullCatalogs(),
  }));

it('scans every hit in order, whatever start and limit are', () =>
  holdsFor(
    requests,
    async (catalog, { collection, request }, oracle) => {
      const { start, limit, include, show, hide, slice, ...rest } = request;
      const expected = attempt(() => oracle.search(collection, rest));
      if (!('ordered' in expected)) return undefined;
      const groups = new Map(expected.ordered.map((hit) => [hit.uid, hit.group]));
      const uids = await uidsOf(catalog, collection, rest);
      const inOrder = uids.length === groups.size && uids.every((uid, i) => groups.get(uid) === expected.ordered[i].group);
      const shown = expected.ordered.map(({ uid }) => uid);
      return inOrder && new Set(uids).size === uids.length
        ? undefined
        : `scans ${JSON.stringify(uids)}, not ${JSON.stringify(shown)}`;
    },
    { share: 0.5 },
  ));

it('counts the records of each collection', () =>
  holdsFor(
    () => fc.constantFrom(...COLLECTIONS),
    async (catalog, name, oracle) => {
      const expected = oracle.catalog.rows[name].length;
      const { hits } = await collectionOf(catalog, name).search({ limit: 0 });
      return catalog.info[name] === expected && hits === expected
        ? undefined
        : `counts ${catalog.info[name]}, ${hits}, not ${expected}`;
    },
    { share: 0.3 },
  ));

it('returns the spec keys, their types and metadata', () =>
  holdsFor(
    () => fc.constant('specs'),
    async (catalog, _, { catalog: oracle }) => {
      const keys = [...oracle.specTypes].sort(([a], [b]) => (a < b ? -1 : 1));
      const expected = canonical(keys.map(([key, type]) => ({ key, type, metadata: specMetadataOf(oracle, key) })));
      const specs = [...catalog.specs].sort((a, b) => (a.key < b.key ? -1 : 1));
      const given = canonical(specs.map(({ key, type, metadata }) => ({ key, type, metadata: answered(metadata) })));
      return given === expected ? undefined : `returns ${given}\n not ${expected}`;
    },
    { share: 0.2 },
  ));

/** With the Empty values of an answer. */
function answered(metadata: object | undefined): object {
  return metadata ? shapeObject(metadata, SPEC_METADATA) : {};
}

it('answers as the oracle does where there are thousands of parts', () =>
  holdsFor(
    (catalog) => fc.oneof(requests(catalog), countingRequests(catalog)),
    (catalog, requested, oracle) => difference(catalog, oracle, requested),
    { share: 0.015, sources: largeCatalogs() },
  ));

it('ranks as the oracle does', () =>
  holdsFor(
    () =>
      fc.record({
        collection: fc.constantFrom('parts' as const, 'parts' as const, 'brands' as const),
        request: fc.record({ q: rankedQueries(), limit: fc.constant(100), start: fc.constantFrom(0, 0, 50) }),
      }),
    (catalog, requested, oracle) => difference(catalog, oracle, requested),
    { share: 0.5, sources: rankedCatalogs() },
  ));
