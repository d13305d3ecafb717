import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { SearchRequest, SearchResponse } from '../../src/model/requests.js';
import { automatonLimits } from '../../src/opensearch/compile/ranges.js';
import type { Catalog } from '../../src/partdex.js';
import { fullCatalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { writtenQueries } from '../arbitraries/filter-requests.js';
import { matchRequests } from '../arbitraries/matching.js';
import { catalogsOfOffers, offerRequests } from '../arbitraries/offers.js';
import { patternMatchRequests } from '../arbitraries/pattern-requests.js';
import { rankedCatalogs } from '../arbitraries/rankings.js';
import {
  countingRequests,
  type RandomRequest,
  rankRequests,
  requests,
  sortedRequests,
  wordRequests,
} from '../arbitraries/requests.js';
import { catalogsOfSimilarParts, similarRequests } from '../arbitraries/similar.js';
import { vocabularies } from '../arbitraries/vocabularies.js';
import { type Conformance, conform } from '../support/cluster/conformance.js';
import { connected } from '../support/cluster/connected.js';
import { match } from '../support/property/compare-match.js';
import { collectionOf, uidsOf } from '../support/property/engine.js';

const client = connected();
afterAll(() => client.close());

/** The answer without the time, and without cursors that belong to one catalog. */
async function search(catalog: Catalog, { collection, request }: RandomRequest): Promise<unknown> {
  const { msec, next, ...answer } = await collectionOf(catalog, collection).search(request);
  return { ...answer, next: isByFields(answer) ? next : next !== null };
}

const isByFields = ({ request }: Pick<SearchResponse<object>, 'request'>) =>
  typeof request.sortby === 'string' && !/\bscore\b/.test(request.sortby);

/** The share of random requests that may be refused. */
const MOST_REFUSED = 0.005;
/** The share of random matches: those that ask for suggestions for a number of more than 250 characters are refused. */
const LONG_NUMBERS = 0.05;

function isRight({ asked, refused, faults }: Conformance, most = MOST_REFUSED): void {
  const total = [...refused.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${asked} asked, refused ${JSON.stringify([...refused])}\n`);
  expect(faults.join('\n\n')).toBe('');
  expect(total, JSON.stringify([...refused])).toBeLessThanOrEqual(Math.max(1, asked * most));
}

it('searches', async () => isRight(await conform(client, requests, search)));
it('words', async () => isRight(await conform(client, wordRequests, search, { share: 0.3, sources: fullCatalogs() })));
it('ranks', async () => isRight(await conform(client, rankRequests, search, { share: 0.3, sources: rankedCatalogs() })));
it('counts', async () => isRight(await conform(client, countingRequests, search, { share: 1, sources: fullCatalogs() })));
it('answers of offers and prices', async () =>
  isRight(await conform(client, offerRequests, search, { share: 1, sources: catalogsOfOffers })));

it('counts fields of more values than are read', async () => {
  // Drilldowns, trees, ranges and texts that values contain read all values.
  const few = { limits: { values: 4, statistics: 4, shown: 0 }, sources: fullCatalogs() };
  isRight(await conform(client, countingRequests, search, { ...few, share: 0.25 }));
  isRight(await conform(client, (catalog) => requests(catalog), search, { ...few, share: 0.2 }));
  isRight(await conform(client, offerRequests, search, { ...few, share: 0.25, sources: catalogsOfOffers }));
});

it('reads the first values of a field alone', async () => {
  const first = { limits: { shown: 0 }, sources: fullCatalogs() };
  isRight(await conform(client, countingRequests, search, { ...first, share: 0.5 }));
  isRight(await conform(client, (catalog) => requests(catalog), search, { ...first, share: 0.2 }));
});

it('compares by programs what is too long for the engine', async () => {
  const { bytes } = automatonLimits;
  automatonLimits.bytes = 0;
  try {
    isRight(await conform(client, requests, search, { share: 0.5, sources: fullCatalogs() }));
    isRight(await conform(client, wordRequests, search, { share: 0.3, sources: fullCatalogs() }));
    isRight(await conform(client, offerRequests, search, { share: 0.3, sources: catalogsOfOffers }));
  } finally {
    automatonLimits.bytes = bytes;
  }
});

it('answers where there are thousands of parts', async () =>
  isRight(
    await conform(client, (catalog) => fc.oneof(requests(catalog), countingRequests(catalog)), search, {
      share: 0.04,
      sources: largeCatalogs(),
    }),
  ));

it('orders', async () => isRight(await conform(client, sortedRequests, search, { share: 0.3 })));

it('scans', async () =>
  isRight(
    await conform(
      client,
      requests,
      (catalog, { collection, request }) => uidsOf(catalog, collection, withoutDirectives(request)),
      { share: 0.2 },
    ),
  ));

it('matches', async () =>
  isRight(
    await conform(
      client,
      (catalog) => matchRequests(catalog),
      async (catalog, request) => ({ ...(await match(catalog, request)), msec: 0 }),
      { share: 0.5 },
    ),
    LONG_NUMBERS,
  ));

/** Filter queries that end somewhere. */
const begunQueries = (catalog: Parameters<typeof vocabularies>[0]) => {
  const begun = fc.tuple(writtenQueries(vocabularies(catalog, 'parts')), fc.nat(), fc.constantFrom('', '', ' ', ':', 'a', '0'));
  return begun.map(([query, at, more]) => query.slice(0, at % (query.length + 1)) + more);
};

it('completes filter queries', async () =>
  isRight(
    await conform(client, begunQueries, (catalog, text) => catalog.parts.completeFilter(text), {
      share: 0.4,
      sources: fullCatalogs(),
    }),
  ));

it('finds similar parts', async () =>
  isRight(
    await conform(client, similarRequests, (catalog, { uid, request }) => catalog.parts.similar(uid, request), {
      share: 0.35,
      sources: catalogsOfSimilarParts,
    }),
  ));

it('matches patterns', async () =>
  isRight(
    await conform(
      client,
      (catalog) => patternMatchRequests(catalog),
      async (catalog, request) => ({ ...(await match(catalog, request)), msec: 0 }),
      { share: 0.3 },
    ),
  ));

function withoutDirectives({ include: _i, show: _s, hide: _h, slice: _l, ...rest }: SearchRequest): SearchRequest {
  return rest;
}
