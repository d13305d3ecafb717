import { describe, expect, it, vi } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { createGraphqlApi, type GraphqlOptions } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';
import { SOURCE, smallCatalog } from '../../support/graphql-queries.js';
import { stalledCatalog } from '../../support/stalled.js';

const QUERY =
  '{ a: search(q: "resistor") { hits results { part { mpn } } manufacturer_agg { company { name } count } } parts(ids: ["255"]) { mpn } categories { id relevant_attributes { shortname } } }';
const body = { query: QUERY };
const REASON = { why: 'the client has left' };
const NEVER = new Promise<never>(() => {});

const apiOf = (catalog: Catalog | (() => Promise<Catalog>), options: Partial<GraphqlOptions> = {}) =>
  createGraphqlApi(catalog, { isValidToken: () => true, ...options });

async function rightAnswer() {
  return apiOf(await buildCatalog(SOURCE)).execute(body, { token: 't' });
}

describe('the call of a request', () => {
  it.each([
    [{ timeout: 0 }, 'call.timeout'],
    [{ timeout: Number.NaN }, 'call.timeout'],
    [{ signal: 'abort' }, 'call.signal'],
    [{ client: {} }, 'call.client'],
  ])('%j is a fault of the program', async (given, argument) => {
    const isValidToken = vi.fn(() => true);
    const api = apiOf(await smallCatalog(), { isValidToken });
    const client = { token: 't', ...given } as never;
    const fault = { name: 'ValidationError', argument };
    await expect(api.execute(body, client)).rejects.toMatchObject(fault);
    await expect(api.executeText(body, client)).rejects.toMatchObject(fault);
    expect(isValidToken).not.toHaveBeenCalled();
  });

  it('may be long: no timer overflows', async () => {
    const api = apiOf(await smallCatalog(), { admit: () => new Promise((resolve) => setTimeout(resolve, 3, true)) });
    for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      expect(await api.execute(body, { token: 't', timeout, client: 'a', ip: '::1' })).toEqual(await rightAnswer());
    }
  });
});

