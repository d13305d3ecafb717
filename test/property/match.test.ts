import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PartsMatchQuery } from '../../src/model/match-requests.js';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { type MatchQuery, type MatchRequest, matchQueries, matchRequests, plainNumbers } from '../arbitraries/matching.js';
import { familyCatalogs } from '../arbitraries/number-families.js';
import { catalogsOfSimilarNumbers } from '../arbitraries/part-numbers.js';
import { patternMatchRequests } from '../arbitraries/pattern-requests.js';
import { isBlank } from '../oracle/match-request.js';
import { pn } from '../oracle/text.js';
import { match, matchDifference } from '../support/property/compare-match.js';
import { canonical } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

const sources = fc.oneof({ weight: 1, arbitrary: catalogs() }, { weight: 2, arbitrary: catalogsOfSimilarNumbers() });

it('matches as the oracle does', () =>
  holdsFor(matchRequests, (catalog, request, oracle) => matchDifference(catalog, oracle, request), { sources }));

it('matches patterns as the oracle does', () =>
  holdsFor(patternMatchRequests, (catalog, request, oracle) => matchDifference(catalog, oracle, request), {
    share: 0.5,
    sources,
  }));

it('matches as the oracle does where there are thousands of part numbers', () =>
  holdsFor(
    (catalog) => fc.oneof(matchRequests(catalog), patternMatchRequests(catalog)),
    (catalog, request, oracle) => matchDifference(catalog, oracle, request),
    { share: Math.min(0.1, 2_000 / RUNS), sources: familyCatalogs() },
  ));

it('the normalised request gives the same results', () =>
  holdsFor(
    matchRequests,
    async (catalog, request) => {
      const first = await match(catalog, request).catch(() => undefined);
      if (!first) return undefined;
      const second = await match(catalog, first.request);
      if (canonical(second.request) !== canonical(first.request)) return `request ${canonical(second.request)}`;
      // What is wrong with a query need not be echoed.
      const right = first.results.flatMap(({ error }, i) => (error === null ? [i] : []));
      const [is, wanted] = [second, first].map(({ results }) => canonical(right.map((i) => results[i])));
      return is === wanted ? undefined : `results ${is}\n not ${wanted}`;
    },
    { share: 0.3, sources },
  ));

const uidsOf = async (catalog: Catalog, query: MatchQuery, more: object = {}) => {
  const { results } = await match(catalog, { queries: [{ ...query, start: 0, limit: 100 }], ...more });
  return results[0].items.map(({ uid }) => uid);
};

it('a page is a slice', () =>
  holdsFor(
    (catalog) => fc.record({ query: matchQueries(catalog), start: fc.nat(8), limit: fc.nat(8) }),
    async (catalog, { query, start, limit }) => {
      const all = await uidsOf(catalog, query);
      const { items, hits } = (await match(catalog, { queries: [{ ...query, start, limit }] })).results[0];
      const page = items.map(({ uid }) => uid);
      const wanted = all.slice(start, start + limit);
      if (hits !== null && hits !== all.length) return `hits ${hits}, not ${all.length}`;
      return canonical(page) === canonical(wanted) ? undefined : `page ${page}, not ${wanted}`;
    },
    { share: 0.2, sources },
  ));

const MEMBERS = ['mpn', 'sku', 'mpn_or_sku'] as const satisfies readonly (keyof PartsMatchQuery)[];
const escaped = (text: string) => text.replace(/[*?\\]/g, '\\$&');
const requested = (number: string) => ({ queries: MEMBERS.map((member) => ({ [member]: number, limit: 100 })) });

it('escapes and separators change nothing', () =>
  holdsFor(
    (catalog) => fc.record({ number: plainNumbers(catalog), separator: fc.constantFrom('-', ' ', '™', '\\*') }),
    async (catalog, { number, separator }) => {
      // A blank text asks for nothing, an escaped blank for a blank.
      if (isBlank(number)) return undefined;
      const found = async (text: string) => {
        const { results } = await match(catalog, requested(text));
        return results.map(({ items, error }) => [error, ...items.map(({ uid }) => uid)]);
      };
      const plain = await found(escaped(number));
      const characters = [...number];
      const written = await found(characters.map((character) => `\\${character}`).join(''));
      if (canonical(written) !== canonical(plain)) return `escaped ${canonical(written)}, not ${canonical(plain)}`;
      // Only what is equal as written can be elsewhere.
      const sorted = (lists: unknown[][]) => canonical(lists.map((list) => [...list].sort()));
      const separated = await found(characters.map(escaped).join(separator));
      return sorted(separated) === sorted(plain) ? undefined : `separated ${canonical(separated)}, not ${canonical(plain)}`;
    },
    { share: 0.2, sources },
  ));

