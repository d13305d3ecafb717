import { describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource, type Part, type SpecMetadata } from '../../src/partdex.js';

const UNITS: Readonly<Record<string, SpecMetadata['unit']>> = {
  Ω: { name: 'ohm', symbol: 'Ω' },
  F: { name: 'farad', symbol: 'F' },
  'V/√Hz': { name: 'volt per root hertz', symbol: 'V/√Hz' },
  m: { name: 'metre', symbol: 'm' },
  A: { name: 'ampere', symbol: 'A' },
};

/** A part: its number, its description, and its specs as `key=value`; a key of numbers has its unit behind a colon. */
type Row = readonly [mpn: string, description: string, ...specs: string[]];

async function found(rows: readonly Row[], question: string): Promise<string[]> {
  const keys = new Map<string, SpecMetadata>();
  const parts = rows.map(([mpn, description, ...specs]): Part => {
    const values = specs.map((spec) => {
      const [, key, unit, value] = /^(\w+)(?::([^=]*))?=(.*)$/.exec(spec) as RegExpExecArray;
      if (unit !== undefined) keys.set(key, metadataOf(key, unit));
      return [key, { value: [value], attribution: { sources: [] } }] as const;
    });
    return {
      uid: mpn,
      mpn,
      brand: { uid: 'b', name: 'Molex' },
      descriptions: [{ value: description, attribution: { sources: [] } }],
      specs: Object.fromEntries(values),
    } as unknown as Part;
  });
  const catalog = await buildCatalog({ parts, spec_metadata: [...keys.values()] });
  const { results } = await catalog.parts.ask(question, { limit: 100 });
  await catalog.close();
  return results.map(({ item }) => String(item.mpn)).sort();
}

function metadataOf(key: string, unit: string): SpecMetadata {
  return { key, name: key.replaceAll('_', ' '), datatype: 'decimal', unit: UNITS[unit] ?? null } as unknown as SpecMetadata;
}

describe('numbers that parts are called by', () => {
  const rows: readonly Row[] = [
    ['R1', 'Chip resistor', 'package=0603', 'resistance:Ω=10000'],
    ['R2', 'RES 10K OHM', 'package=0603'],
    ['R3', 'Chip resistor', 'package=0603', 'resistance_value:Ω=10000'],
    ['NTC1', 'NTC thermistor 10kΩ', 'package=0603', 'resistance_25c:Ω=10000'],
    ['BEAD1', 'Ferrite bead 10kΩ', 'package=0603', 'impedance:Ω=10000'],
    ['C1', 'Tantalum capacitor', 'package=0603', 'capacitance:F=0.000001', 'equivalent_series_resistance:Ω=10000'],
  ];

  it('are those of resistors, also of parts that are called so, and of no other property', async () => {
    expect(await found(rows, '10k 0603')).toEqual(['R1', 'R2', 'R3']);
    expect(await found(rows, '10k ohm 0603')).toEqual(['R1', 'R2', 'R3']);
  });

  it('are those of other things where these are named', async () => {
    expect(await found(rows, '10k thermistor')).toEqual(['NTC1']);
    expect(await found(rows, 'bead 10k')).toEqual(['BEAD1']);
  });
});

describe('limits', () => {
  it('are meant less than what they are limits of', async () => {
    const rows: readonly Row[] = [
      ['F1', 'Fuse', 'hold_current:A=1', 'trip_current:A=2'],
      ['F2', 'Fuse', 'hold_current:A=0.5', 'trip_current:A=1'],
      ['F3', 'Fuse', 'hold_current:A=0.5', 'trip_current:A=1'],
    ];
    expect(await found(rows, 'fuse 1A')).toEqual(['F1']);
    expect(await found(rows, 'fuse trip 1A')).toEqual(['F2', 'F3']);
  });
});

