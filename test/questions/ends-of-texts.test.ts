import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['H-1', 'Hall Sensor', 'Omnipolar SOT-23 Hall Switches ROHS', ''],
  ['H-2', 'Magnetic Sensors', 'Omnipolar SOT-23 Hall Switches ROHS', ''],
  ['H-3', 'Magnetic Sensors', 'Reed sensor beside hall switches', ''],
  ['A-1', 'Motion Sensors - Accelerometers', 'LGA-14', ''],
  ['A-2', 'Attitude Sensors', 'X,Y,Z LGA-14 Accelerometers ROHS', ''],
  ['A-3', 'Attitude Sensors', 'Without accelerometers', ''],
  ['S-1', 'Switches', 'Toggle', ''],
  ['R-1', 'Resistors', 'Chip', 'resistance=1000'],
  ['R-2', 'Potentiometers', 'Potentiometers, Variable Resistors ROHS', 'resistance=1000'],
  ['Q-1', 'Transistors', 'Part', 'type=NPN'],
  ...Array.from({ length: 20 }, (_, i): Row => [`Q-${i + 10}`, 'Transistors', 'Part', 'type=NPN']),
  ['Q-2', 'Transistors (NPN/PNP)', 'Part', 'type=PNP'],
  ['Q-3', 'Transistors (NPN/PNP)', 'Part', ''],
];

describe('parts in another category', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // A text that ends with the name of a category says what the part is, and a short last word alone does not.
    ['hall switch', 'H-1 H-2'],
    ['accelerometer', 'A-1 A-2'],
    ['switch', 'S-1'],
    ['resistor 1k', 'R-1'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('a spec decides against a category of several kinds', async () => {
    const found = await numbersFound(catalog, 'npn');
    expect(found.split(' ')).toEqual(expect.arrayContaining(['Q-1', 'Q-3']));
    expect(found.split(' ')).not.toContain('Q-2');
  });
});
