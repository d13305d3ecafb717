import { describe, expect, it } from 'vitest';
import { type Served, serve } from '../support/letter.js';

/** Records in a form that databases have: a part names its companies by uid alone. */
const SOURCE = {
  brands: [{ uid: 'b1', name: 'Acme', homepage_url: 'https://acme.example' }],
  manufacturers: [{ uid: 'm1', name: 'Maker', homepage_url: 'https://maker.example' }],
  sellers: [{ uid: 's1', name: 'North Shop', homepage_url: 'https://north.example', display_flag: 'DE', has_ecommerce: true }],
  parts: [
    {
      uid: 'bare',
      mpn: 'ABC123',
      brand: { uid: 'b1' },
      manufacturer: { uid: 'm1' },
      offers: [{ sku: 'n-1', seller: { uid: 's1' } }],
      broker_listings: [{ seller: { uid: 's1' } }],
    },
    { uid: 'own', mpn: 'ABC124', brand: { uid: 'b1', name: 'Umbrella' } },
    { uid: 'empty', mpn: 'ABC125', brand: { uid: 'b1', name: '', homepage_url: null } },
  ],
};

const SELLER = {
  uid: 's1',
  name: 'North Shop',
  homepage_url: 'https://north.example',
  display_flag: 'DE',
  has_ecommerce: true,
};

const served = (): Promise<Served> => serve(SOURCE);

describe('D1: what a part leaves out of a reference by uid comes from the record', () => {
  it('name and home page of a brand and a manufacturer', async () => {
    const part = await (await served()).get('bare');
    expect(part.brand).toEqual({ uid: 'b1', name: 'Acme', homepage_url: 'https://acme.example' });
    expect(part.manufacturer).toEqual({ uid: 'm1', name: 'Maker', homepage_url: 'https://maker.example' });
  });

  it('every documented member of a seller, in offers and broker listings', async () => {
    const part = await (await served()).get('bare', 'broker_listings');
    expect(part.offers[0].seller).toEqual(SELLER);
    expect(part.broker_listings[0].seller).toEqual(SELLER);
  });

  it('what the part says itself stays; an empty text is a text; null is filled', async () => {
    const { get } = await served();
    expect((await get('own')).brand).toEqual({ uid: 'b1', name: 'Umbrella', homepage_url: 'https://acme.example' });
    expect((await get('empty')).brand).toEqual({ uid: 'b1', name: '', homepage_url: 'https://acme.example' });
  });

  it('keywords, filters, facets and sorts see it', async () => {
    const { search, uids } = await served();
    expect(await uids({ q: 'acme' })).toEqual(['bare']);
    expect(await uids({ filter: { queries: ['brand.name:acme'] } })).toEqual(['bare']);
    expect(await uids({ filter: { fields: { 'brand.name': ['Acme'] } } })).toEqual(['bare']);
    expect(await uids({ q: 'north' })).toEqual(['bare']);
    expect(await uids({ filter: { queries: ['offers.seller.name:"north shop"'] } })).toEqual(['bare']);
    const facet = { include: true };
    const { facet_results } = await search({ facet: { fields: { 'brand.name': facet, 'offers.seller.name': facet } } });
    expect(facet_results.fields['brand.name'].facets).toEqual([
      { value: '', count: 1 },
      { value: 'Acme', count: 1 },
      { value: 'Umbrella', count: 1 },
    ]);
    expect(facet_results.fields['brand.name'].missing).toBe(0);
    expect(facet_results.fields['offers.seller.name'].facets).toEqual([{ value: 'North Shop', count: 1 }]);
    expect(await uids({ sortby: 'brand.name asc' })).toEqual(['empty', 'bare', 'own']);
    expect(await uids({ filter: { queries: ['manufacturer.name:maker'] } })).toEqual(['bare']);
  });

  it('matches and both interfaces see it', async () => {
    const { catalog, url, ask } = await served();
    const { results } = await catalog.parts.match({ queries: [{ mpn: 'abc123', brand: 'acme', seller: 'north' }] });
    expect(results[0].hits).toBe(1);
    expect((await url('/parts/bare')).body.brand.name).toBe('Acme');
    const { data } = await ask('{ parts(ids: ["bare"]) { name slug manufacturer { name } sellers { company { name } } } }');
    expect(data.parts[0]).toMatchObject({
      name: 'Maker ABC123',
      slug: '/abc123-maker',
      manufacturer: { name: 'Maker' },
      sellers: [{ company: { name: 'North Shop' } }],
    });
  });

  it('aliases and undocumented members of a record stay in the record', async () => {
    const { get } = await serve({
      brands: [{ uid: 'b1', name: 'Acme', aliases: ['Akme'], note: 'ours' }],
      parts: [{ uid: 'p', mpn: 'X-1', brand: { uid: 'b1' } }],
    });
    expect((await get('p')).brand).toEqual({ uid: 'b1', name: 'Acme', homepage_url: null });
  });

  it('only a given record fills: what one part says fills no other part', async () => {
    const { get } = await serve({
      parts: [
        { uid: 'p1', mpn: 'X-1', brand: { uid: 'b9', name: 'Nine' } },
        { uid: 'p2', mpn: 'X-2', brand: { uid: 'b9' } },
      ],
    });
    expect((await get('p2')).brand).toEqual({ uid: 'b9', homepage_url: null });
  });

  it('a build reports uids that have neither a record nor a name', async () => {
    const parts = ['b8', 'b9'].map((uid) => ({ uid: `p-${uid}`, mpn: `X-${uid}`, brand: { uid } }));
    const { notices } = await serve({ ...SOURCE, parts: [...SOURCE.parts, ...parts] });
    expect(notices).toContain('2 brands have neither a record nor a name: "b8", "b9"');
  });
});
