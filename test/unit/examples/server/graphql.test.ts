import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, KEY, SampleFolder, type Started } from './sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove());

const COUNT = '{ search(limit: 0) { total } }';

function post(started: Started, body: unknown, headers: Record<string, string> = { token: KEY }): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return started.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text });
}

describe('refusals', () => {
  let started: Started;

  beforeAll(async () => {
    started = await folder.start();
  });

  it.each([
    [401, { query: COUNT }, {}, 'the token is missing'],
    [403, { query: COUNT }, { token: 'no-key' }, 'the token is not valid'],
    [400, '{"query": ', { token: KEY }, 'the body is no JSON'],
    [400, '', { token: KEY }, 'the body is no JSON'],
    [400, [], { token: KEY }, 'the body must be an object'],
    [413, { query: COUNT, variables: { long: 'x'.repeat(300_000) } }, { token: KEY }, 'at most 262144 bytes'],
    [200, { query: '{ nothing }' }, { token: KEY }, 'nothing'],
  ])('%i', async (status, body, headers, message) => {
    const answer = await post(started, body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    const { errors, data } = JSON.parse(answer.text) as { errors: { message: string }[]; data: unknown };
    expect(errors[0].message).toContain(message);
    expect(data ?? null).toBeNull();
  });

  it('405 of another method', async () => {
    const answer = await started.fetch(`/graphql?token=${KEY}&query=${encodeURIComponent(COUNT)}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(started.lines.at(-1)).toContain(' GET /graphql?token=…&query=');
  });
});

it('429: an address has 3 requests per second of both interfaces together', async () => {
  const started = await folder.start(3);
  const rest = Array.from({ length: 4 }, () => started.ask('/parts/search?limit=0'));
  const graphql = Array.from({ length: 4 }, () => post(started, { query: COUNT }));
  const answers = await Promise.all([...rest, ...graphql]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  const refused = await post(started, { query: COUNT });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
});

it('1,000 requests at once get the answers of one at a time', async () => {
  const started = await folder.start();
  const query = `query ($q: String!, $mpn: String!) {
    search(q: $q, limit: 3) { total manufacturer_agg { company { id name } count } results { part { id mpn category { path } } } }
    multi_match(queries: [{ mpn: $mpn, reference: $q }]) { hits reference error parts { slug } }
  }`;
  const words = ['resistor', 'ceramic x7r', '0603', 'thick film', 'smd', 'diode', 'inductor', 'power', 'radial', 'nothing such'];
  const bodies = words.map((q, i) => ({ query, variables: { q, mpn: ['EE FT687 NAP2', 'RC*'][i % 2] } }));
  const alone: string[] = [];
  for (const body of bodies) {
    const { status, text } = await post(started, body);
    expect(status).toBe(200);
    expect(JSON.parse(text)).not.toHaveProperty('errors');
    alone.push(text);
  }
  expect(new Set(alone).size).toBe(words.length);
  const together = await Promise.all(Array.from({ length: 1000 }, (_, i) => post(started, bodies[(i * 7) % bodies.length])));
  for (const [i, { text }] of together.entries()) expect(text).toBe(alone[(i * 7) % bodies.length]);
}, 120_000);
