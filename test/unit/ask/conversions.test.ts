import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const MODULES = 'DC-DC Converters';
const catalog = await buildCatalog(
  catalogOf([
    ['D24-5', MODULES, 'module', 'input_voltage=21.6..26.4;voltage_supply=21.6..26.4;output_voltage=5'],
    ['S24-5', MODULES, 'module', 'voltage_supply=21.6..26.4;output_voltage=5'],
    ['T24-5', MODULES, 'module', 'voltage_supply=21.6..26.4;output_voltage=5'],
    ['S5-24', MODULES, 'module', 'voltage_supply=4.5..5.5;output_voltage=24'],
    ['T5-24', MODULES, 'module', 'voltage_supply=4.5..5.5;output_voltage=24'],
    ['U5-24', MODULES, 'module', 'voltage_supply=4.5..9;output_voltage=24'],
    ['S12-15', MODULES, 'module', 'voltage_supply=10.8..13.2;output_voltage=15'],
    ['S12-13', MODULES, 'module', 'voltage_supply=18..36;output_voltage=13'],
    ['W36-5', MODULES, 'module', 'voltage_supply=9..36;output_voltage=5'],
    ['W75-5', MODULES, 'module', 'voltage_supply=36..75;output_voltage=5'],
    ['I24-5', MODULES, 'module isolated', 'operating_voltage=21.6..26.4;output_voltage=5'],
    ['I5-24', MODULES, 'module isolated', 'operating_voltage=4.5..5.5;output_voltage=24'],
    ['C5', MODULES, 'module 5 V to 30 V', 'voltage_supply=5..30'],
    ['C6', MODULES, 'module 5 V'],
    ['LM6', 'Linear Regulators', 'ldo', 'maximum_input_voltage=6;output_voltage=3.3'],
    ['LM5', 'Linear Regulators', 'ldo', 'maximum_input_voltage=5.5;output_voltage=3.3'],
    ['L3', 'Linear Regulators', 'ldo', 'input_voltage=4..6;output_voltage=3.3'],
    ['L5', 'Linear Regulators', 'ldo', 'input_voltage=6..16;output_voltage=5'],
    ['SOT', 'Linear Regulators', 'ldo', 'input_voltage=6..16;output_voltage=5;package=SOT-23'],
  ]),
);
afterAll(() => catalog.close());

describe('what goes in and what comes out', () => {
  it.each([
    ['dc-dc converter 24V in 5V out', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 5V out 24V in isolated', 'I24-5'],
    ['dc-dc converter 24Vin 5Vout', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 5V out', 'C6 D24-5 I24-5 S24-5 T24-5 W36-5 W75-5'],
    ['dc-dc converter 5V in', 'C5 C6 I5-24 S5-24 T5-24 U5-24'],
    ['5V in 3.3V out regulator', 'L3 LM5 LM6'],
    ['ldo 4.5-6V in 3.3V out', 'L3 LM6'],
    ['dc-dc converter 24V to 5V', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 24V input 5V output', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter vin 24V vout 5V', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 24V input 5V', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 5V input 24V', 'I5-24 S5-24 T5-24 U5-24'],
    ['dc-dc converter 5V vin 24V isolated', 'I24-5'],
    ['dc-dc converter vin 24V 5V', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['dc-dc converter 24V output 5V', 'I5-24 S5-24 T5-24 U5-24'],
    ['dc-dc converter output 5V 24V', 'D24-5 I24-5 S24-5 T24-5 W36-5'],
    ['ldo 1A or more input 5V', 'L3 LM5 LM6'],
    ['12V to ±15V', 'S12-15'],
    ['dc-dc 9-36V to 5V', 'W36-5'],
    ['dc-dc converter 10-30V', 'C5 W36-5'],
    ['dc-dc converter 36V to 75V', 'W75-5'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('is not said by the `in` before a package, or by `out of stock`', async () => {
    expect(await numbersFound(catalog, 'linear regulator 5V in SOT-23')).toBe('SOT');
    const { readings } = await catalog.parts.interpret('dc-dc converter 5V out of stock');
    expect(readings.map(({ text }) => text)).not.toContain('5V out');
  });
});
