import { describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog, type CatalogSource } from '../../../src/partdex.js';

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;
type Scope = Awaited<ReturnType<GraphqlOptions['isValidToken']>>;

const build = (parts: readonly object[]): Promise<Catalog> => buildCatalog({ parts } as unknown as CatalogSource);

async function ask(catalog: Catalog, scope: Scope, query: string, options: Partial<GraphqlOptions> = {}): Promise<Json> {
  const { body } = await createGraphqlApi(catalog, { isValidToken: () => scope, ...options }).execute({ query }, { token: 't' });
  const { data, errors } = body as Json;
  if (errors) throw new Error(JSON.stringify(errors));
  return JSON.parse(JSON.stringify(data));
}

const metadata = (key: string) => ({ key, datatype: 'decimal' });

describe('numbers of which every piece is hidden', () => {
  it.each([
    ['r', ['specs.r.value']],
    ['v', ['specs.v.min_value', 'specs.v.max_value']],
    ['all', ['specs.all.value', 'specs.all.min_value', 'specs.all.max_value']],
  ])('are as if the data lacked them: %s', async (key, hide) => {
    const catalog = await build(
      [0, 1, 2].map((i) => ({
        uid: `p${i}`,
        mpn: `M${i}`,
        specs: {
          r: { value: [String(10 * i)], metadata: metadata('r') },
          v: { min_value: String(i), max_value: String(5 + i), metadata: metadata('v') },
          all: { value: [String(i)], min_value: '1', max_value: String(5 + i), metadata: metadata('all') },
        },
      })),
    );
    const query = `{ search(filters: {${key}: "(0__1000)"}) { hits } sorted: search(sort: "${key}", sort_dir: desc) { results { part { mpn } } }
      counted: search { spec_aggs(attribute_names: ["${key}"]) { min max } } }`;
    const { search, sorted, counted } = await ask(catalog, { hide }, query);
    expect(search.hits).toBe(0);
    expect(sorted.results.map(({ part }: Json) => part.mpn)).toEqual(['M0', 'M1', 'M2']);
    expect(counted.spec_aggs.filter(({ min, max }: Json) => min !== null || max !== null)).toEqual([]);
    const whole = await ask(catalog, true, query);
    expect([whole.search.hits, whole.sorted.results[0].part.mpn]).toEqual([3, 'M2']);
  });
});

describe('models of parts', () => {
  const query = `{ search { cad_agg { cad_state count } } has: search(filters: {cad_models: true}) { hits }
    no: search(filters: {cad_models: false}) { hits results { part { mpn } } } }`;
  const catalog = build([
    { uid: 'a', mpn: 'A', cad_models: [{ url: 'x' }], descriptions: [{ value: 'd' }] },
    { uid: 'b', mpn: 'B' },
  ]);

  it.each(['datasheets', 'imagesets', 'compliance_documents', 'reference_designs', 'descriptions', 'offers', 'specs'])(
    'are counted and found although %s is hidden',
    async (member) => {
      expect(await ask(await catalog, { hide: [member] }, query)).toEqual(await ask(await catalog, true, query));
    },
  );

  it('are lacking if they are hidden, and other members of "has" may be', async () => {
    const { search, has, no } = await ask(await catalog, { hide: ['cad_models'] }, query);
    expect([search.cad_agg, has.hits, no.hits]).toEqual([[{ cad_state: 'no_cad_models', count: 2 }], 0, 2]);
  });
});