it('what matches exactly matches', () =>
  holdsFor(
    plainNumbers,
    async (catalog, number) => {
      if (pn(number) === '') return undefined;
      const request = requested(escaped(number));
      const [loose, exact] = await Promise.all([match(catalog, request), match(catalog, { ...request, exact_only: true })]);
      for (const [i, { items }] of exact.results.entries()) {
        const others = loose.results[i].items.map(({ uid }) => uid);
        const lost = items.find(({ uid }) => !others.includes(uid));
        if (lost) return `${MEMBERS[i]}: ${lost.uid} matches exactly only`;
      }
      return undefined;
    },
    { share: 0.2, sources },
  ));

it('a faulty query leaves the others alone', () =>
  holdsFor(
    (catalog) =>
      fc.record({
        queries: fc.array(matchQueries(catalog), { minLength: 1, maxLength: 3 }),
        faulty: fc.constantFrom<unknown>(null, {}, { mpn: '*a*' }, { mpn: true }, { mnp: 'x' }, { mpn: 'a', start: -1 }),
        at: fc.nat(3),
      }),
    async (catalog, { queries, faulty, at }) => {
      const place = at % (queries.length + 1);
      const request: MatchRequest = { queries: [...queries.slice(0, place), faulty, ...queries.slice(place)], suggest: true };
      const [{ results }, alone] = await Promise.all([match(catalog, request), match(catalog, { queries, suggest: true })]);
      const [wrong] = results.splice(place, 1);
      if (wrong.error === null) return `answers ${canonical(faulty)}`;
      const [is, wanted] = [results, alone.results].map(canonical);
      return is === wanted ? undefined : `results ${is}\n not ${wanted}`;
    },
    { share: 0.2, sources },
  ));

it('a request has at most as many queries as the limits say, each with wildcards or not', async () => {
  const catalog = await buildCatalog({ parts: [{ uid: 'a', mpn: 'LM317T', offers: [{ sku: '296-LM317T' }] }] });
  const query = { mpn: '*m?17*', sku: '29*6?*7t', mpn_or_sku: 'l*3?7t', q: '*317* l*17t' };
  const { results } = await match(catalog, { queries: Array(20).fill(query) });
  expect(results.map(({ hits, error, warnings }) => [hits, error, warnings])).toEqual(Array(20).fill([1, null, []]));
  await expect(match(catalog, { queries: Array(21).fill(query) })).rejects.toMatchObject({
    name: 'ValidationError',
    argument: 'queries',
    message: expect.stringContaining('20'),
  });
  await catalog.close();
});

it('the limits are the embedding program’s to set', async () => {
  const limits = { start: 1, limit: 2, matchQueries: 1 };
  const catalog = await buildCatalog({ parts: ['a', 'b', 'c'].map((uid) => ({ uid, mpn: 'LM317T' })) }, { limits });
  const { request, results } = await match(catalog, { queries: [{ mpn: 'LM317T', start: 1 }] });
  expect(request.queries[0]).toMatchObject({ start: 1, limit: 2 });
  expect(results[0].items.map(({ uid }) => uid)).toEqual(['b', 'c']);
  for (const over of [{ start: 2 }, { limit: 3 }]) {
    const [result] = (await match(catalog, { queries: [{ mpn: 'LM317T', ...over }] })).results;
    expect(result).toMatchObject({ hits: null, error: expect.stringContaining(Object.keys(over)[0]) });
  }
  await expect(match(catalog, { queries: [{}, {}] })).rejects.toMatchObject({ name: 'ValidationError', argument: 'queries' });
  await catalog.close();
});
