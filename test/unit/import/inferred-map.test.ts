import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { inferMap, readTable, type TableMap, type TableOptions } from '../../../src/import/partdex-import.js';
import type { Part } from '../../../src/partdex.js';

async function partsOf(data: Uint8Array, options: TableOptions): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of readTable({ name: 'x.zip', data }, options)) parts.push(part);
  return parts;
}

/** The columns of the map of several tables, with which the parts must be the same. */
async function columnsOf(tables: readonly string[], map: TableMap = {}) {
  const data = zipSync(Object.fromEntries(tables.map((text, i) => [`${i}.csv`, strToU8(text)])));
  const inferred = await inferMap({ name: 'x.zip', data }, { map });
  expect(await partsOf(data, { map: inferred })).toEqual(await partsOf(data, { map }));
  return JSON.parse(JSON.stringify(inferred.columns)) as Record<string, unknown>;
}

/** Source: the documentation of `inferMap`: `readTable` with the map makes the same parts. */
describe('the map of several tables', () => {
  it('has no decimal marks where they differ', async () => {
    const columns = await columnsOf([
      'MPN;Preis;Gewicht (g)\nA;0,1234;1,5\nB;1,2;2\n',
      'MPN;Preis;Gewicht (g)\nC;0.1234;1.5\nD;1.2;2\n',
      'MPN;Preis;Gewicht (g)\nE;0,1234;1,5\n',
    ]);
    expect(columns).toMatchObject({ MPN: 'mpn', Preis: 'offers.prices.USD.1' });
    expect(columns['Gewicht (g)']).not.toHaveProperty('decimal');
  });

  it.each([
    ['values and texts', ['Size'], 'MPN,Voltage,Size\nA,5V,1\nB,6V,2\n', 'MPN,Voltage,Size\nC,various,3\nD,any,4\n'],
    ['currencies', [], 'MPN,Price\nA,€0.1\n', 'MPN,Price\nC,$0.1\nD,0.2\n'],
    ['prices and specs', ['Stock'], 'MPN,Stock,1,10,100\nA,3,0.3,0.2,0.1\n', 'MPN,Stock,1,10,100\nC,4,5,7,9\nD,4,1,9,2\n'],
    ['further prices', ['MPN'], 'MPN;Preis;Unit Price 1\nA;4;40 V\n', 'MPN,Preis,Unit Price 1\nB,3,1.5\n'],
    ['quantities', ['MPN'], 'MPN,1,10,100\nA,5,9,7\n', 'MPN,1,10,100\nB,5,x,y\n'],
    ['paths', [], 'MPN,Category\nA,X / Y\n', 'MPN,Category\nB,X > Y\n'],
    ['packages', ['Stock'], 'MPN,Stock,Package\nA,5,Cut Tape\n', 'MPN,Stock,Package\nC,5,0603\n'],
    ['part numbers', ['MPN'], 'Part Number,Stock\nA,5\n', 'Part Number,MPN,Stock\nx,B,4\n'],
  ])('leaves out what differs: %s', async (_, kept, ...tables) => {
    const columns = await columnsOf(tables);
    expect(Object.keys(columns).filter((heading) => kept.includes(heading))).toEqual(kept);
    expect(Object.keys(columns).length).toBeLessThan(new Set(tables.flatMap((text) => text.split('\n')[0].split(','))).size);
  });

  it('leaves out all prices if one differs, since quantities and prices belong together', async () => {
    const [perPrice, perPart] = ['MPN,Qty,Price\nA,1,0.2\nA,10,0.1\nB,1,0.2\nB,5,0.1\n', 'MPN,Qty,Price\nC,5,0.1\nD,6,0.1\n'];
    expect(Object.keys(await columnsOf([perPrice, perPart]))).toEqual(['MPN']);
  });

  it('has what a given map says', async () => {
    const map = { columns: { Voltage: 'specs.v', Price: { as: 'offers.prices.EUR.1' } } };
    const columns = await columnsOf(['MPN,Voltage,Price\nA,5V,"0,5"\n', 'MPN,Voltage,Price\nC,any,0.5\n'], map);
    expect(columns).toEqual({ MPN: 'mpn', Voltage: 'specs.v', Price: 'offers.prices.EUR.1' });
  });

  it('has all columns of tables that have different ones', async () => {
    const columns = await columnsOf(['MPN,Stock\nA,5\n', 'MPN,Voltage\nC,5V\n']);
    expect(Object.keys(columns)).toEqual(['MPN', 'Stock', 'Voltage']);
  });
});
