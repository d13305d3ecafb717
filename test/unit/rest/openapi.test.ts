import { describe, expect, it } from 'vitest';
import { normaliseMatchRequest } from '../../../src/model/check-match.js';
import { normaliseSearchRequest } from '../../../src/model/check-requests.js';
import { Issues } from '../../../src/model/issues.js';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import { PARTS_MATCH_ARGUMENTS, PARTS_SEARCH_ARGUMENTS } from '../../../src/rest/argument-tables.js';
import { createRestApi, openApiDocument } from '../../../src/rest/partdex-rest.js';
import { matchRequestSchema, partSchema, searchRequestSchema } from '../../../src/rest/request-schemas.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { faultsOf } from '../../support/json-schema.js';
import { build, KEY, SOURCE } from '../../support/served.js';

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

const document = openApiDocument() as Json;
const parametersOf = (path: string) => document.paths[path].get.parameters as { name: string; style?: string; schema: Json }[];
const PATHS = [
  ...['brands', 'categories', 'parts', 'sellers'].flatMap((name) => [`/${name}/get_multi`, `/${name}/search`, `/${name}/{uid}`]),
  '/parts/match',
];

/** Asserts that a body is what the document says of a path and a status. */
function expectBody(path: string, status: number, body: unknown): void {
  const { schema } = document.paths[path].get.responses[status].content['application/json'];
  expect(faultsOf(body, schema, document), `${path} ${status}`).toEqual([]);
}

