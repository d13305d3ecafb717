import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, type FacetFieldRequest, type Part, type SearchRequest } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';

const parts = Array.from(
  { length: 40 },
  (_, i): Part => ({
    uid: `u${i}`,
    mpn: `M${i}`,
    brand: { uid: `b${i % 5}`, name: ['Texas', 'TDK', 'Murata', 'Yageo', 'texas tools'][i % 5] },
    category_uids: [i % 4 === 0 ? 'leaf' : i % 4 === 1 ? 'twig' : i % 4 === 2 ? 'unknown' : 'alone'],
    specs: { ohms: { value: [i % 6] } },
  }),
);
const categories = [
  { uid: 'root', name: 'Root' },
  { uid: 'branch', name: 'Branch', parent_uid: 'root' },
  { uid: 'leaf', name: 'Leaf', parent_uid: 'branch' },
  { uid: 'twig', name: 'Twig', parent_uid: 'branch' },
  { uid: 'alone', name: 'Alone' },
];
const catalog = await buildCatalog({ parts, categories });

async function facetOf(field: string, facet: FacetFieldRequest, request: SearchRequest = {}) {
  const { facet_results } = await catalog.parts.search({
    ...request,
    facet: { fields: { [field]: { include: true, ...facet } } },
  });
  return facet_results.fields[field];
}

const pairs = async (...asked: Parameters<typeof facetOf>) =>
  (await facetOf(...asked)).facets.map(({ value, count }) => `${value} ${count}`);