describe('words for a quality', () => {
  const rows: readonly Row[] = [
    ['A1', 'Op amp', 'input_voltage_noise_density:V/√Hz=0.000000004'],
    ['A2', 'Op amp', 'input_voltage_noise_density:V/√Hz=0.00000002'],
    ['A3', 'Low noise op amp'],
    ['A4', 'Low noise op amp', 'input_voltage_noise_density:V/√Hz=0.00000002'],
    ['A5', 'Op amp'],
    ['L1', 'Low noise regulator'],
  ];

  it('mean a bound of a spec, or the words', async () => {
    expect(await found(rows, 'low noise op amp')).toEqual(['A1', 'A3', 'A4']);
    expect(await found(rows, 'op amp low noise')).toEqual(['A1', 'A3', 'A4']);
  });

  it('are measured by a spec with a short name as well', async () => {
    const capacitors: readonly Row[] = [
      ['C1', 'Capacitor', 'esr:Ω=0.02'],
      ['C2', 'Capacitor', 'esr:Ω=2'],
      ['C3', 'Capacitor', 'equivalent_series_resistance:Ω=0.05'],
      ['C4', 'Low ESR capacitor'],
    ];
    expect(await found(capacitors, 'low esr capacitor')).toEqual(['C1', 'C3', 'C4']);
  });

  it('are words where no part in question has such a spec', async () => {
    expect(await found(rows, 'low noise regulator')).toEqual(['L1']);
  });
});

describe('a number of pins', () => {
  const rows: readonly Row[] = [
    ['H1', 'Header', 'pin_structure=1x10P', 'number_of_rows:=1'],
    ['H2', 'Header', 'pin_structure=2x5P', 'number_of_rows:=2'],
    ['H3', 'Header', 'pin_structure=2x10P', 'number_of_rows:=2'],
    ['I1', 'Header', 'number_of_pins_per_row:=10', 'number_of_rows:=1'],
    ['I2', 'Header', 'number_of_pins_per_row:=10', 'number_of_rows:=2'],
    ['I3', 'Header', 'number_of_pins_per_row:=5', 'number_of_rows:=2'],
    ['I4', 'Header', 'number_of_pins_per_row:=10'],
  ];

  it('is that of all rows', async () => {
    expect(await found(rows, '10 pin header')).toEqual(['H1', 'H2', 'I1', 'I3', 'I4']);
    expect(await found(rows, '20 pin header')).toEqual(['H3', 'I2']);
  });
});

