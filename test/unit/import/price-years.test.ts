import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function read(...rows: string[]) {
  const { parts, report } = await readText(rows, {}, 'f.csv');
  const [{ notes, columns }] = report;
  return { prices: parts[0].offers?.map(({ prices }) => prices), notes, as: columns.map(({ as }) => as) };
}

describe('prices of a year', () => {
  it.each(['Preis 2025', 'Price 2026', 'EK-Preis netto 2025', 'Price (2025)', 'Preis_2024', 'Unit Price 1999', 'Preis EUR 2025'])(
    'count from one piece on: %s',
    async (heading) => {
      const { prices, notes } = await read(`MPN,${heading},Bestand`, 'A-1,0.20,5000');
      expect(Object.values(prices?.[0] ?? {})).toEqual([[[1, '0.20']]]);
      expect(notes).toEqual([expect.stringMatching(/is read as a price of the year \d{4}, not as one from \d{4} pieces on/)]);
    },
  );

  it('are left out but for the newest', async () => {
    const { prices, notes, as } = await read('MPN,Preis 2024,Preis 2025,Preis 2023', 'A-1,0.30,0.20,0.40');
    expect(prices).toEqual([{ USD: [[1, '0.20']] }]);
    expect(as).toEqual(['mpn', 'ignored', 'offers.prices.USD.1', 'ignored']);
    expect(notes).toEqual([
      '"Preis 2024" is left out as a price of the year 2024: "Preis 2025" is newer',
      '"Preis 2025" is read as a price of the year 2025, not as one from 2025 pieces on; a map says otherwise',
      '"Preis 2023" is left out as a price of the year 2023: "Preis 2025" is newer',
    ]);
  });

  it('are those of an offer beside a list price', async () => {
    const { prices, notes } = await read('MPN,Preis 2025,UVP', 'A-1,0.20,0.90');
    expect(prices).toEqual([{ USD: [[1, '0.20']] }]);
    expect(notes).toContainEqual(expect.stringMatching(/"Preis 2025" is read as a price of the year 2025/));
    const years = await read('MPN,UVP 2026,Preis 2025', 'A-1,0.90,0.20');
    expect(years.prices).toEqual([{ USD: [[1, '0.20']] }]);
    expect(years.notes).toContain('"UVP 2026" is left out as a price of the year 2026: another column has the price');
    expect((await read('MPN,UVP 2026,UVP 2025', 'A-1,0.90,0.80')).prices).toEqual([{ USD: [[1, '0.90']] }]);
  });

  it('are quantities beside a price of several pieces in another currency', async () => {
    const { notes, as } = await read('MPN,Price 2025,Price 100 EUR', 'A-1,0.20,0.30');
    expect(as).toEqual(['mpn', 'offers.prices.USD.2025', 'offers.prices.EUR.100']);
    expect(notes).toEqual([]);
  });

  it('are left out beside a price without a year', async () => {
    const { prices, notes } = await read('MPN,Preis,Preis 2024', 'A-1,0.30,0.20');
    expect(prices).toEqual([{ USD: [[1, '0.30']] }]);
    expect(notes).toEqual(['"Preis 2024" is left out as a price of the year 2024: another column has the price']);
  });

  it('are those of a quantity where the heading or another price says so', async () => {
    for (const heading of [
      'Price@2025',
      'Preis ab 2025',
      'Price 2000',
      'Price 2025 pcs',
      '2025+',
      'Price per 2025',
      'Price 2100',
    ]) {
      const { notes, prices } = await read(`MPN,${heading}`, 'A-1,0.30');
      expect([heading, notes, prices?.length]).toEqual([heading, [], 1]);
    }
    const ladder = await read('MPN,Price 1,Price 100,Price 2025', 'A-1,0.3,0.2,0.1');
    expect(ladder.prices).toEqual([
      {
        USD: [
          [1, '0.3'],
          [100, '0.2'],
          [2025, '0.1'],
        ],
      },
    ]);
    expect(ladder.notes).toEqual([]);
  });
});
