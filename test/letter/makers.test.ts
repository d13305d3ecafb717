import { describe, expect, it } from 'vitest';
import { serve, warningsOf } from '../support/letter.js';

const WURTH = { uid: 'b1', name: 'Würth Elektronik' };

/** Brands alone, as most data have them; one part has a manufacturer of its own. */
const SOURCE = {
  parts: [
    { uid: '1', mpn: 'WE-1', brand: WURTH },
    { uid: '2', mpn: 'XX-2', brand: WURTH, manufacturer: { uid: 'm1', name: 'Maker' } },
    { uid: '3', mpn: 'WE-3', brand: WURTH, manufacturer: {} },
  ],
};

describe('D3: the maker of a part is its manufacturer, else its brand', () => {
  it('in aggregations and parts', async () => {
    const { ask } = await serve(SOURCE);
    const { data } = await ask(
      '{ search(sort: "mpn") { manufacturer_agg { company { id name } count } results { part { name slug manufacturer { id name } } } } }',
    );
    expect(data.search.manufacturer_agg).toEqual([
      { company: { id: 'b1', name: 'Würth Elektronik' }, count: 2 },
      { company: { id: 'm1', name: 'Maker' }, count: 1 },
    ]);
    expect(data.search.results.map(({ part }: { part: { manufacturer: object } }) => part.manufacturer)).toEqual([
      { id: 'b1', name: 'Würth Elektronik' },
      { id: 'b1', name: 'Würth Elektronik' },
      { id: 'm1', name: 'Maker' },
    ]);
    expect(data.search.results[0].part.name).toBe('Würth Elektronik WE-1');
  });

  it.each([
    ['the name of a brand', 'Würth Elektronik', ['1', '3']],
    ['the uid of a brand, which does not find parts of another maker', 'b1', ['1', '3']],
    ['the uid of a manufacturer', 'm1', ['2']],
    ['several', ['b1', 'Maker'], ['1', '3', '2']],
  ])('in the filter manufacturer_id: %s', async (_name, id, uids) => {
    const { ask } = await serve(SOURCE);
    const query = 'query ($filters: Map) { search(filters: $filters, sort: "mpn") { total results { part { v3uid } } } }';
    const { data } = await ask(query, { filters: { manufacturer_id: id } });
    expect(data.search.results.map(({ part }: { part: { v3uid: string } }) => part.v3uid)).toEqual(uids);
    expect(data.search.total).toBe(uids.length);
  });

  it('in the list of manufacturers', async () => {
    const { data } = await (await serve(SOURCE)).ask('{ manufacturers { id name } }');
    expect(data.manufacturers).toHaveLength(2);
    expect(data.manufacturers).toEqual(
      expect.arrayContaining([
        { id: 'm1', name: 'Maker' },
        { id: 'b1', name: 'Würth Elektronik' },
      ]),
    );
  });

  it.each(['manufacturer', 'manufacturer.displayname'])('in the sort %s', async (sort) => {
    const { data } = await (await serve(SOURCE)).ask(`{ search(sort: "${sort}") { results { part { v3uid } } } }`);
    expect(data.search.results.map(({ part }: { part: { v3uid: string } }) => part.v3uid)).toEqual(['2', '1', '3']);
  });

  it('nobody of that name is a warning', async () => {
    const body = await (await serve(SOURCE)).ask('{ search(filters: {manufacturer_id: "nobody"}) { total } }');
    expect(body.data.search.total).toBe(0);
    expect(warningsOf(body).some((text) => text.includes('nobody'))).toBe(true);
  });
});
