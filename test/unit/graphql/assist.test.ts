import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';
import { type Body, executorOf, SOURCE } from '../../support/graphql-queries.js';

let catalog: Catalog;
let ask: (query: string, variables?: Record<string, unknown>) => Promise<Body>;
let plain: typeof ask;

beforeAll(async () => {
  catalog = await buildCatalog(SOURCE);
  ask = executorOf(catalog, { assist: true });
  plain = executorOf(catalog);
});

afterAll(() => catalog.close());

/** The extension of an answer. */
function understoodOf({ extensions }: Body): Record<string, unknown> | undefined {
  return (extensions as { understood?: Record<string, unknown> } | undefined)?.understood;
}

async function interpreted(text: string): Promise<unknown> {
  return JSON.parse(JSON.stringify(await catalog.parts.interpret(text)));
}

const FIELDS = '{ hits results { part { mpn } } }';

describe('with assist', () => {
  it('search reads q as a question, and tells how by response name', async () => {
    const body = await ask(`query ($q: String!) { search(q: $q) ${FIELDS} second: search(q: "timer", limit: 1) ${FIELDS} }`, {
      q: 'resistor',
    });
    expect(body.errors).toBeUndefined();
    for (const [name, text] of [
      ['search', 'resistor'],
      ['second', 'timer'],
    ]) {
      const { hits, results } = await catalog.parts.ask(text);
      expect(body.data[name].hits).toBe(hits);
      expect(body.data[name].results.map(({ part }: { part: { mpn: string } }) => part.mpn)).toEqual(
        results.map(({ item }) => item.mpn),
      );
    }
    expect(understoodOf(body)).toEqual({ search: await interpreted('resistor'), second: await interpreted('timer') });
  });

  it('filters, sorts and paging are those of the field', async () => {
    const { data } = await ask(`{ search(q: "resistor", sort: "mpn", sort_dir: desc, limit: 1, start: 1) { ${FIELDS.slice(2)} }`);
    const { results, hits } = await catalog.parts.ask('resistor', { sortby: 'mpn desc', limit: 1, start: 1 });
    expect(data.search.hits).toBe(hits);
    expect(data.search.results.map(({ part }: { part: { mpn: string } }) => part.mpn)).toEqual(
      results.map(({ item }) => item.mpn),
    );
    const inStock = await ask(`{ search(q: "resistor", in_stock_only: true) ${FIELDS} }`);
    const filter = { queries: ['offers.in_stock_quantity:({0 TO *] OR "-2")'] };
    expect(inStock.data.search.hits).toBe((await catalog.parts.ask('resistor', { filter })).hits);
  });

  it('what is not read is told in the warnings, as in process', async () => {
    const q = Array.from({ length: 70 }, (_, i) => `resistor${i}`).join(' ');
    const body = await ask('query ($q: String!) { search(q: $q) { hits warnings } }', { q });
    const { warnings } = await catalog.parts.ask(q);
    expect(warnings.some((message) => message.includes('not read'))).toBe(true);
    expect(new Set((body.extensions as { warnings?: string[] }).warnings)).toEqual(new Set(warnings));
    expect(new Set(body.data.search.warnings)).toEqual(new Set(warnings));
  });

  it('pages go on behind a cursor', async () => {
    const first = await ask('{ search(q: "yageo", limit: 1) { next results { part { mpn } } } }');
    const { next, results } = first.data.search;
    expect(next).not.toBeNull();
    const second = await ask(
      'query ($after: String) { search(q: "yageo", limit: 1, after: $after) { results { part { mpn } } } }',
      {
        after: next,
      },
    );
    const both = await ask('{ search(q: "yageo", limit: 2) { results { part { mpn } } } }');
    expect([...results, ...second.data.search.results]).toEqual(both.data.search.results);
  });

  it('aggregations are over the hits of the question', async () => {
    const later = executorOf(catalog, { assist: true, dialect: 'sup' });
    const { data } = await later('{ supSearch(q: "resistor") { inStockAgg { count } } }');
    const { hits } = await catalog.parts.ask('resistor');
    const counts = data.supSearch.inStockAgg.map(({ count }: { count: number }) => count);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(hits);
  });

  it.each([
    '{ search(q: "") { hits } }',
    '{ search { hits } }',
    '{ search_mpn(q: "rc") { hits } }',
    '{ suggest(q: "rc0") { text } spelling_correction(q: "timr") { correction_string hits } }',
    '{ multi_match(queries: [{mpn: "NE555P"}]) { hits } }',
  ])('nothing else changes: %s', async (query) => expect(await ask(query)).toEqual(await plain(query)));

  it('names of fields in the answer may be any', async () => {
    const { extensions } = await ask('{ __proto__: search(q: "resistor") { hits } toString: search(q: "timer") { hits } }');
    const { understood } = extensions as unknown as { understood: Record<string, unknown> };
    expect(Object.keys(understood).sort()).toEqual(['__proto__', 'toString']);
  });

  it('a faulty field is reported as before', async () => {
    const { errors } = await ask('{ search(q: "resistor", limit: 1000) { hits } }');
    expect(errors?.[0].message).toContain('limit');
  });

  it('works in the later dialect', async () => {
    const later = executorOf(catalog, { assist: true, dialect: 'sup' });
    const body = await later('{ found: supSearch(q: "resistor") { hits } }');
    expect(body.data.found.hits).toBe((await catalog.parts.ask('resistor')).hits);
    expect(understoodOf(body)).toEqual({ found: await interpreted('resistor') });
  });
});

it('without assist, q is keywords', async () => {
  const body = await plain(`{ search(q: "resistor") ${FIELDS} }`);
  expect(understoodOf(body)).toBeUndefined();
  expect(body.data.search.hits).toBe((await catalog.parts.search({ q: 'resistor' })).hits);
});

it('the option is a boolean', () => {
  const options = { isValidToken: () => true, assist: 1 } as unknown as GraphqlOptions;
  expect(() => createGraphqlApi(catalog, options)).toThrow('options.assist must be true or false');
});
