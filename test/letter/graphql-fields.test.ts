import { describe, expect, it } from 'vitest';
import { type Json, serve, warningsOf } from '../support/letter.js';

const OHM = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } };
const image = (name: string) => ({ url: `https://i.example/${name}.png` });
const NORTH = { uid: 's1', name: 'North', display_flag: 'DE' };

/** Parts with every member of version 3 from which a field of the successor can be answered. */
const SOURCE = {
  categories: [
    { uid: 'c1', name: 'Passives' },
    { uid: 'c2', name: 'Resistors', parent_uid: 'c1' },
    { uid: 'c3', name: 'Capacitors', parent_uid: 'c1' },
  ],
  sellers: [NORTH, { uid: 's2', name: 'Broker & Sons' }],
  parts: [
    {
      uid: '00000000000000ff',
      mpn: 'R-1',
      manufacturer: { uid: 'm1', name: 'Yageo' },
      category_uids: ['c2'],
      cad_models: [image('model')],
      imagesets: [
        {
          swatch_image: image('swatch'),
          small_image: image('small'),
          medium_image: image('medium'),
          large_image: image('large'),
        },
        { large_image: image('only') },
      ],
      specs: { resistance: { value: ['4.7e3'], metadata: OHM }, rohs: { value: ['Compliant'] } },
      broker_listings: [{ seller: { uid: 's2', name: 'Broker & Sons' } }],
      offers: [
        {
          sku: 'n-1',
          seller: NORTH,
          is_authorized: true,
          in_stock_quantity: 5,
          prices: {
            USD: [
              [1, '0.5'],
              [1000, '0.2'],
            ],
            EUR: [[1, '0.4']],
          },
        },
        { sku: 'n-1', seller: NORTH, prices: { USD: [[1, '0.6']] } },
      ],
    },
    { uid: '0000000000000100', mpn: 'R-2', category_uids: ['c2'], specs: { rohs_status: { value: ['RoHS non-compliant'] } } },
    { uid: '0000000000000101', mpn: 'C-1', category_uids: ['c3'], offers: [{ sku: 'c', in_stock_quantity: 3_000_000_000 }] },
  ],
};

const PART = '00000000000000ff';

async function partOf(fields: string, uid = PART): Promise<Json> {
  const { data } = await (await serve(SOURCE)).ask(`{ parts(ids: ["${uid}"]) { ${fields} } }`);
  return data.parts[0];
}

async function searched(fields: string): Promise<Json> {
  return (await (await serve(SOURCE)).ask(`{ search { ${fields} } }`)).data.search;
}

async function laterSearched(fields: string): Promise<Json> {
  return (await (await serve(SOURCE)).later(`{ supSearch { ${fields} } }`)).data.supSearch;
}

describe('M5: aggregations that version 3 data can answer', () => {
  it('suggested_categories: those without hits further down', async () => {
    expect((await searched('suggested_categories { category { id } count }')).suggested_categories).toEqual([
      { category: { id: 'c2' }, count: 2 },
      { category: { id: 'c3' }, count: 1 },
    ]);
  });

  it('specs_view_attribute_groups: one group of the suggested filters', async () => {
    const found = await searched('specs_view_attribute_groups { name attributes { shortname } } suggested_filters { shortname }');
    expect(found.specs_view_attribute_groups).toEqual([
      { name: 'Technical Specifications', attributes: found.suggested_filters },
    ]);
    const none = await serve({ parts: [{ uid: 'p', mpn: 'P' }] });
    expect((await none.ask('{ search { specs_view_attribute_groups { name } } }')).data.search).toEqual({
      specs_view_attribute_groups: [],
    });
  });

  it('cad_agg and cadLevelAgg', async () => {
    expect((await searched('cad_agg { cad_state count }')).cad_agg).toEqual([
      { cad_state: 'no_cad_models', count: 2 },
      { cad_state: 'has_3d_model', count: 1 },
    ]);
    expect((await laterSearched('cadLevelAgg { level displayName count }')).cadLevelAgg).toEqual([
      { level: 0, displayName: 'No CAD models', count: 2 },
      { level: 1, displayName: '3D model', count: 1 },
    ]);
  });

  it.each([
    ['has_3d_model', 1],
    ['no_cad_models', 2],
    ['1', 1],
    ['0', 2],
    ['true', 1],
    ['false', 2],
  ])('the filter cad_models: %s', async (value, hits) => {
    const query = 'query ($filters: Map) { search(filters: $filters) { hits } }';
    const body = await (await serve(SOURCE)).ask(query, { filters: { cad_models: value } });
    expect(body).toEqual({ data: { search: { hits } } });
  });
});

