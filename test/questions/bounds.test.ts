import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';

const UNITS = new Map([
  ['resistance', ['ohm', 'Ω']],
  ['power', ['watt', 'W']],
  ['voltage', ['volt', 'V']],
  ['capacitance', ['farad', 'F']],
  ['frequency', ['hertz', 'Hz']],
  ['height', ['metre', 'm']],
  ['output_current', ['ampere', 'A']],
  ['standby_current', ['ampere', 'A']],
  ['joints', undefined],
]);
const CATEGORIES = ['Resistors', 'Capacitors', 'Regulators', 'Crystals', 'Capacitance Meters'];

/** Parts as uid, category and specs. */
const ROWS: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
  ['R1', 'Resistors', { resistance: 100, power: 0.1, voltage: 200, joints: 2 }],
  ['R2', 'Resistors', { resistance: 200, power: 0.1, voltage: 200, joints: 2 }],
  ['R3', 'Resistors', { resistance: 1000, power: 0.25, voltage: 200, joints: 2 }],
  ['R4', 'Resistors', { resistance: 4700, power: 0.25, voltage: 100, joints: 2 }],
  ['R5', 'Resistors', { power: 0.25, voltage: 100, joints: 2 }],
  ['C1', 'Capacitors', { capacitance: 1e-7, voltage: 16, joints: 2 }],
  ['C2', 'Capacitors', { capacitance: 1e-6, voltage: 25, joints: 2 }],
  ['C3', 'Capacitors', { capacitance: 1e-5, voltage: 50, joints: 2 }],
  ['L1', 'Regulators', { output_current: 0.1, standby_current: 0.000002, joints: 5 }],
  ['L2', 'Regulators', { output_current: 0.15, standby_current: 0.00005, joints: 5 }],
  ['L3', 'Regulators', { output_current: 0.3, standby_current: 0.000005, joints: 5 }],
  ['L4', 'Regulators', { standby_current: 0.000005, joints: 5 }],
  ['X1', 'Crystals', { frequency: 8e6, height: 0.001, joints: 4 }],
  ['X2', 'Crystals', { frequency: 10e6, height: 0.001, joints: 4 }],
  ['X3', 'Crystals', { frequency: 16e6, height: 0.003, joints: 4 }],
  ['M1', 'Capacitance Meters', { joints: 9 }],
];

const uid = (name: string) => name.toLowerCase().replace(' ', '-');
const spec = (value: number) => ({ value: [String(value)], attribution: { sources: [] } });
const source = {
  parts: ROWS.map(([mpn, category, specs]) => ({
    ...{ uid: mpn, mpn, brand: { uid: 'b', name: 'Acme' }, category_uids: [uid(category)] },
    specs: Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, spec(value)])),
  })),
  categories: CATEGORIES.map((name) => ({
    ...{ uid: uid(name), name, parent_uid: null, children_uids: [], ancestor_uids: [] },
  })),
  spec_metadata: Array.from(UNITS, ([key, unit]) => ({
    ...{ key, name: key, datatype: 'decimal', unit: unit ? { name: unit[0], symbol: unit[1] } : null },
  })),
} as unknown as CatalogSource;

describe('a bound', async () => {
  const catalog = await buildCatalog(source);
  afterAll(() => catalog.close());
  const found = async (text: string) => (await catalog.parts.ask(text)).results.map(({ item }) => item.uid).sort();

  it.each<[string, string[]]>([
    ['resistor < 1k', ['R1', 'R2']],
    ['resistor less than 1k', ['R1', 'R2']],
    ['resistor 1k+', ['R3', 'R4']],
    ['up to 4k7', ['R1', 'R2', 'R3', 'R4']],
    ['capacitor over 1u', ['C3']],
    ['crystal under 10M', ['X1']],
  ])('is one of the spec that has its number: %s', async (text, expected) => expect(await found(text)).toEqual(expected));

  it.each<[string, string[]]>([
    ['resistor under 5k', ['R1', 'R2', 'R3', 'R4']],
    ['capacitor over 2u', ['C3']],
  ])('else of one that has a number near to it: %s', async (text, expected) => expect(await found(text)).toEqual(expected));

  it.each<[string, string[]]>([
    ['regulator max 150mA', ['L1', 'L2']],
    ['regulator over 80mA', ['L1', 'L2', 'L3']],
    ['regulator below 10uA', ['L1', 'L3', 'L4']],
    ['regulator 150mA or more', ['L2', 'L3']],
  ])('with a unit, too, although more parts are on its other side: %s', async (text, expected) =>
    expect(await found(text)).toEqual(expected),
  );

  it('is a resistance of resistors rather than a voltage that more of them have', async () => {
    expect(await found('resistor below 200')).toEqual(['R1']);
    expect(await found('resistor below 200 V')).toEqual(['R4', 'R5']);
  });

  it('is one of a spec that is named, not of the category that its name stands in', async () => {
    expect(await found('capacitance > 1u')).toEqual(['C3']);
    expect(await found('voltage below 200 resistor')).toEqual(['R4', 'R5']);
    expect(await found('crystal height over 2')).toEqual(['X3']);
  });
});
