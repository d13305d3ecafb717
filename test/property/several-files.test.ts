import fc from 'fast-check';
import { describe, it } from 'vitest';
import { COLLECTIONS } from '../../src/model/fields.js';
import { type Catalog, openCatalog, type SearchRequest } from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import type { JsonSource } from '../arbitraries/catalogs.js';
import { type MatchRequest, matchRequests } from '../arbitraries/matching.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { catalogsOfSimilarNumbers } from '../arbitraries/part-numbers.js';
import {
  countingRequests,
  type RandomRequest,
  rankRequests,
  requests,
  sortedRequests,
  wordRequests,
} from '../arbitraries/requests.js';
import { urls } from '../arbitraries/urls.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { createOracle, type Oracle } from '../oracle/oracle.js';
import { executorOf } from '../support/graphql-queries.js';
import { difference } from '../support/property/compare.js';
import { match, matchDifference } from '../support/property/compare-match.js';
import { build, collectionOf, uidsOf } from '../support/property/engine.js';
import { samples } from '../support/property/samples.js';
import { Counterexample, holds } from '../support/property/settings.js';
import { openLinked, openSplit, splitCatalogs, tellFiles } from '../support/property/several-files.js';
import { isOfFields, walk } from '../support/property/walk.js';

/** Several files opened as one, one build of all their documents, and the oracle. */
interface Opened {
  readonly several: Catalog;
  readonly whole: Catalog;
  readonly oracle: Oracle;
}

function holdsForSplit<Question>(
  open: typeof openSplit,
  questions: (catalog: OracleCatalog) => fc.Arbitrary<Question>,
  check: (opened: Opened, question: Question) => Promise<string | undefined>,
  share: number,
  sources?: fc.Arbitrary<JsonSource>,
): Promise<void> {
  return holds(
    samples(questions, splitCatalogs(sources)),
    async ({ source, priceCurrency, questions: asked }) => {
      const oracle = createOracle(source, { priceCurrency, fields: OWN_FIELDS });
      const several = await open(source, priceCurrency);
      const whole = await build(source, priceCurrency);
      for (const question of asked) {
        const fault = await check({ several, whole, oracle }, question).catch((error: Error) => error.stack ?? error.message);
        if (fault === undefined) continue;
        throw new Counterexample(`${fault}\nasked ${JSON.stringify(question)}\nof ${tellFiles(source)}, ${priceCurrency}`);
      }
      await several.close();
      await whole.close();
    },
    share,
  );
}

/** Times, and cursors: those of sorts by score belong to one catalog. */
const VARYING: ReadonlySet<string> = new Set(['msec', 'next']);

