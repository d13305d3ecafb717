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
