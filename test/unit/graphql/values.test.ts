import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildCatalog, type CatalogSource, type Part } from '../../../src/partdex.js';
import { executorOf } from '../../support/graphql-queries.js';

async function ask(parts: object[], query: string, options: { build?: BuildOptions; dialect?: 'v4' | 'sup' } = {}) {
  const catalog = await buildCatalog({ parts: parts as Part[] }, options.build);
  const body = await executorOf(catalog, { dialect: options.dialect ?? 'v4' })(query);
  expect(body.errors).toBeUndefined();
  return { data: body.data, warnings: body.extensions?.warnings ?? [] };
}

const prices = (...at1000: (string | number)[]) => at1000.map((price) => ({ prices: { USD: [[1, price]] } }));

describe('numbers', () => {
  it('beyond the largest integer are that integer, with a warning', async () => {
    const parts = [
      { uid: 'p', mpn: 'P', offers: [{ in_stock_quantity: 3e9, moq: '2147483647' }, { in_stock_quantity: '1e300' }] },
    ];
    const { data, warnings } = await ask(
      parts,
      '{ parts(ids: ["p"]) { total_avail sellers { offers { inventory_level moq } } } }',
    );
    expect(data.parts[0]).toEqual({
      total_avail: 2147483647,
      sellers: [
        {
          offers: [
            { inventory_level: 2147483647, moq: 2147483647 },
            { inventory_level: 2147483647, moq: null },
          ],
        },
      ],
    });
    expect(warnings).toEqual([expect.stringContaining('total_avail'), expect.stringContaining('inventory_level')]);
  });

  it.each([
    ['5000 pcs', 5000],
    ['5,000 pcs', 5000],
    ['1e3 pcs', 1000],
    ['1,234,567', 1234567],
    ['12,34', 12],
    ['2.0 packs', 2],
    ['2.5 packs', null],
    ['pcs 5', null],
    [500, 500],
    ['5e2', 500],
  ])('multipack_quantity %s is %s', async (multipack_quantity, expected) => {
    const { data } = await ask(
      [{ uid: 'p', mpn: 'P', offers: [{ multipack_quantity }] }],
      '{ parts(ids: ["p"]) { sellers { offers { multipack_quantity } } } }',
    );
    expect(data.parts[0].sellers[0].offers[0].multipack_quantity).toBe(expected);
  });

  it.each([
    [['1.7e308', '1.6e308'], 1.65e308],
    [['1.7976931348623157e308', '1.7976931348623157e308'], Number.MAX_VALUE],
    [['0.1', '0.2'], 0.15],
  ])('the median of %j is %d', async (given, expected) => {
    const { data } = await ask(
      [{ uid: 'p', mpn: 'P', offers: prices(...given) }],
      '{ parts(ids: ["p"]) { median_price_1000 { price } } }',
    );
    expect(data.parts[0].median_price_1000.price).toBe(expected);
  });

  it('are compared exactly for the ends of an attribute', async () => {
    const n = (value: object) => ({ specs: { n: { metadata: { key: 'n', datatype: 'decimal' }, ...value } } });
    const parts = [
      { uid: 'a', mpn: 'A', ...n({ value: ['9007199254740993'] }) },
      { uid: 'b', mpn: 'B', ...n({ min_value: '9007199254740992', max_value: '9007199254740994' }) },
    ];
    const { data } = await ask(parts, '{ search { spec_aggs(attribute_names: ["n"]) { display_min display_max } } }');
    expect(data.search.spec_aggs).toEqual([{ display_min: '9007199254740992', display_max: '9007199254740994' }]);
  });

  it.each(['1e00001', `${'0'.repeat(999)}9`, '9.0', ' 9 '])('are numbers in filters as anywhere: %s', async (value) => {
    const metadata = { key: 'n', datatype: 'decimal' };
    const parts = ['10', '9'].map((given, i) => ({ uid: `${i}`, mpn: 'A', specs: { n: { value: [given], metadata } } }));
    const { data, warnings } = await ask(parts, `{ search(filters: {n: "${value}"}) { hits } }`);
    expect([data.search.hits, warnings]).toEqual([1, []]);
  });
});

