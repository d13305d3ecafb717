import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/partdex.js';
import { readText } from '../../support/tables/read-text.js';

async function pricesOf(rows: readonly string[], options?: Parameters<typeof readText>[1]) {
  const { parts, report } = await readText(rows, options);
  return { prices: parts.map(({ offers }) => offers?.[0]?.prices), report };
}

describe('prices of several pieces', () => {
  it.each([
    ['Price per 100', 'USD', '0.045'],
    ['Unit Price per 1,000 pcs (EUR)', 'EUR', '0.0045'],
    ['Preis pro 1000', 'USD', '0.0045'],
    ['Preis je 100 Stück', 'USD', '0.045'],
    ['EUR Preis / 100', 'EUR', '0.045'],
    ['Prix par 100', 'USD', '0.045'],
  ])('%s: those of one', async (heading, currency, price) => {
    const { prices, report } = await pricesOf([`MPN\t${heading}`, 'A\t4.50']);
    expect(prices).toEqual([{ [currency]: [[1, price]] }]);
    expect(report[0].columns[1]).toMatchObject({ as: `offers.prices.${currency}.1`, unit: price === '0.045' ? '100' : '1000' });
  });

  it.each(['Price@100', 'Price 100', 'Price from 100', '100+', 'Preis ab 100', 'Price per 100+', 'Price at 100 pcs'])(
    '%s: a price from that quantity on',
    async (heading) => {
      expect((await pricesOf([`MPN\t${heading}`, 'A\t4.50'])).prices).toEqual([{ USD: [[100, '4.50']] }]);
    },
  );

  it('beside others are told from prices by quantity: pieces are not dearer in numbers', async () => {
    const heading = 'MPN,Price per 1,Price per 10,Price per 100';
    const falling = await pricesOf([heading, 'A,0.10,0.08,0.05', 'B,1.10,1.00,0.9']);
    expect(falling.prices[0]).toEqual({
      USD: [
        [1, '0.10'],
        [10, '0.08'],
        [100, '0.05'],
      ],
    });
    const rising = await pricesOf([heading, 'A,0.10,0.8,5', 'B,1.10,10.00,90']);
    expect(rising.prices[1]).toEqual({
      USD: [
        [1, '1.10'],
        [10, '1'],
        [100, '0.9'],
      ],
    });
  });

  it.each(['Preiseinheit', 'Price Unit', 'PRICE PER'])('%s: a column of them', async (heading) => {
    const rows = [`MPN;Preis;${heading}`, 'A;4,50;100', 'B;4,50;1', 'C;4,50;', 'D;4,50;1.000 Stk', 'E;4,50;each', 'F;4,50;?'];
    const { prices, report } = await pricesOf(rows);
    expect(prices.map((of) => of?.USD?.[0]?.[1])).toEqual(['0.045', '4.50', '4.50', '0.0045', '4.50', undefined]);
    expect(report[0].columns[2]).toMatchObject({ as: 'offers.prices.pieces', read: 4, unread: 1 });
  });

  it('are a spec without prices, and a currency where the cells name one', async () => {
    const { parts } = await readText(['MPN,Price Unit', 'A,100']);
    expect(parts[0].specs).toHaveProperty('price_unit');
    expect((await pricesOf(['MPN,Price,Price Unit', 'A,1,EUR', 'B,2,EUR'])).prices).toEqual([
      { EUR: [[1, '1']] },
      { EUR: [[1, '2']] },
    ]);
  });

  it.each([
    ['4.50 €/100', 'EUR', '0.045'],
    ['$12 per 1,000 pcs', 'USD', '0.012'],
    ['4.50 / 100 Stk.', 'USD', '0.045'],
    ['4.50/1', 'USD', '4.50'],
    ['1/3', 'USD', '0.33333333333333333333'],
  ])('%s: as the cell says', async (cell, currency, price) => {
    expect((await pricesOf(['MPN\tPrice', `A\t${cell}`])).prices).toEqual([{ [currency]: [[1, price]] }]);
  });

  it('may be those of a package', async () => {
    const rows = [
      'MPN,Price,Price For',
      'A,1.25,Each',
      'B,2.50,Pack of 100',
      'C,50,"Reel of 5,000"',
      'D,3,per bag of 10',
      'E,4,Pack',
    ];
    expect((await pricesOf(rows)).prices).toEqual([
      { USD: [[1, '1.25']] },
      { USD: [[1, '0.025']] },
      { USD: [[1, '0.01']] },
      { USD: [[1, '0.3']] },
      undefined,
    ]);
  });

  it('a map says them', async () => {
    const map = { columns: { Cost: { as: 'offers.prices.EUR.1', unit: '100' }, PE: 'offers.prices.pieces' } };
    expect((await pricesOf(['MPN,Cost,PE', 'A,4.5,', 'B,4.5,10'], { map })).prices).toEqual([
      { EUR: [[1, '0.045']] },
      { EUR: [[1, '0.45']] },
    ]);
    const wrong = { columns: { Cost: { as: 'offers.prices.EUR.1', unit: 'kg' } } };
    await expect(pricesOf(['MPN,Cost', 'A,1'], { map: wrong })).rejects.toThrow(ValidationError);
  });
});
