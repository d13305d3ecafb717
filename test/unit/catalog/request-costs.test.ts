import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import {
  buildCatalog,
  type Catalog,
  type CatalogSource,
  type ExplainedStep,
  openCatalog,
  type SearchRequest,
} from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/**
 * The cost of a request, measured without a clock: by the steps of its plan, by what it needs of a small budget, and by equal answers where
 * something is requested many times. `npm run bench:worst` has the times.
 */

/** Steps that read the index for a condition. */
const LEAVES: ReadonlySet<string> = new Set(['postings', 'codes', 'phrase', 'rows']);

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({ parts: generateSample(2_000), ...sampleMetadata() } as CatalogSource);
});

afterAll(() => catalog.close());

async function leavesOf(request: SearchRequest): Promise<ExplainedStep[]> {
  const { plan } = await catalog.parts.explain(request);
  const leaves = (step: ExplainedStep): ExplainedStep[] => (LEAVES.has(step.kind) ? [step] : step.steps.flatMap(leaves));
  return leaves(plan);
}

/** What a request finds, in order. */
async function found(request: SearchRequest) {
  const { hits, results } = await catalog.parts.search({ limit: 100, ...request });
  return { hits, uids: results.map(({ item }) => item.uid) };
}

const filter = (...queries: string[]): SearchRequest => ({ filter: { queries } });
const times = (count: number, text: string, by = ' ') => Array<string>(count).fill(text).join(by);
const list = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

describe('a condition is few leaves, however many values fit it', () => {
  it.each([
    ['a prefix of a token', 'descriptions.value:c*', 1],
    ['a prefix that very many tokens have', 'descriptions.value:1*', 1],
    ['a pattern that all tokens fit', 'descriptions.value:?*', 1],
    ['a prefix of a uid', 'uid:a*', 1],
    ['a range of uids', 'uid:[1 TO f]', 1],
    ['a range of texts', 'descriptions.value:[b TO d]', 1],
    ['a prefix of a name', 'brand.name:m*', 1],
    ['a prefix of a part number', 'offers.sku:c*', 1],
    // Frequent tokens and the others are read in two ways.
    ['a pattern of tokens', 'descriptions.value:*a*b*', 2],
  ])('%s', async (_, query, most) => {
    const leaves = await leavesOf(filter(query));
    expect(leaves.length).toBeGreaterThan(0);
    expect(leaves.length).toBeLessThanOrEqual(most);
    expect((await found(filter(query))).hits).toBeGreaterThan(0);
  });

  it.each<[string, SearchRequest]>([
    ['a word', { q: 'smd', ...filter('descriptions.value:c*') }],
    ['stock', filter('offers.in_stock_quantity:[1 TO *]', 'descriptions.value:c*')],
    ['stock, negated', filter('offers.in_stock_quantity:[1 TO *]', '-descriptions.value:c*')],
    ['a brand by its prefix', filter('brand.name:m* AND descriptions.value:c*')],
  ])('beside another condition: %s', async (_, request) => {
    const leaves = await leavesOf(request);
    expect(leaves).toHaveLength(2);
    expect(leaves.filter(({ label }) => label.includes('descriptions.value:c*'))).toHaveLength(1);
  });

  it('alternatives of one field are one leaf', async () => {
    const hex = list(256, (i) => `${i.toString(16).padStart(2, '0')}*`).join(' OR ');
    const ranges = list(500, (i) => `[${i * 7} TO ${i * 9 + 100}]`).join(' OR ');
    const uids = list(200, (i) => `[${i.toString(16)} TO f]`).join(' OR ');
    for (const query of [`uid:(${hex})`, `offers.in_stock_quantity:(${ranges})`, `uid:(${uids})`]) {
      expect(await leavesOf(filter(query)), query.slice(0, 40)).toHaveLength(1);
    }
  });
});