describe('makers of active parts', () => {
  const made = (status: string[]) => [
    {
      uid: 'a',
      mpn: 'A',
      manufacturer: { uid: 'm1', name: 'M' },
      brand: { uid: 'b1', name: 'B' },
      specs: { lifecycle_status: { value: ['Active'] } },
    },
    { uid: 'b', mpn: 'B', manufacturer: { uid: 'm2', name: 'M2' }, specs: { lifecycle_status: { value: status } } },
  ];
  const query = '{ supManufacturers(minNumberOfActiveParts: 1) { id } }';
  const scopes: Record<string, Scope> = {
    all: true,
    maker: { hide: ['manufacturer'] },
    makerWithin: { hide: ['manufacturer'], filter: 'uid:b' },
    makerUid: { hide: ['manufacturer.uid', 'manufacturer.name'] },
    status: { hide: ['specs.lifecycle_status'] },
    value: { hide: ['specs.lifecycle_status.value'] },
    within: { filter: 'uid:b' },
  };

  it.each([[['Obsolete']], [['Obsolete', 'Active']]])('are those of the client, whoever asked before: %j', async (status) => {
    const wanted: Record<string, string[]> = {
      ...{ all: ['m1'], maker: ['b1'], makerWithin: ['b1'], makerUid: ['b1'], status: [], value: [], within: ['m1'] },
    };
    for (const first of Object.keys(scopes)) {
      const catalog = await build(made(status));
      for (const name of [first, ...Object.keys(scopes)]) {
        const { supManufacturers } = await ask(catalog, scopes[name], query, { dialect: 'sup' });
        expect([first, name, supManufacturers.map(({ id }: Json) => id)]).toEqual([first, name, wanted[name]]);
      }
    }
  });
});

describe('sellers', () => {
  const catalog = build([
    {
      uid: 'a',
      mpn: 'A',
      offers: [{ sku: 'x', seller: { uid: 's', name: 'Sell' } }],
      broker_listings: [{ seller: { uid: 's', name: 'Sell' }, listing_url: 'l' }],
    },
  ]);

  it('are counted by name if their uids are hidden', async () => {
    const query = '{ search { distributor_agg { company { id name } count } } }';
    expect((await ask(await catalog, true, query)).search.distributor_agg).toEqual([
      { company: { id: 's', name: 'Sell' }, count: 1 },
    ]);
    expect((await ask(await catalog, { hide: ['offers.seller.uid'] }, query)).search.distributor_agg).toEqual([
      { company: { id: null, name: 'Sell' }, count: 1 },
    ]);
  });

  it.each([
    [true, true],
    [{ hide: ['broker_listings.listing_url'] }, true],
    [{ hide: ['broker_listings'] }, false],
    [{ hide: ['broker_listings.seller'] }, false],
    [{ hide: ['broker_listings.seller.uid'] }, false],
  ])('are brokers if a listing names them that the client sees: %j', async (scope, isBroker) => {
    expect((await ask(await catalog, scope, '{ sellers { is_broker } }')).sellers).toEqual([{ is_broker: isBroker }]);
  });
});

describe('a part', () => {
  it('with a hidden page shows none under a new name either', async () => {
    const catalog = await build([
      { uid: 'a', mpn: 'A', catalog_url: 'cu' },
      { uid: 'b', mpn: 'B', vend: 'own' },
    ]);
    const names = { catalog_url: 'vend' };
    for (const hide of [['vend'], ['catalog_url']]) {
      const { parts } = await ask(catalog, { hide }, '{ parts(ids: ["a", "b"]) { vend } }', { names });
      expect(parts).toEqual([{ vend: null }, { vend: null }]);
    }
    const later = await build([{ uid: 'b', mpn: 'B', vendor_url: 'own' }]);
    for (const hide of [['vendorUrl'], ['vendor_url'], ['catalog_url']]) {
      const options = { dialect: 'sup', names: { catalogUrl: 'vendorUrl' } } as const;
      expect((await ask(later, { hide }, '{ supParts(ids: ["b"]) { vendorUrl } }', options)).supParts).toEqual([
        { vendorUrl: null },
      ]);
    }
  });

  it('is not found by a hidden id', async () => {
    const catalog = await build([{ uid: '000000000000001f', mpn: 'A', id: '503' }]);
    const query = '{ parts(ids: ["503", "31"]) { id } }';
    expect((await ask(catalog, true, query)).parts).toEqual([{ id: '503' }, null]);
    expect((await ask(catalog, { hide: ['id'] }, query)).parts).toEqual([null, { id: '31' }]);
  });
});
