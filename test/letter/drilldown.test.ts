import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { serve } from '../support/letter.js';

const KEYS = 60;
const key = (at: number) => `k${String(at).padStart(2, '0')}`;

/** Four parts with 60 keys that tell them apart, and a package that all of them share. */
const SOURCE = {
  parts: ['a', 'a', 'b', 'b'].map((value, at) => ({
    uid: `p${at}`,
    mpn: `P-${at}`,
    specs: {
      ...Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [key(i), { value: [value] }])),
      package: { value: ['0603'] },
    },
  })),
};

describe('D5: how many keys a drilldown has', () => {
  it('50 without an argument; the answer says how many there are', async () => {
    const { search } = await serve(SOURCE);
    const { spec_metadata, spec_keys, warnings } = await search({ spec_drilldown: { include: true } });
    expect(Object.keys(spec_metadata)).toHaveLength(50);
    expect(spec_keys).toBe(KEYS + 1);
    const told = warnings.filter((text: string) => text.startsWith('spec_drilldown'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/\b50\b/);
    expect(told[0]).toMatch(/\b61\b/);
  });

  it('its metadata are the very objects that the specs of the answer have', async () => {
    const { parts } = await buildCatalog(SOURCE as unknown as CatalogSource);
    const { results, spec_metadata } = await parts.search({ include: ['specs'], spec_drilldown: { include: true, keys: 61 } });
    for (const name of [key(0), 'package']) {
      for (const { item } of results) expect(item.specs?.[name].metadata).toBe(spec_metadata[name]);
    }
    // What a directive leaves out of one of them is not left out of the other.
    const cut = await parts.search({
      include: ['specs'],
      hide: ['specs.package.metadata.unit'],
      spec_drilldown: { include: true, keys: 61 },
    });
    expect(cut.results[0].item.specs?.package.metadata).not.toHaveProperty('unit');
    expect(cut.spec_metadata.package).toHaveProperty('unit');
  });

  it('as many as `keys` asks for, in process and by URL, without a warning if these are all', async () => {
    const { search, url } = await serve(SOURCE);
    const { spec_metadata, warnings } = await search({ spec_drilldown: { include: true, keys: 61 } });
    expect(Object.keys(spec_metadata)).toHaveLength(61);
    expect(warnings).toEqual([]);
    const { body } = await url('/parts/search?spec_drilldown[include]=true&spec_drilldown[keys]=3');
    expect(Object.keys(body.spec_metadata)).toHaveLength(3);
    expect(body.spec_keys).toBe(61);
  });

  it('at most the limit of the catalog', async () => {
    const { url } = await serve(SOURCE);
    expect((await url('/parts/search?spec_drilldown[include]=true&spec_drilldown[keys]=200')).status).toBe(200);
    expect((await url('/parts/search?spec_drilldown[include]=true&spec_drilldown[keys]=201')).status).toBe(400);
    const few = await serve(SOURCE, { build: { limits: { drilldownKeys: 5 } } });
    expect((await few.url('/parts/search?spec_drilldown[include]=true&spec_drilldown[keys]=6')).status).toBe(400);
  });

  it('a key that the request filters by is there in any case', async () => {
    const { search } = await serve(SOURCE);
    const filter = { fields: { 'specs.package.value': ['0603'] } };
    const { spec_metadata, facet_results } = await search({ filter, spec_drilldown: { include: true } });
    expect(Object.keys(spec_metadata)).toHaveLength(51);
    const { facets, spec_drilldown_rank } = facet_results.fields['specs.package.value'];
    expect(facets).toEqual([{ value: '0603', count: 4 }]);
    expect(spec_drilldown_rank).toBeGreaterThan(50);
    const queries = await search({ filter: { queries: ['specs.package.value:0603'] }, spec_drilldown: { include: true } });
    expect(queries.facet_results.fields).toHaveProperty(['specs.package.value']);
  });

  it('a search without a drilldown does not have the number', async () => {
    expect(await (await serve(SOURCE)).search()).not.toHaveProperty('spec_keys');
  });

  it('all_filters of GraphQL has all', async () => {
    const { data } = await (await serve(SOURCE)).ask('{ search { all_filters { shortname } suggested_filters { shortname } } }');
    expect(data.search.all_filters).toHaveLength(61);
    expect(data.search.suggested_filters).toHaveLength(10);
  });
});