describe('warnings', () => {
  const temperature = (value: object) => ({
    specs: { temp: { metadata: { key: 'temp', datatype: 'decimal' }, ...value }, size: { value: ['0603'] } },
  });
  const RANGED = [
    { uid: 'a', mpn: 'A', ...temperature({ value: ['25'] }) },
    { uid: 'b', mpn: 'B', ...temperature({ min_value: '-40', max_value: '85' }) },
  ];

  it.each([
    ['filters: {temp: "(-50__100)"}', 2],
    ['filters: {temp: ["25", "(30__)"]}', 2],
    ['filters: {temp: "(90__100)"}', 0],
    ['sort: "temp"', 2],
    ['filters: {temp: "25"}', 2],
    ['filters: {temp: "(0__30)"}, q: "A"', 1],
    ['filters: {size: "0603"}', 2],
    ['sort: "size"', 2],
  ])('are not needed where intervals are met: search(%s) has %i', async (args, hits) => {
    const { data, warnings } = await ask(RANGED, `{ search(${args}) { hits } }`);
    expect([data.search.hits, warnings]).toEqual([hits, []]);
  });

  it('tell of ranges of a text attribute', async () => {
    const { warnings } = await ask(RANGED, '{ search(filters: {size: "(0402__0603)"}) { hits } }');
    expect(warnings).toEqual([expect.stringContaining('size')]);
  });

  it('are not needed for intervals in multi_match', async () => {
    const { data, warnings } = await ask(
      RANGED,
      '{ multi_match(queries: [{mpn: "B"}], options: {filters: {temp: "(0__30)"}}) { hits } }',
    );
    expect([data.multi_match[0].hits, warnings]).toEqual([1, []]);
  });
});

describe('computed sorts', () => {
  const seller = (uid: string) => ({ seller: { uid, name: uid.toUpperCase() } });
  const PARTS = [
    { uid: 'a', mpn: 'A', offers: [{ ...seller('s'), is_authorized: true, in_stock_quantity: 5, prices: { USD: [[1, '2']] } }] },
    {
      uid: 'b',
      mpn: 'B',
      offers: [
        { ...seller('s'), is_authorized: true, in_stock_quantity: 4, prices: { USD: [[1, '3'], [1000, '1']] } },
        { ...seller('s'), is_authorized: true, in_stock_quantity: 4, prices: { EUR: [[1, '9']] } },
        { ...seller('t'), is_authorized: true, in_stock_quantity: -2 },
      ],
    },
    { uid: 'c', mpn: 'C' },
    { uid: 'd', mpn: 'D', offers: [{ ...seller('s'), is_authorized: false, prices: { USD: [[5000, '0.1']] } }] },
  ]; // biome-ignore format: a table of parts

  it.each([
    ['median_price_1000', 'asc', 'bacd'],
    ['median_price_1000', 'desc', 'abcd'],
    ['num_authsuppliers', 'asc', 'cdab'],
    ['num_authsuppliers', 'desc', 'bacd'],
    ['total_avail', 'asc', 'cdab'],
    ['total_avail', 'desc', 'bacd'],
  ])('%s %s: %s', async (sort, direction, expected) => {
    const { data, warnings } = await ask(
      PARTS,
      `{ search(sort: "${sort}", sort_dir: ${direction}) { results { part { v3uid } } } page: search(sort: "${sort}", sort_dir: ${direction}, start: 1, limit: 2) { results { part { v3uid } } } }`,
    );
    const uids = (results: { part: { v3uid: string } }[]) => results.map(({ part }) => part.v3uid).join('');
    expect([uids(data.search.results), uids(data.page.results), warnings]).toEqual([expected, expected.slice(1, 3), []]);
  });

  it('of prices are in the currency of the catalog', async () => {
    const build = { priceCurrency: 'EUR' };
    const query = (currency: string) =>
      `{ search(sort: "median_price_1000", currency: "${currency}") { results { part { v3uid } } } }`;
    const first = async (currency: string) => {
      const { data, warnings } = await ask(PARTS, query(currency), { build });
      return [data.search.results[0].part.v3uid, warnings.length];
    };
    expect(await first('EUR')).toEqual(['b', 0]);
    expect(await first('USD')).toEqual(['a', 1]);
  });
});

