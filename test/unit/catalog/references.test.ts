import { describe, expect, it } from 'vitest';
import { openSources } from '../../../src/catalog/several-files.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { buildCatalog, type Catalog, type CatalogSource, openCatalog } from '../../../src/partdex.js';
import { MemorySource } from '../../../src/storage/byte-source.js';
import type { OwnField } from '../../oracle/fields.js';
import { executorOf } from '../../support/graphql-queries.js';

const parts = [
  {
    uid: 'x',
    mpn: 'ABC123',
    brand: { uid: 'b1' },
    manufacturer: { uid: 'm1', name: null },
    offers: [{ sku: 's1', seller: { uid: 's1', homepage_url: 'http://own' } }],
    broker_listings: [{ seller: { uid: 's1', name: '' } }],
  },
  { uid: 'y', mpn: 'DEF456', brand: { uid: 'b1', name: 'Acme Ltd' } },
];
const records = {
  brands: [{ uid: 'b1', name: 'Acme', homepage_url: 'http://a', aliases: ['Akme'], founded: 1900 }],
  manufacturers: [{ uid: 'm1', name: 'Maker' }],
  sellers: [{ uid: 's1', name: 'North', homepage_url: 'http://n', display_flag: 'NO', has_ecommerce: true }],
};
const source = { parts, ...records } as CatalogSource;

const brand = { uid: 'b1', name: 'Acme', homepage_url: 'http://a' };
const manufacturer = { uid: 'm1', name: 'Maker', homepage_url: null };
const seller = { uid: 's1', name: 'North', homepage_url: 'http://own', display_flag: 'NO', has_ecommerce: true };

async function finds(catalog: Catalog, q: string): Promise<string[]> {
  const { results } = await catalog.parts.search({ q, show: ['uid'] });
  return results.map(({ item }) => item.uid);
}

const named = async ({ parts: all }: Catalog, field: string) => {
  const { facet_results } = await all.search({ facet: { fields: { [field]: { include: true } } } });
  return facet_results.fields[field];
};

/** What the first part is answered with, in any catalog of these documents. */
async function expectFilled(catalog: Catalog): Promise<void> {
  const part = await catalog.parts.get('x', { include: ['broker_listings'] });
  expect(part).toMatchObject({ brand, manufacturer, offers: [{ seller }] });
  expect(part?.broker_listings?.[0].seller).toEqual({ ...seller, name: '', homepage_url: 'http://n' });
  expect(Object.keys(part?.brand ?? {})).toEqual(['uid', 'name', 'homepage_url']);
  expect((await finds(catalog, 'acme')).sort()).toEqual(['x', 'y']);
  expect(await finds(catalog, 'north')).toEqual(['x']);
  expect(await finds(catalog, 'akme')).toEqual([]);
  expect((await catalog.parts.search({ filter: { fields: { 'manufacturer.name': ['Maker'] } } })).hits).toBe(1);
  expect((await catalog.parts.search({ filter: { queries: ['offers.seller.name:north'] } })).hits).toBe(1);
  expect(await named(catalog, 'brand.name')).toMatchObject({
    facets: [
      { value: 'Acme', count: 1 },
      { value: 'Acme Ltd', count: 1 },
    ],
    missing: 0,
  });
  expect(await named(catalog, 'offers.seller.name')).toMatchObject({ facets: [{ value: 'North', count: 1 }], missing: 1 });
}

