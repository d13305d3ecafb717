import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../src/import/partdex-import.js';
import { readText } from '../../support/tables/read-text.js';

async function offersOf(heading: string, cells: readonly string[], more = '') {
  const { parts } = await readText([`MPN;${heading}`, ...cells.map((cell, i) => `A-${i};${cell}${more}`)]);
  return parts.map(({ offers }) => offers?.[0]);
}

describe('cells as price lists write them', () => {
  it('have prices without cents, and the words of more currencies', async () => {
    const offers = await offersOf('Preis', ['12,- EUR', '€ 12.–', '3,00元', '100 руб.', '300円']);
    expect(offers.map((offer) => offer?.prices)).toEqual([
      { EUR: [[1, '12']] },
      { EUR: [[1, '12']] },
      { CNY: [[1, '3.00']] },
      { RUB: [[1, '100']] },
      { JPY: [[1, '300']] },
    ]);
  });

  it('have ranges of lead times, of which the longer end counts', async () => {
    const offers = await offersOf('Bestand;Lieferzeit', [
      '5;12-14 Wo.',
      '5;2 – 3 days',
      '5;8 Wo',
      '5;14-12 Wo.',
      '5;6 to 8 weeks',
    ]);
    expect(offers.map((offer) => offer?.factory_lead_days)).toEqual([98, 3, 56, undefined, 56]);
  });

  it('have nothing in stock', async () => {
    const offers = await offersOf('Bestand', ['nicht lagernd', 'lagernd']);
    expect(offers.map((offer) => offer?.in_stock_quantity)).toEqual([0, -2]);
  });

  it('have the least quantity before the multiple', async () => {
    const { parts, report } = await readText('LCSC Part Number,MPN,Min\\Mult Order Qty.\nC1,A,100\\50\nC2,B,20');
    expect(parts.map(({ offers }) => offers?.[0].moq)).toEqual([100, 20]);
    expect(report[0].columns[2].as).toBe('offers.moq');
  });
});

describe('list prices', () => {
  it('are not prices beside others, in whatever currency', async () => {
    const { parts, report } = await readText('MPN;Preis (EUR);UVP\nA-1;0,20;0,50');
    expect(parts[0].offers?.[0].prices).toEqual({ EUR: [[1, '0.20']] });
    expect(report[0].notes).toEqual(['"UVP" is not read as a price of an offer, beside other prices; a map says otherwise']);
  });

  it('are prices where no others are', async () => {
    const { parts, report } = await readText('MPN;UVP\nA-1;0,50');
    expect(parts[0].offers?.[0].prices).toEqual({ USD: [[1, '0.50']] });
    expect(report[0].notes).toEqual([]);
  });
});

it('part numbers that a spreadsheet made powers of ten are noted', async () => {
  const { report } = await readText('MPN,Stock\n1.00E+05,5\nA-1,5\n"1,5E+07",5\n1E10,5');
  expect(report[0].notes).toContain(
    '2 cells of "MPN" are powers of ten such as 1.00E+05 (line 2, line 4); a spreadsheet has lost the part number',
  );
});

it('one bound is one cell', async () => {
  const { report } = await readText('MPN,Stock\nA,1000+\nB,5');
  expect(report[0].notes).toEqual(['1 cell of "Stock" is a bound such as "1000+"; the number was taken']);
});

/** Source: questions and tables, E7 and E12. */
it('files of an archive are those of sellers, as they would be unpacked', async () => {
  const data = zipSync({ 'Nord.csv': strToU8('MPN,Price\nA-1,0.1\n'), 'lists/Sued.csv': strToU8('MPN,Price\nA-1,0.2\n') });
  const sellers: unknown[] = [];
  for await (const { offers } of readTable({ name: 'all.zip', data })) sellers.push(offers?.map(({ seller }) => seller?.name));
  expect(sellers).toEqual([['Nord', 'Sued']]);
});

it('Part Number beside the number of the maker has the numbers of Digi-Key, where it has such', async () => {
  const cart = 'Index,Quantity,Part Number,Manufacturer Part Number,Unit Price';
  const { parts } = await readText([cart, '1,10,311-10.0KHRCT-ND,RC0603FR-0710KL,$0.01', '2,1,497-14043-ND,STM32F030F4P6,$1.2']);
  expect(parts[0].offers).toMatchObject([
    { sku: '311-10.0KHRCT-ND', seller: { name: 'Digi-Key' }, prices: { USD: [[1, '0.01']] } },
  ]);
  const third = await readText([
    'MPN 2,Part Number,Manufacturer Part Number,Unit Price',
    'X-1,311-10.0KHRCT-ND,RC0603FR-0710KL,$0.01',
  ]);
  expect(third.parts[0].offers).toMatchObject([{ sku: '311-10.0KHRCT-ND', seller: { name: 'Digi-Key' } }]);
  const own = await readText([cart, '1,10,4711,RC0603FR-0710KL,$0.01']);
  expect(own.report[0].columns[2].as).toBe('specs.part_number');
});

it('prices beside those of sellers are noted, where the seller is not known', async () => {
  const { report } = await readText('MPN,Preis Mouser,Preis Huber,Preis alt\nA,0.1,0.2,0.3');
  expect(report[0].notes).toEqual([
    '"Preis Huber", "Preis alt" are specs; they may have prices of sellers, which a map says with "as" and "seller"',
  ]);
  expect((await readText('MPN,Preis,Preis Huber\nA,0.1,0.2')).report[0].notes).toEqual([]);
});
