import { afterAll, describe, expect, it } from 'vitest';
import { longerThings } from '../../../src/ask/longer-things.js';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const can = (mpn: string, type: string): Row => [mpn, 'CAN ICs', 'interface', `type=${type}`];

const catalog = await buildCatalog(
  catalogOf([
    ['XTAL-8M', 'Crystals', '8 MHz', 'frequency=8000000'],
    ['XTAL-25M', '', 'Crystal 25 MHz SMD3225', 'frequency=25000000'],
    ['OSC-25M', '', '25 MHz LVCMOS SMD3225 Crystal Oscillators', 'frequency=25000000'],
    ['OSC-8M', 'Oscillators', '8 MHz', 'frequency=8000000'],
    can('CAN-T1', 'CAN Transceiver'),
    can('CAN-T2', 'CAN Transceiver'),
    can('CAN-C1', 'CAN Controller'),
    ['CAN-T3', 'CAN Transceivers', 'interface', 'type=CAN Transceiver'],
    ['ISO-1', 'Isolators - Gate Drivers', 'isolated'],
    ['GD-1', 'Gate Drive ICs', 'driver'],
    ['SW-1', 'Ethernet Switches', 'switch'],
    ['SW-2', 'Slide Switches', 'switch'],
    ['CP-1', 'Charge Pumps', 'pump'],
    ['NOT-1', 'Inverters', 'logic'],
    ['PSU-1', 'Power Modules', 'module', 'output_voltage=5'],
    ['DCDC-1', 'DC-DC Converters', 'converter', 'output_voltage=5'],
    ['IND-1', 'Power Inductors', 'inductor', 'type=Toroidal inductor'],
    ['IND-2', 'Power Inductors', 'inductor', 'type=Drum core'],
  ]),
);
afterAll(() => catalog.close());

describe('texts with the name of a thing', () => {
  it('do not mean the thing where another one begins with it', async () => {
    expect(await numbersFound(catalog, 'crystal')).toBe('XTAL-25M XTAL-8M');
    expect(await numbersFound(catalog, '25 MHz quartz')).toBe('XTAL-25M');
    expect(await numbersFound(catalog, 'crystal oscillator 25 MHz')).toBe('OSC-25M');
  });

  it('are known in the singular and the plural', () => {
    expect(longerThings(['quartz', 'Crystal'])).toEqual(['crystal oscillator', 'crystal oscillators']);
    expect(longerThings(['capacitor'])).toEqual([]);
  });
});

describe('names of things', () => {
  it.each([
    ['can transceiver', 'CAN-T1 CAN-T2 CAN-T3'],
    ['isolated gate driver', 'ISO-1'],
    ['ethernet switch ic', 'SW-1'],
    ['charge pump inverter', 'CP-1'],
    ['5V converter', 'DCDC-1 PSU-1'],
    ['toroid inductor', 'IND-1'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
