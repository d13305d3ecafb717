import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

const LIST = [
  'Widerstände,,',
  'MPN,Wert,Preis',
  'A,10k,1',
  'B,1k,2',
  ',,',
  'Kondensatoren,,,',
  'MPN,Kapazität,Spannung,Preis',
  'C,100n,50,1',
  'D,10n,16,3',
];

describe('a second table below the first', () => {
  it('is read with its own headings', async () => {
    const { parts, report } = await readText(LIST);
    expect(parts.map(({ mpn, offers }) => [mpn, offers?.[0].prices?.USD])).toEqual([
      ['A', [[1, '1']]],
      ['B', [[1, '2']]],
      ['C', [[1, '1']]],
      ['D', [[1, '3']]],
    ]);
    expect(parts[2].specs).toHaveProperty('spannung');
    expect(report.map(({ rows, parts: count, left_out }) => [rows, count, left_out])).toEqual([
      [2, 2, []],
      [2, 2, []],
    ]);
    expect(report[0].notes).toEqual(['a second table begins in line 6; it is read by its own headings']);
  });

  it('may have other headings of the part number, and no title', async () => {
    const { parts } = await readText(['MPN,Stock,Price', 'A,5,1', 'Part Number,Preis,Hersteller', 'B,2,Acme']);
    expect(parts[1]).toMatchObject({ mpn: 'B', manufacturer: { name: 'Acme' }, offers: [{ prices: { USD: [[1, '2']] } }] });
  });

  it('may be a third one', async () => {
    const { parts, report } = await readText([...LIST, 'Spulen,,', 'MPN,Induktivität', 'E,10u']);
    expect(parts.map(({ mpn }) => mpn)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(report.map(({ columns }) => columns.length)).toEqual([3, 4, 2]);
  });

  it('is left out behind many', async () => {
    const tables = Array.from({ length: 12 }, (_, i) => ['MPN,'.concat(`Column${'x'.repeat(i + 1)}`), `P${i},y`]).flat();
    const { parts, report } = await readText(tables);
    expect(parts).toHaveLength(10);
    expect(report).toHaveLength(10);
    expect(report[9].left_out.map(({ line, why }) => [line, why])).toEqual(
      [21, 22, 23, 24].map((line) => [line, 'a second table begins in line 21; put it in a file or sheet of its own']),
    );
  });

  it('is read as the map says', async () => {
    const { parts } = await readText(LIST, { map: { header: 2, columns: { Kapazität: 'ignored' } } });
    expect(parts[2].specs).not.toHaveProperty('kapazitat');
    expect(parts).toHaveLength(4);
  });

  it('is no part with one cell, nor the same headings again', async () => {
    const { parts, report } = await readText(['MPN,Stock', 'A,1', 'B', 'MPN,Stock', 'C,', 'D,', 'E,', 'F,', 'G,2', 'H,']);
    expect(parts.map(({ mpn }) => mpn)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    expect(report).toHaveLength(1);
    expect(report[0].left_out).toMatchObject([{ line: 4, why: 'it repeats the headings' }]);
  });
});
