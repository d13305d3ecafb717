import { describe, expect, it } from 'vitest';
import { serve, warningsOf } from '../support/letter.js';

const SOURCE = {
  brands: [{ uid: 'b1', name: 'Murata' }],
  sellers: [{ uid: 's1', name: 'North' }],
  categories: [{ uid: 'c1', name: 'Passives' }],
  parts: [
    {
      uid: '00000000000000ff',
      mpn: 'P-1',
      brand: { uid: 'b1', name: 'Murata' },
      catalog_url: 'https://parts.example/p-1-murata-9255975',
      specs: { resistance: { value: [1] } },
    },
    { uid: 'p2', mpn: 'P-2', brand: { uid: 'b2', name: 'Yageo' } },
  ],
};

describe('small ones: arguments of URLs', () => {
  it.each(['include', 'show', 'hide'])('%s[] with names separated by commas', async (name) => {
    const { url } = await serve(SOURCE);
    const joined = await url(`/parts/p2?${name}[]=specs,mpn,`);
    const apart = await url(`/parts/p2?${name}[]=specs&${name}[]=mpn`);
    expect(joined.status).toBe(200);
    expect(joined.body).toEqual(apart.body);
    expect(joined.headers['partdex-warnings']).toBe(apart.headers['partdex-warnings']);
  });

  it.each(['brands', 'sellers', 'categories'])('statistics of a name of %s: counts, and null for numbers', async (collection) => {
    const { url } = await serve(SOURCE);
    for (const option of ['include', 'exclude_filter']) {
      const { status } = await url(`/${collection}/search?stats[name][${option}]=true`);
      expect(status).toBe(200);
    }
    const { body } = await url(`/${collection}/search?stats[name][include]=true`);
    const count = collection === 'brands' ? 2 : 1;
    const none = { min: null, max: null, mean: null, stddev: null };
    expect(body.stats_results.name).toMatchObject({ ...none, count, missing: 0 });
  });
});

describe('decided otherwise: what the document leaves open', () => {
  it('statistics of a field of parts that is not a number are an error', async () => {
    const { status, body } = await (await serve(SOURCE)).url('/parts/search?stats[brand.name][include]=true');
    expect(status).toBe(400);
    expect(body.message).toContain('brand.name');
  });

  it('several words in parentheses must all match; a warning shows OR', async () => {
    const { body } = await (await serve(SOURCE)).url('/parts/search?filter[queries][]=brand.name:(murata+yageo)');
    expect(body.hits).toBe(0);
    expect(body.warnings.some((text: string) => text.includes('OR'))).toBe(true);
  });

  it('a path with a slash at its end does not exist', async () => {
    expect((await (await serve(SOURCE)).url('/parts/search/?q=p')).status).toBe(404);
  });

  it('numeric ids of GraphQL: that of the data or of the uid, not that at the end of a page address', async () => {
    const { ask } = await serve(SOURCE);
    const { data } = await ask('{ parts(ids: ["255", "9255975"]) { id } }');
    expect(data.parts).toEqual([{ id: '255' }, null]);
  });

  it('ids are texts, as the document says', async () => {
    const body = await (await serve(SOURCE)).ask('{ parts(ids: [255]) { id } }');
    expect(body.errors[0].message).toContain('String cannot represent a non string value');
  });

  it('the size of an aggregation has the limit of a facet', async () => {
    const { ask } = await serve(SOURCE);
    const refused = await ask('{ search { distributor_agg(size: 1000) { count } } }');
    expect(refused.errors[0].message).toContain('size must be between 0 and 100');
    const open = await serve(SOURCE, { build: { limits: { facetLimit: 1000 } } });
    expect((await open.ask('{ search { distributor_agg(size: 1000) { count } } }')).errors).toBeUndefined();
  });

  it('a slug begins with a slash, as recorded answers have it', async () => {
    const { data } = await (await serve(SOURCE)).ask('{ parts(ids: ["255"]) { slug } }');
    expect(data.parts[0].slug).toBe('/p-1-murata-255');
  });

  it('values are displayed with the prefix that people use', async () => {
    const metadata = { key: 'c', name: 'C', datatype: 'decimal', unit: { name: 'farad', symbol: 'F' } };
    const { ask } = await serve({ parts: [{ uid: 'p', mpn: 'P', specs: { c: { value: ['0.0000001'], metadata } } }] });
    const body = await ask('{ parts(ids: ["p"]) { specs { display_value } } }');
    expect(body.data.parts[0].specs[0].display_value).toBe('100 nF');
    expect(warningsOf(body)).toEqual([]);
  });
});
