import { describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions } from '../../src/graphql/partdex-graphql.js';
import { asRead, entry, type Json, serve } from '../support/letter.js';

const SOURCE = { parts: Array.from({ length: 12 }, (_, at) => ({ uid: `p${at}`, mpn: `P-${at}` })) };
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

describe('M2: three requests per second and address', () => {
  it('excess ones are blocked with 429 and retry-after', async () => {
    const { rateLimit } = await entry('partdex/limits');
    let now = 0;
    const { url } = await serve(SOURCE, { rest: { admit: rateLimit({ now: () => now }) } });
    const ten = await Promise.all(Array.from({ length: 10 }, () => url('/parts/p0', { ip: '1.1.1.1' })));
    expect(statusesOf(ten)).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
    expect(Number(ten[3].headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(typeof ten[3].body.message).toBe('string');
    expect((await url('/parts/p0', { ip: '2.2.2.2' })).status).toBe(200);
    now = 1000;
    expect((await url('/parts/p0', { ip: '1.1.1.1' })).status).toBe(200);
  });

  it('a library without the option has no limit of its own', async () => {
    const { url } = await serve(SOURCE);
    const ten = await Promise.all(Array.from({ length: 10 }, () => url('/parts/p0', { ip: '1.1.1.1' })));
    expect(statusesOf(ten)).toEqual(new Array(10).fill(200));
  });
});

describe('W1: what the hook gets', () => {
  it('address and key, before the key is checked', async () => {
    const told: unknown[] = [];
    const admit = (client: object) => told.push(client) > 0;
    const { url } = await serve(SOURCE, { rest: { admit, isValidKey: () => false } });
    expect((await url('/parts/p0', { ip: '1.1.1.1' })).status).toBe(403);
    expect(told).toEqual([{ ip: '1.1.1.1', key: 'k' }]);
  });

  it('address and token in GraphQL; the answer has headers', async () => {
    const told: unknown[] = [];
    const { catalog } = await serve(SOURCE);
    const admit = (client: object) => {
      told.push(client);
      return { admitted: false, retryAfter: 7, message: 'later' };
    };
    const api = createGraphqlApi(catalog, { isValidToken: () => true, admit } as unknown as GraphqlOptions);
    const answer: Json = await api.execute({ query: '{ search { hits } }' }, { token: 'good', ip: '1.1.1.1' });
    expect(told).toEqual([{ ip: '1.1.1.1', key: 'good' }]);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('7');
    expect(asRead(answer.body).errors[0].message).toContain('later');
  });

  it('a key by agreement has a limit of its own', async () => {
    const { rateLimit } = await entry('partdex/limits');
    const { url } = await serve(SOURCE, { rest: { admit: rateLimit({ keys: { k: 5 }, now: () => 0 }) } });
    const ten = await Promise.all(Array.from({ length: 10 }, () => url('/parts/p0', { ip: '1.1.1.1' })));
    expect(statusesOf(ten).filter((status) => status === 200)).toHaveLength(5);
  });
});

describe('M3: the monthly usage of a token', () => {
  const november = Date.UTC(2026, 10, 30, 12);

  it('adds up parts by token and month, and refuses beyond the quota', async () => {
    const { monthlyQuota } = await entry('partdex/limits');
    let now = november;
    const quota = monthlyQuota({ parts: 10, now: () => now });
    const { catalog } = await serve(SOURCE);
    const api = createGraphqlApi(catalog, { isValidToken: () => true, ...quota });
    const ask = async (token: string): Promise<Json> =>
      api.execute({ query: '{ search { results { part { mpn } } } }' }, { token });
    expect((await ask('t')).status).toBe(200);
    expect(await quota.usage('t')).toBe(10);
    const refused = await ask('t');
    expect(refused.status).toBe(429);
    expect(refused.body.errors[0].message).toContain('10');
    // To the first of December.
    expect(Number(refused.headers['retry-after'])).toBe(12 * 3600);
    expect((await ask('other')).status).toBe(200);
    now = Date.UTC(2026, 11, 1);
    expect((await ask('t')).status).toBe(200);
  });
});

describe('W1: answers can be kept', () => {
  it('every 200 has an etag, and 304 answers the one that a client has', async () => {
    const { url } = await serve(SOURCE);
    const { status, headers } = await url('/parts/p0');
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^W\/".+"$/);
    const again = await url('/parts/p0', { headers: { 'if-none-match': headers.etag } });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, headers.etag]);
    expect((await url('/parts/p1')).headers.etag).not.toBe(headers.etag);
    expect((await url('/parts/none')).headers).not.toHaveProperty('etag');
  });
});
