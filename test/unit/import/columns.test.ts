import { describe, expect, it } from 'vitest';
import type { Offer, Part } from '../../../src/partdex.js';
import { readColumn, readText } from '../../support/tables/read-text.js';

const spec = (key: string) => (part: Part) => {
  const found = part.specs?.[key];
  if (!found) return undefined;
  const { value, min_value: min, max_value: max, metadata } = found;
  const unit = metadata?.unit?.symbol;
  return [[value].flat().join(), min, max, metadata?.datatype, unit].filter((one) => one !== undefined && one !== '').join(' ');
};
const stock = (part: Part) => part.offers?.[0]?.in_stock_quantity;
const prices = (part: Part) => part.offers?.[0]?.prices;

describe('specs', () => {
  it.each([
    ['Resistance (Ohms)', ['4700', '4.7k', '1M'], 'resistance', ['4700 decimal Ω', '4700 decimal Ω', '1000000 decimal Ω']],
    ['Resistance [kΩ]', ['4.7', '10'], 'resistance', ['4700 decimal Ω', '10000 decimal Ω']],
    ['Res (kOhm)', ['4.7', '10'], 'res', ['4700 decimal Ω', '10000 decimal Ω']],
    ['Res (kohm)', ['4.7', '10'], 'res', ['4700 decimal Ω', '10000 decimal Ω']],
    ['Res [KOHM]', ['4.7', '10'], 'res', ['4700 decimal Ω', '10000 decimal Ω']],
    ['Res (kOhms)', ['4.7', '10'], 'res', ['4700 decimal Ω', '10000 decimal Ω']],
    ['RDS(on) (mOhm)', ['4.7', '10'], 'rds_on', ['0.0047 decimal Ω', '0.01 decimal Ω']],
    ['Res (MOhm)', ['4.7', '10'], 'res', ['4700000 decimal Ω', '10000000 decimal Ω']],
    ['Rate (Mbps)', ['10', '100'], 'rate', ['10000000 decimal bit/s', '100000000 decimal bit/s']],
    ['Temp (C)', ['25', '85'], 'temp', ['25 decimal °C', '85 decimal °C']],
    ['Temp. [C] max', ['25', '85'], 'temp_max', ['25 decimal °C', '85 decimal °C']],
    ['Betriebstemperatur (C)', ['-40..85', '85'], 'betriebstemperatur', ['-40 85 decimal °C', '85 decimal °C']],
    ['Température (C)', ['25', '85'], 'temperature', ['25 decimal °C', '85 decimal °C']],
    ['Temperature (K)', ['25', '85'], 'temperature', ['25 decimal K', '85 decimal K']],
    ['Temp (F)', ['25', '85'], 'temp_f', ['25 decimal', '85 decimal']],
    ['TCR (ppm/C)', ['25', '50'], 'tcr', ['25 decimal ppm/°C', '50 decimal ppm/°C']],
    ['Charge (C)', ['1', '2'], 'charge', ['1 decimal C', '2 decimal C']],
    ['Template (C)', ['1', '2'], 'template', ['1 decimal C', '2 decimal C']],
    ['Voltage (V) max', ['50', '16'], 'voltage_max', ['50 decimal V', '16 decimal V']],
    ['Current (mA) (max)', ['50', '16'], 'current_max', ['0.05 decimal A', '0.016 decimal A']],
    ['Voltage [kV] (typ) @ 25', ['5', '1'], 'voltage_typ_25', ['5000 decimal V', '1000 decimal V']],
    ['Voltage (Vr) (Max)', ['50', '16'], 'voltage_vr_max', ['50 decimal', '16 decimal']],
    ['(A) Bin', ['x', 'y'], 'a_bin', ['x string', 'y string']],
    ['Resistance', ['240k', '4k7', '3.9 kΩ'], 'resistance', ['240000 decimal Ω', '4700 decimal Ω', '3900 decimal Ω']],
    ['Capacitance', ['100 nF', '4.7µF', '0.1uF'], 'capacitance', ['1e-7 decimal F', '0.0000047 decimal F', '1e-7 decimal F']],
    ['Voltage - Rated', ['50V', '16 V', '6.3V'], 'voltage_rated', ['50 decimal V', '16 decimal V', '6.3 decimal V']],
    ['Height, mm', ['0.9', '1'], 'height_mm', ['0.9 decimal', '1 decimal']],
    ['Height / mm', ['0.9', '1'], 'height', ['0.0009 decimal m', '0.001 decimal m']],
    [
      'Operating Temperature',
      ['-55°C ~ 125°C', '0°C to 70°C'],
      'operating_temperature',
      ['-55 125 decimal °C', '0 70 decimal °C'],
    ],
    ['Tolerance', ['±1%', '±5%'], 'tolerance', ['±1% string', '±5% string']],
    ['Tolerance (%)', ['1', '5'], 'tolerance', ['1 decimal %', '5 decimal %']],
    ['Package', ['0603', '1206'], 'package', ['0603 string', '1206 string']],
    ['Size Code', ['1206', '2512'], 'size_code', ['1206 string', '2512 string']],
    ['Batch', ['0012', '1234'], 'batch', ['0012 string', '1234 string']],
    ['Pins', ['8', '16', '1,024'], 'pins', ['8 decimal', '16 decimal', '1024 decimal']],
    ['Slew Rate', ['2.5V/µs', '13 V/us'], 'slew_rate', ['2500000 decimal V/s', '13000000 decimal V/s']],
    ['Current (Max)', ['1A', '500mA'], 'current_max', ['1 decimal A', '0.5 decimal A']],
    ['Grade', ['A', '-', 'N/A', '~', '*'], 'grade', ['A string', undefined, undefined, undefined, undefined]],
    ['Size', ['6x6mm', '3x3mm'], 'size', ['6x6mm string', '3x3mm string']],
  ])('%s of %j', async (heading, cells, key, expected) => {
    expect(await readColumn(heading, cells, spec(key))).toEqual(expected);
  });

  it('are numbers from 80 % of quantities on; what does not fit is not read, and told', async () => {
    const rows = ['1k', '2k', '3k', '4k', 'on request'].map((cell, i) => `P-${i},${cell}`);
    const { parts, report } = await readText(['MPN,Resistance (Ω)', ...rows]);
    expect(parts.map(spec('resistance'))).toEqual(
      ['1000', '2000', '3000', '4000'].map((n) => `${n} decimal Ω`).concat([undefined as never]),
    );
    expect(report[0].columns[1]).toEqual({
      heading: 'Resistance (Ω)',
      column: 2,
      as: 'specs.resistance',
      unit: 'Ω',
      read: 4,
      unread: 1,
      examples: [{ line: 6, text: 'on request' }],
    });
    const most = await readText(['MPN,Resistance (Ω)', ...rows.slice(1)]);
    expect(most.parts.map(spec('resistance'))[0]).toBe('2k string');
  });

  it.each([
    ['farads', 'Capacitance', '100nF', '1uF', '10nF', '22pF', '10'],
    ['metres', 'Length', '5 mm', '7 mm', '1.5 cm', '12mm', '9'],
  ])('of %s do not take numbers without unit: they may be pF or mm', async (_name, heading, ...cells) => {
    const { parts, report } = await readText([`MPN,${heading}`, ...cells.map((cell, i) => `P${i},${cell}`)]);
    expect(parts.map(spec(heading.toLowerCase())).at(-1)).toBeUndefined();
    expect(report[0].columns[1]).toMatchObject({ read: 4, unread: 1 });
  });

  it('of headings that are the same have keys of their own', async () => {
    const { parts, report } = await readText(['MPN,Value,Value,Value (2)', 'A,x,y,z']);
    expect(report[0].columns.map(({ heading, as }) => [heading, as])).toEqual([
      ['MPN', 'mpn'],
      ['Value', 'specs.value'],
      ['Value 2', 'specs.value_2'],
      ['Value (2)', 'specs.value_2_2'],
    ]);
    expect(parts[0].specs?.value_2.value).toEqual(['y']);
  });
});

