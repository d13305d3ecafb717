import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function pricesOf(rows: readonly string[], options?: Parameters<typeof readText>[1]) {
  const { parts } = await readText(rows, options);
  return parts.map(
    ({ offers }) => Object.entries(offers?.[0]?.prices ?? {}).map(([currency, [[, value]]]) => `${currency} ${value}`)[0],
  );
}

describe('a sign of several currencies', () => {
  it.each([
    ['Price (JPY)', '¥12', 'JPY 12'],
    ['Price (JPY)', '￥12', 'JPY 12'],
    ['Price (JPY)', '12 ¥', 'JPY 12'],
    ['Price JPY 100', '¥12', 'JPY 12'],
    ['Price (CNY)', '¥12', 'CNY 12'],
    ['Price', '¥12', 'CNY 12'],
    ['Price (CAD)', '$12', 'CAD 12'],
    ['Price (AUD)', '$1,200.50', 'AUD 1200.50'],
    ['Price (HKD)', '$12', 'HKD 12'],
    ['Price (TWD)', '$12', 'TWD 12'],
    ['Price (MXN)', '$12/ea', 'MXN 12'],
    ['Price (EUR)', '$12', 'USD 12'],
    ['Price (CAD)', 'US$12', 'USD 12'],
    ['Price (CAD)', 'USD 12', 'USD 12'],
    ['Price (JPY)', 'CN¥12', 'CNY 12'],
    ['Price', 'CAD $12', 'CAD 12'],
    ['Price', '$12 AUD', 'AUD 12'],
    ['Price', '¥12 JPY', 'JPY 12'],
    ['Price (JPY ¥)', '12', 'JPY 12'],
    ['Price (CAD)', '1+: $12; 10+: $11', 'CAD 12'],
  ])('is that of %s: %s', async (heading, cell, price) => {
    expect(await pricesOf([`MPN\t${heading}`, `A\t${cell}`])).toEqual([price]);
  });

  it('is that of a column Currency', async () => {
    const rows = ['MPN,Price,Currency', 'A,$12,CAD', 'B,¥12,JPY', 'C,US$12,CAD', 'D,$12,EUR', 'E,$12,'];
    expect(await pricesOf(rows)).toEqual(['CAD 12', 'JPY 12', 'USD 12', 'USD 12', 'USD 12']);
  });
});

describe('a blank cell of a column Currency', () => {
  it('has the currency that more than half of the rows name', async () => {
    expect(await pricesOf(['MPN;Preis;Währung', 'A;1,0;EUR', 'B;1,2;', 'C;1,3;EUR', 'D;1,4;CHF', 'E;1,5;EUR'])).toEqual([
      'EUR 1.0',
      'EUR 1.2',
      'EUR 1.3',
      'CHF 1.4',
      'EUR 1.5',
    ]);
    expect(await pricesOf(['MPN,Price,Price Unit', 'A,1,EUR', 'B,2,', 'C,3,EUR'], { currency: 'CHF' })).toEqual([
      'EUR 1',
      'EUR 2',
      'EUR 3',
    ]);
  });

  it('has the default if no currency is that of most, and that of the heading', async () => {
    const options = { currency: 'CHF' };
    expect(await pricesOf(['MPN,Price,Currency', 'A,1,EUR', 'B,2,', 'C,3,GBP'], options)).toEqual(['EUR 1', 'CHF 2', 'GBP 3']);
    expect(await pricesOf(['MPN,Price (USD),Currency', 'A,1,EUR', 'B,2,', 'C,3,EUR'])).toEqual(['EUR 1', 'USD 2', 'EUR 3']);
  });
});
