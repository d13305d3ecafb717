import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

/** Source: questions and tables, E10. */
describe('a row of groups above the headings', () => {
  const GROUPS = 'Part,,Stock,Price,,,Received,Case';
  const HEADINGS = 'MPN,Manufacturer,Qty,1,10,100';

  it.each([
    ['shorter', HEADINGS],
    ['as long', `${HEADINGS},,`],
    ['said twice', `${HEADINGS},Received,CASE`],
  ])('stands above a row that is %s', async (_, headings) => {
    const { parts } = await readText([GROUPS, headings, 'A,Acme,5000,0.012,0.008,0.004,2025-01-21,0603']);
    const prices: readonly (readonly [number, string])[] = [
      [1, '0.012'],
      [10, '0.008'],
      [100, '0.004'],
    ];
    expect(parts[0].offers).toMatchObject([{ in_stock_quantity: 5000, prices: { USD: prices } }]);
    expect(Object.keys(parts[0].specs ?? {})).toEqual(['received', 'case']);
  });

  it('may have the headings that the row below lacks, and nothing else', async () => {
    const { parts } = await readText([',,Stock,A,B', 'MPN,Manufacturer', 'X1,Acme,5,7,8']);
    expect(parts[0].offers).toMatchObject([{ in_stock_quantity: 5 }]);
    expect(Object.keys(parts[0].specs ?? {})).toEqual(['a', 'b']);
  });

  it('is none where it is a line of facts', async () => {
    const { parts } = await readText(['Date,2024-01-01', 'MPN,Maker', 'A1,Acme,extra']);
    expect(parts[0].manufacturer?.name).toBe('Acme');
    expect(Object.keys(parts[0].specs ?? {})).toEqual(['column_3']);
  });
});
