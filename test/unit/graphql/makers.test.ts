import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';
import { executorOf } from '../../support/graphql-queries.js';

const BRANDS_ONLY: CatalogSource = {
  parts: [
    { uid: '1', mpn: 'WE-1', brand: { uid: 'b1', name: 'Würth Elektronik' } },
    { uid: '2', mpn: 'WE-2', brand: { uid: 'b1', name: 'Würth Elektronik' } },
    { uid: '3', mpn: 'X-3', brand: { name: 'Nameless' } },
    { uid: '4', mpn: 'Y-4', manufacturer: { uid: 'm1', name: 'Murata' }, brand: { uid: 'b2', name: 'muRata' } },
    { uid: '5', mpn: 'Z-5', manufacturer: { uid: null, name: null }, brand: { uid: 'm1', name: 'Murata' } },
    { uid: '6', mpn: 'N-6' },
  ] as CatalogSource['parts'],
};

async function ask(query: string, source: CatalogSource = BRANDS_ONLY) {
  const { data, errors, extensions } = await executorOf(await buildCatalog(source))(query);
  expect(errors).toBeUndefined();
  return { data, warnings: extensions?.warnings ?? [] };
}

const buckets = (found: { company: { id: string | null; name: string | null }; count: number }[]) =>
  found.map(({ company, count }) => [company.id ?? company.name, count]);

describe('the maker of a part', () => {
  it('is its manufacturer, else its brand', async () => {
    const { data } = await ask('{ search(sort: "mpn") { results { part { name slug manufacturer { id name } } } } }');
    expect(data.search.results.map(({ part }: { part: object }) => part)).toEqual([
      { name: 'N-6', slug: '/n-6', manufacturer: null },
      { name: 'Würth Elektronik WE-1', slug: '/we-1-würth-elektronik', manufacturer: { id: 'b1', name: 'Würth Elektronik' } },
      { name: 'Würth Elektronik WE-2', slug: '/we-2-würth-elektronik', manufacturer: { id: 'b1', name: 'Würth Elektronik' } },
      { name: 'Nameless X-3', slug: '/x-3-nameless', manufacturer: { id: null, name: 'Nameless' } },
      { name: 'Murata Y-4', slug: '/y-4-murata', manufacturer: { id: 'm1', name: 'Murata' } },
      { name: 'Murata Z-5', slug: '/z-5-murata', manufacturer: { id: 'm1', name: 'Murata' } },
    ]);
  });

  it('is its brand where its manufacturer has no uid and an empty name, in sorts too', async () => {
    const parts = [
      { uid: 'c', mpn: 'C', manufacturer: { uid: 'm1', name: '' } },
      { uid: 'd', mpn: 'D', manufacturer: { name: '' }, brand: { uid: 'b1', name: 'Zeta' } },
      { uid: 'e', mpn: 'E', brand: { uid: 'b2', name: 'Acme' } },
    ] as CatalogSource['parts'];
    const { data } = await ask(
      '{ search(sort: "manufacturer", sort_dir: asc) { results { part { mpn manufacturer { id name } } } } }',
      {
        parts,
      },
    );
    expect(data.search.results.map(({ part }: { part: object }) => part)).toEqual([
      { mpn: 'E', manufacturer: { id: 'b2', name: 'Acme' } },
      { mpn: 'D', manufacturer: { id: 'b1', name: 'Zeta' } },
      { mpn: 'C', manufacturer: { id: 'm1', name: null } },
    ]);
  });

  it('is counted, one bucket for each uid', async () => {
    const { data } = await ask('{ search { manufacturer_agg { company { id name } count } } }');
    expect(buckets(data.search.manufacturer_agg)).toEqual([
      ['m1', 2],
      ['b1', 2],
      ['Nameless', 1],
    ]);
  });

  it.each([
    ['"b1"', 2],
    ['"Wurth Elektronik"', 2],
    ['"Nameless"', 1],
    ['"m1"', 2],
    ['["m1", "b1"]', 4],
    ['"Murata"', 2],
  ])('is filtered by: %s', async (value, hits) => {
    const { data, warnings } = await ask(`{ search(filters: {manufacturer_id: ${value}}) { total } }`);
    expect([data.search.total, warnings]).toEqual([hits, []]);
  });

  it.each(['"b2"', '"nobody"', '""'])('is not %s', async (value) => {
    const { data, warnings } = await ask(`{ search(filters: {manufacturer_id: ${value}}) { total } }`);
    expect(data.search.total).toBe(0);
    expect(warnings).toEqual([expect.stringContaining(value)]);
  });

  it('is listed: manufacturers, and brands that are the maker of some part', async () => {
    const { data } = await ask('{ manufacturers { id } some: manufacturers(ids: ["b1", "b2", "m1"]) { name } }');
    expect(data.manufacturers.map(({ id }: { id: string }) => id).sort()).toEqual(['b1', 'm1']);
    expect(data.some).toEqual([{ name: 'Würth Elektronik' }, { name: 'Murata' }]);
  });

  it.each(['manufacturer', 'manufacturer.displayname'])('orders by its name: %s', async (sort) => {
    const order = async (direction: string) => {
      const { data } = await ask(`{ search(sort: "${sort}"${direction}) { results { part { v3uid } } } }`);
      return data.search.results.map(({ part }: { part: { v3uid: string } }) => part.v3uid).join('');
    };
    expect(await order('')).toBe('453126');
    expect(await order(', sort_dir: desc')).toBe('123456');
  });

  it('may be one of a thousand names', async () => {
    const values = Array.from({ length: 999 }, (_, i) => `Company With a Long Name Number ${i} ${'x'.repeat(100)}`);
    const { data } = await executorOf(await buildCatalog(BRANDS_ONLY))(
      'query ($filters: Map) { search(filters: $filters) { total } }',
      { filters: { manufacturer_id: [...values, 'Nameless'] } },
    );
    expect(data.search.total).toBe(1);
  });
});