describe('M5: fields of parts', () => {
  it('addresses of images; a size without one has the next larger', async () => {
    const { images } = await partOf('images { url url_largest url_55px url_75px url_90px }');
    expect(images[0]).toEqual({
      url: 'https://i.example/large.png',
      url_largest: 'https://i.example/large.png',
      url_55px: 'https://i.example/swatch.png',
      url_75px: 'https://i.example/small.png',
      url_90px: 'https://i.example/medium.png',
    });
    const only = 'https://i.example/only.png';
    expect(images[1]).toEqual({ url: only, url_largest: only, url_55px: only, url_75px: only, url_90px: only });
  });

  it('siValue, siMin and siMax: exact decimals of number attributes, null of texts', async () => {
    const { later } = await serve(SOURCE);
    const { data } = await later(`{ supParts(ids: ["${PART}"]) { specs { attribute { shortname } siValue } } }`);
    expect(data.supParts[0].specs).toEqual(
      expect.arrayContaining([
        { attribute: { shortname: 'resistance' }, siValue: '4700' },
        { attribute: { shortname: 'rohs' }, siValue: null },
      ]),
    );
    const { specAggs } = await laterSearched('specAggs(attributeNames: ["resistance", "rohs"]) { siMin siMax }');
    expect(specAggs).toEqual([
      { siMin: '4700', siMax: '4700' },
      { siMin: null, siMax: null },
    ]);
  });

  it.each([
    ['Compliant', true],
    ['yes', true],
    ['true', true],
    ['RoHS3 Compliant', true],
    ['Non-compliant', false],
    ['Not compliant', false],
    ['No', false],
    ['false', false],
    ['RoHS non-compliant', null],
    ['exempt', null],
  ])('isRohsCompliant of %s', async (status, expected) => {
    const { later } = await serve({
      parts: [{ uid: '00000000000000ff', mpn: 'P', specs: { rohs_status: { value: [status] } } }],
    });
    const { data } = await later('{ supParts(ids: ["255"]) { extras { isRohsCompliant } } }');
    expect(data.supParts[0].extras.isRohsCompliant).toBe(expected);
  });

  it('country and is_broker of sellers', async () => {
    const { sellers } = await partOf('sellers(include_brokers: true) { country is_broker company { name is_broker } }');
    expect(sellers).toEqual([
      { country: 'DE', is_broker: false, company: { name: 'North', is_broker: false } },
      { country: null, is_broker: true, company: { name: 'Broker & Sons', is_broker: true } },
    ]);
    const { data } = await (await serve(SOURCE)).ask('{ sellers(ids: ["s1", "s2"]) { is_broker } }');
    expect(data.sellers).toEqual([{ is_broker: false }, { is_broker: true }]);
  });

  it('ids of offers: a decimal, different for equal offers, the same in another catalog, found by supPartOffers', async () => {
    const { sellers } = await partOf('sellers { offers { id } }');
    const ids = sellers[0].offers.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^\d{1,20}$/);
    const changed: Json = structuredClone(SOURCE);
    changed.parts.reverse();
    changed.parts[2].offers[0].prices = { USD: [[1, '9']] };
    const other = await (await serve(changed)).ask(`{ parts(ids: ["${PART}"]) { sellers { offers { id } } } }`);
    expect(other.data.parts[0].sellers[0].offers.map(({ id }: { id: string }) => id)).toEqual(ids);
    const query = `{ supPartOffers(country: "US", currency: "USD", references: [{partId: "255", offerId: "${ids[1]}"}]) { offer { id prices { price } } } }`;
    const { data } = await (await serve(SOURCE)).later(query);
    expect(data.supPartOffers).toEqual([{ offer: { id: ids[1], prices: [{ price: 0.6 }] } }]);
  });

  it('_cache_id: the same for the same, another for another; explain is empty', async () => {
    const query = '{ search(sort: "mpn") { results { _cache_id explain part { _cache_id } } } }';
    const first = (await (await serve(SOURCE)).ask(query)).data.search.results;
    const second = (await (await serve(SOURCE)).ask(query)).data.search.results;
    expect(second).toEqual(first);
    expect(new Set(first.map(({ part }: Json) => part._cache_id)).size).toBe(3);
    for (const { _cache_id, explain } of first) {
      expect(_cache_id).not.toBe('');
      expect(explain).toBe('');
    }
  });
});