describe('stock', () => {
  it.each([
    ['1,234', 1234],
    ['1 234', 1234],
    ['1234+', 1234],
    ['>1000', 1000],
    ['> 1,000', 1000],
    ['In Stock: 1,234', 1234],
    ['1,234 - Immediate', 1234],
    ['1234 In Stock', 1234],
    ['1,234,567 Can Ship Immediately', 1_234_567],
    ['In Stock', -2],
    ['Out of stock', 0],
    ['0 On Order', 0],
    ['On Order', -4],
    ['non-stocked', -1],
    ['-2', -2],
    ['12.0', 12],
    ['some', undefined],
    ['1.5', undefined],
    ['500 On Order', undefined],
  ])('%s', async (cell, count) => {
    expect(await readColumn('Stock', [cell], stock)).toEqual([count]);
  });

  it('tells bounds', async () => {
    const { report } = await readText(['MPN,Stock', 'A,1000+', 'B,>10', 'C,5']);
    expect(report[0].notes).toEqual(['2 cells of "Stock" are bounds such as "1000+"; the number was taken']);
  });

  it('reads 1.234 where the point groups', async () => {
    expect((await readText(['MPN;Stock;Unit Price', 'A;1.234;0,5'])).parts.map(stock)).toEqual([1234]);
    expect((await readText(['MPN,Stock,Unit Price', 'A,1.234,0.5'])).parts.map(stock)).toEqual([undefined]);
  });
});

