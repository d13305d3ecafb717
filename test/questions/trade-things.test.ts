import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['LED-1', 'LEDs', 'Light', 'package=LED0603'],
  ...Array.from({ length: 12 }, (_, i): Row => [`LED-${i + 10}`, 'LEDs', 'Light', 'package=0603']),
  ['ESD0402B', 'Varistors', 'ESD0402B', ''],
  ['PROT-1', 'ESD Protection', 'Array', 'package=0402'],
  ...Array.from({ length: 300 }, (_, i): Row => [`R-${i}`, 'Resistors', 'Chip', 'package=0402;resistance=1000;power=0.1']),
  ...Array.from({ length: 300 }, (_, i): Row => [`C-${i}`, 'Capacitors', 'Chip', 'package=0603;capacitance=0.0000001']),
  ['L-3A', 'Inductors', 'Power', 'inductance=0.00001;current=3;inductance_min=0.00001'],
  ['L-1A', 'Inductors', 'Power', 'inductance=0.00001;current=1;inductance_min=0.00001'],
  ['R-1W', 'Resistors', 'Power', 'resistance=1000;power=1'],
  ['MOS-10', 'MOSFETs', 'Switch', 'drain_source_voltage=100;rds_on=0.008;condition_vgs_of_rds_on=10'],
  ['MOS-20', 'MOSFETs', 'Switch', 'drain_source_voltage=100;rds_on=0.02;condition_vgs_of_rds_on=10'],
  ['MOS-C', 'MOSFETs', 'Switch', 'drain_source_voltage=60;rds_on=0.008;condition_vgs_of_rds_on=100'],
  ['SBD-4', 'Schottky Diodes', 'Diode', 'forward_voltage=0.4'],
  ['SBD-6', 'Schottky Diodes', 'Diode', 'forward_voltage=0.6'],
  ['REG-1', 'Voltage Regulators - Linear, Low Drop Out (LDO) Regulators', 'Part', ''],
  ['REG-2', 'Linear Voltage Regulators', 'Part', ''],
  ['REG-3', 'Switching Regulators', 'Part', ''],
  ['D-1', 'Diodes - General Purpose', 'Part', ''],
  ['D-2', 'Bridge Rectifiers', 'Part', ''],
  ['VAR-1', 'Diodes - Variable Capacitance', 'Part', ''],
  ['Q-1', 'Bipolar (BJT)', 'Part', ''],
  ['Q-2', 'Bipolar Transistors - BJT', 'Part', ''],
  ['CON-1', 'HDMI Connectors', 'Part', ''],
  ['CON-2', 'USB, DVI, HDMI Connectors', 'Part', ''],
  ['FRD-1', 'Fast Recovery / High Efficiency Diodes', 'Part', ''],
  ['TIM-1', '555 Timers', 'Part', ''],
  ...Array.from({ length: 20 }, (_, i): Row => [`TIM-${i + 10}`, 'Timers', i < 2 ? 'A 555 timer' : 'Watchdog', '']),
  ['SD-1', 'SD Card Connectors', 'Part', 'card_type=MicroSD Card (TF Card)'],
  ['SD-2', 'SD Card Connectors', 'Part', 'card_type=Standard SD Card'],
  ['INV-6', 'Inverters', 'Logic', 'circuits=6'],
  ['INV-1', 'Inverters', 'Logic', 'circuits=1'],
  ['ECAP-8', 'Aluminum Electrolytic Capacitors', 'Can', 'package=插件,D8xL12mm'],
  ['ECAP-5', 'Aluminum Electrolytic Capacitors', 'Can', 'package=插件,D5xL11mm'],
  ['ECAP-S', 'Aluminum Electrolytic Capacitors', 'Can', 'package=SMD,D8xL12mm'],
  ['BUZ-1', 'Buzzers', 'Sound', 'package=DIP-2'],
  ['BUZ-2', 'Buzzers', 'Sound', 'package=9x9mm'],
  ['BUZ-3', 'Buzzers', 'Sound', 'package=12x9mm'],
  ['BUZ-4', 'Buzzers', 'Sound', 'package=14x9mm'],
  ['BUZ-5', 'Buzzers', 'Sound', 'package=SMD'],
  ['IF-1', 'Interface ICs', 'RS-485 / RS-422 transceiver', ''],
  ['RS485', 'Modules', 'Module', ''],
  ['F-1', 'Fuses', 'Part', 'brand=Littelfuse'],
  ['F-3', 'Fuses', 'Part', ''],
  ['OPA-1', 'Operational Amplifiers', 'Part', 'quiescent_current=0.000001'],
  ['OPA-2', 'Operational Amplifiers', 'Part', 'quiescent_current=0.001'],
];

const LEDS = ROWS.filter(([, category, , specs]) => category === 'LEDs' && specs === 'package=0603').map(([mpn]) => mpn);

describe('things, and what is said of them', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // A size behind a thing is its size, although a value or a number has both.
    ['led 0603', LEDS.sort().join(' ')],
    ['esd 0402', 'PROT-1'],
    // `min` and `max` between two quantities compare the second one.
    ['inductor 10uH min 2A', 'L-3A'],
    ['resistor 1k min 0.5W', 'R-1W'],
    // Symbols are names of specs, and belong to the quantity behind them.
    ['mosfet 100V rds(on) under 10 mohm', 'MOS-10'],
    ['mosfet 100V rdson < 10 mohm', 'MOS-10'],
    ['schottky vf < 0.5V', 'SBD-4'],
    // Names say the same the other way round.
    ['linear regulator', 'REG-1 REG-2'],
    ['rectifier', 'D-1 D-2'],
    ['varactor', 'VAR-1'],
    ['bipolar transistor', 'Q-1 Q-2'],
    // One of several adjectives counts only where no name has it alone.
    ['hdmi connector', 'CON-1'],
    ['dvi connector', 'CON-2'],
    ['fast recovery diode', 'FRD-1'],
    ['micro sd card socket', 'SD-1'],
    // What counts may be a text.
    ['hex inverter', 'INV-6'],
    ['8x12mm electrolytic', 'ECAP-8 ECAP-S'],
    // What has an outline that is not mounted through holes is mounted on the surface, if few parts say so.
    ['smd buzzer', 'BUZ-2 BUZ-3 BUZ-4 BUZ-5'],
    ['smd electrolytic', 'ECAP-S'],
    ['rs485', 'IF-1 RS485'],
    ['littlefuse fuse', 'F-1'],
    ['low iq op amp', 'OPA-1'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('a number before a thing is no kind of it of which the catalog hardly has a part', async () => {
    const { results } = await catalog.parts.ask('555 timer', { limit: 100 });
    expect(results.map(({ item }) => item.mpn)).toEqual(expect.arrayContaining(['TIM-10', 'TIM-11']));
  });
});
