import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Asked, carryOut, type Outcome } from '../../bench/worst/ask.js';
import { drawGenome, mutate } from '../../bench/worst/genome.js';
import { KINDS, type Kind } from '../../bench/worst/kinds.js';
import { KNOWN_CASES } from '../../bench/worst/known-cases.js';
import { bytesOf, textOf, type WorstRequest } from '../../bench/worst/requests.js';
import { drawWords, type Words } from '../../bench/worst/words.js';
import { createGraphqlApi } from '../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog, type CatalogSource, DEFAULT_LIMITS, openCatalog } from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import { Random } from '../../src/sample/random.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { canonical } from '../support/property/engine.js';
import { RUNS, SEED } from '../support/property/settings.js';

/**
 * The small form of `npm run bench:worst`: the requests that cost most on a large catalog run on a small one. Nothing here depends on how
 * fast a machine is.
 */
const PARTS = 3_000;
const MOST_REQUESTS = 5_000;
const LONGEST_TEXT = 2_000_000;
const REQUESTS_A_KIND = Math.ceil(Math.min(RUNS / 6, MOST_REQUESTS) / KINDS.length);
/** No request of the generator takes so long, however busy the machine is. */
const PATIENT = { milliseconds: 600_000 };
/** Hardly any request of the generator ends within these. */
const TINY = { milliseconds: 2, bytes: 50_000 };

const ENDINGS: readonly Outcome['ended'][] = ['answered', 'over budget', 'refused'];

let requested: Asked;
let tiny: Asked;
let words: Words;
let expected: string;

const interfacesOf = (catalog: Catalog): Asked => ({
  catalog,
  rest: createRestApi(catalog, { isValidKey: () => true }),
  graphql: createGraphqlApi(catalog, { isValidToken: () => true }),
});

/** The answer to an ordinary request with something of everything. */
async function probe({ catalog }: Asked): Promise<string> {
  const request = {
    q: 'resistor',
    sortby: 'offers.in_stock_quantity desc',
    facet: { fields: { 'brand.name': { include: true } } },
    spec_drilldown: { include: true },
  };
  const { msec: _, ...answer } = await catalog.parts.search(request);
  const { results } = await catalog.parts.match({ queries: [{ mpn_or_sku: words.mpns[0] }] });
  return canonical({ answer, results });
}

beforeAll(async () => {
  const built = await buildCatalog({ parts: generateSample(PARTS), ...sampleMetadata() } as CatalogSource);
  const bytes = await built.toBytes();
  await built.close();
  requested = interfacesOf(await openCatalog(bytes, { limits: PATIENT }));
  tiny = interfacesOf(await openCatalog(bytes, { limits: TINY }));
  words = await drawWords(requested.catalog);
  expected = await probe(requested);
});

afterAll(async () => {
  await Promise.all([requested.catalog.close(), tiny.catalog.close()]);
});

/** Random requests of a kind, some of them changed a few times, as the search for worse ones does. */
function drawRequests({ name, pool, request }: Kind): WorstRequest[] {
  const random = new Random(SEED, name);
  return Array.from({ length: REQUESTS_A_KIND }, () => {
    let genome = drawGenome(pool, random);
    for (let changes = random.below(4); changes > 0; changes--) genome = mutate(genome, pool, random);
    return request(genome, words, DEFAULT_LIMITS);
  });
}

const again = `PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS} npx vitest run test/property/worst.test.ts`;

async function expectToEnd(request: WorstRequest): Promise<Outcome> {
  const [outcome, short] = [await carryOut(requested, request), await carryOut(tiny, request)];
  for (const { ended, detail } of [outcome, short]) {
    expect(ENDINGS, `${detail}: ${textOf(request).slice(0, 2_000)}\n\nAgain:\n${again}`).toContain(ended);
  }
  return outcome;
}

it.each(KINDS)('the worst of the kind $name end, and leave nothing behind', async (kind) => {
  const outcomes: Outcome[] = [];
  for (const request of drawRequests(kind)) {
    outcomes.push(await expectToEnd(request));
    expect(await probe(requested), `after ${textOf(request).slice(0, 2_000)}\n\nAgain:\n${again}`).toBe(expected);
  }
  // They are within the limits: what is refused tries nothing.
  const answered = outcomes.filter(({ ended }) => ended === 'answered').length;
  const details = outcomes.map(({ ended, detail }) => `${ended}: ${detail}`).join('\n');
  expect(answered, `${details}\n\nAgain:\n${again}`).toBeGreaterThan(REQUESTS_A_KIND / 2);
});

it.each(KNOWN_CASES)('known case: $name', async ({ request }) => {
  const randomCall = request(words);
  // Of a text of megabytes all the time goes into reading it, be the catalog large or small: the bench has that.
  if (bytesOf(randomCall) < LONGEST_TEXT) await expectToEnd(randomCall);
  expect(await probe(requested)).toBe(expected);
});

it('the worst of all kinds at the same time end, and leave nothing behind', async () => {
  const requests = KINDS.flatMap((kind) => drawRequests(kind).slice(0, 3));
  const outcomes = await Promise.all(requests.map((request) => carryOut(requested, request)));
  for (const [i, { ended, detail }] of outcomes.entries()) {
    expect(ENDINGS, `${detail}: ${textOf(requests[i]).slice(0, 2_000)}\n\nAgain:\n${again}`).toContain(ended);
  }
  expect(await probe(requested), again).toBe(expected);
});
