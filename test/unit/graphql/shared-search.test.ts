import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { buildCatalog, type Catalog, type CatalogSource, type Part } from '../../../src/partdex.js';
import { type Body, executorOf, SOURCE, smallCatalog } from '../../support/graphql-queries.js';

/** Random documents: 150 with `npm test`, up to 5,000 with `npm run test:all`. */
const DOCUMENTS = Math.min(5000, Number(process.env.PARTDEX_RUNS ?? 150));

const SEARCHES = [
  'search',
  'search(q: "0603")',
  'search(q: "- 0603")',
  'search(q: "0603", limit: 1)',
  'search(q: "0603", start: 1, sort: "mpn", sort_dir: desc)',
  'search(filters: {category_id: "c-res"})',
  'search(filters: {resistance: "(1__20000)", nothing: 1})',
  'search(in_stock_only: true, sort: "resistance")',
  'search(limit: 0)',
  'search_mpn(q: "rc")',
  'search_mpn(q: "rc", limit: 1)',
  'search(sort: "nonsense")',
  'search(sort: "manufacturer", sort_dir: desc)',
  'search(sort: "total_avail", limit: 2)',
  'search(filters: {manufacturer_id: "nobody", cad_models: true})',
];
const COMPANY = '{ company { id name } count }';
const FIELDS = [
  'hits',
  'total',
  'warnings',
  'results { description part { mpn } }',
  `manufacturer_agg ${COMPANY}`,
  `manufacturer_agg(size: 1) ${COMPANY}`,
  `distributor_agg ${COMPANY}`,
  `distributor_agg(size: 2) ${COMPANY}`,
  'category_agg { category { path } count }',
  'category_agg(size: 1) { category { id } count }',
  'spec_aggs(attribute_names: ["resistance", "case_package"]) { attribute { id } min max buckets { display_value count } }',
  'spec_aggs(attribute_names: ["case_package", "lifecycle_status"], size: 1) { buckets { float_value count } }',
  'spec_aggs(attribute_names: ["resistance"], size: 0) { min buckets { count } }',
  'suggested_filters { shortname }',
  'all_filters { shortname }',
  'applied_category { id }',
  'applied_filters { shortname values }',
  'cad_agg { cad_state count }',
  'suggested_categories { category { id } count }',
  'specs_view_attribute_groups { name attributes { id } }',
  'spec_aggs(attribute_names: []) { min }',
];
const LATER = [
  'inStockAgg { isInStock count }',
  'specAggs(attributeNames: ["case_package"], attributeSelection: ALL, size: 3) { attribute { id } min buckets { displayValue count } }',
  'specAggs(attributeNames: [], attributeSelection: WITH_SUGGESTED) { attribute { id } max }',
  'hits',
  'allFilters { id }',
  'manufacturerAgg { count }',
];

/** A search and some of its fields, by their places in the lists. */
type Drawn = readonly { search: number; fields: readonly number[] }[];

const drawn = (searches: readonly string[], fields: readonly string[]) => {
  const one = fc.record({
    search: fc.nat(searches.length - 1),
    fields: fc.array(fc.nat(fields.length - 1), { minLength: 1, maxLength: 6 }),
  });
  return fc.array(one, { minLength: 1, maxLength: 5 });
};

/** The same fields together, and each in a document of its own. */
async function compare(
  roots: Drawn,
  searches: readonly string[],
  fields: readonly string[],
  execute: (query: string) => Promise<Body>,
) {
  const texts = roots.map(({ search, fields: chosen }, i) => {
    return {
      alias: `s${i}`,
      search: searches[search],
      fields: chosen.map((field, k) => ({ alias: `f${k}`, text: fields[field] })),
    };
  });
  const inner = (chosen: { alias: string; text: string }[]) => chosen.map(({ alias, text }) => `${alias}: ${text}`).join(' ');
  const together = await execute(
    `{ ${texts.map((root) => `${root.alias}: ${root.search} { ${inner(root.fields)} }`).join(' ')} }`,
  );
  expect(together.errors).toBeUndefined();
  const warnings = new Set<string>();
  for (const root of texts) {
    for (const field of root.fields) {
      const alone = await execute(`{ ${root.search.replace(/^/, 's: ')} { f: ${field.text} } }`);
      expect(together.data[root.alias][field.alias]).toEqual(alone.data.s.f);
      for (const warning of alone.extensions?.warnings ?? []) warnings.add(warning);
    }
  }
  expect(new Set(together.extensions?.warnings ?? [])).toEqual(warnings);
}

describe('fields that share a search', () => {
  it('answer what each of them answers alone', async () => {
    const guards = { aliases: 1000 };
    const execute = executorOf(await smallCatalog(), { guards });
    const later = executorOf(await smallCatalog(), { guards, dialect: 'sup' });
    const laterSearches = ['supSearch(q: "0603")', 'supSearch', 'supSearchMpn(q: "rc")'];
    await fc.assert(
      fc.asyncProperty(drawn(SEARCHES, FIELDS), (roots) => compare(roots, SEARCHES, FIELDS, execute)),
      { numRuns: DOCUMENTS },
    );
    await fc.assert(
      fc.asyncProperty(drawn(laterSearches, LATER), (roots) => compare(roots, laterSearches, LATER, later)),
      { numRuns: Math.ceil(DOCUMENTS / 3) },
    );
  }, 600_000);
});