/** What one catalog answers and the other does not, without what varies. */
async function otherThan(opened: Opened, ask: (catalog: Catalog) => Promise<unknown>): Promise<string | undefined> {
  const text = (catalog: Catalog) =>
    ask(catalog).then(
      (answer) => JSON.stringify(answer, (name, value) => (VARYING.has(name) ? undefined : value)),
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const [is, wanted] = [await text(opened.several), await text(opened.whole)];
  return is === wanted ? undefined : `answers ${is}\n not ${wanted}`;
}

const asked = (catalog: OracleCatalog): fc.Arbitrary<RandomRequest> =>
  fc.oneof(requests(catalog), countingRequests(catalog), wordRequests(catalog), rankRequests(catalog));

describe.each([
  ['several files', openSplit],
  ['segments of one file', openLinked],
])('%s', (_, open) => {
  /** Asserts that a check finds nothing wrong with random questions to catalogs that are split. */
  const holdsForFiles = <Question>(
    questions: (catalog: OracleCatalog) => fc.Arbitrary<Question>,
    check: (opened: Opened, question: Question) => Promise<string | undefined>,
    share: number,
    sources?: fc.Arbitrary<JsonSource>,
  ) => holdsForSplit(open, questions, check, share, sources);

  it('answer as the oracle and as one build of all their documents', () =>
    holdsForFiles(
      asked,
      async (opened, question) => {
        const { collection, request } = question;
        return (
          (await difference(opened.several, opened.oracle, question)) ??
          (await otherThan(opened, (catalog) => collectionOf(catalog, collection).search(request)))
        );
      },
      0.5,
    ));

  it('match as the oracle and as one build', () =>
    holdsForFiles(
      matchRequests,
      async (opened, request: MatchRequest) =>
        (await matchDifference(opened.several, opened.oracle, request)) ??
        (await otherThan(opened, (catalog) => match(catalog, request))),
      0.2,
      catalogsOfSimilarNumbers(),
    ));

  it('have the records, spec keys and counts of one build', () =>
    holdsForFiles(
      (catalog) => {
        const uids = COLLECTIONS.flatMap((name) => catalog.rows[name].map(({ uid }) => uid));
        return fc.record({
          collection: fc.constantFrom(...COLLECTIONS),
          uids: fc.array(fc.constantFrom('none', ...uids), { maxLength: 5 }),
        });
      },
      async (opened, { collection, uids }) =>
        (await otherThan(opened, (catalog) => collectionOf(catalog, collection).getMulti(uids))) ??
        (await otherThan(opened, async ({ specs, info: { bytes, segments, formatVersion, ...counts } }) => ({ specs, counts }))),
      0.2,
    ));

  it('explain the same hits and scores', () =>
    holdsForFiles(
      (catalog) => fc.record({ asked: asked(catalog), pick: fc.nat() }),
      async (opened, { asked: { request }, pick }) => {
        const uids = opened.oracle.catalog.rows.parts.map(({ uid }) => uid);
        const uid = uids.length > 0 ? uids[pick % uids.length] : undefined;
        return otherThan(opened, async (catalog) => {
          const { plan, score, ...rest } = await catalog.parts.explain(request as SearchRequest, uid);
          return { ...rest, score: score && { ...score, conditions: undefined } };
        });
      },
      0.2,
    ));

  it('answer the interfaces as one build', () =>
    holdsForFiles(
      (catalog) => urls(catalog.rows.parts.map(({ uid }) => uid)),
      async (opened, url) =>
        (await otherThan(opened, async (catalog) => {
          const { status, body } = await createRestApi(catalog, { isValidKey: () => true }).handle(`${url}&apikey=k`);
          return { status, body: body.replace(/"msec": ?[0-9.e-]+|"next": ?"[^"]*"/g, '') };
        })) ?? (await otherThan(opened, (catalog) => executorOf(catalog)(GRAPHQL))),
      0.1,
    ));

  it('go on behind cursors, in turns with one build where fields alone order', () =>
    holdsForFiles(
      (catalog) => fc.record({ asked: sortedRequests(catalog), size: fc.integer({ min: 1, max: 9 }) }),
      async ({ several, whole }, { asked: requested, size }) => {
        const all = await uidsOf(whole, requested.collection, requested.request).catch(() => undefined);
        if (!all) return undefined;
        const ways = [[several], ...(isOfFields(requested) ? [[several, whole]] : [])];
        for (const catalogs of ways) {
          const { uids } = await walk(catalogs, requested, { sizes: [size] });
          if (JSON.stringify(uids) !== JSON.stringify(all)) return `walks ${JSON.stringify(uids)}, not ${JSON.stringify(all)}`;
        }
        return undefined;
      },
      0.3,
    ));

  it('are written as one file', () =>
    holdsForFiles(
      requests,
      async (opened, { collection, request }) => {
        const copy = await openCatalog(await opened.several.toBytes());
        return otherThan({ ...opened, several: copy }, (catalog) => collectionOf(catalog, collection).search(request));
      },
      0.05,
    ));
});

const GRAPHQL = '{ supSearch(q: "", limit: 5) { hits results { part { mpn category { name numParts } } } } }';