describe('prices', () => {
  it.each([
    ['Price@100', '$0.0343', { USD: [[100, '0.0343']] }],
    ['Unit Price (USD)', '1,234.50', { USD: [[1, '1234.50']] }],
    ['Unit Price', '0,10 €', { EUR: [[1, '0.10']] }],
    ['Unit Price', '£0.10', { GBP: [[1, '0.10']] }],
    ['Unit Price', '¥0.10', { CNY: [[1, '0.10']] }],
    ['Unit Price', 'US$ 0.10', { USD: [[1, '0.10']] }],
    ['Unit Price', '0.10 GBP', { GBP: [[1, '0.10']] }],
    ['Price EUR', '0.012', { EUR: [[1, '0.012']] }],
    ['Price (€) 1,000+', '0.012', { EUR: [[1000, '0.012']] }],
    ['Price 1k', '0.012', { USD: [[1000, '0.012']] }],
    [
      'Price',
      '1: $0.10; 10: $0.08',
      {
        USD: [
          [1, '0.10'],
          [10, '0.08'],
        ],
      },
    ],
    ['Price', '1+ 0,10 €', { EUR: [[1, '0.10']] }],
    [
      'Price',
      '100-:0.004,1-99:0.009',
      {
        USD: [
          [1, '0.009'],
          [100, '0.004'],
        ],
      },
    ],
    ['Price', '0,012', { USD: [[1, '0.012']] }],
    ['100+', '$0.2', { USD: [[100, '0.2']] }],
    ['Price', 'call', undefined],
    ['Price', '-0.5', undefined],
  ])('%s: %s', async (heading, cell, expected) => {
    expect(await readColumn(heading, [cell], prices)).toEqual([expected]);
  });

  it('have quantities in columns of their own', async () => {
    const { parts, report } = await readText(['MPN,Qty 1,Price 1,Qty 2,Price 2', 'A,1,$0.10,100,$0.08', 'B,5,$0.20,,']);
    expect(parts.map(prices)).toEqual([
      {
        USD: [
          [1, '0.10'],
          [100, '0.08'],
        ],
      },
      { USD: [[5, '0.20']] },
    ]);
    expect(report[0].columns.map(({ as }) => as).slice(1, 3)).toEqual(['offers.prices.quantity', 'offers.prices.USD']);
  });

  it.each([
    ['Qty Break 1,Price Break 1,Qty Break 2,Price Break 2'],
    ['Price Break 1,Qty Break 1,Price Break 2,Qty Break 2'],
    ['Qty 1,Price Break 1,Qty 2,Price Break 2'],
    ['Price Break 1,Unit Price 1,Price Break 2,Unit Price 2'],
    ['Break Qty 1,Unit Price 1,Break Qty 2,Unit Price 2'],
    ['Qty1,Price1,Qty2,Price2'],
    ['Menge1,Preis1,Menge2,Preis2'],
    ['Qty1,UnitPrice1 (USD),Qty2,UnitPrice2 (USD)'],
  ])('have the quantities of %s', async (headings) => {
    const isPriceFirst = /^Price Break 1,Qty/.test(headings);
    const cells = isPriceFirst ? '$0.10,1,$0.08,100' : '1,$0.10,100,$0.08';
    expect((await readText([`MPN,${headings}`, `A,${cells}`])).parts.map(prices)).toEqual([
      {
        USD: [
          [1, '0.10'],
          [100, '0.08'],
        ],
      },
    ]);
  });

  const TIERS = { USD: ['1 0.5', '10 0.4', '100 0.3'].map((tier) => [Number(tier.split(' ')[0]), tier.split(' ')[1]]) };
  const tiers = (headings: string, more = '') => {
    const rows = ['1;0.5', '10;0.4', '100;0.3'].map((cells) => `A;s;${cells}${more}`);
    return readText([`MPN;SKU;${headings}`, ...rows]);
  };

  it.each([
    'Price Break;Price',
    'PriceBreak;UnitPrice',
    'Price Break;Unit Price',
    'Price Break Qty;Price',
    'Price Break Qty;Price Break Price',
    'Price Break (Qty);Price',
    'Price Break Quantity;Price',
    'Price Qty;Price',
    'Qty;Price',
    'Qty.;Price Break',
    'Quantity;Price',
    'Menge;Preis',
    'Quantité;Prix',
    'Break;Price',
    'Qty Break;Price',
    'Qty Break;Price Break',
    'Quantity Break;Unit Price',
    'Break Qty;Unit Price',
    'BreakQty;Unit Price',
    'Break Qty (pcs);Unit Price (USD)',
    'Price Tier;Price',
    'Staffel;Preis',
    'Staffelmenge;Staffelpreis',
    'ab Menge;Preis',
    'Menge ab;Preis',
    'ab Stück;Preis',
    'From Qty;Price',
    'Qty From;Price',
  ])('have the quantity of their row in a table of %s', async (headings) => {
    const { parts, report } = await tiers(headings);
    expect(parts.map(({ offers, specs }) => [offers?.map(({ prices: found }) => found), specs])).toEqual([[[TIERS], undefined]]);
    expect(report[0].conflicts).toEqual([]);
    expect(report[0].columns[2].as).toBe('offers.prices.quantity');
  });

  it('are one offer without a number, too, where the rest of the row is the same', async () => {
    const lines = [
      'A,X,5,1,0.5',
      'A,X,5,10,0.4',
      'A,X,5,100,0.3',
      'A,X,7,1,0.6',
      'A,X,7,1,0.7',
      'A,Y,7,10,0.4',
      'B,X,,1,2',
      'B,X,,5,1',
    ];
    const { parts } = await readText(['MPN,Seller,Stock,Price Break,Price', ...lines]);
    const textOf = ({ seller, in_stock_quantity: stock, prices }: Offer) => `${seller?.name} ${stock} ${prices?.USD.join(' ')}`;
    expect(parts.map(({ offers }) => offers?.map(textOf))).toEqual([
      ['X 5 1,0.5 10,0.4 100,0.3', 'X 7 1,0.6', 'X 7 1,0.7', 'Y 7 10,0.4'],
      ['X undefined 1,2 5,1'],
    ]);
  });

  it('have the quantity of their row in several currencies, and beside a stock', async () => {
    const { parts } = await tiers('Qty;Price (USD);Price (EUR);Stock', ';0.2;7');
    const EUR = [1, 10, 100].map((from) => [from, '0.2']);
    expect(parts.map(({ offers }) => offers)).toMatchObject([[{ prices: { ...TIERS, EUR }, in_stock_quantity: 7 }]]);
  });

  it.each([
    ['MPN;SKU;Qty;Price', ['A;s;5;0.5', 'B;t;7;0.4', 'B;t;9;0.4'], 'specs.qty'],
    ['MPN;SKU;Quantity;Price', ['A;s;5;0.5', 'A;t;7;0.4'], 'specs.quantity'],
    ['MPN;SKU;Qty;Note', ['A;s;5;x', 'A;s;7;y'], 'specs.qty'],
    ['MPN;SKU;Min Qty;Price', ['A;s;5;0.5', 'A;s;7;0.4'], 'offers.moq'],
    ['MPN;SKU;MOQ;Price', ['A;s;5;0.5', 'A;s;7;0.4'], 'offers.moq'],
    ['MPN;SKU;Price Break;Stock', ['A;s;0.5;7', 'A;s;0.4;7'], 'offers.prices.USD.1'],
    ['MPN;SKU;Break;Price@10', ['A;s;5;0.5', 'B;s;5;0.5'], 'specs.break'],
    ['MPN;SKU;From;Price', ['A;s;5;0.5', 'A;s;7;0.5'], 'specs.from'],
  ])('have no quantity in a table of %s with %j', async (headings, rows, as) => {
    expect((await readText([headings, ...rows])).report[0].columns[2].as).toBe(as);
  });

  it.each(['Price1,Price100', 'Price 1,Price 100'])('begin at the numbers of %s', async (headings) => {
    expect((await readText([`MPN,${headings}`, 'A,$0.10,$0.08'])).parts.map(prices)).toEqual([
      {
        USD: [
          [1, '0.10'],
          [100, '0.08'],
        ],
      },
    ]);
  });

  it('have the currency of the option where neither cell nor heading names one', async () => {
    const table = ['MPN,Price@1,Price@10 (USD)', 'A,0.5,0.4'];
    expect((await readText(table, { currency: 'CHF' })).parts.map(prices)).toEqual([{ CHF: [[1, '0.5']], USD: [[10, '0.4']] }]);
  });
});

