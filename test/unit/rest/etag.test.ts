import { describe, expect, it } from 'vitest';
import { type Catalog, openCatalog } from '../../../src/partdex.js';
import { createRestApi, type RestOptions } from '../../../src/rest/partdex-rest.js';
import { build, SOURCE } from '../../support/served.js';

const apiOf = (catalog: Catalog, options: Partial<RestOptions> = {}) =>
  createRestApi(catalog, { isValidKey: (key) => key !== 'wrong', ...options });
const tagOf = async (catalog: Catalog, url: string, options: Partial<RestOptions> = {}) =>
  (await apiOf(catalog, options).handle(url)).headers.etag;

const SEARCH = '/parts/search?apikey=k&q=resistor&limit=2';

describe('the entity tag', () => {
  it('is weak, and the same for the same content, whatever the key and the notation', async () => {
    const catalog = await build();
    const tag = await tagOf(catalog, SEARCH);
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const url of [
      '/parts/search?limit=2&q=resistor&apikey=another',
      '/parts/search?limit=%32&q=re%73istor&apikey=k&start=',
      '/parts/search?q=resistor&q=resistor&limit=2&apikey=k',
    ]) {
      expect(await tagOf(catalog, url), url).toBe(tag);
    }
    const list = 'filter%5Bfields%5D[brand.name]';
    expect(await tagOf(catalog, `/parts/search?${list}[]=Yageo&apikey=k`)).toBe(
      await tagOf(catalog, `/parts/search?apikey=k&${list}[0]=Yageo`),
    );
    const again = await openCatalog(await catalog.toBytes());
    expect(await tagOf(again, SEARCH)).toBe(tag);
  });

  it('differs with the content, the URL, the options and the scope', async () => {
    const catalog = await build();
    const other = await build({ ...SOURCE, parts: SOURCE.parts.slice(1) });
    const tags = [
      await tagOf(catalog, SEARCH),
      await tagOf(other, SEARCH),
      await tagOf(catalog, `${SEARCH}&start=1`),
      await tagOf(catalog, `${SEARCH}&unknown=1`),
      await tagOf(catalog, `${SEARCH}&pretty_print`),
      await tagOf(catalog, `${SEARCH}&callback=f`),
      await tagOf(catalog, SEARCH, { classNames: true }),
      await tagOf(catalog, SEARCH, { names: { catalog_url: 'page_url' } }),
      await tagOf(catalog, SEARCH, { isValidKey: () => ({ filter: 'mpn:rc*' }) }),
      await tagOf(catalog, SEARCH, { isValidKey: () => ({ hide: ['mpn:rc*'] }) }),
      await tagOf(catalog, SEARCH.replace('parts', 'brands')),
      await tagOf(catalog, '/parts/p1?apikey=k'),
      await tagOf(catalog, '/parts/p2?apikey=k'),
      await tagOf(catalog, '/parts/match?apikey=k&queries=[{"mpn":"NE555P"}]'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(tags).not.toContain(undefined);
  });

  it.each([
    ['/parts/search?q=a', 400],
    ['/parts/search?q=a&apikey=wrong', 403],
    ['/parts/none?apikey=k', 404],
    ['/parts/search?limit=x&apikey=k', 400],
  ])('is on no answer with another status: %s', async (url, status) => {
    const api = apiOf(await build());
    for (const ifNoneMatch of [undefined, '*', 'W/"x"']) {
      const response = await api.handle(url, { headers: { 'if-none-match': ifNoneMatch } });
      expect([response.status, response.headers.etag]).toEqual([status, undefined]);
    }
  });
});

describe('if-none-match', () => {
  it('with the tag gets 304 without a body', async () => {
    const catalog = await build();
    const api = apiOf(catalog);
    for (const url of [SEARCH, '/parts/p1?apikey=k', '/parts/get_multi?uid[]=p1&apikey=k', `${SEARCH}&callback=f`]) {
      const tag = (await api.handle(url)).headers.etag;
      const opaque = tag.slice(2);
      for (const sent of [tag, opaque, `"a,b", ${tag}`, `W/"x" , ${opaque},`, '*', ' * ']) {
        const response = await api.handle(url, { headers: { 'if-none-match': sent } });
        expect(response, sent).toEqual({ status: 304, headers: { etag: tag }, body: '' });
      }
    }
  });

  it('with another tag gets the answer', async () => {
    const api = apiOf(await build());
    for (const sent of ['W/"x"', '', '"*"', 'x*', undefined]) {
      expect((await api.handle(SEARCH, { headers: { 'if-none-match': sent } })).status).toBe(200);
    }
  });

  it('that is no text counts as not sent', async () => {
    const api = apiOf(await build());
    const headers = { 'if-none-match': 5 } as never;
    expect((await api.handle(SEARCH, { headers })).status).toBe(200);
  });

  it('does not spare a client its admission, nor the check of its key', async () => {
    const catalog = await build();
    const tag = await tagOf(catalog, SEARCH);
    const headers = { 'if-none-match': tag };
    expect((await apiOf(catalog, { admit: () => false }).handle(SEARCH, { headers })).status).toBe(429);
    expect((await apiOf(catalog).handle(SEARCH.replace('=k', '=wrong'), { headers })).status).toBe(403);
    expect((await apiOf(catalog, { isValidKey: () => ({ filter: 'mpn:rc*' }) }).handle(SEARCH, { headers })).status).toBe(200);
  });
});
