import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function stocksOf(rows: readonly string[], options?: Parameters<typeof readText>[1]) {
  const { parts, report } = await readText(rows, options);
  const { read, unread } = report[0].columns[1];
  return { stocks: parts.map(({ offers }) => offers?.[0]?.in_stock_quantity), read, unread };
}

/** Source: questions and tables, E8. */
describe('a spec column whose decimal marks contradict each other', () => {
  it.each([
    ['Resistance (Ohm)', ['4,7k', '4.7k', '10k', '22k', '33k'], 'Ω', ['10000', '22000', '33000']],
    ['Resistance', ['4,7k', '4.7k', '10k'], 'Ω', ['10000']],
    ['Voltage (V)', ['3,3', '3.3', '5'], 'V', ['5']],
    ['Voltage', ['3,3 V', '3.3 V', '5 V'], 'V', ['5']],
    ['Length (mm)', ['1,5', '2.5', '2'], 'm', ['0.002']],
    ['Turns', ['1,5', '2.5', '2'], undefined, ['2']],
  ])('is one of numbers, and cells with a mark are not read: %s', async (heading, cells, unit, values) => {
    const { parts, report } = await readText([`MPN,${heading}`, ...cells.map((cell, i) => `A${i},"${cell}"`)]);
    const [, column] = report[0].columns;
    expect([column.unit, column.read, column.unread]).toEqual([unit, values.length, 2]);
    const specs = parts.flatMap((part) => Object.values(part.specs ?? {}));
    expect(specs.flatMap(({ value }) => value)).toEqual(values);
    expect(specs.every(({ metadata }) => metadata?.datatype === 'decimal')).toBe(true);
  });

  it('is a text where the cells are not numbers with either mark', async () => {
    const { parts } = await readText(['MPN,Size', 'A,"1,5 x 2"', 'B,1.5 x 2', 'C,"1,5"', 'D,1.5']);
    expect(parts.map(({ specs }) => specs?.size.value)).toEqual([['1,5 x 2'], ['1.5 x 2'], ['1,5'], ['1.5']]);
  });
});

/** Source: questions and tables, E8 and E9. */
describe('points in a column of pieces', () => {
  it('group thousands if no other column shows a mark', async () => {
    expect(await stocksOf(['MPN,Stock', 'A,1.000', 'B,250', 'C,12.500', 'D,1.234 pcs'])).toMatchObject({
      stocks: [1000, 250, 12_500, 1234],
      unread: 0,
    });
    expect((await stocksOf(['MPN\tLagerbestand', 'A\t5.000', 'B\t250'])).stocks).toEqual([5000, 250]);
    expect((await stocksOf(['MPN\tBestand', 'A\t1.234.567', 'B\t2.000'])).stocks).toEqual([1_234_567, 2000]);
  });

  it('are not those of thousands where a cell shows that commas are decimal', async () => {
    expect(await stocksOf(['MPN;Bestand', 'A;12.500,000', 'B;800,000', 'C;25,000', 'D;1,234', 'E;5'])).toMatchObject({
      stocks: [12_500, 800, 25, undefined, 5],
      unread: 1,
    });
    expect((await stocksOf(['MPN;Stock;Price', 'A;25,000;0,10', 'B;1,234;0,20'])).stocks).toEqual([25_000, 1234]);
  });

  it('group thousands where the file has decimal commas', async () => {
    expect((await stocksOf(['MPN,Stock,Price', 'A,1.000,"0,5"', 'B,2.000,"0,7"'])).stocks).toEqual([1000, 2000]);
    expect((await stocksOf(['MPN;Stock', 'A;1.000', 'B;2.000'])).stocks).toEqual([1000, 2000]);
  });

  it('are not guessed where all cells may have three decimals', async () => {
    expect(await stocksOf(['MPN,Stock', 'A,1.000', 'B,2.000', 'C,12.000'])).toEqual({
      stocks: [undefined, undefined, undefined],
      read: 0,
      unread: 3,
    });
  });

  it('are not guessed where other columns show a decimal point', async () => {
    expect(await stocksOf(['MPN;Stock;Price', 'A;1.000;0.12', 'B;500;0.5', 'C;12.500;0.5'])).toMatchObject({
      stocks: [undefined, 500, undefined],
      unread: 2,
    });
  });

  it('are decimal where a cell shows it, or the map says it', async () => {
    expect((await stocksOf(['MPN,Stock', 'A,1.000', 'B,0.000', 'C,5.00'])).stocks).toEqual([1, 0, 5]);
    expect((await stocksOf(['MPN,Stock', 'A,1.000', 'B,7'], { map: { decimal: '.' } })).stocks).toEqual([1, 7]);
    expect((await stocksOf(['MPN,offers.in_stock_quantity', 'A,1.000', 'B,7'])).stocks).toEqual([1, 7]);
  });
});
