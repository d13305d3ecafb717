import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitAll } from '../../../src/limits/partdex-limits.js';
import { type Catalog, ClosedError, NotFoundError, ValidationError } from '../../../src/partdex.js';
import { createRestApi, type RestOptions, statusOf } from '../../../src/rest/partdex-rest.js';
import { build, KEY, Served } from '../../support/served.js';

let served: Served;
let catalog: Catalog;

beforeAll(async () => {
  served = await Served.of();
  catalog = served.catalog;
});

afterAll(() => catalog.close());

const api = (options: Partial<RestOptions> = {}) => createRestApi(catalog, { isValidKey: (key) => key === KEY, ...options });
const message = ({ body }: { body: string }) => (JSON.parse(body) as { message: string }).message;

describe('the statuses of the table of errors', () => {
  it('200: a request that is answered', async () => {
    const { status, headers, body } = await served.send('/parts/p3?show[]=mpn');
    expect(status).toBe(200);
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
    });
    expect(body).toBe('{"mpn":"NE555P"}');
  });

  it.each([
    ['/parts/p3'],
    ['/parts/search?q=x'],
    ['/parts/search?apikey='],
    ['/parts/search?apikey'],
    ['/parts/search?API_KEY=a-key'],
    ['/nothing'],
    [''],
  ])('400: no key: %s', async (url) => {
    const response = await api().handle(url);
    expect(response.status).toBe(400);
    expect(message(response)).toBe('apikey is missing: every request must have the URL argument apikey with a valid key');
  });

  it('400: two keys', async () => {
    expect(message(await api().handle('/parts/p3?apikey=a&apikey=a-key'))).toContain('apikey must have one value');
  });

  it.each([['/parts/p3?apikey=other'], ['/nothing?apikey=a-key2'], ['/parts/search?apikey=__proto__&limit=-1']])(
    '403: a wrong key: %s',
    async (url) => {
      const response = await api().handle(url);
      expect(response).toMatchObject({ status: 403, body: '{"message":"Invalid API key"}' });
    },
  );

  it.each([
    ['/parts/none', 'no part has the uid "none"'],
    ['/brands/none', 'no brand has the uid "none"'],
    ['/categories/none', 'no category has the uid "none"'],
    ['/sellers/none', 'no seller has the uid "none"'],
    ['/parts/match/more', 'there is nothing at "/parts/match/more"'],
    ['/brands/match', 'no brand has the uid "match"'],
    ['/manufacturers/m1', 'there is nothing at'],
    ['/parts', 'there is nothing at'],
    ['/parts/', 'there is nothing at'],
    ['/parts/%zz', 'there is nothing at'],
    ['parts/p1', 'there is nothing at'],
    ['/', 'there is nothing at'],
    ['/__proto__/search', 'there is nothing at'],
    ['/constructor/get_multi', 'there is nothing at'],
    [`/${'x/'.repeat(10_000)}`, 'there is nothing at'],
  ])('404: %s', async (path, expected) => {
    const response = await served.send(path);
    expect(response.status).toBe(404);
    expect(message(response)).toContain(expected);
  });

  it('429: a client that is not admitted, whatever name it sends', async () => {
    const requested: unknown[] = [];
    const limited = api({
      admit: async (client) => {
        requested.push(client);
        return client.ip !== '10.0.0.1';
      },
    });
    const url = `/parts/p3?apikey=${KEY}`;
    const refused = await limited.handle(url, { ip: '10.0.0.1' });
    expect(refused).toMatchObject({ status: 429, body: '{"message":"too many requests; try again later"}' });
    expect((await limited.handle('/parts/p3', { ip: '10.0.0.1' })).status).toBe(429);
    expect((await limited.handle(url, { ip: '10.0.0.2' })).status).toBe(200);
    expect((await limited.handle(url)).status).toBe(200);
    expect(requested).toEqual([{ ip: '10.0.0.1', key: KEY }, { ip: '10.0.0.1' }, { ip: '10.0.0.2', key: KEY }, { key: KEY }]);
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [1, '1'],
    ['no', '"no"'],
    [{}, '{ admitted: undefined,'],
    [{ admitted: 'no' }, '{ admitted: "no",'],
    [{ admitted: false, retryAfter: -1 }, 'retryAfter: -1,'],
    [{ admitted: false, retryAfter: 'x' }, 'retryAfter: "x",'],
    [{ admitted: false, retryAfter: Number.NaN }, 'retryAfter: NaN,'],
    [{ admitted: false, message: 5 }, 'message: 5 }'],
  ])('500: a limiter that answers %j admits nobody', async (answer, told) => {
    const errors: unknown[] = [];
    const limited = api({ admit: () => answer as never, onError: (error) => void errors.push(error) });
    expect(await limited.handle(`/parts/p3?apikey=${KEY}`)).toMatchObject({ status: 500, body: '{"message":"internal error"}' });
    expect(errors.map(String)).toEqual([expect.stringContaining(told)]);
    await expect(async () => admitAll(() => answer as never)({})).rejects.toThrow(told);
  });

  it.each([
    [0.2, '1'],
    [0, '0'],
    [7, '7'],
    [null, undefined],
  ])('429: a limiter that tells %j seconds', async (retryAfter, header) => {
    const limited = api({ admit: () => ({ admitted: false, retryAfter: retryAfter as number }) });
    const { status, headers } = await limited.handle(`/parts/p3?apikey=${KEY}`);
    expect([status, headers['retry-after']]).toEqual([429, header]);
  });

  it('503: a catalog that is closed', async () => {
    const closed = await build();
    const closedApi = createRestApi(closed, { isValidKey: () => true });
    await closed.close();
    for (const url of [
      '/parts/p1',
      '/parts/get_multi',
      '/parts/search?limit=-1',
      '/parts/match?queries=[]',
      '/brands/search?show=x',
    ]) {
      const response = await closedApi.handle(`${url}${url.includes('?') ? '&' : '?'}apikey=x`);
      expect(response).toMatchObject({
        status: 503,
        body: '{"message":"the service is down for maintenance; try again later"}',
      });
    }
  });

  it.each<[string, Partial<RestOptions> & { catalog?: () => Catalog }]>([
    ['the check of keys', { isValidKey: () => Promise.reject(new Error('secret')) }],
    [
      'the rate limiter',
      {
        admit: () => {
          throw new Error('secret');
        },
      },
    ],
    [
      'the function that gives the catalog',
      {
        catalog: () => {
          throw new Error('secret');
        },
      },
    ],
    ['no catalog', { catalog: () => ({ secret: 'secret' }) as never }],
  ])('500: a fault of ours, without its insides: %s', async (_, { catalog: given = () => catalog, ...options }) => {
    const faults: unknown[] = [];
    const broken = createRestApi(given, { isValidKey: () => true, ...options, onError: (error) => void faults.push(error) });
    const response = await broken.handle('/parts/p1?apikey=x');
    expect(response).toMatchObject({ status: 500, body: '{"message":"internal error"}' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toBeInstanceOf(Error);
  });

  it('500: even where the log fails', async () => {
    const options = { isValidKey: () => Promise.reject(new Error('one')), onError: () => Promise.reject(new Error('two')) };
    expect((await createRestApi(catalog, options).handle('/parts/p1?apikey=x')).status).toBe(500);
    expect((await createRestApi(catalog, { isValidKey: options.isValidKey }).handle('/parts/p1?apikey=x')).status).toBe(500);
  });
});