describe('numbers, codes and categories', () => {
  it('a number alone is one of millimetres, of a spec in metres', async () => {
    const rows: readonly Row[] = [
      ['H1', 'Header', 'pitch:m=0.00254'],
      ['H2', 'Header', 'pitch:m=2.54'],
    ];
    expect(await found(rows, 'header 2.54')).toEqual(['H1']);
  });

  it('the code of a size is part of the name of a package, whatever its pins', async () => {
    const rows: readonly Row[] = [
      ['X1', 'Crystal', 'package=SMD3225-4P'],
      ['X2', 'Crystal', 'package=SMD3225-2P'],
      ['X3', 'Crystal', 'package=SMD5032-4P'],
    ];
    expect(await found(rows, 'crystal 3225')).toEqual(['X1', 'X2']);
  });

  it('a comma between digits ends no item of a list', async () => {
    const rows: readonly Row[] = [
      ['U1', 'Socket', 'life=1,500 Cycles'],
      ['U2', 'Socket', 'life=500 Cycles'],
    ];
    expect(await found(rows, 'socket 500 cycles')).toEqual(['U2']);
    expect(await found(rows, 'socket 1500 cycles')).toEqual(['U1']);
  });

  it('a number of pins that no part has is no number and a word', async () => {
    const rows: readonly Row[] = [
      ['TW-500', 'Pin connector', 'number_of_pins:=8'],
      ['TW-8', 'Pin connector', 'number_of_pins:=10'],
    ];
    expect(await found(rows, '500 pin connector')).toEqual(['TW-500', 'TW-8']);
  });

  it('digits that nothing else explains are those of part numbers, and are corrected to no other value', async () => {
    const rows: readonly Row[] = [
      ['4148W', 'Diode', 'voltage=414V'],
      ['1N4007', 'Diode', 'voltage=1000V'],
    ];
    expect(await found(rows, '4148')).toEqual(['4148W']);
    expect(await found(rows, '4184')).toEqual(['4148W']);
  });

  it('parts in a category that is called as a maker or a shelf are told by their words', async () => {
    const category = (uid: string, name: string) => ({ uid, name, parent_uid: null, children_uids: [], ancestor_uids: [] });
    const part = (mpn: string, brand: string, uid: string, value: string) => ({
      ...{ uid: mpn, mpn, brand: { uid: brand, name: brand }, category_uids: [uid] },
      descriptions: [{ value, attribution: { sources: [] } }],
    });
    const parts = [
      part('M1', 'Acme', 'mcu', 'Chip'),
      part('M2', 'Acme', 'acme', 'Microcontroller'),
      part('M3', 'Other', 'shelf', 'Microcontroller'),
      part('M4', 'Other', 'shelf', 'Diode'),
      part('D1', 'Other', 'diode', 'Diode for a microcontroller'),
      ...Array.from({ length: 5 }, (_, i) => part(`A${i}`, 'Acme', 'diode', 'Diode')),
    ];
    const categories = [
      category('mcu', 'Microcontrollers'),
      category('acme', 'ACME'),
      category('shelf', 'Pre-ordered Chips'),
      category('diode', 'Diodes'),
    ];
    const catalog = await buildCatalog({ parts, categories } as unknown as CatalogSource);
    const { results } = await catalog.parts.ask('microcontroller');
    expect(results.map(({ item }) => item.uid).sort()).toEqual(['M1', 'M2', 'M3']);
    await catalog.close();
  });

  it('others below a category are of that category', async () => {
    const category = (uid: string, name: string, parent: string | null = null) => ({
      ...{ uid, name, parent_uid: parent, children_uids: [] },
      ancestor_uids: parent === null ? [] : [parent],
    });
    const part = (uid: string, value: string, ...category_uids: string[]) => ({
      ...{ uid, mpn: uid, brand: { uid: 'b', name: 'Acme' }, category_uids },
      descriptions: [{ value, attribution: { sources: [] } }],
    });
    const parts = [
      part('R1', 'Resistor beside a capacitor', 'r', 'ro'),
      part('C1', 'Chip', 'c'),
      part('S1', 'Capacitor', 's'),
      part('S2', 'Capacitor', 's', 'so'),
      part('S3', 'Diode', 's', 'so'),
    ];
    const categories = [
      category('r', 'Resistors'),
      category('ro', 'Others', 'r'),
      category('c', 'Capacitors'),
      category('s', 'Pre-Ordered Parts'),
      category('so', 'Misc', 's'),
    ];
    const catalog = await buildCatalog({ parts, categories } as unknown as CatalogSource);
    expect(await uidsOf(catalog, 'capacitor')).toEqual(['C1', 'S1', 'S2']);
    await catalog.close();
  });

  it('a category of several things is left out where those below it are the others', async () => {
    const category = (uid: string, name: string, parent: string | null = null) => ({
      ...{ uid, name, parent_uid: parent, children_uids: [] },
      ancestor_uids: parent === null ? [] : [parent],
    });
    const part = (uid: string, ...category_uids: string[]) => ({
      uid,
      mpn: uid,
      brand: { uid: 'b', name: 'Acme' },
      category_uids,
    });
    const parts = [part('L1', 'mixed', 'led'), part('T1', 'tube'), part('T2', 'tube'), part('C1', 'rf')];
    const categories = [
      category('mixed', 'LEDs/Digital Tubes'),
      category('led', 'LEDs', 'mixed'),
      category('tube', 'Digital Tubes'),
      category('rf', 'Radio Valve/Antenna'),
    ];
    const catalog = await buildCatalog({ parts, categories } as unknown as CatalogSource);
    const uidsOf = async (text: string) => (await catalog.parts.ask(text)).results.map(({ item }) => item.uid).sort();
    expect(await uidsOf('digital tube')).toEqual(['T1', 'T2']);
    const { readings } = await catalog.parts.interpret('valve antenna');
    expect(readings.map(({ text }) => text)).toEqual(['valve', 'antenna']);
    await catalog.close();
  });
});

