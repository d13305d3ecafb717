import { describe, expect, it, vi } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { executorOf, SOURCE, smallCatalog } from '../../support/graphql-queries.js';

async function execute(query: string) {
  const { data, errors } = await executorOf(await smallCatalog())(query);
  expect(errors).toBeUndefined();
  return data;
}

describe('categories', () => {
  it('lists every node, roots first', async () => {
    const { categories } = await execute('{ categories { id parent_id name path num_parts ancestors { id } children { id } } }');
    expect(categories.map(({ id }: { id: string }) => id)).toEqual(['c-ics', 'c-root', 'c-cap', 'c-res', 'c-chip']);
    expect(categories[4]).toEqual({
      id: 'c-chip',
      parent_id: 'c-res',
      name: 'Chip Resistors',
      path: '/passive-components/resistors/chip-resistors',
      num_parts: 2,
      ancestors: [{ id: 'c-root' }, { id: 'c-res' }],
      children: [],
    });
    expect(categories[0]).toMatchObject({ parent_id: '', path: '/ics-modules', ancestors: [], num_parts: 1 });
    expect(categories[1]).toMatchObject({ num_parts: 4, children: [{ id: 'c-cap' }, { id: 'c-res' }] });
  });

  it('finds by ids and paths', async () => {
    const { categories } = await execute(
      '{ categories(ids: ["c-cap", "nothing"], paths: ["/passive-components", "/nothing"]) { id } }',
    );
    expect(categories).toEqual([{ id: 'c-cap' }, { id: 'c-root' }]);
  });

  it('has the most useful attributes of its parts', async () => {
    const { categories } = await execute(
      '{ categories(ids: ["c-res", "c-cap"]) { relevant_attributes { shortname } blurb { name } } }',
    );
    const [resistors, capacitors] = categories.map(({ relevant_attributes }: { relevant_attributes: { shortname: string }[] }) =>
      relevant_attributes.map(({ shortname }) => shortname),
    );
    expect([...resistors].sort()).toEqual(['case_package', 'lifecycle_status', 'resistance']);
    expect(capacitors).toEqual(['case_package']);
    expect(categories[0].blurb).toBeNull();
  });

  it('lets other requests be answered while attributes of many categories are counted', async () => {
    const catalog = await buildCatalog(SOURCE, { limits: { milliseconds: Number.POSITIVE_INFINITY } });
    let clock = 0;
    // Each look at the clock is a reason to yield, and all of them are less than what the request may take.
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10));
    let turns = 0;
    const count = () => void (turns++, (counting = setImmediate(count)));
    let counting = setImmediate(count);
    const { data } = await executorOf(catalog)('{ categories { relevant_attributes { shortname } } }').finally(() => {
      clearImmediate(counting);
      vi.restoreAllMocks();
    });
    expect(data.categories).toHaveLength(5);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('is not walked without end', async () => {
    const categories = [
      { uid: 'root', name: 'Root' },
      ...Array.from({ length: 200 }, (_, i) => ({ uid: `c${i}`, name: `C${i}`, parent_uid: 'root' })),
    ];
    const catalog = await buildCatalog({ parts: [], categories });
    const { errors, data } = await executorOf(catalog)(
      '{ categories { ancestors { children { ancestors { children { id } } } } } }',
    );
    expect(errors?.[0].message).toContain('too many categories');
    // One error, and not one of each list that is too long.
    expect([errors?.length, data]).toEqual([1, null]);
  });

  it('has the counts that records give', async () => {
    const catalog = await buildCatalog({ parts: [], categories: [{ uid: 'a', name: 'A', num_parts: 7, ...{ id: 12 } }] });
    expect((await executorOf(catalog)('{ categories(ids: ["12"]) { id num_parts } }')).data.categories).toEqual([
      { id: '12', num_parts: 7 },
    ]);
  });
});

describe('companies and attributes', () => {
  it('are listed, or found by id', async () => {
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
    const { manufacturers, sellers } = await execute('{ manufacturers { name } sellers { name } }');
    expect(names(manufacturers)).toEqual(['Murata', 'Texas Instruments', 'Yageo']);
    expect(names(sellers)).toEqual(['Digi-Key', 'Farnell']);
    const found = await execute('{ manufacturers(ids: ["m-mur", "569", "nothing"]) { id slug } }');
    expect(found.manufacturers).toEqual([
      { id: 'm-mur', slug: 'murata' },
      { id: '569', slug: 'yageo' },
    ]);
  });

  it('has every attribute', async () => {
    const { attributes } = await execute('{ attributes { shortname name } }');
    expect(attributes).toContainEqual({ shortname: 'resistance', name: 'Resistance' });
    expect(attributes).toHaveLength(3);
  });
});

