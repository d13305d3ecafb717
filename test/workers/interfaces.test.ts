import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions } from '../../src/graphql/partdex-graphql.js';
import type { CatalogSource } from '../../src/partdex.js';
import { createRestApi, type RestOptions } from '../../src/rest/partdex-rest.js';
import { SOURCE, UIDS } from '../support/graphql-queries.js';
import { CatalogFiles, expectSame, openPair, outcomeOf, type Pair } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();
let pair: Pair;
beforeAll(async () => {
  pair = await openPair(await catalogFiles.write(SOURCE as CatalogSource), 2);
});
afterAll(() => pair.close());

describe('the interface of URLs', () => {
  const URL = '/parts/search?apikey=k&q=resistor';

  /** The answers of both catalogs, and the arguments of the callbacks. */
  async function both(options: Partial<RestOptions>, url: unknown, requested: unknown[] = []) {
    const all: RestOptions = {
      isValidKey: (key) => requested.push(['key', key]) > 0,
      onError: (error) => void requested.push(error),
      ...options,
    };
    const [expected, askedHere] = [
      await outcomeOf(() => createRestApi(pair.here, all).handle(url as string)),
      requested.splice(0),
    ];
    const [found, askedThere] = [
      await outcomeOf(() => createRestApi(pair.there, all).handle(url as string)),
      requested.splice(0),
    ];
    expectSame(expected, found);
    expect(askedThere).toEqual(askedHere);
    return { ...(found.value as { status: number; body: string }), asked: askedThere };
  }

  it.each([
    [200, URL],
    [200, `${URL}&callback=show&pretty_print=true`],
    [200, `/parts/${UIDS.kilo}?apikey=k`],
    [404, '/parts/none?apikey=k'],
    [400, '/nothing'],
    [404, '/nothing?apikey=k'],
    [400, '/parts/search?apikey=k&q=a&limit=x&start=-1'],
    [400, '/parts/search?q=a'],
    [400, `${URL}&${'x'.repeat(70_000)}`],
    [400, undefined],
    [400, () => '/parts'],
  ])("answers with status %i as the caller's thread does", async (status, url) => {
    expect((await both({}, url)).status).toBe(status);
  });

  it.each([true, false])('shows class names: %j', async (classNames) => {
    expect((await both({ classNames }, URL)).body.includes('__class__')).toBe(classNames);
  });

  it('reads questions, if the server wants it', async () => {
    expect((await both({ assist: true }, URL)).body).toContain('"understood"');
    expect((await both({}, URL)).body).not.toContain('"understood"');
  });

  it('asks in this thread whether a key is valid', async () => {
    expect((await both({}, URL)).asked).toEqual([['key', 'k']]);
    expect((await both({ isValidKey: async (key) => key !== 'k' }, URL)).status).toBe(403);
  });

  it.each(['%6b', 'k%20', 'k+', 'a&apikey=b', '', '&x=apikey', 'ä', 'k.-_~'])(
    'asks once, for the key as the URL has it: %j',
    async (key) => {
      for (const verdict of [true, false]) {
        const requested: unknown[] = [];
        const isValidKey = async (given: string) => {
          requested.push(given);
          return verdict;
        };
        await both({ isValidKey }, `/parts/search?q=resistor&apikey=${key}`, requested);
      }
    },
  );

  it('asks in this thread whether a client may ask, before anything else', async () => {
    const requested: unknown[] = [];
    const { status } = await both({ admit: () => requested.push('admit') > 1e6 }, URL, requested);
    expect(status).toBe(429);
  });

  it('passes the same error object of a callback to onError', async () => {
    const reason = { no: 'error' };
    const refuse = () => {
      throw reason;
    };
    for (const options of [{ isValidKey: refuse }, { admit: refuse }]) {
      const { status, asked: requested } = await both(options, URL);
      expect(status).toBe(500);
      expect(requested.at(-1)).toBe(reason);
    }
  });

  it('answers within the scope of a key, and has the same entity tags', async () => {
    for (const scope of [
      { filter: 'mpn:rc*' },
      { hide: ['offers', 'descriptions'] },
      { hide: ['brand'], filter: ['brand.name:*'] },
    ]) {
      await both({ isValidKey: () => scope }, URL);
      await both({ isValidKey: () => scope }, `/parts/${UIDS.kilo}?apikey=k`);
    }
    await both({ isValidKey: () => ({ filter: '(' }) }, URL);
    await both({ names: { catalog_url: 'page_url' } }, `/parts/${UIDS.kilo}?apikey=k&show[]=page_url`);
    const options = { isValidKey: () => true };
    const { etag } = (await createRestApi(pair.here, options).handle(URL)).headers;
    const headers = { 'if-none-match': etag };
    expect(await createRestApi(pair.there, options).handle(URL, { headers })).toEqual({
      status: 304,
      headers: { etag },
      body: '',
    });
  });

  it('finds the catalog of each request by a function', async () => {
    let catalog = pair.there;
    const api = createRestApi(() => catalog, { isValidKey: () => true });
    expect((await api.handle(URL)).status).toBe(200);
    catalog = pair.here;
    expect((await api.handle(URL)).status).toBe(200);
  });
});