describe('what is ignored', () => {
  it('is reported as a warning of a search', async () => {
    const answer = await served.answer(
      '/parts/search?limit=1&show[]=mpn&show[]=nothing&include[]=gone&hide[]=brand.nam&slice[no]=1:2&foo=1&foo=2&q[]=x' +
        '&__proto__[x]=1&facet[fields][mpn][colour]=red&filter[what]=x&uid[]=p1&=x&[]=y&q=NOT',
    );
    expect(answer).toMatchObject({
      results: [{ item: { mpn: expect.any(String) } }],
      hits: 4,
      warnings: [
        '"foo" is not an argument of this path and was ignored',
        '"q[]" is not an argument of this path and was ignored; did you mean "q"?',
        expect.stringContaining('"__proto__[x]" is not an argument of this path'),
        expect.stringContaining('"facet[fields][mpn][colour]" is not an argument of this path'),
        '"filter[what]" is not an argument of this path and was ignored; did you mean "filter[queries][]"?',
        expect.stringContaining('"uid[]" is not an argument of this path'),
        expect.stringContaining('"" is not an argument of this path'),
        expect.stringContaining('"[]" is not an argument of this path'),
        expect.stringContaining('show: no record has a member "nothing"'),
        expect.stringContaining('include: no record has a member "gone"'),
        expect.stringContaining('hide: no record has a member "brand.nam"'),
        expect.stringContaining('slice: no record has a member "no"'),
        expect.stringContaining('NOT'),
      ],
    });
  });

  it('is reported in a match that has warnings', async () => {
    const url = '/parts/match?queries=[{"mpn":"ne555p","colour":"red","__class__":"PartsMatchQuery"}]&show=uid';
    const answer = await served.answer(`${url}&show=none&foo`);
    expect(answer).toMatchObject({
      results: [{ items: [{ uid: 'p3' }], error: null }],
      warnings: [
        expect.stringContaining('"foo"'),
        'queries[0]: "colour" is not a member of a query and was ignored',
        expect.stringContaining('show'),
      ],
    });
    expect(await served.answer('/parts/match?queries=[{"mpn":"ne555p"}]')).not.toHaveProperty('warnings');
  });

  it('is reported in a header where an answer is only records', async () => {
    const { headers, body } = await served.send('/parts/get_multi?uid[]=p1&show[]=mpn&include[]=grün&😀=1');
    expect(body).toBe('{"p1":{"mpn":"RC0603FR-0710KL"}}');
    expect(headers['partdex-warnings']).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(headers['partdex-warnings'])).toEqual([
      expect.stringContaining('"😀" is not an argument of this path'),
      expect.stringContaining('"grün"'),
    ]);
    const many = await served.send(`/parts/p1?${Array.from({ length: 1000 }, (_, i) => `a${i}`).join('&')}`);
    expect(many.headers['partdex-warnings'].length).toBeLessThan(2100);
    expect((await served.send('/parts/p1')).headers).not.toHaveProperty('partdex-warnings');
  });

  it('leaves the defaults where no name is known', async () => {
    expect(await served.answer('/parts/p3?show[]=nothing&include=no')).toEqual(await served.answer('/parts/p3'));
  });
});