describe('decimal marks', () => {
  const priceOf = (rows: string[]) =>
    readText(rows).then(({ parts }) => parts.map((part) => Object.values(prices(part) ?? {})[0]?.[0][1]));

  it('are decided for a column by the cells that decide', async () => {
    expect(await priceOf(['MPN,Price', 'A,"1,234"', 'B,"0,5"'])).toEqual(['1.234', '0.5']);
    expect(await priceOf(['MPN,Price', 'A,"1,234"', 'B,0.5'])).toEqual(['1234', '0.5']);
    expect(await priceOf(['MPN,Price', 'A,"1,234"'])).toEqual(['1234']);
    expect(await priceOf(['MPN;Price', 'A;1.234'])).toEqual(['1234']);
    expect(await priceOf(['MPN;Price', 'A;1,234'])).toEqual(['1.234']);
  });

  it('are those of the other columns where none decides', async () => {
    const { parts } = await readText(['MPN;Price;Height (mm)', 'A;1.234;0.5', 'B;2;1.25']);
    expect(prices(parts[0])).toEqual({ USD: [[1, '1.234']] });
  });

  it('that contradict each other are not guessed', async () => {
    const { parts, report } = await readText(['MPN,Price', 'A,"0,5"', 'B,0.25', 'C,3']);
    expect(parts.map(prices)).toEqual([undefined, undefined, { USD: [[1, '3']] }]);
    expect(report[0].columns[1]).toMatchObject({ read: 1, unread: 2 });
  });
});

