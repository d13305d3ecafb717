import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type Part } from '../../../src/partdex.js';
import { executorOf } from '../../support/graphql-queries.js';

let catalog: Catalog;
let ask: ReturnType<typeof executorOf>;

const ohm = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } };
const PARTS = [
  { uid: '1', mpn: 'A', tags: ['x'], bin: '10', offers: [{ sku: 's', prices: { USD: [[1, '2']] } }] },
  { uid: '2', mpn: 'B', tags: ['y', 'w'], bin: '2', aka_mpns: [5013340000], offers: [{ sku: 's', prices: { USD: [[1, '1']] } }] },
  { uid: '3', mpn: 'C', specs: { resistance: { value: ['4k7'], metadata: ohm } } },
];

beforeAll(async () => {
  const fields = [
    { name: 'tags', kind: 'name' as const },
    { name: 'bin', kind: 'number' as const },
  ];
  catalog = await buildCatalog({ parts: PARTS as unknown as Part[] }, { fields });
  ask = executorOf(catalog);
});

afterAll(() => catalog.close());

const search = async (args: string, fields = 'hits results { part { mpn } }') => {
  const { data, errors, extensions } = await ask(`{ search(${args}) { ${fields} } }`);
  expect(errors).toBeUndefined();
  const { hits, results = [] } = data.search;
  return [hits, results.map(({ part }: { part: { mpn: string } }) => part.mpn).join(''), extensions?.warnings ?? []];
};

it.each([
  ['filters: { tags: "x" }', 1, 'A'],
  ['filters: { tags: ["x", "w"] }, sort: "uid"', 2, 'AB'],
  ['filters: { bin: "2" }', 1, 'B'],
  ['filters: { bin: "(5__)" }', 1, 'A'],
  ['filters: { bin: [] }', 3, 'ABC'],
  ['sort: "tags"', 3, 'BAC'],
  ['sort: "bin", sort_dir: desc', 3, 'ABC'],
  ['sort: "price.USD.1"', 3, 'BAC'],
])('fields that the build declared are filters and sorts, and prices are sorts: %s', async (args, hits, mpns) => {
  const [found, names, warnings] = await search(args);
  expect([found, args.includes('sort') || hits < 3 ? names : mpns, warnings]).toEqual([hits, mpns, []]);
});

it('a value that is not a number matches nothing, with a warning that names the field', async () => {
  const [hits, , warnings] = await search('filters: { bin: "many" }');
  expect([hits, warnings]).toEqual([0, [expect.stringContaining('filters.bin')]]);
  const [, , unknown] = await search('filters: { tag: "x" }');
  expect(unknown).toEqual([expect.stringContaining('tags, bin')]);
});

it('other part numbers may be numbers, and a quantity is a number in the base unit', async () => {
  const { data } = await ask('{ search(q: "5013340000") { hits results { aka_mpn part { aka_mpns } } } }');
  expect(data.search).toEqual({ hits: 1, results: [{ aka_mpn: '5013340000', part: { aka_mpns: ['5013340000'] } }] });
  const { data: sup, errors } = await executorOf(catalog, { dialect: 'sup' })(
    '{ supSearch(q: "C", limit: 1) { results { part { specs { siValue } } } } }',
  );
  expect(errors).toBeUndefined();
  expect(sup.supSearch.results[0].part.specs).toEqual([{ siValue: '4700' }]);
});
