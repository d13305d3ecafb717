import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const rows = (count: number, row: (i: number) => Row): Row[] => Array.from({ length: count }, (_, i) => row(i));

const catalog = await buildCatalog(
  catalogOf([
    ['R4', 'Resistors', 'resistor', 'resistance=220;power=0.25'],
    ['R8', 'Resistors', 'resistor', 'resistance=220;power=0.125'],
    ['R2', 'Resistors', 'resistor', 'resistance=220;power=0.5'],
    ['R-T4', 'Resistors', 'RES 220 OHM 1/4W', 'resistance=220'],
    ['R-T15', 'Resistors', 'resistor', 'resistance=220;power=1.5'],
    ['Q1', 'Bipolar Transistors', 'NPN', 'type=NPN;current=0.6'],
    ['Q2', 'Bipolar Transistors', 'TRANS NPN 0.6A', 'type=NPN'],
    ['Q3', 'Bipolar Transistors', 'TRANS NPN 0.2A', 'type=NPN'],
    ['K1', 'Relays', 'relay', 'coil_voltage=5'],
    ['K2', 'Relays', 'relay 5VDC', 'type=Signal'],
    ['K3 DC5', 'Relays', 'relay', 'type=Signal'],
    ['K4', 'Relays', 'relay 12VDC', 'type=Signal'],
    ...rows(5, (i) => [`DI${i}`, 'Digital Isolators', 'isolator', 'number_of_channels=4']),
    ['DIP', 'Digital Isolators With Power', 'isolator', 'number_of_channels=4'],
    ['FB1', 'Ferrite Beads', '120Ω@100MHz ferrite', 'resistance=120'],
    ['FB2', 'Ferrite Beads', 'ferrite', 'resistance=120'],
    ['FB3', 'Ferrite Beads', 'ferrite', 'resistance=1000'],
    ['LW', 'LEDs', 'led', 'color=White'],
    ['LC', 'LEDs', 'led', 'color=Cold White'],
    ['LWW', 'LEDs', 'led', 'color=Warm White'],
  ]),
);
afterAll(() => catalog.close());

describe('how texts and people write a number', () => {
  it.each([
    ['220 Ω ¼ W', 'R-T4 R4'],
    ['220Ω ¼W', 'R-T4 R4'],
    ['220R 1/4W', 'R-T4 R4'],
    ['220R 250mW', 'R-T4 R4'],
    ['220R ⅛W', 'R8'],
    ['220R ½ W', 'R2'],
    ['220R 1½W', 'R-T15'],
    ['220R 1⁄4 W', 'R-T4 R4'],
    ['npn 600mA', 'Q1 Q2'],
    ['relay 5V', 'K1 K2 K3 DC5'],
    ['ferrite 120 Ω @ 100 MHz', 'FB1 FB2'],
    ['ferrite 120R@100MHz', 'FB1 FB2'],
    ['ferrite 1k at 100MHz', 'FB3'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});

it('cuts a compound with a fraction where it is typed', async () => {
  const text = 'regulator 10k LM1117-1½V 0603/½W';
  const { readings } = await catalog.parts.interpret(text);
  for (const one of readings) expect(one.text).toBe(text.slice(one.offset, one.offset + one.length));
  const letters = readings.map((one) => one.text).join('');
  expect(letters).toBe(text.replaceAll(' ', ''));
});

it('takes digits for those of the letters before them rather than for the number of another part', async () => {
  const numbers = await buildCatalog({
    parts: [
      { uid: 'a', mpn: 'LM1117F-3.3', specs: { output_voltage: { value: ['3.3'] } } },
      { uid: 'b', mpn: 'LM1117F-5', specs: { output_voltage: { value: ['5'] } } },
      { uid: 'c', mpn: 'X', offers: [{ sku: '1117-33', seller: { uid: 's', name: 'S' } }] },
    ],
  });
  expect(await numbersFound(numbers, 'lm 1117 3.3')).toBe('LM1117F-3.3');
  expect(await numbersFound(numbers, '1117 33')).toBe('X');
  await numbers.close();
});

describe('what a name says more', () => {
  it.each([
    ['digital isolator', 'DI0 DI1 DI2 DI3 DI4 DIP'],
    ['white led', 'LC LW'],
    ['cold white led', 'LC'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('does not make another thing of a category below: `Signal Relays, Up to 2 Amps`', async () => {
    const relays = await buildCatalog({
      categories: [
        { uid: 'r', name: 'Relays' },
        { uid: 's', name: 'Signal Relays, Up to 2 Amps', parent_uid: 'r' },
        { uid: 'a', name: 'Relay Sockets & Accessories', parent_uid: 'r' },
      ],
      parts: ['r', 's', 'a'].map((uid) => ({ uid, mpn: `K-${uid}`, category_uids: [uid] })),
    });
    expect(await numbersFound(relays, 'relay')).toBe('K-r K-s');
    await relays.close();
  });
});
