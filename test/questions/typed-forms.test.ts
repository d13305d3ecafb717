import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['X-3225', 'Crystals', 'Part', 'frequency=24000000;package=SMD3225-4P'],
  ['X-2520', 'Crystals', 'Part', 'frequency=24000000;package=SMD2520-4P'],
  ['L-2520', 'Inductors', 'Part', 'package=SMD,2.5x2mm'],
  ['L-2512', 'Inductors', 'Part', 'package=2512'],
  ['HDR-2X5', 'Headers', 'Part', 'package=2050'],
  ['FUSE-R', 'Fuses', 'Part', 'packaging=Tape & Reel (TR)'],
  ['TPS5430DDAR', 'DC-DC Converters', 'Part', 'output_voltage=5'],
  ['DCC-1', 'DC-DC Controllers', 'Part', 'output_voltage=12'],
  ['LIN-1', 'Linear Voltage Regulators', 'Low switching noise', 'output_voltage=5'],
  ['PHY-1', 'Ethernet Transceivers', '10/100 transceiver', 'operating_temperature=-40..85'],
  ['PHY-2', 'Ethernet Transceivers', 'Gigabit transceiver', 'operating_temperature=-40..85'],
  ['P-10', 'Pressure Sensors', 'Part', 'pressure_range=10kPa'],
  ['SW-1', 'Switches', 'Part', 'brand=C&K'],
  ['SLOT-1', 'Photointerrupters - Slot Type', 'Part', ''],
  ['TC-K', 'Thermocouples', 'Thermocouple of type K', ''],
  ['TC-J', 'Thermocouples', 'Thermocouple of type J', ''],
  ['CON-6', 'Wire Connectors', 'Part', 'number_of_pins=6'],
  ['CON-2', 'Wire Connectors', 'Part', 'number_of_pins=2'],
  ['OPA-4', 'Operational Amplifiers', 'Part', 'number_of_channels=4;number_of_pins=14'],
  ['INV-6', 'Inverters', 'Part', 'number_of_channels=6'],
  ['OPA-2', 'Operational Amplifiers', 'Part', 'number_of_channels=2;number_of_pins=8'],
];

describe('forms in which people type what catalogs write otherwise', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // A size in millimetres is the code in the name of a package, unless that is one in inches.
    ['crystal 3.2x2.5mm', 'X-3225'],
    ['crystal 3.2 x 2.5', 'X-3225'],
    ['2.5x2.0mm', 'L-2520 X-2520'],
    ['2.5x1.2mm inductor', 'L-2512 L-2520'],
    // How a part is packed is less than its number.
    ['TPS5430DDAR tape and reel', 'TPS5430DDAR'],
    ['fuse tape & reel', 'FUSE-R'],
    ['switching regulator 12V', 'DCC-1'],
    ['ethernet transceiver 10/100', 'PHY-1'],
    // A letter is no maker, and `type` no thing.
    ['type k thermocouple', 'TC-K'],
    // Circuits are the channels of amplifiers, and the pins of connectors.
    ['wire connector 6 circuits', 'CON-6'],
    ['6 ckt connector', 'CON-6'],
    ['4 circuit opamp', 'OPA-4'],
    ['qty 500 TPS5430DDAR', 'TPS5430DDAR'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('are no mistyped other numbers', async () => {
    const { understood, hits } = await catalog.parts.ask('100kPa');
    expect([hits, understood.readings[0].corrected]).toEqual([0, undefined]);
    expect(await numbersFound(catalog, '10kPs')).toBe('P-10');
  });
});