/** How many searches of the catalog a document takes, besides those whose results are kept for the catalog. */
async function searchesOf(catalog: Catalog, query: string): Promise<number> {
  await executorOf(catalog)('{ manufacturers { id } }');
  const search = vi.spyOn(internalsOf(catalog).collections.parts, 'searchWithin');
  const { errors } = await executorOf(catalog)(query);
  expect(errors).toBeUndefined();
  const { calls } = search.mock;
  search.mockRestore();
  return calls.length;
}

/** Parts whose companies all have uids. */
const IDENTIFIED: CatalogSource = {
  ...SOURCE,
  parts: (SOURCE.parts as Part[]).filter(({ uid }) => uid === '00000000000000ff' || uid === '0000000000000100'),
};

describe('the searches of a document', () => {
  const ALL = `hits ${FIELDS.filter((field) => field.endsWith('}'))
    .map((field, i) => `f${i}: ${field}`)
    .join(' ')}`;

  it('are one for all fields of a search, wherever they are', async () => {
    const catalog = await buildCatalog(IDENTIFIED);
    expect(await searchesOf(catalog, `{ search(q: "0603") { ${ALL} } }`)).toBe(1);
    const twenty = Array.from({ length: 4 }, (_, i) => `a${i}: search(q: "0603") { ${ALL} }`).join(' ');
    expect(await searchesOf(catalog, `{ ${twenty} }`)).toBe(1);
    expect(await searchesOf(catalog, '{ a: search(q: "0603", country: "DE") { hits } b: search(q: "0603") { warnings } }')).toBe(
      1,
    );
  });

  it('are one more for each other page, and for companies without a uid', async () => {
    const catalog = await buildCatalog(IDENTIFIED);
    const page = 'results { part { mpn } }';
    const pages = `{ a: search(limit: 1) { ${page} all_filters { id } } b: search(limit: 1, start: 1) { ${page} hits all_filters { id } } }`;
    expect(await searchesOf(catalog, pages)).toBe(2);
    expect(await searchesOf(catalog, `{ a: search(q: "0603") { ${page} } b: search(q: "resistor") { ${page} } }`)).toBe(2);
    expect(await searchesOf(await buildCatalog(SOURCE), `{ search { ${ALL} } }`)).toBe(4);
  });

  it('do not run where no field needs them', async () => {
    const catalog = await buildCatalog(IDENTIFIED);
    expect(await searchesOf(catalog, '{ search(q: "0603") { applied_filters { name } applied_category { id } } }')).toBe(0);
    expect(await searchesOf(catalog, '{ attributes { id } search(q: "0603") @skip(if: true) { hits } }')).toBe(0);
  });

  it('find what is suggested first, and then count it', async () => {
    const catalog = await buildCatalog(IDENTIFIED);
    await executorOf(catalog)('{ manufacturers { id } }');
    const search = vi.spyOn(internalsOf(catalog).collections.parts, 'searchWithin');
    await executorOf(catalog, { dialect: 'sup' })(`{ supSearch { a: ${LATER[1]} b: ${LATER[2]} ${LATER.slice(3).join(' ')} } }`);
    expect(search).toHaveBeenCalledTimes(2);
  });
});

it('answers the same match request, and reads the same part, once', async () => {
  const catalog = await buildCatalog(SOURCE);
  const parts = internalsOf(catalog).collections.parts;
  const match = vi.spyOn(parts, 'matchWithin');
  const get = vi.spyOn(parts, 'getWithin');
  const used: number[] = [];
  const execute = executorOf(catalog, { onUsage: ({ parts: count }) => void used.push(count) });
  const query = 'multi_match(queries: [{mpn: "NE555P"}]) { parts { mpn } }';
  const { data } = await execute(
    `{ a: ${query} b: ${query} c: parts(ids: ["own-list-1", "own-list-1"]) { mpn } d: parts(ids: ["own-list-1"]) { mpn } }`,
  );
  expect([data.a, data.c, data.d]).toEqual([data.b, [{ mpn: 'NE555P' }, { mpn: 'NE555P' }], [{ mpn: 'NE555P' }]]);
  expect([match.mock.calls.length, get.mock.calls.length, used]).toEqual([1, 1, [5]]);
});

describe('warnings of several fields', () => {
  it('are in their order, and each search has its own', async () => {
    const { data, extensions } = await executorOf(await smallCatalog())(
      '{ a: search(filters: {nothing: 1, manufacturer_id: "569"}) { hits warnings } b: search_mpn(q: "--", filters: {none: 1}) { warnings } c: search(sort: "nonsense", filters: {nothing: 1}) { warnings } }',
    );
    const [nothing, none, nonsense] = ['"nothing"', '"none"', '"nonsense"'].map((name) => expect.stringContaining(name));
    expect(data.a.warnings).toEqual([nothing]);
    const dashes = expect.stringContaining('"--"');
    expect(data.b.warnings).toEqual([dashes, none]);
    expect(data.c.warnings).toEqual([nothing, nonsense]);
    expect(extensions?.warnings).toEqual([nothing, dashes, none, nonsense]);
  });

  it('is the first fault, whichever is found first', async () => {
    const query =
      '{ a: search(filters: {manufacturer_id: "569", category_id: "c-res"}, limit: -1) { hits } b: search(start: -1) { hits } }';
    for (const catalog of [await buildCatalog(SOURCE), await smallCatalog()]) {
      expect((await executorOf(catalog)(query)).errors).toMatchObject([{ path: ['a'] }]);
    }
  });
});