describe('words beside things', () => {
  it('a use that stands apart from its thing says no more than the thing', async () => {
    const { catalog, close } = await withCategories([
      ['M1', 'mosfets', 'voltage=30V'],
      ['M2', 'mosfets', 'voltage=60V'],
      ['E1', 'esd', 'voltage=5V'],
    ]);
    expect(await uidsOf(catalog, 'mosfet logic level')).toEqual(['M1', 'M2']);
    expect(await uidsOf(catalog, 'logic level mosfet')).toEqual(['M1', 'M2']);
    expect(await uidsOf(catalog, 'esd protection for usb')).toEqual(['E1']);
    await close();
  });

  it('a use that parts have as a value is that value, and its negation excludes no things', async () => {
    const { catalog, close } = await withCategories([
      ['C1', 'capacitors', 'packaging=Bulk'],
      ['C2', 'capacitors', 'packaging=Reel'],
      ['M1', 'mosfets', 'packaging=Reel'],
      ['M2', 'mosfets', 'type=Logic level'],
    ]);
    expect(await uidsOf(catalog, 'capacitor bulk')).toEqual(['C1']);
    expect(await uidsOf(catalog, 'capacitor decoupling')).toEqual(['C1', 'C2']);
    expect(await uidsOf(catalog, 'mosfet bulk')).toEqual(['M1', 'M2']);
    expect(await uidsOf(catalog, 'mosfet not logic level')).toEqual(['M1']);
    expect(await uidsOf(catalog, 'capacitor not decoupling')).toEqual(['C1', 'C2']);
    await close();
  });

  it('a buck converter is a converter, not all that has its topology', async () => {
    const { catalog, close } = await withCategories([
      ['B1', 'dcdc', 'topology=Buck'],
      ['B2', 'dcdc', 'topology=Boost'],
      ['L1', 'drivers', 'topology=Buck'],
    ]);
    expect(await uidsOf(catalog, 'buck converter')).toEqual(['B1']);
    expect(await uidsOf(catalog, 'buck')).toEqual(['B1']);
    expect(await uidsOf(catalog, 'buck driver')).toEqual(['L1']);
    await close();
  });

  it('two numbers of lines are a ratio, where a value has them', async () => {
    const { catalog, close } = await withCategories([
      ['D1', 'decoders', 'number_of_lines=3/8', 'temperature=-40~85'],
      ['D2', 'decoders', 'number_of_lines=2/4', 'temperature=-40~85'],
      ['D3', 'decoders', 'number_of_lines=38', 'temperature=-40~85'],
      ['X1', 'decoders', 'ratio=8:1'],
      ['X2', 'decoders', 'ratio=1 x 1:2'],
      ['X3', 'decoders', 'ratio=4 x 4:1'],
      ['X4', 'decoders', 'ratio=14:12'],
      ['X5', 'decoders', 'ratio=1:2.5'],
    ]);
    expect(await uidsOf(catalog, '3 to 8 decoder')).toEqual(['D1']);
    expect(await uidsOf(catalog, '3-to-8 decoder')).toEqual(['D1']);
    expect(await uidsOf(catalog, 'decoder 8 to 1')).toEqual(['X1']);
    expect(await uidsOf(catalog, '1 to 2 decoder')).toEqual(['X2']);
    expect(await uidsOf(catalog, '4 to 1 decoder')).toEqual(['X3']);
    await close();
  });

  it('so many times a value are the elements of an array', async () => {
    const rows: readonly Row[] = [
      ['A1', 'Resistor array', 'number_of_resistors:=4', 'resistance:Ω=10000'],
      ['A2', 'Resistor array', 'number_of_resistors:=8', 'resistance:Ω=10000'],
      ['A3', 'Resistor array', 'number_of_resistors:=4', 'resistance:Ω=1000'],
      ['A4', 'Resistor array', 'package=SMD,4x4mm', 'resistance:Ω=10000'],
    ];
    expect(await found(rows, 'resistor array 4 x 10k')).toEqual(['A1']);
  });
});

const CATEGORIES = new Map([
  ['mosfets', 'MOSFETs'],
  ['capacitors', 'Capacitors'],
  ['esd', 'ESD Protection Devices'],
  ['dcdc', 'DC-DC Converters'],
  ['drivers', 'LED Drivers'],
  ['decoders', 'Decoders'],
]);

/** A catalog of parts in categories: uid, category, specs as `key=value`. */
async function withCategories(rows: readonly (readonly [string, string, ...string[]])[]) {
  const parts = rows.map(([uid, category, ...specs]) => ({
    ...{ uid, mpn: uid, brand: { uid: 'b', name: 'Acme' }, category_uids: [category] },
    specs: Object.fromEntries(
      specs.map((spec) => [spec.split('=')[0], { value: [spec.split('=')[1]], attribution: { sources: [] } }]),
    ),
  }));
  const categories = Array.from(CATEGORIES, ([uid, name]) => ({
    uid,
    name,
    parent_uid: null,
    children_uids: [],
    ancestor_uids: [],
  }));
  const catalog = await buildCatalog({ parts, categories } as unknown as CatalogSource);
  return { catalog, close: () => catalog.close() };
}

async function uidsOf(catalog: Catalog, text: string): Promise<unknown[]> {
  return (await catalog.parts.ask(text, { limit: 100 })).results.map(({ item }) => item.uid).sort();
}
