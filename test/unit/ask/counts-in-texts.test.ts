import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['F20', 'FFC Cable (Flat)', 'flat cable', 'conductor_count=20P;pitch=0.0005'],
    ['F10', 'FFC Cable (Flat)', 'flat cable', 'conductor_count=10P;pitch=0.0005'],
    ['F1', 'FFC Cable (Flat)', 'flat cable', 'conductor_count=20P;pitch=0.001'],
    ['WX', 'Cables', 'wire', 'wire_count=7'],
    ['FC', 'FPC Connectors', 'connector', 'ffc_thickness=0.0005'],
    ['X20', 'FFC Cable (Flat)', 'flat cable 0.5mm 20P'],
    ['X21', 'FFC Cable (Flat)', 'flat cable 0.5mm 21P'],
    ['W10', 'Network Cables', 'wires', 'wire_count=10'],
    ['T3', 'Terminal Blocks', 'block', 'position_structure=1x3P'],
    ['T4', 'Terminal Blocks', 'block', 'position_structure=1x4P'],
    ['H8', 'Connectors', 'header', 'pin_structure=1x8P'],
    ['H9', 'Connectors', 'header', 'pin_structure=1x8P'],
    ['G8', 'Connectors', 'header 8P'],
    ['G4', 'Connectors', 'header 4P (8P with 4 missing)', 'holes_structure=1x4P'],
    ['G0', 'Sockets', 'header', 'holes_structure=1x8P'],
    ['C20', 'Connectors', 'connector', 'number_of_pins=20'],
    ['S3', 'Switches', 'switch', 'pole_count=3P'],
  ]),
);
afterAll(() => catalog.close());

describe('a count whose values are texts', () => {
  it.each([
    ['0.5mm ffc cable 20 pin', 'F20 X20'],
    ['ffc cable 20 pin', 'F1 F20 X20'],
    ['ffc cable 20 conductors', 'F1 F20 X20'],
    ['ffc cable 10 core', 'F10'],
    ['10 core network cable', 'W10'],
    ['connector 20 pin', 'C20'],
    ['connector 8 pin', 'G8 H8 H9'],
    ['terminal block 3 polos', 'T3'],
    ['terminal block 3 pole', 'T3'],
    ['switch 3 pole', 'S3'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('leaves the name of a thing whole, of which the first word is in the name of a spec', async () => {
    const { readings } = await catalog.parts.interpret('0.5mm ffc cable 20 pin');
    expect(readings.map(({ text }) => text)).toEqual(['0.5mm', 'ffc cable', '20 pin']);
  });
});