describe('what a part leaves out of a company', () => {
  it('is in the record that was given for its uid', async () => {
    const catalog = await buildCatalog(source);
    await expectFilled(catalog);
    await expectFilled(await openCatalog(await catalog.toBytes()));
  });

  it('is told in every way of asking', async () => {
    const catalog = await buildCatalog(source);
    const show = ['brand', 'offers.seller.name'];
    const filled = { brand, offers: [{ seller: { name: 'North' } }] };
    expect(await catalog.parts.get('x', { show })).toEqual(filled);
    expect((await catalog.parts.getMulti(['x'], { show })).x).toEqual(filled);
    expect((await catalog.parts.search({ q: 'ABC123', show })).results[0].item).toEqual(filled);
    expect(JSON.parse(await catalog.parts.searchText({ q: 'ABC123', show })).results[0].item).toEqual(filled);
    for await (const item of catalog.parts.scan({ q: 'ABC123', show })) expect(item).toEqual(filled);
    expect((await catalog.parts.match({ queries: [{ mpn: 'abc123', seller: 'north' }], show })).results[0].items).toEqual([
      filled,
    ]);
    expect((await catalog.parts.get('x', { hide: ['brand.name'] }))?.brand).toEqual({ uid: 'b1', homepage_url: 'http://a' });
    const graphql = await executorOf(catalog)('{ search(q: "ABC123") { results { part { name manufacturer { name } } } } }');
    expect(JSON.stringify(graphql)).toContain('{"name":"Maker ABC123","manufacturer":{"name":"Maker"}}');
  });

  it('is not taken from another collection, nor from what another part says', async () => {
    const notices: string[] = [];
    const catalog = await buildCatalog(
      {
        parts: [
          { uid: '1', mpn: 'A', brand: { uid: 'm1' }, manufacturer: { uid: 'g' } },
          { uid: '2', mpn: 'B', manufacturer: { uid: 'g', name: 'Gathered', homepage_url: 'http://g' } },
        ],
        manufacturers: [{ uid: 'm1', name: 'Maker' }],
      },
      { onNotice: (notice) => notices.push(notice) },
    );
    const part = await catalog.parts.get('1');
    expect(part?.brand).toEqual({ uid: 'm1', homepage_url: null });
    expect(part?.manufacturer).toEqual({ uid: 'g', homepage_url: null });
    expect(await named(catalog, 'manufacturer.name')).toMatchObject({ missing: 1 });
    expect(notices).toEqual(['1 brand has neither a record nor a name: "m1"']);
  });

  it('is reported where nothing tells it', async () => {
    const notices: string[] = [];
    const many = Array.from({ length: 12 }, (_, i) => ({ seller: { uid: `s${i}` } }));
    await buildCatalog(
      {
        parts: [
          { uid: '1', mpn: 'A', brand: { uid: 'b8' }, offers: many },
          { uid: '2', mpn: 'B', brand: { uid: 'b9' }, broker_listings: [{ seller: { uid: 'broker' } }] },
          { uid: '3', mpn: 'C', brand: { uid: 'b8' } },
        ],
      },
      { onNotice: (notice) => notices.push(notice) },
    );
    expect(notices).toEqual([
      '2 brands have neither a record nor a name: "b8", "b9"',
      '13 sellers have neither a record nor a name: "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"',
    ]);
  });

  it('is read for any number of companies', async () => {
    const count = 20_000;
    const brands = Array.from({ length: count }, (_, i) => ({ uid: `b${i}`, name: `Brand ${i}`, homepage_url: `http://${i}` }));
    const all = brands.map(({ uid }, i) => ({ uid: `p${i}`, mpn: `M${i}`, brand: { uid } }));
    const catalog = await buildCatalog({ parts: all, brands });
    let wrong = 0;
    let read = 0;
    for await (const item of catalog.parts.scan({ show: ['uid', 'brand'] })) {
      read++;
      if (item.brand?.name !== `Brand ${item.uid.slice(1)}`) wrong++;
    }
    expect([read, wrong]).toEqual([count, 0]);
    expect((await catalog.parts.get('p5'))?.brand?.homepage_url).toBe('http://5');
  });
});

describe('records of several files', () => {
  const open = async (...sources: CatalogSource[]) => {
    const bytes = await Promise.all(sources.map(async (one) => (await buildCatalog(one)).toBytes()));
    return openSources(
      bytes.map((one, i) => ({ name: `file ${i}`, source: new MemorySource([one]) })),
      portableCodec,
    );
  };
  const [first, second] = parts as CatalogSource['parts'] as never[];

  it('fill the parts of all of them', async () => {
    await expectFilled(await open({ parts: [first] }, { parts: [second], ...records } as CatalogSource));
    await expectFilled(await open({ parts: [], ...records } as CatalogSource, { parts: [second] }, { parts: [first] }));
    const catalog = await open({ parts: [first, second] }, { parts: [], ...records } as CatalogSource);
    await expectFilled(catalog);
    await expectFilled(await openCatalog(await catalog.toBytes()));
    await catalog.validate();
  });

  it('fill the fields of a build of its own', async () => {
    const fields: OwnField[] = [
      { name: 'broker_listings.seller.name', kind: 'name', keywords: true },
      { name: 'broker_listings.seller.has_ecommerce', kind: 'boolean' },
      { name: 'offers.seller.homepage_url', kind: 'text', keywords: true },
      { name: 'brand.homepage_url', kind: 'string' },
    ];
    const all = [first, { uid: 'z', mpn: 'Z', offers: { seller: { uid: 's1' } }, broker_listings: { seller: { uid: 's1' } } }];
    const build = (one: object) => buildCatalog(one as CatalogSource, { fields });
    const expectFields = async (catalog: Catalog) => {
      const found = async (field: string, value: string) => {
        const { results } = await catalog.parts.search({ filter: { fields: { [field]: [value] } }, show: ['uid'] });
        return results.map(({ item }) => item.uid).sort();
      };
      expect(await found('broker_listings.seller.name', 'North')).toEqual(['z']);
      expect(await found('broker_listings.seller.name', '')).toEqual(['x']);
      expect(await found('broker_listings.seller.has_ecommerce', 'true')).toEqual(['x', 'z']);
      expect((await catalog.parts.search({ filter: { queries: ['offers.seller.homepage_url:own'] } })).hits).toBe(1);
      expect(await found('brand.homepage_url', 'http://a')).toEqual(['x']);
      expect(await finds(catalog, '"http n"')).toEqual(['z']);
      await catalog.validate();
    };
    await expectFields(await build({ parts: all, ...records }));
    const files = [await build({ parts: all }), await build({ parts: [], ...records })];
    const bytes = await Promise.all(files.map((one) => one.toBytes()));
    const sources = bytes.map((one, i) => ({ name: `file ${i}`, source: new MemorySource([one]) }));
    await expectFields(await openSources(sources, portableCodec));
  });

  it('count in the order of the files', async () => {
    const other = { brands: [{ uid: 'b1', name: 'Other' }] };
    const catalog = await open({ parts: [], ...other }, { parts: [first], ...records } as CatalogSource);
    expect((await catalog.parts.get('x'))?.brand).toEqual({ uid: 'b1', name: 'Other', homepage_url: null });
    expect(await finds(catalog, 'other')).toEqual(['x']);
    expect(await finds(catalog, 'acme')).toEqual([]);
  });
});
