import { describe, expect, it } from 'vitest';
import { readBom } from '../../../src/bom/partdex-bom.js';
import { readText } from '../../support/tables/read-text.js';

describe('texts in the formulas of spreadsheets', () => {
  it('are the texts', async () => {
    const { parts } = await readText('MPN,Package\n"=""00123""","=""0402"""\n="A-1",0603\n=SUM(A1),x\n');
    expect(parts.map(({ mpn, specs }) => [mpn, [specs?.package?.value].flat().join()])).toEqual([
      ['00123', '0402'],
      ['A-1', '0603'],
      ['=SUM(A1)', 'x'],
    ]);
    expect((await readBom('MPN,Qty\n"=""RC0603FR-0710KL""",2\n')).lines[0].mpn).toBe('RC0603FR-0710KL');
  });
});

describe('prices without a currency', () => {
  const currencies = async (cells: readonly string[], options?: { currency: string }) => {
    const { parts } = await readText(['MPN\tPrice@1', ...cells.map((cell, i) => `P-${i}\t${cell}`)], options);
    return parts.map(({ offers }) => Object.keys(offers?.[0].prices ?? {}).join());
  };

  it('have that of most cells, else the one that is given', async () => {
    expect(await currencies(['€1', '€2', '3'])).toEqual(['EUR', 'EUR', 'EUR']);
    expect(await currencies(['1', '2', '€3'])).toEqual(['USD', 'USD', 'EUR']);
    expect(await currencies(['1', '2', '€3'], { currency: 'GBP' })).toEqual(['GBP', 'GBP', 'EUR']);
    expect(await currencies(['€1', '$2', '3', '4'])).toEqual(['EUR', 'USD', 'USD', 'USD']);
  });
});

describe('a column of currencies', () => {
  it.each(['Currency', 'Währung', 'Devise'])('%s: has that of the prices of each row', async (heading) => {
    const rows = [`MPN;Price;${heading}`, 'A;1,5;EUR', 'B;2;GBP', 'C;3;', 'D;$4;EUR'];
    const { parts, report } = await readText(rows);
    const prices = parts.map(({ offers }) => offers?.[0].prices);
    expect(prices).toEqual([{ EUR: [[1, '1.5']] }, { GBP: [[1, '2']] }, { USD: [[1, '3']] }, { USD: [[1, '4']] }]);
    expect(report[0].columns[2]).toMatchObject({ as: 'offers.prices.currency', read: 3, unread: 0 });
  });

  it('reports what is not a currency, and is a spec where there are no prices', async () => {
    const { report } = await readText(['MPN,Price,Currency', 'A,1,EUR', 'B,2,many']);
    expect(report[0].columns[2]).toMatchObject({ read: 1, unread: 1 });
    const { parts } = await readText(['MPN,Currency', 'A,EUR']);
    expect([parts[0].specs?.currency?.value].flat()).toEqual(['EUR']);
  });
});

describe('columns of offers in a table without any', () => {
  it('are specs, so that nothing is lost', async () => {
    const { parts, report } = await readText(['MPN,Packaging,Lead Time (weeks),Distributor', 'A,Reel,8,Mouser']);
    expect(parts[0].offers).toBeUndefined();
    expect([parts[0].specs?.packaging?.value].flat()).toEqual(['Reel']);
    expect([parts[0].specs?.distributor?.value].flat()).toEqual(['Mouser']);
    expect(parts[0].specs).toHaveProperty('lead_time_weeks');
    expect(report[0].columns.map(({ read }) => read)).toEqual([1, 1, 1, 1]);
  });

  it('are of the offer where a stock makes one', async () => {
    const { parts } = await readText(['MPN,Packaging,Stock', 'A,Reel,5']);
    expect(parts[0].offers).toMatchObject([{ packaging: 'Reel', in_stock_quantity: 5 }]);
    expect(parts[0].specs ?? {}).not.toHaveProperty('packaging');
  });
});

describe('lists of prices in a cell', () => {
  it.each([
    [
      '1,000: $0.05; 10,000: $0.04',
      [
        [1000, '0.05'],
        [10_000, '0.04'],
      ],
    ],
    [
      '1:0.10,100:0.08',
      [
        [1, '0.10'],
        [100, '0.08'],
      ],
    ],
    [
      '1: $0.10; 1,000: $0.05',
      [
        [1, '0.10'],
        [1000, '0.05'],
      ],
    ],
  ])('%s', async (cell, breaks) => {
    const { parts } = await readText(['MPN\tPrices', `A\t${cell}`]);
    expect(parts[0].offers?.[0].prices?.USD).toEqual(breaks);
  });
});