describe('a condition that occurs many times is evaluated once', () => {
  it.each<[string, SearchRequest, SearchRequest]>([
    ['a prefix of uids', filter(`uid:(${times(5_000, 'a*')})`), filter('uid:a*')],
    ['a range of uids', filter(`uid:(${times(500, '[1 TO f]')})`), filter('uid:[1 TO f]')],
    ['a prefix of tokens', filter('descriptions.value:(1* 1*)'), filter('descriptions.value:1*')],
    ['?* in a group', filter(`descriptions.value:(${times(9, '?*')})`), filter('descriptions.value:?*')],
    ['a pattern', filter(`descriptions.value:(${times(10, '*a*b*', ' OR ')})`), filter('descriptions.value:*a*b*')],
    ['a filter query', filter(...Array<string>(50).fill('mpn:r*')), filter('mpn:r*')],
    [
      'a value of filter.fields',
      { filter: { fields: { 'brand.name': Array<string>(500).fill('Yageo') } } },
      filter('brand.name:"Yageo"'),
    ],
    ['a phrase of q', { q: times(500, '"thick film"') }, { q: '"thick film"' }],
    // Where it is not sorted by score: for that the best parts of one word are known.
    ['a word of q', { q: times(500, 'smd'), sortby: 'uid' }, { q: 'smd', sortby: 'uid' }],
    ['an exclusion of q', { q: `smd ${times(500, '-chip')}` }, { q: 'smd -chip' }],
  ])('%s', async (_, repeated, once) => {
    expect(await found(repeated)).toEqual(await found(once));
    expect((await leavesOf(repeated)).map(({ label }) => label)).toEqual((await leavesOf(once)).map(({ label }) => label));
  });

  it('a repeated word counts in the score as often as it is written', async () => {
    const [{ item }] = (await catalog.parts.search({ q: 'smd', limit: 1 })).results;
    const scoreOf = async (q: string) => (await catalog.parts.explain({ q }, item.uid)).score?.score as number;
    expect(await scoreOf(times(7, 'smd'))).toBeCloseTo(7 * (await scoreOf('smd')), 6);
  });

  it('a sort key does nothing the second time', async () => {
    const once = await catalog.parts.search({ sortby: 'offers.in_stock_quantity desc, mpn asc' });
    for (const sortby of [
      `offers.in_stock_quantity desc, ${times(299, 'offers.in_stock_quantity desc', ',')}, mpn asc`,
      `offers.in_stock_quantity desc, offers.in_stock_quantity asc, mpn asc, ${times(100, 'mpn desc', ',')}`,
    ]) {
      const { results, request } = await catalog.parts.search({ sortby });
      expect(results).toEqual(once.results);
      // The echo asks the same again.
      expect((await catalog.parts.search({ sortby: request.sortby })).results).toEqual(once.results);
    }
    const byScore = await catalog.parts.search({ q: '-zzz', sortby: times(400, 'score', ',') });
    expect(byScore.results).toEqual((await catalog.parts.search({ q: '-zzz', sortby: 'score' })).results);
  });

  it('a facet query is counted once and answered under each of its texts', async () => {
    const queries = [...Array<string>(300).fill('mpn:r*'), 'mpn:(r*)', '(mpn:r*)', 'brand.name:y*'];
    const { facet_results, request } = await catalog.parts.search({ facet: { queries } });
    const counted = async (query: string) => ({ count: (await catalog.parts.search({ limit: 0, ...filter(query) })).hits });
    expect({ ...facet_results.queries }).toEqual({
      'mpn:r*': await counted('mpn:r*'),
      'mpn:(r*)': await counted('mpn:r*'),
      '(mpn:r*)': await counted('mpn:r*'),
      'brand.name:y*': await counted('brand.name:y*'),
    });
    expect(request.facet?.queries).toEqual(queries);
  });
});