describe('a body', () => {
  const names = [
    'show',
    '_a.$b',
    'jQuery1234_5678',
    'angular.callbacks._0',
    'app.class',
    'app.new.this',
    'classes',
    'Null',
    'thisOne',
  ];

  it.each([...names, 'x'.repeat(256)])('is JSONP: %s', async (callback) => {
    const { status, headers, body } = await served.send(`/parts/p3?show[]=mpn&callback=${callback}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(body).toBe(`/**/${callback}({"mpn":"NE555P"});`);
    expect(() => new Script(`"use strict";${body}`)).not.toThrow();
  });

  it('as JSONP calls the function of that name', async () => {
    const { body } = await served.send('/parts/p3?show[]=mpn&callback=app.class');
    const called: unknown[] = [];
    new Script(body).runInNewContext({ app: { class: (answer: unknown) => called.push(answer) } });
    expect(JSON.stringify(called)).toBe('[{"mpn":"NE555P"}]');
  });

  const faulty = [
    'alert(1)',
    'a b',
    '1a',
    '.a',
    'a.',
    'a..b',
    'a.0',
    'a.1b',
    'a;b',
    'a%0Ab',
    '<script>',
    'a%5B0%5D',
    'é',
    '/**/a',
  ];
  const reserved = 'class null this true false new function import super typeof void delete enum let yield await static'.split(
    ' ',
  );
  const dotted = ['this.show', 'new.target', 'import.meta', 'super.show', 'null.x', 'class.show'];

  it.each([...faulty, ...reserved, ...dotted, 'x'.repeat(257)])(
    'is not JSONP where no script can call it: %s',
    async (callback) => {
      const { status, headers, body } = await served.send(`/parts/p3?callback=${callback}`);
      expect(status).toBe(400);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(message({ body })).toContain('callback must be the name of a function such as "show" or "app.show"');
    },
  );

  it('of an error is JSONP too', async () => {
    expect(await served.send('/parts/none?callback=f')).toMatchObject({
      status: 404,
      body: '/**/f({"message":"no part has the uid \\"none\\""});',
    });
    expect((await api({ admit: () => false }).handle('/parts/p1?callback=f')).body).toMatch(/^\/\*\*\/f\(\{.*\}\);$/);
  });

  it('as JSONP is a script, whatever its content', async () => {
    const odd = await Served.of({ parts: [{ uid: 'a', mpn: 'x\u2028\u2029</script>' }] });
    const { body } = await odd.send('/parts/a?callback=f&show=mpn');
    expect(body).toBe('/**/f({"mpn":"x\\u2028\\u2029</script>"});');
    expect((await odd.send('/parts/a?show=mpn')).body).toBe('{"mpn":"x\u2028\u2029</script>"}');
  });

  it('is indented on request', async () => {
    for (const form of ['pretty_print', 'pretty_print=true', 'pretty_print=1']) {
      expect((await served.send(`/parts/p3?show[]=mpn&${form}`)).body).toBe('{\n  "mpn": "NE555P"\n}');
    }
    expect((await served.send('/parts/p3?show[]=mpn&pretty_print=false')).body).toBe('{"mpn":"NE555P"}');
    expect((await served.send('/parts/none?pretty_print')).body).toContain('{\n  "message"');
  });
});

it('statusOf gives the status of any error', () => {
  expect(statusOf(new NotFoundError('x'))).toBe(404);
  expect(statusOf(new ClosedError())).toBe(503);
  expect(statusOf(new TypeError('x'))).toBe(500);
  expect(statusOf('x')).toBe(500);
});

describe('the function', () => {
  it('asks whatever catalog there is', async () => {
    let current = await build({ parts: [{ uid: 'a', mpn: 'one' }] });
    const swapping = createRestApi(async () => current, { isValidKey: async (key) => key === KEY });
    const send = async () => JSON.parse((await swapping.handle(`/parts/a?apikey=${KEY}&show=mpn`)).body);
    expect(await send()).toEqual({ mpn: 'one' });
    const old = current;
    current = await build({ parts: [{ uid: 'a', mpn: 'two' }] });
    await old.close();
    expect(await send()).toEqual({ mpn: 'two' });
  });

  it('is made of a catalog and of functions', () => {
    expect(() => createRestApi({} as never, { isValidKey: () => true })).toThrow(ValidationError);
    expect(() => createRestApi(undefined as never, { isValidKey: () => true })).toThrow(ValidationError);
    expect(() => createRestApi(catalog, undefined as never)).toThrow('options must be an object');
    expect(() => createRestApi(catalog, {} as never)).toThrow('options.isValidKey must be a function');
    expect(() => api({ admit: true as never })).toThrow('options.admit must be a function');
    expect(() => api({ onError: 'log' as never })).toThrow('options.onError must be a function');
    expect(() => api({ classNames: 'yes' as never })).toThrow('options.classNames must be true or false');
    expect(() => api({ callback: 'f' } as never)).toThrow('options.callback is not an argument');
  });

  it('rejects for no fault of a request', async () => {
    expect((await api().handle(undefined as never)).status).toBe(400);
    expect((await api().handle('/parts/p1?apikey=a-key', null as never)).status).toBe(200);
  });

  it('respects other limits', async () => {
    const { buildCatalog } = await import('../../../src/partdex.js');
    const parts = [{ uid: 'a', mpn: 'x' }];
    const limited = await buildCatalog({ parts }, { limits: { limit: 5, getMulti: 1, matchQueries: 1, start: Infinity } });
    const limitedApi = createRestApi(limited, { isValidKey: () => true });
    const send = (url: string) => limitedApi.handle(`${url}&apikey=x`);
    expect(message(await send('/parts/search?limit=6'))).toBe('limit must be between 0 and 5');
    expect((await send('/parts/search?start=99999999999999999999')).status).toBe(200);
    expect(message(await send('/parts/get_multi?uid=a&uid=b'))).toBe('uid must be at most 1, not 2');
    expect(message(await send('/parts/match?queries=[{},{}]'))).toBe('queries must be at most 1, not 2');
  });
});
