import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type Category, type Part, type SpecMetadata } from '../../../src/partdex.js';

const uidOf = (number: number): string => number.toString(16).padStart(16, '0');

const CATEGORIES = [
  'Fuse Holders',
  'Battery Connectors',
  'Power Inductors',
  'MOSFETs',
  'Linear Regulators',
  'Amplifiers',
  'Interface ICs',
  'Resistors',
];
const KEYS: readonly (readonly [key: string, unit: string | null])[] = [
  ['battery', null],
  ['type', null],
  ['polarity', null],
  ['solder_joints', ''],
  ['number_of_channels', ''],
  ['output_current', 'A'],
  ['voltage_dropout_condition_io', 'A'],
  ['voltage_dropout_conditions', null],
];
const UNITS: Readonly<Record<string, string>> = { A: 'ampere' };

const ROWS: readonly (readonly [mpn: string, category: string, description: string, specs: Readonly<Record<string, string>>])[] =
  [
    ['FH-1', 'Fuse Holders', 'Holder for 5x20 mm', {}],
    ['FH-2', 'Fuse Holders', 'Holder for blades', {}],
    ['BC-7', 'Battery Connectors', 'Coin holder, gold', { battery: 'CR2032' }],
    ['PI-1', 'Power Inductors', 'Shielded, low loss', { type: 'Moulded' }],
    ['PI-2', 'Power Inductors', 'Wire', { type: 'Shielded Inductor' }],
    ['M-1', 'MOSFETs', 'Two in one', { polarity: '2 N-Channel', solder_joints: '6' }],
    ['M-2', 'MOSFETs', 'One', { polarity: 'N-Channel', solder_joints: '2' }],
    ['M-3', 'MOSFETs', 'One', { polarity: 'P-Channel', solder_joints: '3' }],
    ['L-1', 'Linear Regulators', 'Small', { output_current: '0.5', voltage_dropout_condition_io: '0.1' }],
    [
      'L-2',
      'Linear Regulators',
      'Large',
      {
        output_current: '1',
        voltage_dropout_condition_io: '0.5',
        voltage_dropout_conditions: '500mA',
      },
    ],
    [
      'L-3',
      'Linear Regulators',
      'Larger',
      {
        output_current: '2',
        voltage_dropout_condition_io: '0.5',
        voltage_dropout_conditions: '500mA',
      },
    ],
    ['A-1', 'Amplifiers', 'Two', { number_of_channels: '2', solder_joints: '8' }],
    ['A-2', 'Amplifiers', 'One', { number_of_channels: '1', solder_joints: '2' }],
    ['A-3', 'Amplifiers', 'One', { number_of_channels: '1', solder_joints: '2' }],
    ['RS485', 'Resistors', 'A number like a name', {}],
    ['SP3', 'Interface ICs', 'RS485 line driver', {}],
  ];

const parts = ROWS.map(
  ([mpn, category, description, specs], i): Part =>
    ({
      uid: uidOf(i + 1),
      mpn,
      category_uids: [uidOf(0xc00 + CATEGORIES.indexOf(category))],
      descriptions: [{ value: description }],
      specs: Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, { value: [value] }])),
    }) as Part,
);
const categories = CATEGORIES.map((name, i) => ({ uid: uidOf(0xc00 + i), name }) as Category);
const metadata = KEYS.map(
  ([key, symbol]) =>
    ({
      key,
      name: key.replaceAll('_', ' '),
      datatype: symbol === null ? 'string' : 'decimal',
      unit: symbol ? { name: UNITS[symbol], symbol } : null,
    }) as SpecMetadata,
);

describe('a piece that is read again', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({ parts, categories, spec_metadata: metadata });
  });
  afterAll(() => catalog.close());

  const asked = async (text: string) => {
    const { results, understood } = await catalog.parts.ask(text);
    return {
      found: results.map(({ item }) => item.mpn).sort(),
      readings: understood.readings.map(({ text: piece, as, relaxed }) => `${piece}: ${relaxed ? 'dropped' : as}`),
    };
  };

  it('is the word where no part of its category has the rest', async () => {
    expect(await asked('holder')).toEqual({ found: ['FH-1', 'FH-2'], readings: ['holder: category'] });
    expect(await asked('gold holder')).toEqual({ found: ['BC-7'], readings: ['gold: words', 'holder: words'] });
    expect(await asked('cr2032 holder')).toEqual({ found: ['BC-7'], readings: ['cr2032: spec', 'holder: category'] });
  });

  it('may be a name of several words, taken apart', async () => {
    expect((await asked('shielded inductor')).found).toEqual(['PI-2']);
    expect(await asked('shielded inductor "low loss"')).toEqual({
      found: ['PI-1'],
      readings: ['shielded: words', 'inductor: category', '"low loss": words'],
    });
  });

  it('is dropped where no reading has the rest', async () => {
    expect(await asked('cr2032 inductor')).toEqual({
      found: ['PI-1', 'PI-2'],
      readings: ['cr2032: dropped', 'inductor: category'],
    });
  });
});

describe('what a number counts', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({ parts, categories, spec_metadata: metadata });
  });
  afterAll(() => catalog.close());

  const found = async (text: string) => (await catalog.parts.ask(text)).results.map(({ item }) => item.mpn).sort();

  it('is a value with the number in digits, as catalogs write it', async () => {
    expect(await found('dual n-channel')).toEqual(['M-1']);
  });

  it('may be within a word of the trade, which names a kind of things and a value', async () => {
    expect(await found('mosfet')).toEqual(['M-1', 'M-2', 'M-3']);
    expect(await found('nmos')).toEqual(['M-1', 'M-2']);
    expect(await found('p-fet')).toEqual(['M-3']);
  });

  it('is channels and the like, where only `dual` is said', async () => {
    expect(await found('dual amplifier')).toEqual(['A-1']);
  });

  it('is a rating, and no condition of one', async () => {
    expect(await found('linear regulator 500mA')).toEqual(['L-1']);
  });

  it('is not the part number alone, where a part number is a word of the trade', async () => {
    expect(await found('rs485')).toEqual(['RS485', 'SP3']);
  });
});
