import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildCatalog,
  type Catalog,
  type CatalogSource,
  type FacetFieldRequest,
  FilterSyntaxError,
  type SearchRequest,
  type SearchResponse,
  ValidationError,
} from '../../../src/partdex.js';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({
    parts: Array.from({ length: 6 }, (_, i) => ({
      uid: `u${i}`,
      mpn: `AB-${i}`,
      brand: { uid: 'b', name: 'Acme' },
      descriptions: [{ value: 'thick film' }],
      offers: [{ sku: `s${i}`, is_authorized: true, seller: { uid: 's', name: 'Shop' } }],
      specs: { ohms: { value: [i % 4] }, grade: { value: ['A', 'B'].slice(i % 2), min_value: i } },
    })),
    spec_metadata: [
      { key: 'ohms', datatype: 'decimal' },
      { key: 'grade', datatype: 'string' },
    ],
    categories: [{ uid: 'c', name: 'Root' }],
  } as unknown as CatalogSource);
});

type Name = 'parts' | 'brands' | 'categories' | 'sellers' | 'manufacturers';
const search = (name: Name, request: SearchRequest) => catalog[name].search(request) as Promise<SearchResponse<object>>;
const facet = (field: string, options: FacetFieldRequest = {}): SearchRequest => ({
  facet: { fields: { [field]: { include: true, ...options } } },
});
const stats = (field: string): SearchRequest => ({ stats: { [field]: { include: true } } });

