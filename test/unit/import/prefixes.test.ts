import { describe, expect, it } from 'vitest';
import { readSpecHeading } from '../../../src/import/spec-headings.js';
import { readText } from '../../support/tables/read-text.js';

/** Source: questions and tables, E5. */
describe('a prefix alone in brackets', () => {
  it.each([
    ['Resistance (k)', 'resistance', 'kΩ', '1000'],
    ['Resistance (K)', 'resistance', 'kΩ', '1000'],
    ['Resistance (M)', 'resistance', 'MΩ', '1000000'],
    ['Resistance [m]', 'resistance', 'mΩ', '0.001'],
    ['Widerstand (k)', 'widerstand', 'kΩ', '1000'],
    ['R (k)', 'r', 'kΩ', '1000'],
    ['Current (m)', 'current', 'mA', '0.001'],
    ['Current (m) max', 'current_max', 'mA', '0.001'],
    ['Voltage max. (k)', 'voltage_max', 'kV', '1000'],
    ['Power Dissipation (m)', 'power_dissipation', 'mW', '0.001'],
    ['Current - Output (m)', 'current_output', 'mA', '0.001'],
    ['I (m)', 'i', 'mA', '0.001'],
    ['Capacitance (n)', 'capacitance', 'nF', '0.000000001'],
    ['Capacitance (µ)', 'capacitance', 'µF', '0.000001'],
    ['C (p)', 'c', 'pF', '0.000000000001'],
    ['L (u)', 'l', 'uH', '0.000001'],
    ['Frequency (M)', 'frequency', 'MHz', '1000000'],
  ])('is that of the unit which the name implies: %s', (heading, key, text, scale) => {
    const found = readSpecHeading(heading);
    expect([found.key, found.unit?.text, Number(found.unit?.scale)]).toEqual([key, text, Number(scale)]);
  });

  it.each(['Value (k)', 'Wert (M)', 'Anything (n)', 'Height (M)', 'Power Cord (m)', 'Resistance at 25°C (m)'])(
    'is not a unit beside another name: %s',
    (heading) => {
      expect(readSpecHeading(heading).unit).toBeUndefined();
    },
  );

  it.each([
    ['Length (m)', 'metre'],
    ['L (m)', 'metre'],
    ['Power Cord Length (m)', 'metre'],
    ['Current Path Length (m)', 'metre'],
    ['Length of Current (m)', 'metre'],
    ['Temperature (K)', 'kelvin'],
    ['Force (N)', 'newton'],
    ['Weight (G)', 'gram'],
  ])('is a unit where it is the symbol of one: %s', (heading, name) => {
    expect(readSpecHeading(heading).unit?.base.name).toBe(name);
  });

  it('multiplies numbers', async () => {
    const { parts, report } = await readText('MPN,Resistance (k)\nA-1,10\nA-2,4.7');
    expect(parts.map(({ specs }) => specs?.resistance.value)).toEqual([['10000'], ['4700']]);
    expect(report[0].columns[1]).toMatchObject({ as: 'specs.resistance', unit: 'Ω' });
  });
});
