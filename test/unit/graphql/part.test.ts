import { describe, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';
import { executorOf, smallCatalog, UIDS } from '../../support/graphql-queries.js';

const MPN = 'query($ids: [String!]!) { parts(ids: $ids) { mpn } }';

async function part(fields: string, id: string = UIDS.kilo, args = '') {
  const { data, errors } = await executorOf(await smallCatalog())(`{ parts(ids: ["${id}"]${args}) { ${fields} } }`);
  expect(errors).toBeUndefined();
  return data.parts[0];
}

describe('parts(ids)', () => {
  it('keeps the order, has null for none, and the surviving part for a merged one', async () => {
    const execute = executorOf(await smallCatalog());
    const ids = [
      'own-list-1',
      'nothing',
      '255',
      UIDS.merged,
      '2748',
      '18446744073709551615',
      UIDS.kilo,
      '0255',
      '18446744073709551616',
    ];
    const { data } = await execute(MPN, { ids });
    const kilo = { mpn: 'RC0603FR-0710KL' };
    expect(data.parts).toEqual([{ mpn: 'NE555P' }, null, kilo, kilo, kilo, { mpn: 'GRM188R71H104KA93D' }, kilo, null, null]);
  });

  it('takes the id that a part has itself; a uid wins', async () => {
    const catalog = await buildCatalog({
      parts: [
        { uid: '00000000000000ff', mpn: 'A', id: 77 },
        { uid: '77', mpn: 'B', id: '255' },
        { uid: '0000000000000010', mpn: 'C' },
      ],
    });
    const { data } = await executorOf(catalog)('{ parts(ids: ["77", "255", "16", "00000000000000ff"]) { id v3uid mpn } }');
    expect(data.parts.map((found: { mpn: string } | null) => found?.mpn ?? null)).toEqual(['B', 'B', 'C', 'A']);
    expect(data.parts[3]).toEqual({ id: '77', v3uid: '00000000000000ff', mpn: 'A' });
    const renumbered = await buildCatalog({ parts: [{ uid: '00000000000000ff', mpn: 'A', id: '9' }] });
    expect((await executorOf(renumbered)('{ parts(ids: ["255", "9"]) { mpn } }')).data.parts).toEqual([null, { mpn: 'A' }]);
  });

  it('takes 20 ids at most', async () => {
    const { errors } = await executorOf(await smallCatalog())(MPN, { ids: Array.from({ length: 21 }, (_, i) => String(i)) });
    expect(errors?.[0].message).toBe('ids must be at most 20, not 21');
  });
});

describe('a part', () => {
  it('has its names and numbers', async () => {
    expect(await part('id v3uid name mpn slug short_description catalog_url manufacturer_url free_sample_url')).toEqual({
      id: '255',
      v3uid: UIDS.kilo,
      name: 'Yageo RC0603FR-0710KL',
      mpn: 'RC0603FR-0710KL',
      slug: '/rc0603fr-0710kl-yageo-255',
      short_description: 'RES 10K OHM',
      catalog_url: 'https://parts.example/ff',
      manufacturer_url: 'https://yageo.example/p',
      free_sample_url: 'https://yageo.example/free',
    });
    expect(await part('id slug short_description sellers { is_rfq }', UIDS.timer)).toEqual({
      id: null,
      slug: '/ne555p-ti',
      short_description: null,
      sellers: [],
    });
  });

  it('has its manufacturer, with what the record adds', async () => {
    const fields = 'manufacturer { id name aliases homepage_url slug is_verified is_broker }';
    expect((await part(fields)).manufacturer).toEqual({
      id: '569',
      name: 'Yageo',
      aliases: ['Phycomp'],
      homepage_url: 'https://yageo.example',
      slug: 'yageo',
      is_verified: null,
      is_broker: false,
    });
    expect((await part('manufacturer { id name }', UIDS.timer)).manufacturer).toEqual({ id: null, name: 'TI' });
  });

  it('has the deepest category that it lists, the first of several', async () => {
    expect((await part('category { name }')).category).toEqual({ name: 'Chip Resistors' });
    expect((await part('category { name }', UIDS.timer)).category).toEqual({ name: 'Resistors' });
  });

  it('has documents, pictures, descriptions', async () => {
    const fields = `
      descriptions { text credit_string credit_url } images { url credit_string } best_image { url } best_datasheet { url page_count mime_type }
      document_collections { name documents { url } } reference_designs { name url } cad { has_3d_model has_altium } counts`;
    expect(await part(fields)).toEqual({
      descriptions: [{ text: 'Thick film resistor', credit_string: 'A Source', credit_url: null }],
      images: [{ url: 'https://i.example/l.png', credit_string: 'Yageo' }],
      best_image: { url: 'https://i.example/l.png' },
      best_datasheet: { url: 'https://d.example/1.pdf', page_count: 3, mime_type: 'application/pdf' },
      document_collections: [
        { name: 'Datasheets', documents: [{ url: 'https://d.example/1.pdf' }] },
        { name: 'Compliance Documents', documents: [{ url: 'https://d.example/rohs.pdf' }] },
      ],
      reference_designs: [{ name: 'Divider', url: 'https://d.example/design' }],
      cad: { has_3d_model: true, has_altium: null },
      counts: {
        ...{ datasheets: 1, compliance_documents: 1, reference_designs: 1, cad_models: 1, images: 1 },
        ...{ descriptions: 1, specs: 3, offers: 3 },
      },
    });
  });

  it('has specs with units', async () => {
    const { specs } = await part('specs { attribute { id name shortname group } display_value }');
    expect(specs).toContainEqual({
      attribute: { id: 'resistance', name: 'Resistance', shortname: 'resistance', group: null },
      display_value: '10 kΩ',
    });
  });

  it('displays quantities and ranges in the unit of the attribute, and other texts as they are', async () => {
    const metadata = { key: 'v', name: 'V', datatype: 'decimal' as const, unit: { name: 'volt', symbol: 'V' } };
    const text = { key: 't', name: 'T', datatype: 'string' as const, unit: { name: 'percent', symbol: '%' } };
    const catalog = await buildCatalog({
      parts: [
        {
          uid: 'p',
          mpn: 'P',
          specs: {
            v: { value: ['3300m', '2.7V ~ 5.5V', '50V+', 'n/a', '10 bananas', '1e1000'], metadata },
            t: { value: ['±1%', '5'], metadata: text },
          },
        },
      ],
    });
    const { data } = await executorOf(catalog)('{ parts(ids: ["p"]) { specs { display_value } } }');
    expect(data.parts[0].specs).toEqual([
      { display_value: '3.3 V, 2.7 to 5.5 V, ≥ 50 V, n/a, 10 bananas, 1e+1000 V' },
      { display_value: '±1%, 5 %' },
    ]);
  });

  it('has stock, lead times and the median price at 1,000', async () => {
    const fields =
      'total_avail avg_avail estimated_factory_lead_days median_price_1000 { quantity price currency converted_price }';
    // 0.0021 of one offer, 0.0031 of the other; the third begins at 5,000.
    expect(await part(fields)).toEqual({
      total_avail: 5000,
      avg_avail: null,
      estimated_factory_lead_days: 40,
      median_price_1000: { quantity: 1000, price: 0.0026, currency: 'USD', converted_price: 0.0026 },
    });
    expect((await part(fields, UIDS.kilo, ', currency: "EUR"')).median_price_1000.price).toBe(0.09);
    expect((await part(fields, UIDS.kilo, ', currency: "__proto__"')).median_price_1000).toBeNull();
    expect((await part(fields, UIDS.timer)).median_price_1000).toBeNull();
  });

  it('has sellers with their offers', async () => {
    const { sellers } = await part(
      'sellers { company { id name display_flag } is_authorized is_broker is_rfq offers { sku moq inventory_level packaging updated click_url prices { quantity price currency converted_price } } }',
    );
    expect(sellers.map(({ company }: { company: object }) => company)).toEqual([
      { id: '459', name: 'Digi-Key', display_flag: 'US' },
      { id: 's-far', name: 'Farnell', display_flag: null },
    ]);
    expect(sellers[0].offers[0]).toEqual({
      sku: '311-10KCT',
      moq: 1,
      inventory_level: 5000,
      packaging: 'Cut Tape',
      updated: '2017-03-12T12:36:54Z',
      click_url: 'https://digikey.example/1',
      prices: [
        { quantity: 1, price: 0.1, currency: 'USD', converted_price: 0.1 },
        { quantity: 100, price: 0.01, currency: 'USD', converted_price: 0.01 },
        { quantity: 1000, price: 0.0021, currency: 'USD', converted_price: 0.0021 },
        { quantity: 1, price: 0.09, currency: 'EUR', converted_price: null },
      ],
    });
    expect(sellers[0].offers.map(({ sku }: { sku: string }) => sku)).toEqual(['311-10KCT', '311-10KTR']);
    const names = async (args: string) => {
      const found = await part(`sellers(${args}) { company { name } is_broker }`);
      return found.sellers.map(({ company }: { company: { name: string } }) => company.name);
    };
    expect(await names('authorized_only: true')).toEqual(['Digi-Key']);
    expect(await names('include_brokers: true')).toEqual(['Digi-Key', 'Farnell', 'Broker Inc']);
  });

  it.each([
    ['start: -1', 'start must be between 0 and 1000'],
    ['limit: -1', 'limit must be between 0 and 100'],
    ['start: 1001, limit: 101', 'start must be between 0 and 1000; limit must be between 0 and 100'],
  ])('rejects a page of sellers out of bounds: %s', async (args, message) => {
    const catalog = await buildCatalog({ parts: [{ uid: 'p', mpn: 'P', offers: [{ sku: 'x' }] }] } as unknown as CatalogSource);
    const api = createGraphqlApi(catalog, { dialect: 'sup', isValidToken: () => true });
    const ask = async (given: string) =>
      (await api.execute({ query: `{ supParts(ids: ["p"]) { sellers(${given}) { isBroker } } }` }, { token: 't' })).body;
    expect(await ask(args)).toMatchObject({ errors: [{ message }], data: { supParts: [null] } });
    expect(await ask('start: 1000, limit: 100')).toEqual({ data: { supParts: [{ sellers: [] }] } });
    expect(await ask('start: null, limit: null')).toEqual({ data: { supParts: [{ sellers: [{ isBroker: false }] }] } });
  });

  it('has null or nothing for what the data cannot tell', async () => {
    const fields =
      '_cache_id generic_mpn similar_parts { id } companion_products { url } series { id } cad_request_url aka_mpns sellers { country ships_to_countries { name } }';
    expect(await part(fields, UIDS.mega)).toEqual({
      ...{
        _cache_id: expect.stringMatching(/^part-[0-9a-f]{16}$/),
        generic_mpn: null,
        similar_parts: [],
        companion_products: [],
        series: null,
        cad_request_url: null,
      },
      ...{ aka_mpns: [], sellers: [{ country: null, ships_to_countries: [] }] },
    });
  });
});
