import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CorruptCatalogError } from '../../src/model/errors.js';
import { COLLECTIONS, type CollectionName } from '../../src/model/fields.js';
import { type Catalog, openCatalog } from '../../src/partdex.js';
import { catalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { type MatchRequest, matchRequests } from '../arbitraries/matching.js';
import { type RandomRequest, requests } from '../arbitraries/requests.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { uidsOf } from '../support/property/engine.js';
import { damages, forgeries, type Mutation, mutated } from '../support/property/mutations.js';
import { getProbe, matchProbe, outcome, type Probe, searchProbe } from '../support/property/probes.js';
import { type Check, holdsFor, type PropertyOptions } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

/** The most time to read a mutated file on a busy machine, and the most memory for the whole test. */
const MOST_MS = 10_000;
const MOST_MEGABYTES = 1_000;

interface Question {
  readonly mutation: Mutation;
  readonly requested: readonly RandomRequest[];
  readonly matched: MatchRequest;
  /** Records that are fetched by their uids. */
  readonly fetched: readonly { readonly collection: CollectionName; readonly uid: string }[];
}

const questions =
  (mutations: fc.Arbitrary<Mutation>) =>
  (catalog: OracleCatalog): fc.Arbitrary<Question> => {
    const uids = COLLECTIONS.flatMap((collection) => catalog.rows[collection].map(({ uid }) => ({ collection, uid })));
    return fc.record({
      mutation: mutations,
      requested: fc.array(requests(catalog), { minLength: 2, maxLength: 3 }),
      matched: matchRequests(catalog),
      fetched: uids.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...uids), { minLength: 1, maxLength: 2 }),
    });
  };

function probesOf({ requested, matched, fetched }: Question): Probe[] {
  const gets = fetched.map(({ collection, uid }) => getProbe(collection, uid));
  const scans = requested.slice(0, 1).map(
    ({ collection, request }): Probe =>
      (catalog) =>
        uidsOf(catalog, collection, request),
  );
  return [...requested.map(searchProbe), matchProbe(matched), ...gets, ...scans];
}

/** The result, or undefined for a CorruptCatalogError; other errors are thrown on. */
async function unlessCorrupt<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CorruptCatalogError) return undefined;
    throw error;
  }
}

const originals = new WeakMap<Catalog, Promise<Uint8Array>>();

function bytesOf(catalog: Catalog): Promise<Uint8Array> {
  const known = originals.get(catalog) ?? catalog.toBytes();
  originals.set(catalog, known);
  return known;
}

/** The check, and that it does not take long. */
const inTime =
  (check: Check<Question>): Check<Question> =>
  async (built, question, oracle) => {
    const began = performance.now();
    const fault = await check(built, question, oracle);
    const took = performance.now() - began;
    return fault ?? (took > MOST_MS ? `takes ${Math.round(took)} ms` : undefined);
  };

/** Whatever has become of the bytes, an answer is right or a CorruptCatalogError. */
const damageIsFound = inTime(async (built, question) => {
  const opened = await unlessCorrupt(openCatalog(await mutated(await bytesOf(built), question.mutation)));
  if (!opened) return undefined;
  for (const probe of probesOf(question)) {
    const is = await unlessCorrupt(outcome(probe, opened));
    if (is === undefined) continue;
    const wanted = await outcome(probe, built);
    if (is !== wanted) return `answers ${is}\n not ${wanted}`;
  }
  await unlessCorrupt(opened.validate());
  await opened.close();
  return undefined;
});

/** Who makes the checksums fit can make a catalog of wrong answers, but none that passes `validate()` and then crashes. */
const forgeryIsHarmless = inTime(async (built, question) => {
  const opened = await unlessCorrupt(openCatalog(await mutated(await bytesOf(built), question.mutation)));
  if (!opened) return undefined;
  const passes = await unlessCorrupt(opened.validate().then(() => true));
  if (passes) for (const probe of probesOf(question)) await unlessCorrupt(outcome(probe, opened));
  await opened.close();
  return undefined;
});

const SMALL = catalogs({ maxParts: 30 });
/** `npm run test:all` reads 100,000 mutated files, and a short run some hundreds. */
const PART = RUNS >= 50_000 ? 1 : 0.25;

it.each<[string, (catalog: OracleCatalog) => fc.Arbitrary<Question>, Check<Question>, PropertyOptions]>([
  ['damaged bytes of small catalogs', questions(damages()), damageIsFound, { share: 1.2 * PART, sources: SMALL }],
  ['damaged bytes of large catalogs', questions(damages()), damageIsFound, { share: 0.02, sources: largeCatalogs() }],
  ['forged small catalogs', questions(forgeries()), forgeryIsHarmless, { share: 0.8 * PART, sources: SMALL }],
  ['forged large catalogs', questions(forgeries()), forgeryIsHarmless, { share: 0.02, sources: largeCatalogs() }],
])('%s give a CorruptCatalogError or answers, soon and within memory', async (_, send, check, options) => {
  const before = process.resourceUsage().maxRSS;
  await holdsFor(send, check, options);
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(MOST_MEGABYTES);
});
