import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['SBD-1', 'Schottky Barrier Diodes (SBD)', 'Part', 'current=3'],
  ['SBD-2', 'Schottky Barrier Diodes (SBD)', 'Part', 'current=1'],
  ['BR-1', 'Bridge Rectifiers', 'Part', 'current=3'],
  ['GP-1', 'Diodes - General Purpose', 'Part', 'current=3'],
  ['USB-1', 'USB ICs', 'Part', 'applications_function=USB to UART'],
  ['USB-2', 'USB ICs', 'Part', 'applications_function=USB HUB'],
  ['BUCK-1', 'DC-DC Converters', 'Part', 'topology=Buck'],
  ['CAN-1', 'CAN ICs', 'Part', 'type=CAN Controller;interface=SPI'],
  ['CAN-2', 'CAN ICs', 'Part', 'type=CAN Transceiver'],
  ['PFC-1', 'AC-DC Controllers & Regulators', 'Part', 'features=Bus fault protection'],
  ['BUZ-1', 'Buzzers', 'Part', 'technology=Piezoelectric'],
  ['BUZ-2', 'Buzzers', 'Part', 'technology=Electromagnetic'],
  ['SW-1', 'Power Distribution Switches', 'Part', 'type=High Side Switch'],
  ['SW-2', 'Power Distribution Switches', 'Part', 'type=Low Side Switch'],
  ['RAT-1', 'Ferrite Beads', 'Part', 'ratings=AEC-Q200'],
  ['SEG-7', 'LED Segment Displays', 'Part', 'display_type=7 Segment'],
  ['SEG-14', 'LED Segment Displays', 'Part', 'display_type=14 segments'],
  ['SSR-1', 'Solid State Relays - MOS Output (PhotoMOS)', 'Part', ''],
  ['SSR-2', 'Solid State Relays (MOS Output)', 'Part', ''],
  ['SSR-3', 'Solid State Relays (Triac Output)', 'Part', ''],
  ['SHR-1', 'Shift Registers', 'Part', 'function=Serial-to-Parallel;number_of_bits=8'],
  ['SHR-2', 'Shift Registers', 'Part', 'function=Parallel-to-Serial;number_of_bits=8'],
  ['JACK-1', 'DC Power Connectors', 'Part', ''],
  ['JACK-2', 'AC/DC Power Connectors', 'Part', ''],
  ['USB-A', 'USB Connectors', 'Part', ''],
  ['MCU-1', 'Microcontrollers', 'Part', 'cpu_core=51 Family;package=DIP-40'],
  ['MCU-2', 'Microcontrollers', 'Part', 'cpu_core=AVR;package=DIP-40'],
  ['BT-5', 'Bluetooth Modules', 'Part', 'wireless_standard=Bluetooth 5.0'],
  ['BT-4', 'Bluetooth Modules', 'Part', 'wireless_standard=Bluetooth 4.2;number_of_pins=5'],
  ['RLY-1', 'Relays', 'Part', 'contact_form=1 Set Normally Open: 1A (SPST NO);coil_voltage=5'],
  ['RLY-2', 'Relays', 'Part', 'contact_form=1 Form A (SPST-NO);coil_voltage=5'],
  ['RLY-3', 'Relays', 'Part', 'contact_form=One set changeover: 1C (SPDT - changeover);coil_voltage=5'],
  ['RLY-4', 'Relays', 'Part', 'contact_form=A set of conversions: 1C (Single-pole Double-throw Conversion);coil_voltage=5'],
  ['RLY-5', 'Relays', 'Part', 'contact_form=2 Form C: 2C (DPDT-CO);coil_voltage=5'],
  ['RLY-6', 'Relays', 'Part', 'contact_form=Two groups of conversions: 2C(Double-pole double-throw conversion);coil_voltage=5'],
  ['PM-24', 'Power Modules', 'Part', 'output_voltage=24;brand=MW(MEAN WELL Enterprises)'],
  ['IRM-20-24', 'AC-DC Power Modules', 'Part', 'output_voltage=24;brand=MW(MEAN WELL Enterprises)'],
  ['PM-12', 'Power Modules', 'Part', 'output_voltage=12;brand=MEAN WELL'],
  ['PM-25', 'Power Modules', 'Part', 'output_voltage=24;brand=MEAN WELL'],
  ['PWM-1', 'Power Supply Chip', 'Part', 'voltage_supply=24'],
  ['PWM-2', 'Power Supply Chip', 'Part', 'voltage_supply=24'],
  ['BAT-1', 'Battery Management ICs', 'Part', 'the_chip_type=Protection IC;type_of_battery=Lithium Battery'],
  ['BAT-2', 'Battery Management ICs', 'Part', 'the_chip_type=Charging IC;type_of_battery=Lithium Battery'],
  ...Array.from({ length: 600 }, (_, i): Row => [`TVS-${i}`, 'Circuit Protection', 'Part', '']),
  ['POT-1', 'Potentiometers', 'Part', 'resistance_value_change=Linear;resistance=100000'],
  ['POT-2', 'Potentiometers', 'Part', 'resistance_value_change=Logarithmic;resistance=100000'],
  ['POT-3', 'Potentiometers', 'Linear Voltage Regulators - Linear', 'resistance=100000'],
  ['LDO-1', 'Voltage Regulators - Linear', 'Part', ''],
  ['LED-1', 'LEDs', 'Part', 'power=3'],
  ['LED-2', 'LEDs', 'Part', 'power=1'],
  ['LDR-1', 'LED Drivers', 'Part', 'brand=Power Integrations;features=High voltage start'],
];