describe('offers', () => {
  const sellers = (part: Part) => part.offers?.map(({ seller, sku }) => `${seller?.name} ${sku ?? ''}`.trim());

  it.each([
    [['MPN,Supplier,Stock', 'A,Acme,5'], ['Acme']],
    [['MPN,Stock', 'A,5'], ['list']],
    [['MPN,LCSC Part #,Stock', 'A,C1,5'], ['LCSC C1']],
    [
      ['MPN,Mouser No:,DK Part #', 'A,81-A,A-ND'],
      ['Mouser 81-A', 'Digi-Key A-ND'],
    ],
    [
      ['MPN,Supplier 1,Supplier Part Number 1,Supplier 2,Supplier Part Number 2', 'A,Acme,A1,Brix,B1'],
      ['Acme A1', 'Brix B1'],
    ],
    [['MPN,Manufacturer', 'A,Acme'], undefined],
  ])('of %j', async (rows, expected) => {
    expect(sellers((await readText(rows)).parts[0])).toEqual(expected);
  });

  it('have the seller of the map before that of a heading', async () => {
    const { parts } = await readText(['MPN,LCSC Part #,Stock', 'A,C1,5'], { map: { seller: 'Own shelf' } });
    expect(sellers(parts[0])).toEqual(['Own shelf C1']);
  });
});