describe('M6: sorts that the help pages of the service name', () => {
  const order = async (args: string): Promise<Json> => {
    const body = await (await serve(SOURCE)).ask(`{ search(${args}) { results { part { mpn } } } }`);
    return { mpns: body.data.search.results.map(({ part }: Json) => part.mpn), warnings: warningsOf(body) };
  };

  it.each([
    ['median_price_1000', 'asc', ['R-1', 'R-2', 'C-1']],
    ['num_authsuppliers', 'desc', ['R-1', 'R-2', 'C-1']],
    ['num_authsuppliers', 'asc', ['R-2', 'C-1', 'R-1']],
    ['manufacturer.displayname', 'asc', ['R-1', 'R-2', 'C-1']],
    ['total_avail', 'desc', ['C-1', 'R-1', 'R-2']],
  ])('%s %s', async (sort, direction, mpns) => {
    expect(await order(`sort: "${sort}", sort_dir: ${direction}`)).toEqual({ mpns, warnings: [] });
  });

  it('median_price_1000 in a currency of which the catalog has no order', async () => {
    const { warnings } = await order('sort: "median_price_1000", currency: "EUR"');
    expect(warnings.some((text: string) => text.includes('median_price_1000'))).toBe(true);
  });
});

describe('M5: what was typed', () => {
  const typed = {
    categories: [{ uid: 'c1', name: 'Chip Resistors' }],
    parts: [
      {
        uid: '1',
        mpn: 'RESI-1',
        brand: { uid: 'b', name: 'Resista' },
        category_uids: ['c1'],
        descriptions: [{ value: 'thick film resistor' }],
      },
    ],
  };

  it('suggest has part numbers, then names and words that the last word begins', async () => {
    const { ask } = await serve(typed);
    const { data } = await ask('{ suggest(q: "resi") { text in_category_name in_category_id } }');
    const texts = data.suggest.map(({ text }: { text: string }) => text);
    expect(texts[0]).toBe('RESI-1');
    expect(texts).toEqual(expect.arrayContaining(['Resista', 'Chip Resistors', 'resistor']));
    expect(data.suggest).toContainEqual({ text: 'Chip Resistors', in_category_name: 'Chip Resistors', in_category_id: 'c1' });
    const numbers = await ask('{ suggest(q: "resi", part_numbers_only: true) { text } }');
    expect(numbers.data.suggest).toEqual([{ text: 'RESI-1' }]);
  });

  it('spelling_correction replaces words that no part has by the nearest that parts have', async () => {
    const { data } = await (await serve(typed)).ask('{ spelling_correction(q: "thick resitor") { correction_string hits } }');
    expect(data.spelling_correction).toContainEqual({ correction_string: 'thick resistor', hits: 1 });
  });
});

describe('values on odd data', () => {
  it('integers beyond 32 bits are the largest there is, with a warning', async () => {
    const body = await (await serve(SOURCE)).ask(
      '{ parts(ids: ["257"]) { total_avail sellers { offers { inventory_level } } } }',
    );
    expect(body.data.parts[0].total_avail).toBe(2147483647);
    expect(warningsOf(body)).not.toEqual([]);
  });

  it('multipack_quantity with a unit', async () => {
    const offers = ['5000 pcs', '5,000', 'reel'].map((multipack_quantity, at) => ({
      sku: `${at}`,
      multipack_quantity,
      seller: NORTH,
    }));
    const { ask } = await serve({ parts: [{ uid: PART, mpn: 'P', offers }] });
    const { data } = await ask('{ parts(ids: ["255"]) { sellers { offers { multipack_quantity } } } }');
    expect(data.parts[0].sellers[0].offers).toEqual([
      { multipack_quantity: 5000 },
      { multipack_quantity: 5000 },
      { multipack_quantity: null },
    ]);
  });

  it('country leaves out offers of other regions, only where it is sent', async () => {
    const offers = ['US', 'DE', 'US-CA', null].map((eligible_region, at) => ({ sku: `${at}`, eligible_region, seller: NORTH }));
    const { ask } = await serve({ parts: [{ uid: PART, mpn: 'P', offers }] });
    const skus = async (args: string) => {
      const { data } = await ask(`{ parts(ids: ["255"]${args}) { sellers { offers { sku } } } }`);
      return data.parts[0].sellers.flatMap((seller: Json) => seller.offers.map(({ sku }: Json) => sku));
    };
    expect(await skus('')).toEqual(['0', '1', '2', '3']);
    expect(await skus(', country: "US"')).toEqual(['0', '2', '3']);
    expect(await skus(', country: "DE"')).toEqual(['1', '3']);
  });

  it('decided otherwise: prices are those of the data; without a rate nothing is converted', async () => {
    const prices = 'prices { price currency converted_price converted_currency conversion_rate }';
    const { data } = await (await serve(SOURCE)).ask(
      `{ parts(ids: ["255"], currency: "EUR") { sellers { offers { ${prices} } } } }`,
    );
    const [usd, , eur] = data.parts[0].sellers[0].offers[0].prices;
    const unknown = { converted_price: null, converted_currency: null, conversion_rate: null };
    expect(usd).toEqual({ price: 0.5, currency: 'USD', ...unknown });
    expect(eur).toEqual({ price: 0.4, currency: 'EUR', converted_price: 0.4, converted_currency: 'EUR', conversion_rate: 1 });
  });
});