describe('the interface of queries', () => {
  const SEARCH = '{ search(q: "resistor") { hits results { part { mpn id manufacturer { name } } } } }';

  async function both(options: Partial<GraphqlOptions>, body: unknown, client: object = { token: 't' }) {
    const requested: unknown[] = [];
    const all: GraphqlOptions = {
      isValidToken: (token) => token === 't',
      onUsage: (usage) => void requested.push(usage),
      onError: (error) => void requested.push(error),
      ...options,
    };
    const send = async (catalog: Pair['here']) => {
      const outcome = await outcomeOf(() => createGraphqlApi(catalog, all).execute(body as never, client));
      // The body is to be sent as JSON, whatever its prototypes are.
      return {
        value: JSON.parse(JSON.stringify(outcome.value ?? null)) as { status: number; body: { data: unknown } },
        asked: requested.splice(0),
      };
    };
    const [expected, found] = [await send(pair.here), await send(pair.there)];
    expect(found).toEqual(expected);
    return found;
  }

  it.each([
    [200, { query: SEARCH }],
    [
      200,
      {
        query: 'query A($q: String) { search(q: $q) { hits } } query B { search { hits } }',
        operationName: 'A',
        variables: { q: 'cap' },
      },
    ],
    [200, { query: '{ search(q: "*a*b* r") { hits results { part { mpn } } warnings: __typename } }' }],
    [
      200,
      { query: `{ parts(ids: ["${UIDS.kilo}", "${UIDS.merged}"]) { mpn specs { attribute { shortname } display_value } } }` },
    ],
    [200, { query: '{ categories { name children { name } } }' }],
    [200, { query: '{ nothing }' }],
    [200, { query: '{ search(' }],
    [400, { query: 5 }],
    [400, 'text'],
    [400, null],
  ])("answers with status %i as the caller's thread does: %j", async (status, body) => {
    expect((await both({}, body)).value.status).toBe(status);
  });

  it('reads questions, if the server wants it', async () => {
    const { value } = await both({ assist: true }, { query: SEARCH });
    expect(value.body).toHaveProperty('extensions.understood.search.readings');
    expect((await both({}, { query: SEARCH })).value.body).not.toHaveProperty('extensions');
  });

  it('answers in the other dialect', async () => {
    await both({ dialect: 'sup' }, { query: '{ search(q: "resistor") { hits results { part { mpn } } } }' });
  });

  it('takes guards', async () => {
    const { value } = await both({ guards: { parts: 1 } }, { query: SEARCH });
    expect(JSON.stringify(value.body)).toContain('too many parts');
  });

  it('answers within the scope of a token', async () => {
    await both({ isValidToken: () => ({ filter: 'mpn:rc*', hide: ['manufacturer'] }) }, { query: SEARCH });
    await both({ isValidToken: () => ({ hide: [5] }) as never }, { query: SEARCH });
  });

  it('checks the token and reports the usage in this thread', async () => {
    expect((await both({}, { query: SEARCH })).asked).toEqual([{ token: 't', parts: expect.any(Number) }]);
    expect((await both({}, { query: SEARCH }, {})).value.status).toBe(401);
    expect((await both({}, { query: SEARCH }, { token: 'x' })).value.status).toBe(403);
    expect((await both({ admit: () => false }, { query: SEARCH })).value.status).toBe(429);
  });

  it('passes the same error object of a callback to onError', async () => {
    const reason = new Error('no quota');
    const onUsage = () => {
      throw reason;
    };
    const { value, asked: requested } = await both({ onUsage }, { query: SEARCH });
    expect(value.status).toBe(500);
    expect(requested).toEqual([reason]);
    expect(requested[0]).toBe(reason);
  });
});