describe('names that say more than a category', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // A name of two words is one thing, although its last word is another one.
    ['schottky rectifier', 'SBD-1 SBD-2'],
    ['schottky barrier rectifier 3A', 'SBD-1'],
    ['rectifier schottky', 'SBD-1 SBD-2'],
    ['power supply ic', 'PWM-1 PWM-2'],
    ['usb to uart converter', 'USB-1'],
    ['usb to serial converter ic', 'USB-1'],
    ['can bus controller spi', 'CAN-1'],
    ['8051 microcontroller dip-40', 'MCU-1'],
    ['li-ion protection ic', 'BAT-1'],
    ['linear potentiometer 100k', 'POT-1 POT-3'],
    ['potentiometer 100k linear', 'POT-1 POT-3'],
    ['high power led 3W', 'LED-1'],
    // A name with a word for a value means the things with that value.
    ['piezo buzzer', 'BUZ-1'],
    ['high side switch', 'SW-1'],
    ['high-side switch automotive', 'SW-1'],
    ['7 segment display', 'SEG-7'],
    ['7 segment', 'SEG-7'],
    ['photomos', 'SSR-1 SSR-2'],
    ['ssr', 'SSR-1 SSR-2 SSR-3'],
    ['8 bit shift register serial in parallel out', 'SHR-1'],
    ['shift register parallel in serial out', 'SHR-2'],
    ['bluetooth 5 module', 'BT-5'],
    ['usb power switch', 'SW-1 SW-2'],
    ['barrel jack', 'JACK-1 JACK-2'],
    // Forms of contacts have several spellings.
    ['relay 5V 1 form A', 'RLY-1 RLY-2'],
    ['relay 1 form C', 'RLY-3 RLY-4'],
    ['relay 2 form C', 'RLY-5 RLY-6'],
    // Supplies are no chips for them, and a maker may have two names.
    ['24V power supply', 'IRM-20-24 PM-24 PM-25'],
    ['mean well 24v power supply', 'IRM-20-24 PM-24 PM-25'],
    ['meanwell irm-20-24', 'IRM-20-24'],
    ['mean well', 'IRM-20-24 PM-12 PM-24 PM-25'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });
});
