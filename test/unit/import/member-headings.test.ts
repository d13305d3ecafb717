import { describe, expect, it } from 'vitest';
import { inferMap } from '../../../src/import/partdex-import.js';
import { readColumn, readText } from '../../support/tables/read-text.js';

describe('a heading that is the name of a member', () => {
  it('is that member', async () => {
    const { parts, report } = await readText([
      'mpn,brand.name,descriptions.value,offers.sku,offers.seller.name,offers.in_stock_quantity,offers.prices.EUR.100,offers.prices.USD,own.bin',
      "A,Acme,one | two,S-1,Shop,-2,0.012,1: 0.1; 10: 0.05,'=R1",
    ]);
    expect(parts[0]).toMatchObject({
      brand: { name: 'Acme' },
      descriptions: [{ value: 'one' }, { value: 'two' }],
      short_description: 'one',
      offers: [
        {
          sku: 'S-1',
          seller: { name: 'Shop' },
          in_stock_quantity: -2,
          prices: {
            EUR: [[100, '0.012']],
            USD: [
              [1, '0.1'],
              [10, '0.05'],
            ],
          },
        },
      ],
      own: { bin: '=R1' },
    });
    expect(report[0].columns.every(({ unread }) => unread === 0)).toBe(true);
  });

  it.each([
    [
      'specs.size.value (mm)',
      ['2', '0.5 | 2'],
      [['2'], ['0.5', '2']],
      { datatype: 'decimal', unit: { name: 'mm', symbol: 'mm' } },
    ],
    [
      'specs.resistance.value (Ω)',
      ['4700', '1e-7'],
      [['4700'], ['1e-7']],
      { datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } },
    ],
    [
      'specs.slew.value (fathoms)',
      ['1', '2.5'],
      [['1'], ['2.5']],
      { datatype: 'decimal', unit: { name: 'fathoms', symbol: 'fathoms' } },
    ],
    ['specs.pins.value', ['8', '16 | 32'], [['8'], ['16', '32']], { datatype: 'decimal' }],
    ['specs.version.value', ['1.50', '2'], [['1.50'], ['2']], { datatype: 'string' }],
    [
      'specs.case_package.value',
      ['0603', 'SOT-23 | TO-92'],
      [['0603'], ['SOT-23', 'TO-92']],
      { datatype: 'string', name: 'Case package' },
    ],
  ])('is a spec whose values stay as they are: %s', async (heading, cells, values, metadata) => {
    const key = heading.split('.')[1].split(' ')[0];
    const specs = await readColumn(heading, cells, (part) => part.specs?.[key]);
    expect(specs.map((spec) => spec?.value)).toEqual(values);
    expect(specs[0]?.metadata).toMatchObject({ key, ...metadata });
    expect(specs[0]?.metadata && 'unit' in specs[0].metadata).toBe('unit' in metadata);
  });

  it('may be one end of a range', async () => {
    const { parts } = await readText([
      'mpn,specs.t.min_value (°C),specs.t.max_value (°C),specs.t.value (°C),specs.r.value (°C)',
      "A,'-40,85,,-40 to 85",
      'B,,85,20,5',
    ]);
    const metadata = expect.objectContaining({ datatype: 'decimal', unit: { name: 'degree Celsius', symbol: '°C' } });
    expect(parts.map(({ specs }) => specs)).toMatchObject([
      { t: { value: [], min_value: '-40', max_value: '85', metadata }, r: { value: [], min_value: '-40', max_value: '85' } },
      { t: { value: ['20'], max_value: '85', metadata }, r: { value: ['5'] } },
    ]);
  });

  it('has a decimal point, whatever other columns show', async () => {
    const lines = ['mpn,specs.a.value (V),specs.b.value', 'A,1.234,"2,5 mm"', 'B,5,"7,5 mm"'];
    const { parts } = await readText(lines);
    expect(parts.map(({ specs }) => specs?.a.value)).toEqual([['1.234'], ['5']]);
    const german = lines.map((line) => line.replace(',', ';').replace(',', ';').replace('1.234', '1,5'));
    expect((await readText(german)).parts[0].specs?.a.value).toEqual(['1.5']);
  });

  it('is in the map, which reads the same', async () => {
    const text = ['mpn,specs.size.value (mm),specs.t.min_value,ignored.', 'A,2,3,x'].join('\n');
    const map = await inferMap(new TextEncoder().encode(text));
    expect(map.columns?.['specs.size.value (mm)']).toMatchObject({ as: 'specs.size', unit: 'mm', convert: false });
    expect((await readText(text, { map })).parts).toEqual((await readText(text)).parts);
  });

  it('is not read into what people write', async () => {
    const { report } = await readText(['MPN,Specs. of it,offers.nothing', 'A,1,2']);
    expect(report[0].columns.map(({ as }) => as)).toEqual(['mpn', 'specs.specs_of_it', 'specs.offers_nothing']);
  });

  it('is the key of a spec that is read as others are', async () => {
    const json = '[{"mpn":"A","specs":{"resistance":"10k","Rated Voltage (V)":5,"size":{"length":"5 mm"}}}]';
    for (const text of [json, 'mpn,specs.resistance,specs.Rated Voltage (V),specs.size.length\nA,10k,5,5 mm\n']) {
      const { parts } = await readText(text);
      const specs = Object.values(parts[0].specs ?? {});
      expect(specs.map(({ value, metadata }) => [metadata?.key, metadata?.name, metadata?.unit?.name, value])).toEqual([
        ['resistance', 'resistance', 'ohm', ['10000']],
        ['rated_voltage', 'Rated Voltage (V)', 'volt', ['5']],
        ['size_length', 'size.length', 'metre', ['0.005']],
      ]);
    }
    const both = await readText(['mpn,specs.r,specs.r.value (Ω)', 'A,5,6']);
    expect(both.report[0].columns.map(({ as }) => as)).toEqual(['mpn', 'specs.r_2', 'specs.r']);
  });
});

describe('a cell behind an apostrophe', () => {
  it.each([
    ["'=1+2", '=1+2'],
    ["'-40", '-40'],
    ["'@x", '@x'],
    ["''+x", "'+x"],
    ["'quoted", "'quoted"],
    ["'", "'"],
  ])('is the text if it would be a formula: %s', async (cell, text) => {
    expect(await readColumn('own.x', [cell], (part) => (part.own as { x: string }).x)).toEqual([text]);
  });
});