describe('multi_match', () => {
  it('answers each query', async () => {
    const query = `{ multi_match(queries: [
      {mpn: "rc0603fr0710kl", reference: "R1"}, {mpn_or_sku: "9233504"}, {mpn: "RC0603*", limit: 1, start: 1},
      {sku: "nothing"}, {}, {mpn: "x", limit: 101}
    ]) { reference hits error parts { mpn } } }`;
    const { multi_match } = await execute(query);
    expect(multi_match.slice(0, 4)).toEqual([
      { reference: 'R1', hits: 1, error: null, parts: [{ mpn: 'RC0603FR-0710KL' }] },
      { reference: null, hits: 1, error: null, parts: [{ mpn: 'RC0603FR-0710KL' }] },
      { reference: null, hits: 2, error: null, parts: [{ mpn: 'RC0603FR-0710KL' }] },
      { reference: null, hits: 0, error: null, parts: [] },
    ]);
    expect(multi_match[4]).toMatchObject({ hits: null, parts: [], error: expect.stringContaining('"manufacturer"') });
    expect(multi_match[5].error).toBe('limit must be between 0 and 100');
  });

  it('has three parts by default', async () => {
    const parts = Array.from({ length: 5 }, (_, i) => ({ uid: `p${i}`, mpn: `LM317-${i}` }));
    const { data } = await executorOf(await buildCatalog({ parts }))(
      '{ multi_match(queries: [{mpn: "LM317*"}]) { hits parts { mpn } } }',
    );
    expect(data.multi_match[0]).toMatchObject({ hits: 5, parts: { length: 3 } });
  });

  it.each([
    ['manufacturer: "Yageo"', 2, 'the manufacturer'],
    ['manufacturer: "phycomp"', 2, 'an alias of the manufacturer'],
    ['manufacturer: "texas instruments"', 1, 'the brand'],
    ['manufacturer: "ti"', 1, 'a manufacturer without a record'],
    ['manufacturer: "instruments texas"', 0, 'words in another order'],
    ['mpn: "NE555P", manufacturer: "Yageo"', 0, 'another manufacturer'],
    ['seller: "digi key"', 1, 'a seller'],
  ])('{%s}: %i', async (query, hits) => {
    expect((await execute(`{ multi_match(queries: [{${query}}]) { hits } }`)).multi_match[0].hits).toBe(hits);
  });

  it.each([
    ['require_authorized_sellers: true', 1],
    ['require_stock_available: true', 1],
    ['filters: {resistance: "(1e5__)"}', 1],
    ['filters: {nothing: 1}', 0],
    ['require_stock_available: false', 2],
  ])('options {%s}: %i', async (options, hits) => {
    expect(
      (await execute(`{ multi_match(queries: [{mpn: "RC0603*"}], options: {${options}}) { hits } }`)).multi_match[0].hits,
    ).toBe(hits);
  });

  it('takes 20 queries at most', async () => {
    const queries = Array.from({ length: 21 }, () => ({ mpn: 'x' }));
    const { errors } = await executorOf(await smallCatalog())(
      'query($q: [PartMatchQuery!]!) { multi_match(queries: $q) { hits } }',
      {
        q: queries,
      },
    );
    expect(errors?.[0].message).toContain('queries must be at most 20');
  });
});

describe('what was typed', () => {
  it('is completed to part numbers', async () => {
    const { suggest } = await execute('{ suggest(q: "rc06") { text in_category_name in_category_id } }');
    expect(suggest.map(({ text }: { text: string }) => text)).toEqual(['RC0603FR-0710KL', 'RC0603FR-071ML']);
    expect((await execute('{ suggest(q: "rc") { text } }')).suggest).toEqual([]);
    expect((await execute('{ suggest(q: "rc0", category_id: "c-cap") { text } }')).suggest).toEqual([]);
    const inside = await execute('{ suggest(q: "GRM", category_id: "c-cap") { text in_category_name in_category_id } }');
    expect(inside.suggest).toEqual([{ text: 'GRM188R71H104KA93D', in_category_name: 'Capacitors', in_category_id: 'c-cap' }]);
  });

  it('is corrected', async () => {
    expect((await execute('{ spelling_correction(q: "NE556P") { correction_string hits } }')).spelling_correction).toEqual([
      { correction_string: 'NE555P', hits: 1 },
    ]);
    expect((await execute('{ spelling_correction(q: "NE555P") { hits } }')).spelling_correction).toEqual([]);
  });
});

describe('extras of the later dialect', () => {
  it('have the ends of a range as values', async () => {
    const metadata = { key: 'supply', name: 'Supply', datatype: 'decimal' as const, unit: { name: 'volt', symbol: 'V' } };
    const supply = { value: [], min_value: '1.8', max_value: '5.5', metadata };
    const catalog = await buildCatalog({ parts: [{ uid: 'p', mpn: 'A', specs: { supply } }] });
    const query = '{ supPartExtrasByPartId(partId: "p") { parameters { name unit value } technicalDetails { name value } } }';
    expect((await executorOf(catalog, { dialect: 'sup' })(query)).data.supPartExtrasByPartId).toEqual({
      parameters: [{ name: 'Supply', unit: 'V', value: ['1.8', '5.5'] }],
      technicalDetails: [{ name: 'Supply', value: '1.8 to 5.5' }],
    });
  });
});