/** The error with which a request is refused, by search and by scan. */
async function refusal(name: Name, request: SearchRequest): Promise<ValidationError> {
  const error: unknown = await search(name, request).then(
    () => expect.fail('it was answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ValidationError);
  const scanned: unknown = await catalog[name]
    .scan(request)
    [Symbol.asyncIterator]()
    .next()
    .catch((thrown: unknown) => thrown);
  expect(scanned).toMatchObject({ message: (error as Error).message });
  return error as ValidationError;
}

describe('a counted field', () => {
  it.each<[Name, SearchRequest, string, RegExp]>([
    ['parts', facet('nope'), 'facet.fields', /"nope" is not a fieldname of parts; did you mean "brand\.name"/],
    ['parts', facet('specs.ohms'), 'facet.fields', /specs\.ohms\.value/],
    ['parts', facet('mpn', { limit: 101 }), 'facet.fields.mpn.limit', /must be between 0 and 100$/],
    ['parts', facet('mpn', { limit: 1.5 }), 'facet.fields.mpn.limit', /must be an integer between 0 and 100, not 1\.5$/],
    ['parts', facet('mpn', { start: -1 }), 'facet.fields.mpn.start', /must be between 0 and 1000$/],
    ['parts', facet('specs.ohms.value', { ranges: 101 }), 'facet.fields.specs.ohms.value.ranges', /must be between 0 and 100$/],
    ['parts', facet('specs.ohms.value', { ranges: -1 }), 'facet.fields.specs.ohms.value.ranges', /must be between 0 and 100$/],
    [
      'parts',
      facet('specs.ohms.value', { ranges: 1.5 }),
      'facet.fields.specs.ohms.value.ranges',
      /must be an integer between 0 and 100, not 1\.5$/,
    ],
    [
      'parts',
      facet('specs.grade.value', { ranges: 3 }),
      'facet.fields.specs.grade.value.ranges',
      /specs\.grade\.value is a string field.* specs\.ohms\.value, /,
    ],
    [
      'parts',
      facet('descriptions.value', { ranges: 3 }),
      'facet.fields.descriptions.value.ranges',
      /is a text field.* specs\.ohms\.value, .*without ranges/,
    ],
    [
      'parts',
      stats('descriptions.value'),
      'stats.descriptions.value',
      /is a text field.* specs\.ohms\.value, .* avg_price.*a facet counts its values/,
    ],
    ['parts', stats('specs.grade.value'), 'stats.specs.grade.value', /is a string field.* specs\.ohms\.value, /],
    ['parts', stats('mpn'), 'stats.mpn', /is a part number field/],
    ['parts', stats('uid'), 'stats.uid', /is a uid field/],
    ['parts', stats('nope'), 'stats', /"nope" is not a fieldname of parts/],
    ['parts', { spec_drilldown: { include: true, limit: 101 } }, 'spec_drilldown.limit', /must be between 0 and 100$/],
    ['brands', facet('mpn'), 'facet.fields', /"mpn" is not a fieldname of brands; did you mean "uid" or "name"/],
    ['brands', facet('name', { ranges: 2 }), 'facet.fields.name.ranges', /is a name field.*brands have none/],
    ['brands', stats('uid'), 'stats.uid', /is a uid field.*brands have none/],
    ['parts', { spec_drilldown: { include: true, keys: 201 } }, 'spec_drilldown.keys', /must be between 0 and 200$/],
    ['categories', stats('parent_uid'), 'stats.parent_uid', /is a uid field.*categories have none/],
    ['sellers', { spec_drilldown: { include: true } }, 'spec_drilldown', /sellers have no specs, only parts have/],
  ])('of %s is refused where it cannot be: %j', async (name, request, argument, text) => {
    const error = await refusal(name, request);
    expect(error.argument).toBe(argument);
    expect(error.message).toMatch(text);
  });

  it('that is not requested need not be valid, and with 0 ranges need not be a number', async () => {
    const request = {
      facet: { fields: { mpn: { ranges: 5 }, 'specs.grade.value': { include: true, ranges: 0 } } },
      stats: { mpn: { include: false } },
    };
    const { facet_results, stats_results, request: echoed } = await search('parts', request);
    expect(Object.keys(facet_results.fields)).toEqual(['specs.grade.value']);
    expect(facet_results.fields['specs.grade.value']).not.toHaveProperty('ranges');
    expect({ ...stats_results }).toEqual({});
    expect({ ...echoed.facet?.fields }).toEqual({
      mpn: { include: false, exclude_filter: false, start: 0, limit: 10, ranges: 5 },
      'specs.grade.value': { include: true, exclude_filter: false, start: 0, limit: 10 },
    });
  });

  it('of a spec that no part has is empty whatever its kind, with a warning', async () => {
    const { facet_results, stats_results, warnings } = await search('parts', {
      facet: { fields: { 'specs.ohm.value': { include: true, ranges: 5 }, 'specs.none.max_value': { include: true } } },
      stats: { 'specs.grde.value': { include: true } },
    });
    expect({ ...facet_results.fields }).toEqual({
      'specs.ohm.value': { facets: [], missing: 6, spec_drilldown_rank: null, values: 0, ranges: [] },
      'specs.none.max_value': { facets: [], missing: 6, spec_drilldown_rank: null, values: 0 },
    });
    const nothing = { min: null, max: null, mean: null, stddev: null, count: 0, missing: 6, spec_drilldown_rank: null };
    expect({ ...stats_results }).toEqual({ 'specs.grde.value': nothing });
    expect(warnings).toEqual([
      'no part has the spec "ohm": specs.ohm.value has no values; did you mean "specs.ohms.value"?',
      'no part has the spec "none": specs.none.max_value has no values',
      'no part has the spec "grde": specs.grde.value has no values; did you mean "specs.grade.value"?',
    ]);
    // Not asked for, it is not warned of.
    expect((await search('parts', { facet: { fields: { 'specs.ohm.value': { include: false } } } })).warnings).toEqual([]);
  });

  it('of a number member that no part has is empty, without a warning', async () => {
    const { stats_results, warnings } = await search('parts', stats('specs.grade.max_value'));
    expect(stats_results['specs.grade.max_value']).toMatchObject({ count: 0, missing: 6 });
    expect(warnings).toEqual([]);
  });
});

describe('facet.queries', () => {
  it.each<[string, RegExp]>([
    ['mpn:[a', /at character 7, expected "TO"; the "\[" at character 5 is not closed$/],
    ['mpn:"a', /at character 7, expected a closing quote/],
    ['foo', /found "foo" at character 1, expected fieldname:value/],
    ['', /the query is empty$/],
  ])('tell the place of a fault: %j', async (query, text) => {
    // Also where a filter query of the same text was refused before.
    await expect(search('parts', { filter: { queries: [query] } })).rejects.toMatchObject({ argument: 'filter.queries' });
    const error = await refusal('parts', { facet: { queries: ['mpn:AB-1', query] } });
    expect(error).toBeInstanceOf(FilterSyntaxError);
    expect(error).toMatchObject({ argument: 'facet.queries', query });
    expect(error.message).toMatch(/^facet\.queries\[\d\]: /);
    expect(error.message).toMatch(text);
  });

  it.each<[Name, string, RegExp]>([
    ['parts', 'nope:x', /"nope" is not a fieldname of parts/],
    ['parts', 'specs.ohms.value:much', /"much" is not a number.*specs\.ohms\.value is a number field/],
    ['parts', 'avg_price:1*', /takes no wildcards; write a number or a range/],
    ['brands', 'mpn:x', /"mpn" is not a fieldname of brands/],
  ])('of %s are refused as filter queries are: %j', async (name, query, text) => {
    const error = await refusal(name, { facet: { queries: [query] } });
    expect(error.argument).toBe('facet.queries');
    expect(error.message).toMatch(/^facet\.queries\[\d\]: /);
    expect(error.message).toMatch(text);
  });

  it('that are not text are refused', async () => {
    expect((await refusal('parts', { facet: { queries: ['mpn:a', 7] } } as never)).argument).toBe('facet.queries[1]');
  });

  it('count against the limit of wildcards together with filter queries', async () => {
    const values = (count: number) => `mpn:(${Array.from({ length: count }, (_, i) => `*${i}x`).join(' OR ')})`;
    const fits = { filter: { queries: [values(25)] }, facet: { queries: [values(25)] } };
    expect((await search('parts', fits)).facet_results.queries[values(25)]).toEqual({ count: 0 });
    const error = await refusal('parts', { filter: { queries: [values(25)] }, facet: { queries: [values(26)] } });
    expect(error.argument).toBe('facet.queries');
    expect(error.message).toMatch(/51 values have a wildcard before their end, and only 50 may/);
  });

  it('are counted by their text, whatever that is, and warn as filter queries do', async () => {
    const queries = ['mpn:AB-1', '*:*', 'specs.none.value:1', 'NOT mpn:AB-1', 'mpn:AB-1', 'uid:__proto__'];
    const { facet_results, warnings } = await search('parts', { facet: { queries }, limit: 0 });
    expect({ ...facet_results.queries }).toEqual({
      'mpn:AB-1': { count: 1 },
      '*:*': { count: 6 },
      'specs.none.value:1': { count: 0 },
      'NOT mpn:AB-1': { count: 5 },
      'uid:__proto__': { count: 0 },
    });
    expect(warnings).toEqual(['no part has the spec "none": specs.none.value matches nothing']);
  });

  it('warn under their own name, also of a text that was a filter query before', async () => {
    const query = 'brand.name:(acme and bolt)';
    const warnings = async (request: SearchRequest) => (await search('parts', request)).warnings;
    const ofFilter = await warnings({ filter: { queries: [query] } });
    expect(ofFilter[0]).toMatch(/^filter\.queries: "and" /);
    const ofFacet = await warnings({ facet: { queries: [query] } });
    expect(ofFacet[0]).toBe(ofFilter[0].replace('filter', 'facet'));
    expect(await warnings({ filter: { queries: [query] } })).toEqual(ofFilter);
  });
});

describe('a sort key that orders nothing', () => {
  it.each<[SearchRequest['sortby'], object]>([
    ['mpn asc, specs.ohms.covers asc', { path: 'sortby', offset: 9, length: 17 }],
    [' specs.ohms.covers', { path: 'sortby', offset: 1, length: 17 }],
    ['specs.ohms.covered, specs.grade.range desc', { path: 'sortby', offset: 20, length: 17 }],
    [[{ field: 'mpn' }, { field: 'specs.ohms.covers' }], { path: 'sortby[1].field' }],
  ])('is at its place in %j', async (sortby, place) => {
    const { issues } = await refusal('parts', { sortby: sortby as string });
    expect(issues.at(-1)).toMatchObject(place);
  });
});