describe('limits count what is different', () => {
  const SPECS = list(101, (i) => `specs.key${i}.value`);
  const facets = (fields: readonly string[]) => ({
    facet: { fields: Object.fromEntries(fields.map((field) => [field, { include: true }])) },
  });
  const number = (i: number) => `offers.moq:${i}`;

  it.each<[string, SearchRequest]>([
    ['20 sort keys', { sortby: SPECS.slice(0, 20).join(',') }],
    ['20 sort keys, each ten times', { sortby: times(10, SPECS.slice(0, 20).join(','), ',') }],
    ['100 facets', facets(SPECS.slice(0, 100))],
    ['100 facet queries', { facet: { queries: list(100, number) } }],
    [
      '10,000 values, each twice',
      filter(...list(4, (i) => `offers.moq:(${list(5_000, (n) => String((i % 2) * 5_000 + n)).join(' OR ')})`)),
    ],
    ['10,000 values of two fields', filter(`uid:(${list(5_000, String).join(' ')})`, `mpn:(${list(5_000, String).join(' ')})`)],
  ])('%s are answered', async (_, request) => {
    expect((await catalog.parts.search({ limit: 0, ...request })).results).toEqual([]);
  });

  it.each<[string, SearchRequest, string]>([
    ['21 sort keys', { sortby: SPECS.slice(0, 21).join(',') }, 'sortby'],
    ['101 facets', facets(SPECS), 'facet'],
    ['101 facet queries', { facet: { queries: list(101, number) } }, 'facet'],
    ['100 facets and a facet query', { facet: { ...facets(SPECS.slice(0, 100)).facet, queries: ['mpn:r*'] } }, 'facet'],
    ['10,001 values', filter(`uid:(${list(5_000, String).join(' ')})`, `mpn:(${list(5_001, String).join(' ')})`), 'filter'],
  ])('%s are refused', async (_, request, about) => {
    await expect(catalog.parts.search(request)).rejects.toMatchObject({
      name: 'ValidationError',
      status: 400,
      message: expect.stringContaining(about),
    });
  });
});

describe('a small budget is enough for', () => {
  let small: Catalog;
  // A hundred times the bits of all rows.
  const BYTES = (100 * 2_000) / 8;

  beforeAll(async () => {
    small = await openCatalog(await catalog.toBytes(), { limits: { bytes: BYTES } });
  });

  afterAll(() => small.close());

  it.each<[string, SearchRequest]>([
    ['500 ranges of uids', filter(`uid:(${list(500, (i) => `[${i.toString(16)} TO f]`).join(' OR ')})`)],
    ['1,000 prefixes of tokens', filter(`descriptions.value:(${list(1_000, (i) => `${i.toString(36)}*`).join(' OR ')})`)],
    ['?* in a group', filter(`descriptions.value:(${times(9, '?*')})`)],
    ['a phrase 1,000 times', { q: times(1_000, '"thick film"') }],
    ['500 ranges of stock', filter(`offers.in_stock_quantity:(${list(500, (i) => `[${i} TO ${2 * i + 10}]`).join(' OR ')})`)],
  ])('%s', async (_, request) => {
    const { hits } = await small.parts.search({ limit: 0, ...request });
    expect(hits).toBe((await found(request)).hits);
  });
});

describe('texts of any length end', () => {
  const long = 'smd '.repeat(300_000);

  it('answered, refused as too long, or over the budget', async () => {
    const outcome = await catalog.parts.search({ q: long, limit: 0 }).then(
      ({ hits, warnings }) => ({ hits, warns: warnings.length > 0 }),
      (error: Error) => error.name,
    );
    const { hits } = await found({ q: 'smd' });
    expect([{ hits, warns: true }, 'ValidationError', 'BudgetExceededError']).toContainEqual(outcome);
  });

  it('by their timeout, whatever they are', async () => {
    const cuts = list(10_000, (i) => `${'1V-'.repeat(60)}${i}`);
    const requests: SearchRequest[] = [
      { q: long },
      { q: `"${long.slice(0, 60_000)}"` },
      filter(list(5_000, (i) => `uid:${i}*`).join(' OR ')),
      { filter: { fields: { 'specs.drain_source_voltage.value': cuts } } },
    ];
    for (const request of requests) {
      await expect(catalog.parts.search(request, { timeout: 0.01 })).rejects.toMatchObject({
        name: 'BudgetExceededError',
        budget: 'time',
        limit: 0.01,
      });
    }
    expect((await found({ q: 'smd' })).hits).toBeGreaterThan(0);
  });
});

describe('root fields of a GraphQL document', () => {
  it('that ask the same are answered the same', async () => {
    const api = createGraphqlApi(catalog, { isValidToken: () => true });
    const field =
      'search(q: "*a*b*c* smd") { hits manufacturer_agg { count } distributor_agg { count } all_filters { shortname } }';
    const send = async (query: string) =>
      (await api.execute({ query }, { token: 't' })).body as { data: Record<string, unknown> };
    const { a0 } = (await send(`{ a0: ${field} }`)).data;
    const { data } = await send(`{ ${list(20, (i) => `a${i}: ${field}`).join(' ')} }`);
    expect(data).toEqual(Object.fromEntries(list(20, (i) => `a${i}`).map((name) => [name, a0])));
  });
});
