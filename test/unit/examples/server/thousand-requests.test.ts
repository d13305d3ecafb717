import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpClient, mostConnections } from '../../../support/http-client.js';
import { KEY, SampleFolder, withoutTime } from '../../../support/sample-server.js';

const REQUESTS = 1000;
const TIMEOUT = 180_000;

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove(), 60_000);

type Sent = Parameters<HttpClient['send']>;

/** Asks each request alone, then all together and each several times, over connections of their own as far as the system allows. */
async function expectSameTogether(requests: readonly Sent[], answered: (text: string) => unknown): Promise<unknown[]> {
  const started = await folder.start();
  const client = new HttpClient(started.url, mostConnections(REQUESTS));
  const alone: unknown[] = [];
  for (const request of requests) {
    const { status, text } = await client.send(...request);
    expect(status, text).toBe(200);
    alone.push(answered(text));
  }
  const chosen = Array.from({ length: REQUESTS }, (_, i) => (i * 7) % requests.length);
  const together = await Promise.all(chosen.map((i) => client.send(...requests[i])));
  for (const [i, { status, text }] of together.entries()) {
    expect(status, text).toBe(200);
    expect(answered(text)).toEqual(alone[chosen[i]]);
  }
  expect(started.lines).toHaveLength(requests.length + REQUESTS);
  client.close();
  return alone;
}

it('version 3: 1,000 requests at once get the answers of one at a time', { timeout: TIMEOUT }, async () => {
  const words = ['resistor', 'ceramic x7r', '0603', 'power -inductor', 'thick film', 'smd', '10%', 'relay', 'diode', 'CR*'];
  const ways = [
    (q: string) => `/parts/search?q=${q}&limit=5&facet[fields][brand.name][include]=true`,
    (q: string) => `/parts/search?q=${q}&start=2&limit=3&sortby=avg_price%20asc&stats[avg_price][include]=true`,
    (q: string) => `/parts/match?queries=${encodeURIComponent(JSON.stringify([{ q: decodeURIComponent(q), reference: q }]))}`,
    (q: string) => `/brands/search?q=${q}`,
    (q: string) => `/parts/search?q=${q}&limit=0&spec_drilldown[include]=1`,
  ];
  const targets = words.flatMap((word) => ways.map((way) => way(encodeURIComponent(word))));
  await expectSameTogether(
    targets.map((target): Sent => [`/api/v3${target}&apikey=${KEY}`]),
    withoutTime,
  );
});

it('GraphQL: 1,000 requests at once get the answers of one at a time', { timeout: TIMEOUT }, async () => {
  const query = `query ($q: String!, $mpn: String!) {
    search(q: $q, limit: 3) { total manufacturer_agg { company { id name } count } results { part { id mpn category { path } } } }
    multi_match(queries: [{ mpn: $mpn, reference: $q }]) { hits reference error parts { slug } }
  }`;
  const words = ['resistor', 'ceramic x7r', '0603', 'thick film', 'smd', 'diode', 'inductor', 'power', 'radial', 'nothing such'];
  const headers = { 'content-type': 'application/json', token: KEY };
  const bodies = words.map((q, i) => JSON.stringify({ query, variables: { q, mpn: ['EE FT687 NAP2', 'RC*'][i % 2] } }));
  const alone = await expectSameTogether(
    bodies.map((body): Sent => ['/graphql', { body, headers }]),
    (text) => text,
  );
  expect(new Set(alone).size).toBe(words.length);
  for (const text of alone) expect(JSON.parse(String(text))).not.toHaveProperty('errors');
});
