import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, KEY, SampleFolder, type Started } from '../../../support/sample-server.js';

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
    [400, '{"query": ', { token: KEY }, 'the body is not JSON'],
    [400, '', { token: KEY }, 'the body is not JSON'],
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

  it.each([
    [200, 'application/json'],
    [200, 'Application/JSON; charset=utf-8'],
    [200, 'application/graphql+json'],
    [415, 'text/plain;charset=UTF-8'],
    [415, 'application/x-www-form-urlencoded'],
    [415, 'application/jsonp'],
    [415, ''],
  ])('%i of a body of type "%s"', async (status, type) => {
    const body = new Blob([JSON.stringify({ query: COUNT })]);
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const answer = await started.fetch('/graphql', { method: 'POST', headers: { token: KEY, ...headers }, body });
    expect(answer.status).toBe(status);
    if (status === 415)
      expect(answer.text).toBe('{"errors":[{"message":"the content-type must be application/json"}],"data":null}');
  });

  it('no answer is anything but what it says', async () => {
    const refusals = [await post(started, '{'), await started.fetch('/graphql'), await started.fetch('/nothing')];
    for (const { headers } of [await post(started, { query: COUNT }), ...refusals]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it('405 of another method', async () => {
    const answer = await started.fetch(`/graphql?token=${KEY}&query=${encodeURIComponent(COUNT)}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(started.lines.at(-1)).toContain(' GET /graphql?token=…&query=');
  });
});

it('429: a key has its quota of parts, also after a restart', async () => {
  const usage = join(tmpdir(), `partdex-usage-${process.pid}-${Date.now()}`);
  const options = { quota: 15, usage };
  const PARTS = '{ search(limit: 10) { results { part { mpn } } } }';
  const started = await folder.start(options);
  expect([(await post(started, { query: PARTS })).status, (await post(started, { query: PARTS })).status]).toEqual([200, 200]);
  await started.server.stop();
  const again = await folder.start(options);
  const refused = await post(again, { query: PARTS });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(refused.text).toContain('the monthly quota of 15 parts');
  // Version 3 has no quota.
  expect((await again.send('/parts/search?limit=1')).status).toBe(200);
  await rm(usage);
});

it('429: an address has 3 requests per second of both interfaces together', async () => {
  const started = await folder.start({ rate: 3 });
  const rest = Array.from({ length: 4 }, () => started.send('/parts/search?limit=0'));
  const graphql = Array.from({ length: 4 }, () => post(started, { query: COUNT }));
  const answers = await Promise.all([...rest, ...graphql]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  const refused = await post(started, { query: COUNT });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
});