describe('an abort', () => {
  it('begins nothing where it came before', async () => {
    const isValidToken = vi.fn(() => true);
    const request = apiOf(await smallCatalog(), { isValidToken }).execute(body, {
      token: 't',
      signal: AbortSignal.abort(REASON),
    });
    await expect(request).rejects.toBe(REASON);
    expect(isValidToken).not.toHaveBeenCalled();
  });

  const waiting: [string, Partial<GraphqlOptions>][] = [
    ['isValidToken', { isValidToken: () => NEVER }],
    ['admit', { admit: () => NEVER }],
    ['onUsage', { onUsage: () => NEVER }],
  ];
  it.each(waiting)('rejects with the reason while %s is waited for', async (name, options) => {
    const requested = vi.fn(() => NEVER);
    const controller = new AbortController();
    const api = apiOf(await smallCatalog(), { ...options, [name]: requested });
    const request = api.executeText(body, { token: 't', signal: controller.signal });
    await vi.waitFor(() => expect(requested).toHaveBeenCalled());
    controller.abort(REASON);
    await expect(request).rejects.toBe(REASON);
  });

  it.each(waiting)('ends in time while %s is waited for', async (_, options) => {
    const answer = await apiOf(await smallCatalog(), options).execute(body, { token: 't', timeout: 50 });
    expect(answer).toMatchObject({ status: 503, body: { data: null } });
  });

  it('rejects with the reason while thousands of elements wait for their turns, and answers the next request', async () => {
    const categories = [
      { uid: 'root', name: 'Root' },
      ...Array.from({ length: 150 }, (_, i) => ({ uid: `c${i}`, name: `C${i}`, parent_uid: 'root' })),
    ];
    const api = apiOf(await buildCatalog({ parts: [], categories }));
    const controller = new AbortController();
    const query = '{ categories { ancestors { children { name } } } }';
    const aborted = api.execute({ query }, { token: 't', signal: controller.signal });
    setImmediate(() => setImmediate(() => controller.abort(REASON)));
    await expect(aborted).rejects.toBe(REASON);
    const whole = await api.execute({ query }, { token: 't' });
    expect(whole.body).toMatchObject({ data: { categories: expect.objectContaining({ length: 151 }) } });
  });

  it('ends in time while onError is waited for', async () => {
    const failing = apiOf(() => Promise.reject(new Error('no catalog')), { onError: () => NEVER });
    expect((await failing.execute(body, { token: 't', timeout: 50 })).status).toBe(500);
  });

  it('rejects with the reason while the catalog or onError is waited for', async () => {
    const controller = new AbortController();
    const client = { token: 't', signal: controller.signal };
    const opening = apiOf(() => NEVER).execute(body, client);
    const onError = vi.fn(() => NEVER);
    const failing = apiOf(() => Promise.reject(new Error('no catalog')), { onError }).execute(body, client);
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    controller.abort(REASON);
    await expect(opening).rejects.toBe(REASON);
    await expect(failing).rejects.toBe(REASON);
  });

  it.each([REASON, null, 'gone', new TypeError('left')])(
    'rejects with the reason %j while the catalog is read',
    async (reason) => {
      const { catalog, stall, release } = await stalledCatalog(SOURCE);
      const onError = vi.fn();
      const onUsage = vi.fn();
      const api = apiOf(catalog, { onError, onUsage });
      const controller = new AbortController();
      stall();
      const request = api.execute(body, { token: 't', signal: controller.signal });
      setTimeout(() => controller.abort(reason), 5);
      await expect(request).rejects.toBe(reason);
      release();
      expect(await api.execute(body, { token: 't' })).toEqual(await rightAnswer());
      expect([onError.mock.calls.length, onUsage.mock.calls.length]).toEqual([0, 1]);
    },
  );

  it('stops only the request that it is of, also where others wait for what that one reads for all', async () => {
    const { catalog, stall, release } = await stalledCatalog(SOURCE);
    const api = apiOf(catalog);
    const controller = new AbortController();
    stall();
    const first = api.execute(body, { token: 't', signal: controller.signal });
    const late = api.execute(body, { token: 't', timeout: 20 });
    const others = [api.execute(body, { token: 't' }), api.execute(body, { token: 't', signal: new AbortController().signal })];
    await new Promise((resolve) => setTimeout(resolve, 3));
    controller.abort(REASON);
    await expect(first).rejects.toBe(REASON);
    expect((await late).status).toBe(503);
    release();
    for (const other of others) expect(await other).toEqual(await rightAnswer());
  });
});

describe('a request over its budget', () => {
  it('is status 503 for the whole document, with retry-after', async () => {
    const { catalog, stall, release } = await stalledCatalog(SOURCE);
    const onError = vi.fn();
    const api = apiOf(catalog, { onError });
    stall();
    const expected = {
      status: 503,
      body: {
        errors: [{ message: expect.stringContaining('takes longer than 5 ms'), extensions: { code: 'budget_exceeded' } }],
        data: null,
      },
      headers: { 'retry-after': '1' },
    };
    expect(await api.execute(body, { token: 't', timeout: 5 })).toEqual(expected);
    const text = await api.executeText(body, { token: 't', timeout: 5 });
    expect({ ...text, body: JSON.parse(text.body) }).toEqual(expected);
    expect(onError).not.toHaveBeenCalled();
    release();
    expect(await api.execute(body, { token: 't' })).toEqual(await rightAnswer());
  });

  it('is refused while it is parsed and validated', async () => {
    const { body: refused } = await apiOf(await smallCatalog()).execute(body, { token: 't', timeout: Number.MIN_VALUE });
    expect(refused).toMatchObject({ data: null, errors: [{ extensions: { code: 'budget_exceeded' } }] });
  });

  it('waits for functions of the program no longer than its timeout, and answers within what is left of it', async () => {
    const catalog = await smallCatalog();
    for (const options of [{ admit: () => NEVER }, { isValidToken: () => NEVER }]) {
      expect((await apiOf(catalog, options).execute(body, { token: 't', timeout: 5 })).status).toBe(503);
    }
    const { catalog: stalled, stall, release } = await stalledCatalog(SOURCE);
    stall();
    const slow = apiOf(stalled, { admit: () => new Promise((resolve) => setTimeout(resolve, 30, true)) });
    const answering = vi.spyOn(internalsOf(stalled).running, 'answerAsync');
    const { body: refused } = await slow.execute(body, { token: 't', timeout: 200 });
    expect(answering.mock.calls[0][0]?.timeout).toBeLessThanOrEqual(171);
    expect(JSON.stringify(refused)).toContain('takes longer than 200 ms');
    release();
  });

  it('is one for all fields: nothing of the others is answered', async () => {
    const catalog = await buildCatalog(SOURCE, { limits: { bytes: 200 } });
    const api = apiOf(catalog);
    const text = await api.executeText(
      { query: '{ attributes { id } parts(ids: ["255"]) { mpn descriptions { text } offers: sellers { offers { sku } } } }' },
      { token: 't' },
    );
    expect([text.status, JSON.parse(text.body).data]).toEqual([503, null]);
  });
});