describe('a facet', () => {
  it('has the number of its values, and its members in their order', async () => {
    const facet = await facetOf('brand.name', { limit: 2 });
    expect(facet.values).toBe(5);
    expect(Object.keys(facet)).toEqual(['facets', 'missing', 'spec_drilldown_rank', 'values']);
    expect((await facetOf('brand.name', {}, { filter: { fields: { mpn: ['M1', 'M6'] } } })).values).toBe(1);
    expect((await facetOf('specs.none.value', {})).values).toBe(0);
  });

  it('searches its values', async () => {
    expect(await pairs('brand.name', { contains: 'TEX' })).toEqual(['Texas 8', 'texas tools 8']);
    expect(await pairs('brand.name', { contains: 't', start: 1, limit: 1, order: 'value' })).toEqual(['TDK 8']);
    expect(await facetOf('brand.name', { contains: 'zz' })).toMatchObject({ facets: [], values: 0, missing: 0 });
  });

  it('sorts them by value as sortby does', async () => {
    expect(await pairs('brand.name', { order: 'value' })).toEqual(['Murata 8', 'TDK 8', 'Texas 8', 'texas tools 8', 'Yageo 8']);
    expect(await pairs('specs.ohms.value', { order: 'value', limit: 3 })).toEqual(['0 7', '1 7', '2 7']);
  });

  it('appends what the field is filtered by', async () => {
    const filter = { fields: { 'brand.name': ['Yageo', 'nobody', 'TDK', 'Yageo'] } };
    expect(await pairs('brand.name', { chosen: true, exclude_filter: true, limit: 1, contains: 'mu' }, { filter })).toEqual([
      'Murata 8',
      'TDK 8',
      'Yageo 8',
      'nobody 0',
    ]);
    expect(await pairs('brand.name', { chosen: true, limit: 0, order: 'value' }, { filter })).toEqual([
      'nobody 0',
      'TDK 8',
      'Yageo 8',
    ]);
    const numbers = { fields: { 'specs.ohms.value': ['1.0', '1e0', '70'] } };
    expect(await pairs('specs.ohms.value', { chosen: true, limit: 0 }, { filter: numbers })).toEqual(['1 7', '70 0']);
  });

  it('appends periods of dates that the field is filtered by, with the parts that have a date in them', async () => {
    const dated = (uid: string, ...dates: string[]) => ({
      uid,
      mpn: uid,
      offers: dates.map((last_updated, i) => ({ sku: `${i}`, last_updated })),
    });
    const parts = [
      dated('a', '2021-03-01', '2021-03-04T05:06:07Z', '2021-04-02'),
      dated('b', '2021-03-05T00:00:00.5Z'),
      dated('c', '2022-01-01'),
    ];
    const single = [dated('a', '2021-03-01'), dated('b', '2021-03-05T00:00:00.5Z'), dated('c', '2022-01-01')];
    const field = 'offers.last_updated';
    const chosen = async (list: readonly object[], values: string[], order: 'count' | 'value') => {
      const { parts: all } = await buildCatalog({ parts: list } as unknown as CatalogSource);
      const facet = { fields: { [field]: { include: true, limit: 0, chosen: true, exclude_filter: true, order } } };
      const { facet_results } = await all.search({ limit: 0, facet, filter: { fields: { [field]: values } } });
      return facet_results.fields[field].facets.map(({ value, count }) => `${value} ${count}`);
    };
    const values = ['2022', '2030', '2021-03', '2021-03-01', '2021-03-01T00:00Z', '2021', '2021-03'];
    for (const list of [parts, single]) {
      expect(await chosen(list, values, 'count')).toEqual([
        ...['2021 2', '2021-03 2', '2021-03-01 1', '2021-03-01T00:00:00Z 1', '2022 1', '2030 0'],
      ]);
      expect(await chosen(list, values, 'value')).toEqual([
        ...['2021 2', '2021-03 2', '2021-03-01 1', '2021-03-01T00:00:00Z 1', '2022 1', '2030 0'],
      ]);
    }
    expect(await chosen(parts, ['2021-04', '2022-01-01', '2021-03'], 'value')).toEqual([
      '2021-03 2',
      '2021-04 1',
      '2022-01-01 1',
    ]);
    expect(await chosen([{ uid: 'n', mpn: 'n' }], ['2021'], 'count')).toEqual(['2021 0']);
  });

  it('of categories is a tree', async () => {
    const tree = await facetOf('category_uids', { tree: 3 });
    expect(tree).toMatchObject({ values: 6, missing: 0 });
    expect(tree.facets).toEqual([
      { value: 'root', count: 20, name: 'Root', parent: null },
      { value: 'branch', count: 20, name: 'Branch', parent: 'root' },
      { value: 'leaf', count: 10, name: 'Leaf', parent: 'branch' },
      { value: 'twig', count: 10, name: 'Twig', parent: 'branch' },
      { value: 'alone', count: 10, name: 'Alone', parent: null },
      { value: 'unknown', count: 10, name: null, parent: null },
    ]);
    expect(await pairs('category_uids', { tree: 20, limit: 1 })).toEqual(['root 20', 'branch 20', 'leaf 10']);
    expect(await facetOf('category_uids', { tree: 1, order: 'value', limit: 2 })).toMatchObject({
      values: 3,
      facets: [{ value: 'alone' }, { value: 'root' }],
    });
    expect(await pairs('category_uids', { tree: 3, contains: 'T' })).toEqual(['root 20', 'twig 10']);
    const filter = { fields: { category_uids: ['leaf', 'nowhere'] } };
    expect((await facetOf('category_uids', { tree: 1, chosen: true }, { filter })).facets).toEqual([
      { value: 'root', count: 10, name: 'Root', parent: null },
      { value: 'leaf', count: 10, name: 'Leaf', parent: 'branch' },
      { value: 'nowhere', count: 0, name: null, parent: null },
    ]);
  });

  it('is refused where it asks for what there is not', async () => {
    const wrong: [string, FacetFieldRequest, string][] = [
      ['brand.name', { tree: 1 }, 'facet.fields.brand.name.tree'],
      ['category_uids', { tree: 0 }, 'facet.fields.category_uids.tree'],
      ['category_uids', { tree: 21 }, 'facet.fields.category_uids.tree'],
      ['category_uids', { tree: 1, start: 1 }, 'facet.fields.category_uids.start'],
      ['mpn', { order: 'up' as never }, 'facet.fields.mpn.order'],
      ['mpn', { contains: 5 as never }, 'facet.fields.mpn.contains'],
      ['mpn', { chosen: 'yes' as never }, 'facet.fields.mpn.chosen'],
    ];
    for (const [field, facet, path] of wrong) {
      await expect(facetOf(field, facet), path).rejects.toMatchObject({ name: 'ValidationError', issues: [{ path }] });
    }
    const fields = { ancestor_uids: { include: true, tree: 1 } };
    await expect(catalog.categories.search({ facet: { fields } })).rejects.toThrow('only category_uids of parts have a tree');
  });
});

