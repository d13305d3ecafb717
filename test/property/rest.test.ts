import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';
import { createRestApi, type RestApi } from '../../src/rest/partdex-rest.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { urls } from '../arbitraries/urls.js';
import { RUNS, SEED } from '../support/property/settings.js';

/** Requests of the longest run. */
const MOST_REQUESTS = 20_000;
/** A request takes some milliseconds at most; a busy machine may stop for long. */
const LONGEST_MSEC = 5_000;
/** What is to be expected of a machine that has nothing else to do. */
const EXPECTED_MSEC = 100;
const WARM_UPS = 200;
const KEY = 'apikey=k';

let catalog: Catalog;
let api: RestApi;
const faults: unknown[] = [];

beforeAll(async () => {
  const source = { parts: generateSample(2000), ...sampleMetadata() };
  catalog = await buildCatalog(source as CatalogSource);
  api = createRestApi(catalog, {
    isValidKey: (key) => key === 'k',
    classNames: true,
    onError: (error) => void faults.push(error),
  });
});

afterAll(() => catalog.close());

/** What is wrong with an answer, or undefined. */
function faultOf(url: string, { status, headers, body }: Awaited<ReturnType<RestApi['handle']>>): string | undefined {
  if (status === 500)
    return `${url}: ${faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault))).join('\n')}`;
  if (![200, 400, 403, 404].includes(status)) return `${url}: status ${status}`;
  const isScript = headers['content-type'].startsWith('application/javascript');
  const json = isScript ? body.slice(body.indexOf('(') + 1, -2) : body;
  const { message } = JSON.parse(json) as { message?: unknown };
  if (status !== 200 && (typeof message !== 'string' || message === '')) return `${url}: ${status} without a message: ${body}`;
  for (const value of Object.values(headers)) if (!/^[\x20-\x7e]*$/.test(value)) return `${url}: header ${value}`;
  return undefined;
}

it('random argument strings are answered or refused', async () => {
  const { results } = await catalog.parts.search({ limit: 3 });
  const drawn = urls(results.map(({ item }) => item.uid));
  for (const url of fc.sample(drawn, { seed: SEED + 1, numRuns: WARM_UPS })) await api.handle(`${url}&${KEY}`);
  const requests = Math.min(RUNS, MOST_REQUESTS);
  const statuses = new Map<number, number>();
  const times: { readonly url: string; readonly msec: number }[] = [];
  const send = async (url: string) => {
    const began = performance.now();
    const response = await api.handle(url);
    times.push({ url, msec: performance.now() - began });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const fault = faultOf(url, response);
    if (fault !== undefined) throw new Error(fault);
  };
  const keyed = fc.tuple(drawn, fc.nat(50)).map(([url, n]) => (n === 0 ? url : `${url}&${KEY}`));
  const details = await fc.check(fc.asyncProperty(keyed, send), { numRuns: requests, seed: SEED, endOnFailure: true });
  const again = `PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS} npx vitest run test/property/rest.test.ts`;
  if (details.failed) throw new Error(`${details.errorInstance}\n\nAgain:\n${again}`);
  times.sort((a, b) => b.msec - a.msec);
  const [slowest] = times;
  const over = times.filter(({ msec }) => msec > EXPECTED_MSEC).length;
  const median = times[times.length >> 1].msec;
  process.stdout.write(
    `${times.length} requests, ${[...statuses].map(([status, count]) => `${count} of status ${status}`).join(', ')}; ` +
      `median ${median.toFixed(2)} ms, slowest ${slowest.msec.toFixed(0)} ms (${over} over ${EXPECTED_MSEC} ms): ${JSON.stringify(slowest.url.slice(0, 500))}\n`,
  );
  expect(slowest.msec, `${slowest.url}\n\nAgain:\n${again}`).toBeLessThan(LONGEST_MSEC);
  // Both answers and refusals were drawn, else nothing was tried.
  expect(statuses.get(200)).toBeGreaterThan(requests / 20);
  expect(statuses.get(400)).toBeGreaterThan(requests / 20);
});
