import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Call, type Catalog, type CatalogSource, overlay } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/** More calls than a signal may have listeners before Node warns of a leak. */
const CALLS = 30;

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({ parts: generateSample(500), ...sampleMetadata() } as CatalogSource);
});

afterAll(() => catalog.close());

/** Calls of the interfaces wait here until all have begun. */
let admitted: Promise<true>;

const kinds: [string, (call: Call) => Promise<unknown>][] = [
  ['handle', (call) => createRestApi(catalog, { isValidKey: () => admitted }).handle('/parts/search?apikey=k&q=smd', call)],
  [
    'execute',
    (call) =>
      createGraphqlApi(catalog, { isValidToken: () => admitted }).execute(
        { query: '{ search(q: "smd") { total manufacturer_agg { count } } }' },
        { token: 't', ...call },
      ),
  ],
  ['overlay', async (call) => (await overlay(catalog, { put: [{ uid: 'new', mpn: 'NEW1' }] }, call)).close()],
];

it.each(kinds)('many calls of %s with one signal share a listener of it, and leave none', async (_, send) => {
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  let admit = (_: true) => {};
  admitted = new Promise((resolve) => {
    admit = resolve;
  });
  const listeners = () => getEventListeners(signal, 'abort').length;
  let most = 0;
  const listen = signal.addEventListener.bind(signal) as (...given: unknown[]) => void;
  signal.addEventListener = (...given: unknown[]) => {
    listen(...given);
    most = Math.max(most, listeners());
  };
  const calls = Array.from({ length: CALLS }, () => send({ signal }));
  await new Promise((resolve) => setImmediate(resolve));
  admit(true);
  await Promise.all(calls);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(most).toBe(1);
  expect(listeners()).toBe(0);
  expect(warnings).toEqual([]);
});
