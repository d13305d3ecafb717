import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/partdex.js';
import { Served } from '../../support/served.js';

let served: Served;
let catalog: Catalog;

beforeAll(async () => {
  served = await Served.of();
  catalog = served.catalog;
});

afterAll(() => catalog.close());

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
    expect(JSON.parse(missing.body)).toMatchObject({ issues: [{ code: 'missing', path: 'queries', found: null }] });
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