describe('the later dialect', () => {
  it('answers as the first does, in its own names', async () => {
    const catalog = await buildCatalog(SOURCE);
    const v4 = executorOf(catalog);
    const sup = executorOf(catalog, { dialect: 'sup' });
    const first =
      await v4(`{ search(q: "resistor", in_stock_only: true, sort_dir: asc) { hits manufacturer_agg { company { homepage_url } count }
      results { part { short_description median_price_1000 { price } category { parent_id } sellers(authorized_only: true) { is_authorized } } } }
      multi_match(queries: [{mpn_or_sku: "9233504"}], options: {require_stock_available: true}) { hits } }`);
    const later =
      await sup(`{ supSearch(q: "resistor", inStockOnly: true, sortDir: asc) { hits manufacturerAgg { company { homepageUrl } count }
      results { part { shortDescription medianPrice1000 { price } category { parentId } sellers(authorizedOnly: true) { isAuthorized } } } }
      supMultiMatch(queries: [{mpnOrSku: "9233504"}], options: {requireStockAvailable: true}) { hits } }`);
    const renamed = JSON.stringify(first)
      .replaceAll('multi_match', 'sup_multi_match')
      .replaceAll('"search"', '"supSearch"')
      .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    expect(JSON.stringify(later)).toBe(renamed);
    expect((await sup('{ search { hits } }')).errors?.[0].message).toContain('Cannot query field "search" on type "Query"');
    expect((await sup('{ supSearch { results { part { __typename } } } }')).data.supSearch.results[0].part.__typename).toBe(
      'SupPart',
    );
  });

  it('has more fields', async () => {
    const sup = executorOf(await buildCatalog(SOURCE), { dialect: 'sup' });
    const { data, errors } = await sup(`{
      supManufacturers(slugs: ["yageo"], minNumberOfActiveParts: 1) { id isOctocartSupported }
      supSearch { inStockAgg { isInStock count } cadLevelAgg { count }
        specAggs(attributeNames: [], attributeSelection: WITH_SUGGESTED) { attribute { shortname valueType unitsSymbol } units } }
      supParts(ids: ["255"]) {
        specs { value siValue valueType units unitsName unitsSymbol } altiumInternalId circuitMakerInternal { projects }
        sellers(start: 0, limit: 1) { offers(priceBreaks: [500, 0]) { prices { quantity price currency } } }
        extras { partId lifeCycle isRohsCompliant datasheetUrls parameters { name unit value } alternatives { partId } } }
      supPartExtrasByPartId(partId: "nothing") { partId }
      supPartExtrasByPartIds(partIds: ["255", "nothing"]) { __typename ... on SupPartExtras { description } ... on SupErrorPayload { message } }
      supPartOffers(country: "US", currency: "USD", references: [{partId: "255", offerId: "1"}]) { partId }
      supPartIdFromCiivaId(ciivaId: "1") supPartIdsFromCiivaIds(ciivaIds: ["1", "2"]) supOctocart(items: []) { cartUrl }
    }`);
    expect(errors).toBeUndefined();
    expect(data.supManufacturers).toEqual([{ id: '569', isOctocartSupported: null }]);
    expect(data.supSearch.inStockAgg).toEqual([
      { isInStock: true, count: 2 },
      { isInStock: false, count: 2 },
    ]);
    expect(data.supSearch.specAggs).toHaveLength(3);
    const [part] = data.supParts;
    expect(part.specs[0]).toEqual({
      ...{ value: '10000', siValue: '10000', valueType: 'decimal', units: 'Ω', unitsName: 'ohm', unitsSymbol: 'Ω' },
    });
    expect(part.sellers).toHaveLength(1);
    expect(part.sellers[0].offers[0].prices).toEqual([
      { quantity: 500, price: 0.01, currency: 'USD' },
      { quantity: 500, price: 0.09, currency: 'EUR' },
    ]);
    expect(part.extras).toMatchObject({ partId: '255', lifeCycle: 'ACTIVE', isRohsCompliant: null, alternatives: [] });
    expect(data.supPartExtrasByPartId).toBeNull();
    expect(data.supPartExtrasByPartIds).toEqual([
      { __typename: 'SupPartExtras', description: 'RES 10K OHM' },
      { __typename: 'SupErrorPayload', message: 'no part has this id' },
    ]);
    expect([data.supPartOffers, data.supPartIdFromCiivaId, data.supPartIdsFromCiivaIds, data.supOctocart]).toEqual([
      [null],
      null,
      [null, null],
      [],
    ]);
  });
});