describe('offers', () => {
  const OFFERS = [
    { sku: '1', eligible_region: 'US', in_stock_quantity: 1, seller: { uid: 's', name: 'S' } },
    { sku: '2', eligible_region: 'US-CA', in_stock_quantity: 2, seller: { uid: 's', name: 'S' } },
    { sku: '3', eligible_region: 'DE', in_stock_quantity: 4, seller: { uid: 's', name: 'S' } },
    { sku: '4', in_stock_quantity: 8 },
  ];
  const PART = [{ uid: 'p', mpn: 'P', offers: OFFERS }];

  it.each([
    ['', 15],
    [', country: "US"', 11],
    [', country: "DE"', 12],
    [', country: "U"', 8],
  ])('of parts(ids%s) are those for the country', async (argument, total) => {
    const { data } = await ask(PART, `{ parts(ids: ["p"]${argument}) { total_avail sellers { offers { sku } } } }`);
    expect(data.parts[0].total_avail).toBe(total);
  });

  it('of a country that a variable leaves out are all', async () => {
    const execute = executorOf(await buildCatalog({ parts: PART as Part[] }));
    const query = 'query ($country: String!) { parts(ids: ["p"], country: $country) { total_avail } }';
    expect((await execute(query, { country: 'DE' })).data.parts[0].total_avail).toBe(12);
    const byDefault = query.replace('String!', 'String! = "US"');
    expect((await execute(byDefault)).data.parts[0].total_avail).toBe(11);
  });

  it('without a seller have an empty company', async () => {
    const { data } = await ask(
      [{ uid: 'p', mpn: 'P', offers: [{ sku: 'x' }], broker_listings: [{ listing_url: 'u' }] }],
      '{ parts(ids: ["p"]) { sellers(include_brokers: true) { company { id name aliases slug } } } }',
    );
    const empty = { company: { id: null, name: null, aliases: [], slug: null } };
    expect(data.parts[0].sellers).toEqual([empty, empty]);
  });

  it('have ids that are their own', async () => {
    const ids = async (offers: object[]) => {
      const { data } = await ask(
        [{ uid: 'p', mpn: 'P', offers }],
        '{ parts(ids: ["p"]) { sellers { offers { id sku _cache_id } } } }',
      );
      return data.parts[0].sellers.flatMap((one: { offers: { id: string; sku: string; _cache_id: string }[] }) => one.offers);
    };
    const first = await ids([...OFFERS, OFFERS[3]]);
    expect(new Set(first.map(({ id }: { id: string }) => id)).size).toBe(5);
    // Two offers with the same data are two objects: their ids differ.
    expect(new Set(first.map(({ _cache_id }: { _cache_id: string }) => _cache_id)).size).toBe(5);
    const changed = await ids([OFFERS[3], { ...OFFERS[0], in_stock_quantity: 9, prices: { USD: [[1, 1]] } }]);
    const idOf = (list: { id: string; sku: string }[], sku: string) => list.find((offer) => offer.sku === sku)?.id;
    expect([idOf(changed, '1'), idOf(changed, '4')]).toEqual([idOf(first, '1'), idOf(first, '4')]);
    expect(changed[1]._cache_id).not.toBe(first[0]._cache_id);
  });
});

describe('numbers as JSON numbers', () => {
  it('are texts in match queries', async () => {
    const execute = executorOf(await buildCatalog({ parts: [{ uid: 'p', mpn: '5013340000' }] }));
    const query = 'query ($queries: [PartMatchQuery!]!) { multi_match(queries: $queries) { hits reference error } }';
    const { data, errors } = await execute(query, { queries: [{ mpn: 5013340000, reference: 5 }] });
    expect(errors).toBeUndefined();
    expect(data.multi_match).toEqual([{ hits: 1, reference: '5', error: null }]);
  });
});

describe('what was typed', () => {
  const SOURCE: CatalogSource = {
    categories: [{ uid: 'c1', name: 'Chip Resistors', ...{ id: '7' } }],
    sellers: [{ uid: 's', name: 'Resist Shop' }],
    parts: [
      { uid: 'a', mpn: 'RES-100', brand: { uid: 'b', name: 'Resista' }, descriptions: [{ value: 'Thick film resistor' }] },
      { uid: 'b', mpn: 'C-1', descriptions: [{ value: 'Ceramic resistor, residual' }] },
    ],
  };

  it('is completed to part numbers, names and words', async () => {
    const execute = executorOf(await buildCatalog(SOURCE));
    const suggest = async (args: string) =>
      (await execute(`{ suggest(${args}) { text in_category_name in_category_id } }`)).data.suggest;
    const none = { in_category_name: null, in_category_id: null };
    expect(await suggest('q: "thick res"')).toEqual([
      { text: 'Resista', ...none },
      { text: 'Resist Shop', ...none },
      { text: 'Chip Resistors', in_category_name: 'Chip Resistors', in_category_id: '7' },
      { text: 'resistor', ...none },
      { text: 'residual', ...none },
    ]);
    expect((await suggest('q: "res"'))[0]).toEqual({ text: 'RES-100', ...none });
    expect(await suggest('q: "res", part_numbers_only: true')).toEqual([{ text: 'RES-100', ...none }]);
    expect(await suggest('q: "r"')).toEqual([]);
  });

  it.each([
    ['thik resitor', [['thick resistor', 1]]],
    ['resitor', [['resistor', 2]]],
    ['"resitor" film', [['"resistor" film', 1]]],
    ['resistor', []],
    ['qqqqqq', []],
    ['-resitor film', []],
  ])('is corrected: %s', async (q, expected) => {
    const execute = executorOf(await buildCatalog(SOURCE));
    const { data } = await execute('query ($q: String!) { spelling_correction(q: $q) { correction_string hits } }', { q });
    expect(
      data.spelling_correction.map(({ correction_string, hits }: Record<string, unknown>) => [correction_string, hits]),
    ).toEqual(expected);
  });
});
