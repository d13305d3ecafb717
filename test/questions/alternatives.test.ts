import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['YA-1K', 'Resistors', 'Chip', 'brand=Yageo;resistance=1000'],
  ['VI-1K', 'Resistors', 'Chip', 'brand=Vishay;resistance=1000'],
  ['KO-1K', 'Resistors', 'Chip', 'brand=KOA;resistance=1000'],
  ['VI-2K', 'Resistors', 'Chip', 'brand=Vishay;resistance=2000'],
  ['C-X5R', 'Capacitors', 'Chip', 'dielectric=X5R;capacitance=0.00001'],
  ['C-X6S', 'Capacitors', 'Chip', 'dielectric=X6S;capacitance=0.00001'],
  ['C-X7R', 'Capacitors', 'Chip', 'dielectric=X7R;capacitance=0.000022'],
  ['C-Y5V', 'Capacitors', 'Chip', 'dielectric=Y5V;capacitance=0.000047'],
  ['LM317', 'Linear Regulators', 'Part', 'input_voltage=40'],
  ['LM338', 'Linear Regulators', 'Part', 'input_voltage=35'],
  ['LM7805', 'Linear Regulators', 'Part', 'output_voltage=5;input_voltage=25'],
  ['LM7812', 'Linear Regulators', 'Part', 'output_voltage=12;input_voltage=5'],
  ['LM7833', 'Linear Regulators', 'Part', 'output_voltage=3.3;input_voltage=5'],
  ['D-S', 'Schottky Diodes', 'Diode', 'reverse_voltage=40'],
  ['D-Z', 'Zener Diodes', 'Diode', 'zener_voltage=5.1'],
  ['D-T', 'TVS Diodes', 'Diode', 'reverse_voltage=5'],
  ['LED-R', 'LEDs', 'Light', 'color=Red'],
  ['LED-G', 'LEDs', 'Light', 'color=Green'],
  ['LED-B', 'LEDs', 'Light', 'color=Blue'],
  ['74LS32', 'Gates', 'Quad 2-input', 'logic_type=OR Gate'],
];

describe('things of one kind that an `or` joins', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    ['yageo or vishay 1k', 'VI-1K YA-1K'],
    ['Yageo, KOA or Vishay resistor 1k', 'KO-1K VI-1K YA-1K'],
    ['X5R or X7R', 'C-X5R C-X7R'],
    ['capacitor X5R, X6S or X7R', 'C-X5R C-X6S C-X7R'],
    ['capacitor 10uF oder 22uF', 'C-X5R C-X6S C-X7R'],
    ['capacitor 10 or 22uF', 'C-X5R C-X6S C-X7R'],
    ['capacitor 10, 22 or 47 uF', 'C-X5R C-X6S C-X7R C-Y5V'],
    ['1 or 2 kohm', 'KO-1K VI-1K VI-2K YA-1K'],
    ['linear regulator 5V output or 3.3V output', 'LM7805 LM7833'],
    ['LM317 or LM338', 'LM317 LM338'],
    ['red or green led', 'LED-G LED-R'],
    ['resistor or led', 'KO-1K LED-B LED-G LED-R VI-1K VI-2K YA-1K'],
    ['schottky or zener diode', 'D-S D-Z'],
    ['tvs or zener diodes', 'D-T D-Z'],
    // A comparison, a name and a negation have their own `or`.
    ['capacitor 22uF or more', 'C-X7R C-Y5V'],
    ['or gate', '74LS32'],
    ['resistor 1k not yageo or vishay', 'KO-1K'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('are one piece of the question', async () => {
    const { readings } = await catalog.parts.interpret('yageo or vishay 1k');
    expect(readings.map(({ text, as, parts }) => [text, as, parts])).toEqual([
      ['yageo or vishay', 'brand', 3],
      ['1k', 'quantity', 3],
    ]);
  });

  it('stay apart where they are of different kinds', async () => {
    const { readings } = await catalog.parts.interpret('yageo or 1k');
    expect(readings.map(({ text, as }) => [text, as])).toEqual([
      ['yageo', 'brand'],
      ['1k', 'quantity'],
    ]);
    const numbers = await catalog.parts.interpret('capacitor 100 or 22uF');
    expect(numbers.readings.map(({ text }) => text)).toEqual(['capacitor', '100', '22uF']);
  });
});