const company = fc.option(
  fc.record({ uid: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('Ax', 'ax', 'Bé', 'be', 'Cx') }, { requiredKeys: [] }),
);

it('agrees with the documents, whatever companies parts name', async () => {
  const parts = fc.array(fc.record({ manufacturer: company, brand: company }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      const documents = given.map((part, i) => ({ uid: `p${i}`, mpn: `M${i}`, ...part }));
      const execute = executorOf(await buildCatalog({ parts: documents as CatalogSource['parts'] }));
      const { data } = await execute(
        '{ search(limit: 100, sort: "mpn") { manufacturer_agg { company { id name } count } results { part { v3uid manufacturer { id name } } } } }',
      );
      const expected = new Map<string, number>();
      for (const { part } of data.search.results) {
        const { manufacturer, brand } = documents.find(({ uid }) => uid === part.v3uid) as (typeof documents)[number];
        const has = (one: typeof brand) => one?.uid !== undefined || one?.name !== undefined;
        const maker = has(manufacturer) ? manufacturer : brand;
        expect(part.manufacturer?.id ?? undefined).toBe(maker?.uid);
        if (!has(maker)) continue;
        const key = maker?.uid ?? `name ${maker?.name}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const counted = data.search.manufacturer_agg.map(
        ({ company: { id, name }, count }: { company: { id: string | null; name: string }; count: number }) =>
          [id ?? `name ${name}`, count] as const,
      );
      expect(new Map(counted)).toEqual(expected);
      for (const [key, count] of expected) {
        if (key.startsWith('name ')) continue;
        const found = await execute(`{ search(filters: {manufacturer_id: "${key}"}) { hits } }`);
        expect(found.data.search.hits, key).toBe(count);
      }
    }),
    { numRuns: Math.min(200, Number(process.env.PARTDEX_RUNS ?? 60)) },
  );
}, 120_000);

describe('a manufacturer without a name', () => {
  const EMPTY = {
    parts: [
      { uid: '1', mpn: 'A-1', manufacturer: { name: '' }, brand: { uid: 'b3', name: 'B3' } },
      { uid: '2', mpn: 'B-2', manufacturer: { uid: 'm1', name: 'M1' }, brand: { uid: 'b3', name: 'B3' } },
      { uid: '3', mpn: 'C-3', manufacturer: { name: '' }, brand: { name: '' } },
    ],
    manufacturers: [{ uid: 'mX', name: 'Without parts' }],
  } as unknown as CatalogSource;

  it('leaves the brand to be the maker', async () => {
    const { data, warnings } = await ask(
      `{ search(sort: "mpn") { manufacturer_agg { company { id name } count } results { part { name manufacturer { id } } } }
         filtered: search(filters: {manufacturer_id: "b3"}) { results { part { mpn } } } manufacturers { id } }`,
      EMPTY,
    );
    expect(buckets(data.search.manufacturer_agg)).toEqual([
      ['b3', 1],
      ['m1', 1],
    ]);
    expect(data.search.results.map(({ part }: { part: object }) => part)).toEqual([
      { name: 'B3 A-1', manufacturer: { id: 'b3' } },
      { name: 'M1 B-2', manufacturer: { id: 'm1' } },
      { name: 'C-3', manufacturer: null },
    ]);
    expect(data.filtered.results).toEqual([{ part: { mpn: 'A-1' } }]);
    expect(data.manufacturers.map(({ id }: { id: string }) => id).sort()).toEqual(['b3', 'm1', 'mX']);
    expect(warnings).toEqual([]);
  });

  it.each(['mX', 'Without parts'])('or without a part is told: %s', async (value) => {
    const { data, warnings } = await ask(`{ search(filters: {manufacturer_id: "${value}"}) { total } }`, EMPTY);
    expect([data.search.total, warnings]).toEqual([0, [expect.stringContaining(`"${value}"`)]]);
  });
});
