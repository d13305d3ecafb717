import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['DT1', 'Relays', 'relay', 'contact_form=2 Form C: 2C (DPDT-CO)'],
    ['DT2', 'Relays', 'relay', 'contact_form=Two groups of conversions: 2C(Double-pole double-throw conversion)'],
    ['DT3', 'Relays', 'relay', 'contact_form=DPDT (2 Form C)'],
    ['ST1', 'Relays', 'relay', 'contact_form=A set of conversions: 1C (Single-pole Double-throw Conversion)'],
    ['ST2', 'Relays', 'relay', 'contact_form=SPDT (1 Form C)'],
    ['S1', 'Slide Switches', 'switch', 'circuit=Double pole single throw'],
    ['S2', 'Slide Switches', 'switch', 'circuit=Double pole triple throw'],
    ['S3', 'Slide Switches', 'switch', 'circuit=2P2T'],
    ['S4', 'Slide Switches', 'switch', 'circuit=3PST'],
    ['S5', 'Slide Switches', 'switch', 'circuit=DPDT'],
    ['RL', 'Aluminum Electrolytic Capacitors', 'capacitor', 'capacitance=0.0001;package=插件,D5xL11mm'],
    ['RS', 'Aluminum Electrolytic Capacitors', 'capacitor', 'capacitance=0.0001;package=SMD,D5xL11mm'],
    ['C1', 'Aluminum Electrolytic Capacitors', 'capacitor', 'capacitance=0.001;pitch=0.0035'],
    ['F1', 'Fuses', 'fuse', 'package=D5xL20mm'],
    ['F2', 'Fuses', 'fuse', 'package=D5.2xL20mm'],
    ['F3', 'Fuses', 'fuse', 'package=D6.35xL31.75mm'],
    ['F4', 'Fuses', 'fuse', 'package=D6.4xL30mm'],
    ['H1', 'Pin Headers', 'header', 'pitch=0.001'],
    ['H2', 'Pin Headers', 'header', 'pitch=0.001'],
  ]),
);
afterAll(() => catalog.close());

describe('short names of values', () => {
  it.each([
    ['dpdt relay', 'DT1 DT2 DT3'],
    ['spdt relay', 'ST1 ST2'],
    ['dpst switch', 'S1'],
    ['dp3t switch', 'S2'],
    ['2p2t slide switch', 'S3 S5'],
    ['3pst', 'S4'],
    ['capacitor 100uF radial', 'RL'],
    ['1000u', 'C1'],
    ['fuse 5x20', 'F1 F2'],
    ['fuse 6.3x32mm', 'F3'],
    ['fuse 6 x 30', 'F4'],
    ['1 mm header', 'H1 H2'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
