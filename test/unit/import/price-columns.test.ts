import { describe, expect, it } from 'vitest';
import { knownHeading } from '../../../src/import/headings.js';
import { readTable } from '../../../src/import/partdex-import.js';
import { readText } from '../../support/tables/read-text.js';
import { numberCell, row, textCell, workbookOf } from '../../support/tables/workbooks.js';

async function read(...rows: string[]) {
  const { parts, report } = await readText(rows);
  const prices = parts.map(({ offers }) =>
    Object.entries(offers?.[0]?.prices ?? {}).flatMap(([currency, breaks]) =>
      breaks.map(([from, value]) => `${currency} ${from} ${value}`),
    ),
  );
  return { prices, columns: report[0].columns.map(({ as }) => as), parts };
}

describe('headings of prices', () => {
  it.each([
    ['EUR/Stück', 'EUR', undefined, undefined],
    ['€/Stk', 'EUR', undefined, undefined],
    ['USD per piece', 'USD', undefined, undefined],
    ['€/100', 'EUR', '100', '100'],
    ['EUR/100 Stück', 'EUR', '100', '100'],
    ['Price EUR/100pcs', 'EUR', '100', '100'],
    ['Price for 100', undefined, '100', '100'],
    ['Price 10pcs', undefined, '10', undefined],
    ['Price 1,000', undefined, '1000', undefined],
    ['Price 2.5K', undefined, '2500', undefined],
    ['Price/1k', undefined, '1000', '1000'],
    ['Price @ 100 qty', undefined, '100', undefined],
    ['@ qty 100', undefined, '100', undefined],
    ['@100', undefined, '100', undefined],
    ['Preise 10', undefined, '10', undefined],
    ['EK-Preis', undefined, undefined, undefined],
    ['VK-Preis', undefined, undefined, undefined],
    ['EK netto', undefined, undefined, undefined],
    ['EK', undefined, undefined, undefined],
    ['Einkaufspreis EUR', 'EUR', undefined, undefined],
    ['Verkaufspreis', undefined, undefined, undefined],
    ['Listenpreis [€]', 'EUR', undefined, undefined],
    ['UVP', undefined, undefined, undefined],
    ['Std Cost', undefined, undefined, undefined],
    ['Standard Cost', undefined, undefined, undefined],
    ['Price excl. VAT', undefined, undefined, undefined],
    ['Price ex VAT', undefined, undefined, undefined],
    ['Preis ohne MwSt.', undefined, undefined, undefined],
    ['Nettopreis', undefined, undefined, undefined],
  ])('%s', (heading, currency, from, pieces) => {
    const meaning = knownHeading(heading);
    expect([meaning?.as, meaning?.currency, meaning?.from, meaning?.pieces]).toEqual(['offers.prices', currency, from, pieces]);
  });

  it.each(['Price incl. VAT', 'EUR', '€', 'Euro Norm', '@', 'Stück', 'Preis brutto', 'ab 10', 'Staffel 1', '10', '1-9'])(
    'are not %s by itself',
    (heading) => {
      expect(knownHeading(heading)?.as).not.toBe('offers.prices');
    },
  );

  it('of lists and sales give way to another price', async () => {
    expect((await read('MPN;Listenpreis;Rabatt %;Nettopreis', 'A;1,00;20;0,80')).prices).toEqual([['USD 1 0.80']]);
    expect((await read('MPN;VK-Preis;EK-Preis', 'A;1,00;0,80')).columns).toEqual([
      'mpn',
      'specs.vk_preis',
      'offers.prices.USD.1',
    ]);
    expect((await read('MPN;UVP', 'A;1,00')).prices).toEqual([['USD 1 1.00']]);
  });
});

describe('headings of quantities alone', () => {
  const cells = 'A;0,09;0,08;0,05';
  const breaks = ['USD 1 0.09', 'USD 10 0.08', 'USD 100 0.05'];

  it.each([
    'Staffel 1;Staffel 10;Staffel 100',
    'ab 1;ab 10;ab 100 Stk.',
    '1-9;10-99;100-999',
    '1 - 9 Stk;10 – 99 Stk;100 Stk',
    '1;10;100',
    'from 1;from 10;from 100',
    '1 pcs;10 pcs;100 pcs',
  ])('are those of prices: %s', async (headings) => {
    const { prices, columns } = await read(`MPN;${headings}`, cells, 'B;1,20;1,00;0,95', 'C;;;');
    expect(prices[0]).toEqual(breaks);
    expect(columns[3]).toBe('offers.prices.USD.100');
  });

  it('have a currency and groups of digits', async () => {
    expect((await read('MPN;ab 1 (EUR);ab 1.000 (EUR)', 'A;1,5;1,2')).prices).toEqual([['EUR 1 1.5', 'EUR 1000 1.2']]);
  });

  it('stand below a group', async () => {
    expect((await read('MPN;Hersteller;Preise;;', ';;1;10;100', 'A;X;0,09;0,08;0,05')).prices).toEqual([breaks]);
  });

  it.each([
    ['numbers of tiers', 'Staffel 1;Staffel 2;Staffel 3', 'A;0,09;0,08;0,05'],
    ['one heading', 'Name;ab 10;x', 'A;x;0,08;y'],
    ['descending', '100;10;1', 'A;0,09;0,08;0,05'],
    ['dearer in numbers', '1;10;100', 'A;0,09;0,8;5'],
    ['texts', '1;10;100', 'A;x;y;z'],
    ['apart', '10;x;100', 'A;5;x;4'],
  ])('are not those of prices: %s', async (_, headings, row) => {
    expect((await read(`MPN;${headings}`, row)).columns.slice(1).filter((as) => !as.startsWith('specs.'))).toEqual([]);
  });

  it('make an offer, so that what is said of offers is its own', async () => {
    const { parts } = await read('MPN;Verpackung;1;10', 'A;Rolle;0,5;0,4');
    expect(parts[0].offers).toMatchObject([{ packaging: 'Rolle' }]);
  });
});

