import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a request that is wrong', () => {
  it.each([
    ['/parts/search?start=1001', 'start must be between 0 and 1000'],
    ['/parts/search?start=-1', 'start must be between 0 and 1000'],
    ['/parts/search?start=99999999999999999999999', 'start must be between 0 and 1000'],
    ['/parts/search?start=-99999999999999999999999', 'start must be between 0 and 1000'],
    ['/parts/search?limit=101', 'limit must be between 0 and 100'],
    ['/parts/search?limit=-1', 'limit must be between 0 and 100'],
    ['/sellers/search?limit=101', 'limit must be between 0 and 100'],
    ['/parts/search?limit=ten', 'limit must be an integer between 0 and 100, not "ten"'],
    ['/parts/search?limit=1.5', 'limit must be an integer between 0 and 100, not "1.5"'],
    ['/parts/search?limit=1e1', 'limit must be an integer between 0 and 100, not "1e1"'],
    ['/parts/search?limit=+5', 'limit must be an integer between 0 and 100, not " 5"'],
    ['/parts/search?limit=5&limit=6', 'limit must have one value, and was sent with "5", "6"'],
    ['/parts/search?facet[fields][mpn][start]=1001', 'facet[fields][mpn][start] must be between 0 and 1000'],
    ['/parts/search?facet[fields][mpn][limit]=101', 'facet[fields][mpn][limit] must be between 0 and 100'],
    ['/parts/search?spec_drilldown[limit]=101', 'spec_drilldown[limit] must be between 0 and 100'],
    ['/parts/search?spec_drilldown[include]=yes', 'spec_drilldown[include] must be true or false, not "yes"'],
    ['/parts/search?facet[fields][mpn][include]=2', 'facet[fields][mpn][include] must be true or false, not "2"'],
    ['/parts/search?stats[avg_price][include]=TRUE', 'stats[avg_price][include] must be true or false, not "TRUE"'],
    ['/parts/search?stats[mpn][include]', 'stats[mpn]: mpn is a part number field'],
    ['/parts/search?sortby=mpm+asc', 'sortby: "mpm" is not a fieldname of parts; did you mean "mpn"'],
    ['/parts/search?sortby=mpn+up', 'sortby: "up" is not a direction; write "mpn asc" or "mpn desc"'],
    ['/parts/search?filter[fields][__proto__][]=x', 'filter[fields][__proto__]: "__proto__" is not a fieldname of parts'],
    ['/parts/search?filter[fields][][]=x', 'filter[fields][]: "" is not a fieldname of parts'],
    ['/parts/search?filter[fields][constructor]=x', 'filter[fields][constructor]: "constructor" is not a fieldname of parts'],
    ['/parts/search?filter[fields][avg_price]=cheap', 'filter[fields][avg_price][0]: "cheap" is not a number'],
    ['/parts/search?filter[queries][]=mpn:(', 'filter[queries][0]: found the end of the query at character 6'],
    ['/parts/search?facet[queries][]=mpn', 'facet[queries][0]: found'],
    ['/brands/search?sortby=mpn', 'sortby: "mpn" is not a fieldname of brands'],
    ['/parts/search?slice[offers]=first', 'slice[offers] must be a slice such as "[0:5]"'],
    ['/parts/search?q=%', 'q: "q=%" is not percent-encoded UTF-8; a "%" itself is written "%25"'],
    ['/parts/search?q=%FF', 'q: "q=%FF" is not percent-encoded UTF-8'],
    ['/parts/search?%C3=x', '%C3: "%C3=x" is not percent-encoded UTF-8'],
    ['/parts/search?pretty_print=maybe', 'pretty_print must be true or false, not "maybe"'],
    [`/parts/get_multi?${'uid[]=a&'.repeat(21)}`, 'uid must be at most 20, not 21'],
    ['/parts/match', 'queries is missing: it must be sent as a JSON-encoded list of queries, such as [{"mpn":"NE555P"}]'],
    ['/parts/match?queries=[{]', 'queries must be a JSON-encoded list of queries'],
    ['/parts/match?queries={"mpn":"x"}', 'queries must be a list of queries, not an object with "mpn"'],
    ['/parts/match?queries=null', 'queries must be a list of queries, not undefined'],
    [`/parts/match?queries=[${Array(21).fill('{}').join()}]`, 'queries must be at most 20, not 21'],
    ['/parts/match?queries=[]&exact_only=no', 'exact_only must be true or false, not "no"'],
    [`/parts/search?q=${'a'.repeat(65_536)}`, 'the request must be at most 65536 characters long'],
  ])('%s', async (url, expected) => {
    expect(await served.refusal(url)).toContain(expected);
  });

  it('is fine at its limits', async () => {
    const uids = Array.from({ length: 20 }, (_, i) => `uid[]=p${i}`).join('&');
    for (const url of [
      '/parts/search?start=1000&limit=100&facet[fields][mpn][include]&facet[fields][mpn][start]=1000&facet[fields][mpn][limit]=100',
      '/parts/search?spec_drilldown[include]&spec_drilldown[limit]=100&limit=0',
      `/parts/get_multi?${uids}`,
      `/parts/match?queries=[${Array(20).fill('{"mpn":"a"}').join()}]`,
    ]) {
      expect((await served.send(url)).status).toBe(200);
    }
  });

  it('reports all its faults in one message', async () => {
    const reported = await served.refusal(
      '/parts/search?start=1001&limit=-1&sortby=foo+asc,bar&facet[fields][mpn][start]=-1&facet[fields][mpn][limit]=x' +
        '&facet[fields][brand.name][include]&facet[fields][brand.name][ranges]=4&stats[mpn][include]=true&x=%&q=a&q=b' +
        '&filter[queries][]=a:b&filter[queries][]=mpn:(&filter[fields][foo][]=1&filter[fields][avg_price][]=1' +
        '&include[]=nothing&slice[offers]=x&pretty_print=7&callback=alert(1)&facet[queries][]=:&spec_drilldown[limit]=101',
    );
    const subjects = reported.split('; ').map((fault) => fault.split(/[: ]/)[0]);
    const faults = subjects.filter((subject) => !['did', 'the', 'its', 'a', 'without'].includes(subject)).sort();
    expect(faults).toEqual(
      [
        ...[
          'callback',
          'facet[fields][brand.name][ranges]',
          'facet[fields][mpn][limit]',
          'facet[fields][mpn][start]',
          'facet[queries][0]',
        ],
        ...[
          'filter[fields][foo]',
          'filter[queries][0]',
          'filter[queries][1]',
          'limit',
          'pretty_print',
          'q',
          'slice[offers]',
          'sortby',
          'sortby',
        ],
        ...['spec_drilldown[limit]', 'start', 'stats[mpn]', 'x'],
      ].sort(),
    );
  });

  it('has its faults as data in the body, with the paths of the library', async () => {
    const { body } = await served.send(
      '/parts/search?limit=101&filter[queries][]=mpn:(&show[]=nothing&facet[fields][mpn][start]=x',
    );
    const { message, issues } = JSON.parse(body) as {
      message: string;
      issues: { code: string; path: string; offset?: number }[];
    };
    expect(message).toMatch(
      /^limit must be between 0 and 100; filter\[queries\]\[0\]: found .*; facet\[fields\]\[mpn\]\[start\] must be /,
    );
    expect(issues.map(({ code, path, offset }) => [code, path, offset])).toEqual([
      ['out_of_range', 'limit', undefined],
      ['syntax', 'filter.queries[0]', 5],
      ['wrong_type', 'facet.fields.mpn.start', undefined],
    ]);
    const missing = await served.send('/parts/match');
    expect(JSON.parse(missing.body)).toMatchObject({ issues: [{ code: 'missing', path: 'queries' }] });
    expect(Object.keys(JSON.parse((await served.send('/parts/none')).body))).toEqual(['message']);
  });

  it('reports the first of very many faults, and how many more there are', async () => {
    const reported = await served.refusal(
      `/parts/search?${Array.from({ length: 500 }, (_, i) => `filter[fields][f${i}]=x`).join('&')}`,
    );
    expect(reported.match(/is not a fieldname/g)).toHaveLength(100);
    expect(reported).toMatch(/; the request has 400 more faults$/);
    expect(await served.refusal(`/parts/search?${'a=%&'.repeat(3)}${'b=%zz%&c=%f&d=%'.repeat(30)}`)).toContain(
      'is not percent-encoded',
    );
  });

  it('with an invalid query of parts/match is reported with the query', async () => {
    const queries = [
      { mpn: 'NE555P' },
      {},
      3,
      { mpn: 'a*' },
      { mpn: 'x', limit: 'many' },
      { mpn: true },
      { q: 'timer', start: 1001 },
    ];
    const { results } = (await served.answer(`/parts/match?queries=${encodeURIComponent(JSON.stringify(queries))}`)) as {
      results: { error: string | null; hits: number | null; items: unknown[] }[];
    };
    expect(results.map(({ hits, items }) => [hits, items.length])).toEqual([[1, 1], ...Array(6).fill([null, 0])]);
    expect(results.map(({ error }) => error)).toEqual([
      null,
      expect.stringContaining('a query needs a text'),
      'a query must be an object, not 3',
      expect.stringContaining('at least three other characters'),
      'limit must be an integer between 0 and 100, not "many"',
      'mpn must be a string, not true',
      'start must be between 0 and 1000',
    ]);
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
