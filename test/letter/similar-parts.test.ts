import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const OHM = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } };

const resistor = (uid: string, resistance: string, box: string, stock = 0) => ({
  uid: `000000000000000${uid}`,
  mpn: `R-${uid}`,
  category_uids: ['c2'],
  short_description: `resistor ${uid}`,
  specs: { resistance: { value: [resistance], metadata: OHM }, case: { value: [box] } },
  offers: [{ in_stock_quantity: stock }],
});

const SOURCE = {
  categories: [
    { uid: 'c1', name: 'Passives' },
    { uid: 'c2', name: 'Resistors', parent_uid: 'c1' },
  ],
  parts: [
    resistor('1', '10k', '0603'),
    resistor('2', '10000', '0603'),
    resistor('3', '1e4', '0603', 7),
    resistor('4', '4700', '0603'),
    resistor('5', '10k', '0805', 9),
    { uid: '0000000000000006', mpn: 'NONE' },
  ],
};

const mpns = (parts: { mpn: string }[]) => parts.map(({ mpn }) => mpn);

describe('similar parts', () => {
  it('Part.similar_parts: parts of its category that agree in what matters there, those in stock first', async () => {
    const { ask } = await serve(SOURCE);
    const { data } = await ask(
      '{ parts(ids: ["1", "6"]) { mpn similar_parts { mpn category { name } similar_parts { mpn } } } }',
    );
    const [one, none] = data.parts;
    expect(mpns(one.similar_parts)).toEqual(['R-3', 'R-2']);
    expect(one.similar_parts[0].category).toEqual({ name: 'Resistors' });
    expect(mpns(one.similar_parts[1].similar_parts)).toEqual(['R-3', 'R-1']);
    expect(none.similar_parts).toEqual([]);
  });

  it('SupPart.similarParts, and PartExtras.alternatives: as many as first says', async () => {
    const { later } = await serve(SOURCE);
    const { data } = await later(
      `{ supParts(ids: ["1"]) { similarParts { mpn } extras { a: alternatives(first: 1) { partId description } b: alternatives { partId } } }
         supPartExtrasByPartIds(partIds: ["1"]) { ... on SupPartExtras { alternatives { partId } } } }`,
    );
    expect(mpns(data.supParts[0].similarParts)).toEqual(['R-3', 'R-2']);
    expect(data.supParts[0].extras).toEqual({
      a: [{ partId: '3', description: 'resistor 3' }],
      b: [{ partId: '3' }, { partId: '2' }],
    });
    expect(data.supPartExtrasByPartIds[0].alternatives).toEqual([{ partId: '3' }, { partId: '2' }]);
  });

  it('names the argument that is wrong, and counts the parts', async () => {
    const counted: number[] = [];
    const { later, ask } = await serve(SOURCE, {
      graphql: { onUsage: ({ parts }: { parts: number }) => void counted.push(parts) },
    });
    const { errors } = await later('{ supParts(ids: ["1"]) { extras { alternatives(first: 101) { partId } } } }');
    expect(errors[0].message).toBe('first must be between 0 and 100');
    await ask('{ search(q: "R-1") { results { part { similar_parts { mpn } } } } }');
    expect(counted.at(-1)).toBe(3);
  });

  it('are parts that the client may see, alike in what it may see', async () => {
    const scope = { filter: ['NOT mpn:R-3'], hide: ['specs.case'] };
    const { ask } = await serve(SOURCE, { graphql: { isValidToken: () => scope } });
    const { data } = await ask('{ parts(ids: ["1"]) { similar_parts { mpn } } }');
    expect(mpns(data.parts[0].similar_parts)).toEqual(['R-5', 'R-2']);
  });
});
