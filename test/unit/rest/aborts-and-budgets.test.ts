import { describe, expect, it, vi } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import type { Catalog, CatalogSource } from '../../../src/partdex.js';
import { createRestApi, type RestOptions } from '../../../src/rest/partdex-rest.js';
import { build, KEY, SOURCE } from '../../support/served.js';
import { stalledCatalog } from '../../support/stalled.js';

const SEARCH = `/parts/search?apikey=${KEY}&q=resistor&show[]=mpn`;
const REASON = { why: 'the client has left' };
const NEVER = new Promise<never>(() => {});

const apiOf = (catalog: Catalog | (() => Promise<Catalog>), options: Partial<RestOptions> = {}) =>
  createRestApi(catalog, { isValidKey: (key) => key === KEY, ...options });

/** The answer of the search, except for the time that it took. */
const answered = (body: string) => JSON.stringify({ ...JSON.parse(body), msec: 0 });

describe('the call of a request', () => {
  it.each([
    [{ timeout: -1 }, 'call.timeout'],
    [{ timeout: '5' }, 'call.timeout'],
    [{ signal: {} }, 'call.signal'],
    [{ client: 5 }, 'call.client'],
  ])('%j is a fault of the program', async (client, argument) => {
    const admit = vi.fn(() => true);
    const request = apiOf(await build(), { admit }).handle(SEARCH, client as never);
    await expect(request).rejects.toMatchObject({ name: 'ValidationError', argument });
    expect(admit).not.toHaveBeenCalled();
  });

  it('is passed to admit without its timeout and its signal', async () => {
    const admit = vi.fn(() => true);
    const caller = { ip: '::1', headers: { accept: '*/*' }, client: 'a' };
    await apiOf(await build(), { admit }).handle(SEARCH, { ...caller, timeout: 1e9, signal: new AbortController().signal });
    expect(admit.mock.calls).toEqual([[{ ...caller, key: KEY }]]);
  });

  it('prepares a request once, and checks it apart only where the URL has a fault of its own', async () => {
    const catalog = await build();
    const check = vi.spyOn(internalsOf(catalog).collections.parts, 'checkSearch');
    expect((await apiOf(catalog).handle(SEARCH)).status).toBe(200);
    expect(check).not.toHaveBeenCalled();
    expect((await apiOf(catalog).handle(`${SEARCH}&start=-1`)).status).toBe(400);
    expect(check).not.toHaveBeenCalled();
    expect((await apiOf(catalog).handle(`${SEARCH}&start=-1&limit=1&limit=2`)).status).toBe(400);
    expect(check).toHaveBeenCalledTimes(1);
  });
});

describe('an abort', () => {
  it('begins nothing where it came before', async () => {
    const admit = vi.fn(() => true);
    const request = apiOf(await build(), { admit }).handle(SEARCH, { signal: AbortSignal.abort(REASON) });
    await expect(request).rejects.toBe(REASON);
    expect(admit).not.toHaveBeenCalled();
  });

  const waiting: [string, Partial<RestOptions>][] = [
    ['admit', { admit: () => NEVER }],
    ['isValidKey', { isValidKey: () => NEVER }],
  ];
  it.each(waiting)('rejects with the reason while %s is waited for', async (_name, options) => {
    const controller = new AbortController();
    const request = apiOf(await build(), options).handle(SEARCH, { signal: controller.signal });
    controller.abort(REASON);
    await expect(request).rejects.toBe(REASON);
  });

  it('rejects with the reason while the catalog or onError is waited for', async () => {
    const controller = new AbortController();
    const opening = apiOf(() => NEVER).handle(SEARCH, { signal: controller.signal });
    const onError = vi.fn(() => NEVER);
    const failing = apiOf(() => Promise.reject(new Error('no catalog')), { onError }).handle(SEARCH, {
      signal: controller.signal,
    });
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    controller.abort(REASON);
    await expect(opening).rejects.toBe(REASON);
    await expect(failing).rejects.toBe(REASON);
  });

  it.each([REASON, null, 'gone', new TypeError('left')])(
    'rejects with the reason %j while the catalog is read',
    async (reason) => {
      const { catalog, stall, release } = await stalledCatalog(SOURCE as unknown as CatalogSource);
      const onError = vi.fn();
      const api = apiOf(catalog, { onError });
      const controller = new AbortController();
      stall();
      const request = api.handle(SEARCH, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 5);
      await expect(request).rejects.toBe(reason);
      release();
      expect(onError).not.toHaveBeenCalled();
      const right = await apiOf(await build()).handle(SEARCH);
      expect(answered((await api.handle(SEARCH)).body)).toBe(answered(right.body));
    },
  );
});