describe('statistics', () => {
  it('of names of records are their number', async () => {
    const nothing = { min: null, max: null, mean: null, stddev: null, missing: 0, spec_drilldown_rank: null };
    const stats = { name: { include: true } };
    expect((await catalog.categories.search({ stats })).stats_results.name).toEqual({ ...nothing, count: 5 });
    for (const name of ['brands', 'sellers', 'manufacturers'] as const) {
      const { hits, stats_results } = await catalog[name].search({ stats });
      expect(stats_results.name).toEqual({ ...nothing, count: hits });
    }
    await expect(catalog.parts.search({ stats: { 'brand.name': { include: true } } })).rejects.toThrow('only number fields');
    await expect(catalog.categories.search({ stats: { uid: { include: true } } })).rejects.toThrow('only number fields');
  });
});

describe('a drilldown', () => {
  it('says how many spec keys hits have, and warns if it returns fewer', async () => {
    const keyed = await buildCatalog({
      parts: parts.map((part, i) => ({
        ...part,
        specs: { a: { value: ['x', 'y'][i % 2] }, b: { value: [`${i % 3}`] }, ...(i === 3 && { c: { value: ['z'] } }) },
      })) as Part[],
    });
    const search = (keys: number | undefined, request: SearchRequest = {}) =>
      keyed.parts.search({ ...request, spec_drilldown: { include: true, ...(keys !== undefined && { keys }) } });
    const all = await search(undefined);
    expect([all.spec_keys, Object.keys(all.spec_metadata).length, all.warnings]).toEqual([3, 3, []]);
    expect(all.request.spec_drilldown).toEqual({ include: true, exclude_filter: false, limit: 10 });
    const one = await search(1);
    expect([one.spec_keys, Object.keys(one.spec_metadata).length, one.warnings.length]).toEqual([3, 1, 1]);
    expect(one.warnings[0]).toMatch(/^spec_drilldown.* 1 .* 3 /);
    expect(one.request.spec_drilldown).toEqual({ include: true, exclude_filter: false, limit: 10, keys: 1 });
    const filtered = await search(0, {
      filter: { fields: { 'specs.c.value': ['z'] }, queries: ['specs.b.value:* AND NOT specs.b.value:9'] },
    });
    expect([filtered.spec_keys, Object.keys(filtered.spec_metadata).sort()]).toEqual([3, ['b', 'c']]);
    expect((await keyed.parts.search({})).spec_keys).toBeUndefined();
    await expect(search(201)).rejects.toMatchObject({ argument: 'spec_drilldown.keys' });
    await keyed.close();
  });
});

describe('a thousand values', () => {
  it('of a field are a filter, in process and in a URL', async () => {
    const values = Array.from({ length: 1000 }, (_, i) => `M${i}`);
    expect((await catalog.parts.search({ filter: { fields: { mpn: values } } })).hits).toBe(40);
    const api = createRestApi(catalog, { isValidKey: () => true });
    const url = values.map((value) => `filter[fields][mpn][]=${value}`).join('&');
    const { status, body } = await api.handle(`/parts/search?apikey=k&${url}`);
    expect([status, JSON.parse(body).hits]).toEqual([200, 40]);
  });
});