describe('the OpenAPI description', () => {
  it('has every path, the key and the statuses', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths).sort()).toEqual([...PATHS].sort());
    expect(document.components.securitySchemes).toEqual({ apiKey: { type: 'apiKey', in: 'query', name: 'apikey' } });
    for (const path of PATHS) {
      const { responses, operationId } = document.paths[path].get;
      const statuses = ['200', '400', '403', ...(path.includes('{uid}') ? ['404'] : []), '429', '500', '503'];
      expect(Object.keys(responses), path).toEqual(statuses);
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    }
    expect(new Set(PATHS.map((path) => document.paths[path].get.operationId)).size).toBe(13);
  });

  it('has the answers of each collection with its own records', () => {
    for (const [collection, record] of Object.entries({
      brands: 'Brand',
      categories: 'Category',
      parts: 'Part',
      sellers: 'Seller',
    })) {
      const { schema } = document.paths[`/${collection}/search`].get.responses[200].content['application/json'];
      expect(schema.$ref).toBe(`#/components/schemas/${record}SearchResponse`);
      const { results } = document.components.schemas[`${record}SearchResponse`].properties;
      const { item } = document.components.schemas[results.items.$ref.split('/').at(-1)].properties;
      expect(item.$ref).toBe(`#/components/schemas/${record}`);
    }
  });

  it('has the arguments of the tables: by their literal names, and those with a fieldname as objects', () => {
    const names = parametersOf('/parts/search').map(({ name }) => name);
    for (const name of [
      'q',
      'start',
      'limit',
      'sortby',
      'filter[queries][]',
      'facet[queries][]',
      'spec_drilldown[limit]',
      'include[]',
      'callback',
    ])
      expect(names).toContain(name);
    expect(names).not.toContain('apikey');
    const objects = Object.fromEntries(
      parametersOf('/parts/search')
        .filter(({ style }) => style === 'deepObject')
        .map((one) => [one.name, one.schema]),
    );
    expect(Object.keys(objects).sort()).toEqual(['facet', 'filter', 'slice', 'stats']);
    expect(objects.filter.properties.fields.additionalProperties).toEqual({ type: 'array', items: { type: 'string' } });
    expect(objects.stats.additionalProperties.properties.include).toEqual({ type: 'boolean' });
    expect(objects.slice.additionalProperties).toEqual({ type: 'string' });
    // Every argument of the tables is described.
    for (const table of [PARTS_SEARCH_ARGUMENTS, PARTS_MATCH_ARGUMENTS]) {
      const path = table === PARTS_MATCH_ARGUMENTS ? '/parts/match' : '/parts/search';
      const parameters = new Map(parametersOf(path).map((one) => [one.name, one.schema]));
      for (const { path: steps } of table.shapes) {
        if (steps[0] === 'apikey') continue;
        if (!steps.includes('*')) {
          const name = `${steps[0]}${steps
            .slice(1)
            .map((step) => `[${step}]`)
            .join('')}`;
          expect(parameters.has(name) || parameters.has(`${name}[]`), name).toBe(true);
          continue;
        }
        let schema = parameters.get(steps[0]);
        for (const step of steps.slice(1)) schema = step === '*' ? schema.additionalProperties : schema.properties[step];
        expect(schema, steps.join()).toHaveProperty('type');
      }
    }
    expect(parametersOf('/parts/get_multi').find(({ name }) => name === 'uid[]')?.schema.maxItems).toBe(20);
    expect(parametersOf('/brands/search').some(({ name }) => name.startsWith('spec_drilldown'))).toBe(false);
    expect(parametersOf('/parts/{uid}')[0]).toMatchObject({ name: 'uid', in: 'path', required: true });
  });

  it('bounds the members of facets as the checks do', () => {
    const facet = parametersOf('/parts/search').find(({ name }) => name === 'facet')?.schema;
    const members = facet.properties.fields.additionalProperties.properties;
    expect(members.order.enum).toEqual(['count', 'value']);
    expect([members.tree.minimum, members.tree.maximum]).toEqual([1, 20]);
    expect([members.start.minimum, members.limit.maximum]).toEqual([0, 100]);
  });

  it('has references that lead somewhere', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(refs).toContain('Part');
    for (const name of refs) expect(document.components.schemas).toHaveProperty(name);
  });

  it('describes real answers', async () => {
    const sample = await build({ parts: [...generateSample(300)], ...sampleMetadata() });
    for (const catalog of [await build(SOURCE), sample]) {
      const api = createRestApi(catalog, { isValidKey: (key) => key === KEY });
      const { results } = await catalog.parts.search({ limit: 20, show: ['uid'] });
      const all =
        'q=&limit=20&spec_drilldown[include]&facet[fields][brand.name][include]&facet[fields][offers.moq][include]&facet[fields][offers.moq][ranges]=3' +
        '&stats[avg_price][include]&facet[queries][]=mpn:a*&filter[queries][]=mpn:*&stats[offers.moq][exclude_filter]=1&unknown=1';
      const include = [...'specs,descriptions,imagesets,datasheets,compliance_documents,reference_designs,cad_models'.split(',')]
        .concat(['external_links', 'broker_listings', 'short_description', 'category_uids'])
        .map((name) => `include[]=${name}`)
        .join('&');
      const urls: [string, string][] = [
        ['/parts/search', `/parts/search?${all}&${include}`],
        ['/parts/search', '/parts/search?show[]=mpn'],
        ...['brands', 'sellers', 'categories'].map((name): [string, string] => [`/${name}/search`, `/${name}/search?limit=20`]),
        ...results.map(({ item }): [string, string] => ['/parts/{uid}', `/parts/${item.uid}?${include}`]),
        ['/parts/get_multi', `/parts/get_multi?uid[]=${results[0].item.uid}`],
        [
          '/parts/match',
          '/parts/match?queries=[{"mpn":"NE555P"},{"mpn":"NE555Q"},{},{"q":"resistor"},{"mpn":"*a"}]&suggest=true',
        ],
      ];
      for (const [path, url] of urls) {
        const { status, body } = await api.handle(`${url}${url.includes('?') ? '&' : '?'}apikey=${KEY}`);
        expect(status, url).toBe(200);
        expectBody(path, 200, JSON.parse(body));
      }
      const refusals = { '/parts/search?limit=x&apikey=a-key': 400, '/parts/search?apikey=x': 403 };
      for (const [url, status] of Object.entries(refusals))
        expectBody('/parts/search', status, JSON.parse((await api.handle(url)).body));
      expectBody('/parts/{uid}', 404, JSON.parse((await api.handle(`/parts/none?apikey=${KEY}`)).body));
    }
  });

  it('notices an answer that is not as described', () => {
    const { schema } = document.paths['/parts/search'].get.responses[200].content['application/json'];
    expect(faultsOf({ hits: '5' }, schema, document)).toEqual(
      expect.arrayContaining([expect.stringContaining('lacks msec'), expect.stringContaining('/hits is not')]),
    );
  });

  it('has the new names of members', () => {
    const named = openApiDocument({ names: { catalog_url: 'page_url', catalog_rfq_url: 'quote_url' } }) as Json;
    const { Part, PartOffer, BrokerListing } = named.components.schemas;
    expect(Object.keys({ ...Part.properties, ...PartOffer.properties, ...BrokerListing.properties })).toEqual(
      expect.arrayContaining(['page_url', 'quote_url']),
    );
    expect(JSON.stringify(named)).not.toContain('"catalog_');
    expect(() => openApiDocument({ names: { catalog_url: 'mpn' } })).toThrow('options.names.catalog_url');
  });
});

