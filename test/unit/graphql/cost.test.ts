import { describe, expect, it, vi } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { createGraphqlApi, type Dialect } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog } from '../../../src/partdex.js';
import { executorOf, SOURCE } from '../../support/graphql-queries.js';

/** Asks under a limit, where no guard is in the way. */
async function refusal(query: string, limit: number, variables = {}, dialect: Dialect = 'v4') {
  const catalog = await buildCatalog(SOURCE, { limits: { graphqlCost: limit, limit: 1000, matchQueries: 1000, getMulti: 1000 } });
  const guards = { parts: Number.POSITIVE_INFINITY, rootFields: 1000 };
  const { data, errors } = await executorOf(catalog, { guards, dialect })(query, variables);
  if (errors) expect(data).toBeNull();
  return errors?.map(({ message }) => message).join();
}

const MATCH = 'query ($queries: [PartMatchQuery!]!) { multi_match(queries: $queries) { hits } }';

describe('the cost of a request', () => {
  it.each([
    ['a search', '{ search { hits } }', 30],
    ['without parts', '{ search(limit: 0) { hits total warnings applied_filters { name } } }', 20],
    ['its parts', '{ search(limit: 7) { results { part { mpn } } } }', 27],
    ['an aggregation', '{ search(limit: 0) { manufacturer_agg { count } } }', 40],
    [
      'every aggregation',
      '{ search(limit: 0) { manufacturer_agg { count } distributor_agg { count } category_agg { count } all_filters { id } suggested_filters { id } spec_aggs(attribute_names: ["resistance"]) { min } } }',
      140,
    ],
    [
      'what is counted besides',
      '{ search(limit: 0) { cad_agg { count } suggested_categories { count } specs_view_attribute_groups { name } } }',
      80,
    ],
    [
      'the same search twice',
      '{ a: search(limit: 0, q: "x") { hits } b: search(limit: 0, q: "x", country: "DE") { total } }',
      20,
    ],
    ['different searches', '{ a: search(limit: 0, q: "x") { hits } b: search(limit: 0, q: "y") { total } }', 40],
    ['search and search_mpn', '{ search(limit: 0, q: "x") { hits } search_mpn(limit: 0, q: "x") { hits } }', 40],
    [
      'the same aggregation of two pages',
      '{ a: search(limit: 0) { category_agg { count } } b: search(limit: 0, start: 1) { c: category_agg(size: 10) { count } } }',
      60,
    ],
    [
      'aggregations that differ',
      '{ search(limit: 0) { a: category_agg(size: 1) { count } b: category_agg(size: 2) { count } c: category_agg(size: 1) { count } } }',
      60,
    ],
    ['the parts of the same page, which are returned twice', '{ a: search(limit: 5) { hits } b: search(limit: 5) { hits } }', 30],
    ['merged fields', '{ search(limit: 5) { hits } search(limit: 5) { manufacturer_agg { count } } }', 45],
    [
      'fragments',
      '{ ...r } fragment r on Query { search(limit: 0) { ...a ... on PartResultSet { hits } } } fragment a on PartResultSet { all_filters { id } }',
      40,
    ],
    [
      'what is skipped',
      '{ a: search(limit: 0) { hits all_filters @skip(if: true) { id } } b: search @include(if: false) { hits } }',
      20,
    ],
    ['suggestions', '{ suggest(q: "abc") { text } }', 30],
    ['corrections', '{ spelling_correction(q: "abc") { hits } }', 20],
    ['parts by their ids', '{ parts(ids: ["255", "x", "x"]) { mpn } }', 3],
    ['similar parts', '{ parts(ids: ["255", "x"]) { similar_parts { mpn } } }', 2 + 20 + 40],
    [
      'those of a page',
      '{ search(limit: 3) { results { part { ...p } } } } fragment p on Part { similar_parts { mpn } }',
      23 + 30 + 60,
    ],
    ['those of similar ones', '{ parts(ids: ["255"]) { similar_parts { similar_parts { mpn } } } }', 1 + 10 + 20 + 100 + 200],
    ['those of no parts', '{ search(limit: 0) { results { part { similar_parts { mpn } } } } }', 20],
    ['active parts', '{ attributes { id } categories { id num_parts relevant_attributes { id } } manufacturers { id } }', 0],
  ])('%s: %s costs %i', async (_name, query, cost) => {
    expect(await refusal(query, cost)).toBeUndefined();
    if (cost > 0) expect(await refusal(query, cost - 1)).toContain(`it costs ${cost}, and at most ${cost - 1} is allowed`);
  });

  it.each([
    ['{ supManufacturers(minNumberOfActiveParts: 1) { id } }', 20],
    ['{ supSearch(limit: 0) { inStockAgg { count } specAggs(attributeNames: []) { min } } }', 60],
    ['{ supPartExtrasByPartIds(partIds: ["1", "2"]) { __typename } supPartExtrasByPartId(partId: "1") { partId } }', 3],
    [
      '{ supPartExtrasByPartIds(partIds: ["1", "2"]) { ... on SupPartExtras { alternatives(first: 5) { alternatives(first: 2) { partId } } } } }',
      2 + 10 + 40 + 20 + 200,
    ],
    ['{ supParts(ids: ["1"]) { extras { alternatives { partId } } } }', 1 + 100 + 20],
    ['{ supPartOffers(country: "US", currency: "USD", references: [{partId: "1", offerId: "1"}]) { partId } }', 1],
  ])('of the later dialect: %s costs %i', async (query, cost) => {
    expect(await refusal(query, cost, {}, 'sup')).toBeUndefined();
    expect(await refusal(query, cost - 1, {}, 'sup')).toContain(`costs ${cost},`);
  });

  it.each([
    [[{ mpn: 'a' }, { mpn: 'b', limit: 7 }, { mpn: 'c', limit: 0 }], 70],
    [
      [
        { mpn: 'a', reference: '1' },
        { mpn: 'a', reference: '2' },
      ],
      26,
    ],
    [[], 0],
  ])('of a match counts what variables say: %j costs %i', async (queries, cost) => {
    expect(await refusal(MATCH, cost, { queries })).toBeUndefined();
    if (cost > 0) expect(await refusal(MATCH, cost - 1, { queries })).toContain(`costs ${cost},`);
  });

  it('says how much it is, how much it may be, and what costs most', async () => {
    const query = `{ one: search(limit: 2) { hits } dear: search(q: "x", limit: 10) { category_agg { count } all_filters { id } } }`;
    expect(await refusal(query, 91)).toBe(
      'the request is too expensive: it costs 92, and at most 91 is allowed (limit graphqlCost): 2 searches (40), 2 aggregations (40), 12 parts (12); "dear" alone costs 70',
    );
  });

  it('is 5,000 at most by default, and Infinity is no limit', async () => {
    const roots = Array.from({ length: 10 }, (_, i) => `a${i}: search(q: "${i}", limit: 100) { hits }`);
    const many = (searches: number) =>
      `{ ${roots.join(' ')} ${Array.from({ length: searches }, (_, i) => `b${i}: search(q: "b${i}", limit: 0) { all_filters { id } category_agg { count } manufacturer_agg { count } distributor_agg { count } }`).join(' ')} }`;
    const guards = { rootFields: 1000 };
    const ask = executorOf(await buildCatalog(SOURCE), { guards });
    expect((await ask(many(38))).errors).toBeUndefined();
    expect((await ask(many(39))).errors?.[0].message).toContain('it costs 5100, and at most 5000 is allowed');
    const free = executorOf(await buildCatalog(SOURCE, { limits: { graphqlCost: Number.POSITIVE_INFINITY } }), { guards });
    expect((await free(many(39))).errors).toBeUndefined();
  });

  it('is told before anything is executed', async () => {
    const catalog = await buildCatalog(SOURCE, { limits: { graphqlCost: 10 } });
    const search = vi.spyOn(internalsOf(catalog).collections.parts, 'searchWithin');
    const check = vi.spyOn(internalsOf(catalog).collections.parts, 'checkSearch');
    const { status, body } = await createGraphqlApi(catalog, { isValidToken: () => true }).execute(
      { query: '{ search { hits } }' },
      { token: 't' },
    );
    expect([status, body]).toEqual([200, { errors: [{ message: expect.stringContaining('costs 30') }], data: null }]);
    expect([search.mock.calls.length, check.mock.calls.length]).toEqual([0, 0]);
  });

  it('leaves to execution what is wrong with variables and arguments', async () => {
    expect(await refusal('query ($n: Int) { search(limit: $n) { hits } }', 1, { n: 'x' })).toContain('Int cannot represent');
    expect(await refusal('query ($n: Int) { suggest(q: "a") { text } search(limit: $n) { hits } }', 60, { n: -1 })).toContain(
      'limit must be',
    );
  });

  it('takes texts of any length and filters of any depth', async () => {
    const long = 'x'.repeat(1_000_000);
    const query = 'query ($a: String, $b: String) { a: search(q: $a, limit: 0) { hits } b: search(q: $b, limit: 0) { hits } }';
    expect(await refusal(query, 40, { a: `${long}1`, b: `${long}2` })).toBeUndefined();
    expect(await refusal(query, 39, { a: `${long}1`, b: `${long}2` })).toContain('costs 40');
    expect(await refusal(query, 20, { a: `${long}1`, b: `${long}1` })).toBeUndefined();
    const deep = JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);
    expect(
      await refusal('query ($f: Map) { search(filters: $f, limit: 0) { hits } }', 20, { f: { resistance: deep } }),
    ).toBeUndefined();
  });
});