describe('a request over its budget', () => {
  it('is status 503 with retry-after, and no fault of the server', async () => {
    const { catalog, stall, release } = await stalledCatalog(SOURCE as unknown as CatalogSource);
    const onError = vi.fn();
    const api = apiOf(catalog, { onError });
    stall();
    const { status, headers, body } = await api.handle(SEARCH, { timeout: 5 });
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '1', 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('takes longer than 5 ms') });
    expect(onError).not.toHaveBeenCalled();
    release();
    const right = await apiOf(await build()).handle(SEARCH);
    expect(answered((await api.handle(SEARCH, { timeout: 60_000 })).body)).toBe(answered(right.body));
  });

  it('waits for functions of the program no longer than its timeout', async () => {
    const catalog = await build();
    for (const options of [{ admit: () => NEVER }, { isValidKey: () => NEVER }]) {
      const { status, body } = await apiOf(catalog, options).handle(SEARCH, { timeout: 5 });
      expect([status, JSON.parse(body).message]).toEqual([503, expect.stringContaining('takes longer than 5 ms')]);
    }
  });

  it('names the whole timeout, of which the catalog has what such functions leave', async () => {
    const { catalog, stall, release } = await stalledCatalog(SOURCE as unknown as CatalogSource);
    stall();
    const answering = vi.spyOn(internalsOf(catalog).running, 'answerAsync');
    const api = apiOf(catalog, { admit: () => new Promise((resolve) => setTimeout(resolve, 30, true)) });
    const { status, body } = await api.handle(SEARCH, { timeout: 200 });
    expect(answering.mock.calls[0][0]?.timeout).toBeLessThanOrEqual(171);
    expect([status, JSON.parse(body).message]).toEqual([503, expect.stringContaining('takes longer than 200 ms')]);
    release();
  });

  it('has the class of its body, and is JSONP on request', async () => {
    const { catalog, stall, release } = await stalledCatalog(SOURCE as unknown as CatalogSource);
    stall();
    const { body, headers } = await apiOf(catalog, { classNames: true }).handle(`${SEARCH}&callback=show`, { timeout: 5 });
    expect(body).toMatch(/^\/\*\*\/show\(\{"__class__":"ServerErrorResponse","message":/);
    expect(headers['retry-after']).toBe('1');
    release();
  });

  it('counts the bytes of the answer', async () => {
    const catalog = await build();
    const { buildCatalog } = await import('../../../src/partdex.js');
    const small = await buildCatalog(SOURCE as unknown as CatalogSource, { limits: { bytes: 300 } });
    const long = `/parts/search?apikey=${KEY}&limit=4`;
    for (const url of [long, `${long}&pretty_print`]) {
      expect((await apiOf(small).handle(url)).status).toBe(503);
      expect((await apiOf(catalog).handle(url)).status).toBe(200);
    }
  });

  it('may be long: no timer overflows', async () => {
    for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      const api = apiOf(await build(), { admit: () => new Promise((resolve) => setTimeout(resolve, 3, true)) });
      expect((await api.handle(SEARCH, { timeout })).status).toBe(200);
    }
  });
});

describe('a long answer', () => {
  it('is written as JSON.stringify writes it', async () => {
    const parts = Array.from({ length: 100 }, (_, i) => ({ uid: `u${i}`, mpn: `A-${i}`, offers: [{ sku: `s"${i}\u2028` }] }));
    const catalog = await build({ parts });
    const url = `/parts/search?apikey=${KEY}&limit=100&facet[fields][mpn][include]&facet[fields][mpn][limit]=100&include[]=specs`;
    const { body } = await apiOf(catalog).handle(url);
    expect(JSON.parse(body).results).toHaveLength(100);
    expect(body).toBe(JSON.stringify(JSON.parse(body)));
  });
});