describe('rows', () => {
  it('of the same brand and number become one part', async () => {
    const rows = ['MPN,Brand,SKU,Stock,Note', 'AB-1,Acme,S1,5,x', 'ab1,ACME,S2,6,y', 'AB-1,Brix,S3,7,z', 'AB-1,Acme,S1,9,x'];
    const { parts, report } = await readText(rows);
    expect(parts.map(({ offers }) => offers?.map(({ sku }) => sku))).toEqual([['S3'], ['S1', 'S2']]);
    expect(parts[1].specs?.note.value).toEqual(['x', 'y']);
    const [{ uid }] = report[0].conflicts;
    expect(report[0].conflicts).toEqual([{ uid, path: 'offers[0].in_stock_quantity', kept: 5, given: 9, source: 'list.csv' }]);
    expect(report[0]).toMatchObject({ rows: 4, parts: 2 });
    expect(parts[1].uid).toBe(uid);
  });

  it('have the same uid in every file', async () => {
    const one = await readText(['MPN,Manufacturer', 'RC0603FR-07 10KL,Yageo'], undefined, 'a.csv');
    const two = await readText(['Brand;Mfr Part #', 'YAGEO;rc0603fr-0710kl'], undefined, 'b.txt');
    expect(one.parts[0].uid).toBe(two.parts[0].uid);
    expect(one.parts[0].uid).toMatch(/^[0-9a-f]{16}$/);
    expect(one.parts[0].brand?.uid).toBe(two.parts[0].brand?.uid);
  });

  it('without part number, of totals and with the headings again are left out', async () => {
    const { parts, report } = await readText(['MPN,Stock', 'A,1', '', ',5', 'MPN,Stock', 'Total,6', 'Total-Phase,7', '-,8']);
    expect(parts.map(({ mpn }) => mpn)).toEqual(['A', 'Total-Phase']);
    expect(report[0].left_out.map(({ line, why }) => [line, why])).toEqual([
      [4, 'it has no part number'],
      [5, 'it repeats the headings'],
      [6, 'it is a line of totals'],
      [8, 'it has no part number'],
    ]);
  });

  it('have a column of uids where there is one', async () => {
    const { parts } = await readText(['uid,MPN', 'u-1,A', ',B']);
    expect(parts.map(({ uid }) => uid)).toEqual(['u-1', expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });
});