describe('executeText', () => {
  it.each([
    ['an answer', { query: QUERY }],
    ['errors', { query: '{ search(limit: -1) { hits } }' }],
    ['warnings', { query: '{ search(filters: {nothing: 1}) { hits warnings } }' }],
    ['an invalid query', { query: '{' }],
    ['an invalid request', { query: 1 } as never],
  ])('writes %s as execute gives it', async (_name, request) => {
    const api = apiOf(await smallCatalog());
    const given = await api.execute(request, { token: 't' });
    expect(await api.executeText(request, { token: 't' })).toEqual({ ...given, body: JSON.stringify(given.body) });
  });

  it('writes a long answer as execute gives it', async () => {
    const parts = Array.from({ length: 60 }, (_, i) => ({
      ...{ uid: `u${i}`, mpn: `A-${i}`, manufacturer: { uid: `m${i}`, name: `M ${i}` } },
      offers: Array.from({ length: 20 }, (_, k) => ({ sku: `s"${k}\u2028`, seller: { uid: `s${k}`, name: `S ${k}` } })),
    }));
    const api = apiOf(await buildCatalog({ parts }));
    const query =
      '{ search(limit: 60) { results { part { mpn sellers { company { name } offers { sku } } } } manufacturer_agg { count company { name } } } }';
    const given = await api.execute({ query }, { token: 't' });
    expect(given.body).toMatchObject({ data: { search: { results: { length: 60 }, manufacturer_agg: { length: 60 } } } });
    expect((await api.executeText({ query }, { token: 't' })).body).toBe(JSON.stringify(given.body));
  });
});

describe('a long list', () => {
  it('is completed with pauses, in which other requests are answered', async () => {
    const categories = Array.from({ length: 8000 }, (_, i) => ({ uid: `c${i}`, name: `Category ${i}` }));
    const api = apiOf(await buildCatalog({ parts: [], categories }));
    const query = '{ categories { id name path ancestors { id } children { id } a: path b: path c: path d: path } }';
    await api.execute({ query: '{ categories(ids: ["c1"]) { id } }' }, { token: 't' });
    let turns = 0;
    let counting = setImmediate(function count() {
      turns++;
      counting = setImmediate(count);
    });
    const { body: answer } = await api.execute({ query }, { token: 't' });
    clearImmediate(counting);
    expect((answer as { data: { categories: object[] } }).data.categories).toHaveLength(8000);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it('is not completed once the call has ended', async () => {
    const categories = Array.from({ length: 8000 }, (_, i) => ({ uid: `c${i}`, name: `Category ${i}` }));
    const catalog = await buildCatalog({ parts: [], categories });
    const api = apiOf(catalog);
    const controller = new AbortController();
    // The name is read once for each category that is completed.
    const { CategorySource } = await import('../../../src/graphql/category.js');
    let completed = 0;
    const path = vi.spyOn(CategorySource.prototype, 'path').mockImplementation(() => {
      if (++completed === 100) controller.abort(REASON);
      return '/';
    });
    const request = api.execute({ query: '{ categories { path } }' }, { token: 't', signal: controller.signal });
    await expect(request).rejects.toBe(REASON);
    await catalog.close();
    path.mockRestore();
    expect(completed).toBeLessThan(500);
  });
});
