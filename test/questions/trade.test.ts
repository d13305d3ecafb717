import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['AT24C256-SSHL', 'EEPROM', 'Serial memory 256 kbit', 'operating_temperature=-40..85'],
  ['LDO33', 'Linear Voltage Regulators (LDO)', 'Regulator', 'output_voltage=3.3;package=SOT-23-5'],
  ['LDO50', 'Linear Voltage Regulators (LDO)', 'Regulator', 'output_voltage=5;package=TSOT-23-5;quiescent_current=0.00001'],
  ['LDO51', 'Linear Voltage Regulators (LDO)', 'Regulator', 'output_voltage=5;quiescent_current=0.00001'],
  ['DRV1', 'Gate Drive ICs', 'Driver', 'output_voltage=3.3'],
  ['DRV2', 'Gate Drive ICs', 'Driver', 'package=SOT-23-5'],
  ['REL24', 'Relays', 'Power relay', 'coil_voltage=24;contact_current=10'],
  ['REL24C', 'Relays', 'Relay with a coil of copper', 'coil_voltage=24;contact_current=2'],
  ['REL12', 'Relays', 'Power relay', 'coil_voltage=12;contact_current=10'],
  ['COIL1', 'Inductors', 'Coil', 'inductance=0.00001;current=24'],
  ['MCU64', 'Microcontrollers', 'Core M0', 'program_storage_size=65536;ram_size=262144;package=TQFP-32'],
  ['MCU32', 'Microcontrollers', 'Core M0 with flash', 'program_storage_size=32768;ram_size=262144'],
  ['MCU256', 'Microcontrollers', 'Core M4', 'program_storage_size=262144;ram_size=65536;package=LQFP-64'],
  ['MCU512', 'Microcontrollers', 'Core M4', 'program_storage_size=524288;ram_size=65536;package=LQFP-64'],
  ['NOR256', 'NOR FLASH', 'Flash memory', 'package=SOIC-8'],
  ['PMOS20', 'MOSFETs', 'P-channel', 'drain_source_voltage=20;vgs=±30V'],
  ['PMOS30', 'MOSFETs', 'P-channel', 'drain_source_voltage=30;vgs=±20V'],
  ['DC24', 'DC-DC Converters', 'Module', 'input_voltage=24;output_voltage=5'],
  ['DC5', 'DC-DC Converters', 'Module', 'input_voltage=5;output_voltage=24'],
  ['ISO24', 'Isolated Power Modules', 'Module', 'input_voltage=24;output_voltage=5'],
  ['ISO12', 'Isolated Power Modules', 'Module', 'input_voltage=5;output_voltage=12'],
  ['DC12', 'DC-DC Converters', 'Module', 'input_voltage=5;output_voltage=12'],
  ['ISO36', 'Isolated Power Modules', 'Module', 'input_voltage=24;output_voltage=24'],
  ['SMA1', 'SMA Connectors', 'Coaxial', ''],
  ['MNT1', 'Mounts', 'Bracket', ''],
  ['ISOG', 'Digital Isolators', 'Isolator', 'output_voltage=9'],
  ['DET1', 'Optical Switches', 'Detector', 'detection=Edge;cover=PCB'],
  ['SOC1', 'Relay Sockets', 'Panel mount socket', ''],
  ['SOC2', 'Relay Sockets', 'Socket', ''],
  ...Array.from({ length: 40 }, (_, i): Row => [`SR-${i}`, 'Chip Resistor - Surface Mount', 'Chip', 'resistance=10']),
  ['LED-R', 'LEDs', 'Light', 'color=Red'],
  ['LED-RG', 'LEDs', 'Light', 'color=Red, Green'],
  ['LED-G', 'LEDs', 'Light', 'color=Emerald Green'],
  ...Array.from({ length: 3 }, (_, i): Row => [`LED-B${i}`, 'LEDs', 'Light', 'color=Blue']),
  ['OPA-LOW', 'Operational Amplifiers', 'Amplifier', 'quiescent_current=0.00002'],
  ['OPA-HIGH', 'Operational Amplifiers', 'Amplifier', 'quiescent_current=0.002'],
  ['XTAL1', 'Crystals', 'Resonator', 'frequency=16000000'],
  ['XTAL2', '', '16MHz SMD Crystals', 'frequency=16000000'],
  ['STEP1', 'Motor Driver ICs', 'Bipolar stepper'],
  ['STEP2', 'Stepper Motor Driver', 'Microstepping'],
  ['DCM1', 'Motor Driver ICs', 'Dual bridge'],
  ['NE555P', 'Timers', 'Precision timer'],
  ['LM555', 'Timers', '555 timer'],
  ['ICM7555', 'Timers', 'Low-power timer'],
  ['CNT8', 'Counters', 'Counter', 'number_of_timers=3'],
  ['SW1', 'Tactile Switches', 'Switch', 'illumination=With LED'],
  ['SW2', 'Tactile Switches', 'Switch'],
  ['EC11', 'Encoders', 'Encoder', 'brand=AlpsAlpine'],
  ['EC12', 'Encoders', 'Encoder'],
  ['74LS08', 'Gates', 'Quad 2-input', 'logic_type=AND Gate'],
  ['74LS32', 'Gates', 'Quad 2-input', 'logic_type=OR Gate'],
  ...Array.from({ length: 6 }, (_, i): Row => [`74LS0${i}`, 'Gates', 'Quad 2-input', 'logic_type=NAND Gate']),
  // Names that few parts have are taken apart only in catalogs of more than 500 parts.
  ...Array.from({ length: 600 }, (_, i): Row => [`R-${i}`, 'Resistors', 'Chip', 'operating_temperature=-55..155']),
];

