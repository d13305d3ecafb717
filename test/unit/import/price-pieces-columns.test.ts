import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function readPrices(rows: readonly string[], options?: Parameters<typeof readText>[1]) {
  const { parts, report } = await readText(rows, options);
  const columns = report[0].columns.map(({ as }) => as);
  return { prices: parts.map(({ offers }) => offers?.[0]?.prices?.USD?.[0]?.[1]), columns };
}

describe('a column of the number of pieces', () => {
  it.each([
    'PE',
    'Per',
    'UOM',
    'Preisbezug',
    'Preis pro',
    'Price Basis',
    'Preiseinheit',
    'Price For',
    'Preis für',
    'Prix pour',
    'pro',
    'je',
  ])('is %s beside prices', async (heading) => {
    const { prices, columns } = await readPrices([`MPN;Preis;${heading}`, 'A;4,50;100', 'B;4,50;M', 'C;4,50;each']);
    expect(columns[2]).toBe('offers.prices.pieces');
    expect(prices).toEqual(['0.045', '0.0045', '4.50']);
  });

  it.each([
    ['PE', 'Gehäuse', 'Rolle'],
    ['UOM', 'reel', 'kit'],
    ['Price Basis', 'FOB', 'EXW'],
  ])('is a spec where most cells are not numbers of pieces: %s', async (heading, ...cells) => {
    const { prices, columns } = await readPrices([
      `MPN,Price,${heading}`,
      ...cells.map((cell, i) => `P${i},4.50,${cell}`),
      'Z,4.50,1',
    ]);
    expect(columns[2]).toMatch(/^specs\./);
    expect(prices).toEqual(['4.50', '4.50', '4.50']);
  });

  it('is that with the most pieces where several could be it', async () => {
    const { prices, columns } = await readPrices(['MPN,Price,UOM,PE', 'A,4.50,EA,100', 'B,4.50,EA,1']);
    expect(columns.slice(2)).toEqual(['specs.uom', 'offers.prices.pieces']);
    expect(prices).toEqual(['0.045', '4.50']);
  });

  it('never gives way to the price that it is for', async () => {
    const { prices, columns } = await readPrices([
      'Order Code,MPN,Price For,Min Qty,List Price',
      '9238603,A,Each,1,0.0123',
      '9238604,B,100,1,1.23',
    ]);
    expect(columns.slice(2)).toEqual(['offers.prices.pieces', 'offers.moq', 'offers.prices.USD.1']);
    expect(prices).toEqual(['0.0123', '0.0123']);
  });

  it('is the one of the map', async () => {
    const map = { columns: { UOM: 'offers.prices.pieces' } };
    const { columns } = await readPrices(['MPN,Price,PE,UOM', 'A,4.50,100,EA'], { map });
    expect(columns.slice(2)).toEqual(['specs.pe', 'offers.prices.pieces']);
  });
});