describe('the JSON Schemas', () => {
  const accepted = (schema: Record<string, Json>, value: unknown) => faultsOf(value, schema, schema).length === 0;

  it('of requests accept what the checks accept, and refuse what they refuse', () => {
    const search = searchRequestSchema();
    const requests: unknown[] = [
      {},
      { q: 'a', start: 0, limit: 100, sortby: 'mpn asc' },
      { sortby: [{ field: 'mpn', order: 'desc' }, { field: 'score' }], q: null },
      { filter: { fields: { mpn: 'a', 'brand.name': ['b', 5] }, queries: 'mpn:a' } },
      { facet: { fields: { mpn: { include: true, exclude_filter: false, start: 0, limit: 1, ranges: 0 } }, queries: ['a:b'] } },
      { stats: { avg_price: { include: true, exclude_filter: true } }, spec_drilldown: { include: true, limit: 5 } },
      { include: 'specs', show: ['mpn'], hide: [], slice: { offers: '[0:1]' } },
      { qq: 'a' },
      { q: 5 },
      { limit: 1.5 },
      { limit: -1 },
      { limit: 101 },
      { start: '1' },
      { filter: { field: {} } },
      { filter: { fields: { mpn: [{}] } } },
      { facet: { fields: { mpn: { included: true } } } },
      { facet: { fields: { mpn: { limit: 'x' } } } },
      { stats: { mpn: { ranges: 5 } } },
      { spec_drilldown: { includes: true } },
      { sortby: [{ field: 5 }] },
      { sortby: [{ field: 'mpn', by: 'x' }] },
      { include: [5] },
      { slice: { offers: 1 } },
      [],
    ];
    for (const request of requests) {
      const issues = new Issues();
      normaliseSearchRequest('parts', request, DEFAULT_LIMITS, issues);
      expect(accepted(search, request), JSON.stringify(request)).toBe(issues.isEmpty);
    }
    const members = Object.keys(search.properties as object);
    expect(members).toEqual(expect.arrayContaining(['q', 'filter', 'facet', 'stats', 'spec_drilldown', 'slice']));
  });

  it('of parts refuse an empty part number, as a build does', () => {
    const part = partSchema();
    const numbers = ['A1', 5, '', null];
    expect(numbers.filter((mpn) => accepted(part, { uid: 'p', mpn }))).toEqual(['A1', 5]);
    expect(accepted(part, { uid: 'p', mpn: 'A', aka_mpns: [''] })).toBe(true);
  });

  it('describe every member that the checks accept', () => {
    const undescribed: string[] = [];
    const look = (schema: Record<string, Json>, place: string) => {
      for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Record<string, Json>>)) {
        if (Object.keys(inner).length === 0) undescribed.push(`${place}.${name}`);
        look(inner, `${place}.${name}`);
        if (typeof inner.additionalProperties === 'object') look(inner.additionalProperties, `${place}.${name}.*`);
      }
    };
    look(searchRequestSchema(), 'search');
    look(matchRequestSchema(), 'match');
    expect(undescribed).toEqual([]);
  });

  it('of match requests likewise', () => {
    const match = matchRequestSchema();
    const requests: unknown[] = [
      { queries: [] },
      { queries: [{ mpn: 'a', limit: 5, reference: null }], exact_only: true, suggest: false, show: ['mpn'] },
      {},
      { queries: {} },
      { queries: [], exact: true },
      { queries: [], exact_only: 'yes' },
      { queries: Array.from({ length: 21 }, () => ({ mpn: 'abc' })) },
    ];
    for (const request of requests) {
      const issues = new Issues();
      normaliseMatchRequest(request, DEFAULT_LIMITS, issues);
      expect(accepted(match, request), JSON.stringify(request)).toBe(issues.isEmpty);
    }
    expect(accepted(match, { queries: [{ mpn: 5_013_340_000, reference: 7 }] })).toBe(true);
    for (const queries of [[{ mpm: 'x' }], [{ mpn: true }], [5]]) expect(accepted(match, { queries })).toBe(false);
  });

  it('of parts accept documents, and refuse what a build refuses', async () => {
    const schema = partSchema();
    const allowed: object[] = [
      ...SOURCE.parts,
      ...generateSample(50),
      { uid: 'x', mpn: 5, custom: {}, offers: { sku: 's', prices: { USD: [[1, '0.1']] } }, descriptions: null },
      {
        uid: 'x',
        mpn: 'a',
        category_uids: 'c',
        specs: { a: { value: 1 }, b: null },
        reference_designs: [{ title: [], url: 'u' }],
      },
    ];
    for (const part of allowed) {
      expect(faultsOf(part, schema, schema), JSON.stringify(part).slice(0, 300)).toEqual([]);
      await build({ parts: [part] });
    }
    const refused: object[] = [
      { mpn: 'a' },
      { uid: 'x' },
      { uid: '', mpn: 'a' },
      { uid: 5, mpn: 'a' },
      { uid: 'x', mpn: null },
      { uid: 'x', mpn: 'a', brand: 'Acme' },
      { uid: 'x', mpn: 'a', offers: [{ prices: { USD: [1, 2] } }] },
      { uid: 'x', mpn: 'a', offers: [{ is_authorized: 'yes' }] },
    ];
    for (const part of refused) {
      expect(accepted(schema, part), JSON.stringify(part)).toBe(false);
      await expect(build({ parts: [part] })).rejects.toThrow();
    }
  });
});