describe('words of the trade', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // A letter in place of the point is a unit only where people write it so.
    ['24c256', 'AT24C256-SSHL'],
    // `IC` says no more than the thing beside it.
    ['IC LDO 3.3V', 'LDO33'],
    ['ic reg sot23-5', 'LDO33 LDO50'],
    ['gate drive ic', 'DRV1 DRV2'],
    // A word that names another thing belongs to the number beside it where the thing is named.
    ['relay 24V coil', 'REL24 REL24C'],
    ['10uH coil', 'COIL1'],
    ['mcu 256KB flash', 'MCU256'],
    ['mcu 256KB flash or more', 'MCU256 MCU512'],
    ['mcu 64KB to 256KB flash', 'MCU256 MCU64'],
    ['flash soic-8', 'NOR256'],
    ['mcu 32TQFP', 'MCU64'],
    // Catalogs have the voltages of P-channel parts without their sign.
    ['mosfet -20V', 'PMOS20'],
    ['dc-dc converter 24V to 5V', 'DC24 ISO24'],
    ['isolated dc-dc 5V', 'ISO24'],
    ['isolated dc-dc 5V to 12V', 'ISO12'],
    ['dc-dc 5V to 12V', 'DC12 ISO12'],
    ['isolated dc-dc 9V to 36V', 'ISO24 ISO36'],
    ['isolated isolator 5V to 12V', 'ISOG'],
    ['mounts', 'MNT1'],
    // A way of mounting is no thing.
    ['pcb mount relay 24V', 'REL24 REL24C'],
    ['edge mount sma connector', 'SMA1'],
    ['panel mount relay socket', 'SOC1'],
    // A colour is what has no other one.
    ['red led', 'LED-R'],
    ['green led', 'LED-G'],
    ['led not red', 'LED-B0 LED-B1 LED-B2 LED-G'],
    ['low power op amp', 'OPA-LOW'],
    // Texts name things in the plural.
    ['crystal 16MHz', 'XTAL1 XTAL2'],
    ['stepper motor driver', 'STEP1 STEP2'],
    ['555 timer', 'ICM7555 LM555 NE555P'],
    ['tactile switch with led', 'SW1'],
    ['alps encoder', 'EC11'],
    ['and gate', '74LS08'],
    ['or gate', '74LS32'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('are left out before a value, where they are a quality', async () => {
    const { understood, results } = await catalog.parts.ask('low power ldo 3.3V');
    expect(understood.readings.filter(({ relaxed }) => relaxed).map(({ text }) => text)).toEqual(['low power']);
    expect(results.map(({ item }) => item.mpn)).toEqual(['LDO33']);
  });
});
