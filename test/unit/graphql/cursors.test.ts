import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, type Part } from '../../../src/partdex.js';
import { executorOf } from '../../support/graphql-queries.js';

const PARTS = Array.from({ length: 7 }, (_, i) => ({
  uid: `p${i}`,
  mpn: `M-${i}`,
  brand: { uid: `b${i % 3}`, name: ['Ax', 'Bx', 'Cx'][i % 3] },
  offers: i === 6 ? [] : [{ sku: `${i}`, in_stock_quantity: i % 2, prices: { USD: [[1, `${i % 4}`]] } }],
})) as unknown as Part[];

describe.each([
  ['v4', false],
  ['v4', true],
  ['sup', false],
] as const)('cursors, dialect %s, strict %s', (dialect, strict) => {
  const [root, mpnRoot, brand] =
    dialect === 'v4' ? ['search', 'search_mpn', 'manufacturer_id'] : ['supSearch', 'supSearchMpn', 'manufacturer_id'];

  it.each([
    [root, ''],
    [root, 'q: "m"'],
    [root, 'sort: "mpn"'],
    [root, 'sort: "manufacturer"'],
    [root, 'sort: "total_avail"'],
    [root, `sort: "median_price_1000", filters: {${brand}: ["b0", "b1"]}`],
    [mpnRoot, 'q: "m"'],
  ])('%s(%s) goes on behind each page', async (field, args) => {
    const execute = executorOf(await buildCatalog({ parts: PARTS }), { dialect, strict });
    const comma = args === '' ? '' : `${args}, `;
    const page = async (rest: string) => {
      const { data, errors } = await execute(`{ ${field}(${comma}${rest}) { hits next results { part { mpn } } } }`);
      expect(errors).toBeUndefined();
      return data[field] as { hits: number; next: string | null; results: { part: { mpn: string } }[] };
    };
    const all = await page('limit: 100');
    expect(all.next).toBeNull();
    const walked: string[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages++) {
      const { hits, next, results } = await page(`limit: 2${after}`);
      expect(hits).toBe(all.hits);
      walked.push(...results.map(({ part }) => part.mpn));
      if (next === null) break;
      expect(next).toMatch(/^[\w-]{1,1024}$/);
      after = `, after: "${next}"`;
    }
    expect(walked).toEqual(all.results.map(({ part }) => part.mpn));
  });

  it('are those of their request alone', async () => {
    const execute = executorOf(await buildCatalog({ parts: PARTS }), { dialect, strict });
    const { data } = await execute(`{ ${root}(sort: "mpn", limit: 2, filters: {${brand}: "b0"}) { next } }`);
    const after = `after: "${data[root].next}"`;
    const errorOf = async (args: string) =>
      (await execute(`{ ${root}(${args}) { hits next results { description } } }`)).errors?.[0].message;
    expect(await errorOf(`sort: "mpn", limit: 5, filters: {${brand}: "b0"}, ${after}`)).toBeUndefined();
    for (const args of [
      `sort: "mpn", ${after}`,
      `sort: "mpn", filters: {${brand}: "b1"}, ${after}`,
      `sort: "manufacturer", filters: {${brand}: "b0"}, ${after}`,
      `sort: "mpn", filters: {${brand}: "b0"}, start: 1, ${after}`,
      `sort: "mpn", filters: {${brand}: "b0"}, after: "nonsense"`,
    ]) {
      expect(await errorOf(args), args).toContain('after');
    }
  });
});

describe('all_filters', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ uid: `p${i}`, mpn: 'M', specs: { [`k${i}`]: { value: ['x'] } } }));

  it('are all attributes of the hits, up to the limit, with a warning where it cuts', async () => {
    const ask = async (limits: object) => {
      const execute = executorOf(await buildCatalog({ parts: many as unknown as Part[] }, { limits }));
      const { data, extensions } = await execute('{ search { all_filters { id } suggested_filters { id } warnings } }');
      return [data.search.all_filters.length, data.search.suggested_filters.length, extensions?.warnings ?? []];
    };
    expect(await ask({})).toEqual([60, 10, []]);
    expect(await ask({ drilldownKeys: 20 })).toEqual([20, 10, [expect.stringMatching(/^all_filters: 20 of the 60/)]]);
    expect(await ask({ drilldownKeys: 5 })).toEqual([5, 5, [expect.stringMatching(/^all_filters: 5 of the 60/)]]);
    expect(await ask({ drilldownKeys: 0 })).toEqual([0, 0, [expect.stringMatching(/^all_filters: 0 of the 60/)]]);
  });

  it('and the other lists of attributes are at most as many as the limit', async () => {
    const parts = many.map((part) => ({ ...part, category_uids: ['c'] }));
    const source = { parts, categories: [{ uid: 'c', name: 'C' }] } as unknown as CatalogSource;
    const { data } = await executorOf(await buildCatalog(source, { limits: { drilldownKeys: 5 } }))(
      '{ search { specs_view_attribute_groups { name } } categories { relevant_attributes { shortname } } }',
    );
    expect(data.categories[0].relevant_attributes).toHaveLength(5);
  });
});