describe('columns of pieces beside those of quantities', () => {
  it.each([
    ['Preis pro 100;Staffelpreis 100', 'A;4,50;0,045', ['USD 100 0.045']],
    ['Staffelpreis 100;Preis pro 100', 'A;0,045;4,50', ['USD 100 0.045']],
    ['Preis 100;Preis pro 100', 'A;0,045;4,50', ['USD 100 0.045']],
    ['Price for 100;Price @ 100 qty', 'A;8,00;,08', ['USD 100 0.08']],
    ['EUR/Stück;EUR/100 Stück', 'A;0,10;8,00', ['EUR 1 0.10', 'EUR 100 0.08']],
  ])('do not collide: %s', async (headings, row, prices) => {
    const { prices: found, columns } = await read(`MPN;${headings}`, row);
    expect(found).toEqual([prices]);
    expect(columns.filter((as) => as.startsWith('specs.'))).toEqual([]);
  });

  it('@ qty is the quantity of the price', async () => {
    expect((await read('MPN,Unit Price (USD),@ qty,Minimum Quantity', 'A,0.0035,5000,5000')).prices).toEqual([
      ['USD 5000 0.0035'],
    ]);
  });
});

describe('headings of stocks, times and minimum quantities', () => {
  it.each([
    ['Bestand frei', 'offers.in_stock_quantity', undefined],
    ['Freier Bestand', 'offers.in_stock_quantity', undefined],
    ['Menge auf Lager', 'offers.in_stock_quantity', undefined],
    ['Lagermenge', 'offers.in_stock_quantity', undefined],
    ['LT (wks)', 'offers.factory_lead_days', 'wk'],
    ['LT weeks', 'offers.factory_lead_days', 'wk'],
    ['Lead time in weeks', 'offers.factory_lead_days', 'wk'],
    ['Lead time in days', 'offers.factory_lead_days', 'd'],
    ['Lead Time (Weeks)', 'offers.factory_lead_days', 'wk'],
    ['Lieferzeit in Wochen', 'offers.factory_lead_days', 'wk'],
    ['Lieferzeit (Tage)', 'offers.factory_lead_days', 'd'],
    ['Lead Days', 'offers.factory_lead_days', 'd'],
    ['Mindestabnahme', 'offers.moq', undefined],
    ['Mindestmenge', 'offers.moq', undefined],
  ])('%s', (heading, as, unit) => {
    const meaning = knownHeading(heading);
    expect([meaning?.as, meaning?.unit]).toEqual([as, unit]);
  });
});

describe('a column Package', () => {
  const rows = (cells: readonly string[]) => ['MPN,Package,Stock', ...cells.map((cell, i) => `P${i},${cell},5`)];

  it('is the packaging of an offer if most cells are', async () => {
    const { parts } = await read(...rows(['Tape & Reel (TR)', 'Cut Tape (CT)', 'Tube', 'Tray', 'Bulk', 'Digi-Reel®', 'x']));
    expect(parts[0].offers).toMatchObject([{ packaging: 'Tape & Reel (TR)' }]);
  });

  it('is a spec with other cells, without offers and beside a packaging', async () => {
    expect((await read(...rows(['0603', 'SOT-23', 'Tube']))).columns[1]).toBe('specs.package');
    expect((await read('MPN,Package', 'A,Tube')).columns[1]).toBe('specs.package');
    expect((await read('MPN,Package,Packaging,Stock', 'A,Tube,Tube,5')).columns[1]).toBe('specs.package');
  });
});

describe('a heading whose quantity no price can have', () => {
  it.each([
    'Price@1000000000000000000000',
    'Price@1000000000000000',
    'Price 1000000000000k',
    'Price per 10000000000',
    'Price per 1000000000000000000000',
  ])('is not that of a price, and the report says so: %s', async (heading) => {
    const { parts, report } = await readText([`MPN,Price@10,${heading}`, 'A1,1,2']);
    expect(parts[0].offers).toEqual([{ seller: expect.anything(), prices: { USD: [[10, '1']] } }]);
    const { as, read, unread } = report[0].columns[2];
    expect([as.startsWith('specs.price_'), read, unread]).toEqual([true, 1, 0]);
    expect(report[0].notes).toEqual([`"${heading}" is not read as a price: its quantity has too many digits`]);
  });

  it('is not that of a price among quantities alone', async () => {
    const { parts } = await readText(['MPN,1,10,9007199254k,9007199254739k', 'A1,4,3,2,1', 'A2,4,3,2,1']);
    const prices = { USD: [1, 10, 9007199254000].map((from, i) => [from, String(4 - i)]) };
    expect(parts.map(({ offers }) => offers)).toEqual(parts.map(() => [{ seller: expect.anything(), prices }]));
  });

  it('is the largest one with fifteen digits', async () => {
    const { parts, report } = await readText(['MPN,Price@999999999999999,Price per 100000000', 'A1,1,2']);
    expect(parts[0].offers?.[0].prices).toMatchObject({ USD: expect.arrayContaining([[999999999999999, '1']]) });
    expect(report[0].notes).toEqual([]);
  });
});

describe('a price of 0, which lists write where they have none', () => {
  const note = (count: number, heading: string) =>
    count === 1
      ? `1 price of "${heading}" is 0, as lists write where they have none; it was not read`
      : `${count} prices of "${heading}" are 0, as lists write where they have none; they were not read`;

  it('is not read, and the report has a note', async () => {
    const { parts, report } = await readText([
      'MPN;Lager;Preis EUR;Preis EUR ab 100',
      'A;5;0,00;0',
      'B;6;€ 0,00;0,25',
      'C;7;0,5;-',
    ]);
    expect(parts.map(({ offers }) => [offers?.[0].in_stock_quantity, offers?.[0].prices])).toEqual([
      [5, undefined],
      [6, { EUR: [[100, '0.25']] }],
      [7, { EUR: [[1, '0.5']] }],
    ]);
    expect(
      report[0].columns.slice(2).map(({ read, unread, examples }) => [read, unread, examples.map(({ line }) => line)]),
    ).toEqual([
      [1, 2, [2, 3]],
      [1, 1, [2]],
    ]);
    expect(report[0].notes).toEqual([note(2, 'Preis EUR'), note(1, 'Preis EUR ab 100')]);
  });

  it('makes no offer', async () => {
    const { parts } = await readText(['MPN,Price', 'A,0.00', 'B,1']);
    expect(parts.map(({ offers }) => offers?.length ?? 0)).toEqual([0, 1]);
  });

  it('is left out of several prices in a cell', async () => {
    const { parts, report } = await readText(['MPN,Prices', 'A,1: $0.10; 1000: $0', 'B,1: $0; 10: $0', 'C,1: $0.20']);
    expect(parts.map(({ offers }) => offers?.[0].prices?.USD)).toEqual([[[1, '0.10']], undefined, [[1, '0.20']]]);
    expect(report[0].columns[1]).toMatchObject({ read: 2, unread: 1 });
    expect(report[0].notes).toEqual([note(3, 'Prices')]);
  });

  it('is not read with a quantity in its row, nor as a number of a workbook', async () => {
    const { parts } = await readText(['MPN,Qty 1,Price 1,Qty 2,Price 2', 'A,1,0.0,100,$0.08']);
    expect(parts[0].offers?.[0].prices).toEqual({ USD: [[100, '0.08']] });
    const sheet = row(textCell('MPN'), textCell('Price')) + row(textCell('A'), numberCell(0)) + row(textCell('B'), numberCell(2));
    const prices: unknown[] = [];
    for await (const { offers } of readTable(workbookOf([sheet]))) prices.push(offers?.[0].prices);
    expect(prices).toEqual([undefined, { USD: [[1, '2']] }]);
  });

  it('is one below the name of the member, as a search writes it', async () => {
    const { parts, report } = await readText(['mpn,offers.prices.USD.1', 'A,0', 'B,0.5']);
    expect(parts.map(({ offers }) => offers?.[0].prices?.USD)).toEqual([[[1, '0']], [[1, '0.5']]]);
    expect(report[0].notes).toEqual([]);
  });
});

describe('a range in a column of the quantities of prices', () => {
  const breaksOf = async (...cells: string[]) => {
    const rows = cells.map((cell, i) => `A\ts\t${cell}\t${9 - i}`);
    const { parts, report } = await readText(['MPN\tSKU\tPrice Break\tPrice', ...rows]);
    return { breaks: parts[0].offers?.[0].prices?.USD.map(([from]) => from), unread: report[0].columns[2].unread };
  };

  it('is its lower end', async () => {
    const cells = ['1-9', '10 – 99', '100 to 999 pcs', '1,000 - 9,999', '10000~19999', '20000 bis 29999', '30000+'];
    expect(await breaksOf(...cells)).toEqual({ breaks: [1, 10, 100, 1000, 10000, 20000, 30000], unread: 0 });
  });

  it.each(['99-10', '10-x', '-10', '1-9-20'])('is not %s', async (cell) => {
    expect(await breaksOf('1', cell)).toEqual({ breaks: [1], unread: 1 });
  });
});
