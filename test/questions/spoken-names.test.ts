import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const DIODE = 'Schottky Diodes';
const SERIES = Array.from({ length: 10 }, (_, i): Row => [`SMBJ${i + 5}A`, 'TVS Diodes', 'Diode', 'package=SMB']);

const ROWS: readonly Row[] = [
  ['D-SMA', DIODE, 'Diode', 'package=SMA'],
  ['D-27', DIODE, 'Diode', 'package=DO-27'],
  ['D-201', DIODE, 'Diode', 'package=DO-201AD'],
  ['R-TH', 'Fixed Resistors', 'Part', 'package=插件,D2.3xL6mm;resistance=1000'],
  ['R-SMD', 'Fixed Resistors', 'Part', 'package=0603;resistance=1000'],
  ['R-VAR', 'Potentiometers, Variable Resistors', 'Part', 'package=插件;resistance=1000'],
  ...SERIES,
  ['OTHER-TVS', 'TVS Diodes', 'Diode', 'package=DO-214AA(SMBJ)'],
  ['MOS-N', 'MOSFETs', 'Part', 'type=N-Channel;package=SOIC-8'],
  ['MOS-NP', 'MOSFETs', 'Part', 'type=N-Channel + P-Channel;package=SOIC-8'],
  ['COMP-4', 'Comparators', 'Part', 'number_of_channels_text=Four channels;package=SOIC-14'],
  ['COMP-2', 'Comparators', 'Part', 'number_of_channels_text=Two channels;package=SOIC-8'],
  ['AMP-1', 'Audio Amplifiers', 'Part', 'speaker_channels=1-Channel'],
  ['AMP-2', 'Audio Amplifiers', 'Part', 'speaker_channels=2-Channel'],
  ['IO-16', 'I/O Expanders', 'Part', 'number_of_i_o=16'],
  ['IO-8', 'I/O Expanders', 'Part', 'number_of_i_o=8'],
  ['NET-4', 'Resistor Networks', 'Part', 'number_of_resistors=4;resistance=1000'],
  ['NET-8', 'Resistor Networks', 'Part', 'number_of_resistors=8;resistance=1000'],
  ['SD-PUSH', 'Card Sockets', 'Part', 'card_mode=Push-Push'],
  ['SD-PULL', 'Card Sockets', 'Part', 'card_mode=Push-Pull'],
  ['CMC-8', 'Common Mode Chokes', 'Part', 'package=SMD-4P,2x1.2mm'],
  ['CMC-12', 'Common Mode Chokes', 'Part', 'package=SMD-4P,3.2x1.6mm'],
  ['OPTO-300', 'Optocouplers', 'Part', 'number_ctr=300'],
  ['OPTO-100', 'Optocouplers', 'Part', 'number_ctr=100;number_of_pins=300'],
  ['SUP-1', 'Monitors & Reset Circuits', 'Part', 'threshold_voltage=2.93'],
  ['SUP-2', 'Supervisor And Reset ICs', 'Part', 'threshold_voltage=2.93'],
  ['SUP-3', 'Voltage Detectors', 'Part', 'threshold_voltage=3;operating_voltage=1..6'],
  ['SUP-4', 'Voltage Detectors', 'Part', 'threshold_voltage=2.7;operating_voltage=1..6'],
  ['SUP-5', 'Voltage Detectors', 'Part', 'threshold_voltage=4.2;operating_voltage=1..6'],
  ['JACK-21', 'DC Power Connectors', 'Part', 'outside_diameter=0.0063;inside_diameter=0.002'],
  ['JACK-25', 'DC Power Connectors', 'Part', 'outside_diameter=0.0055;inside_diameter=0.0025'],
  ['CAP-E', 'Aluminum Electrolytic Capacitors', 'Part', 'capacitance=0.00001'],
  ['CAP-T', 'Tantalum Capacitors', 'Part', 'capacitance=0.00001'],
  ['T-A', 'Tantalum Capacitors', 'Part', 'package=CASE-A-3216-18(mm)'],
  ['T-B', 'Tantalum Capacitors', 'Part', 'package=CASE-B-3528-21(mm)'],
  ['REG-12', 'Switching Regulators', 'Part', 'number_of_pins=5;output_voltage=12'],
  ['SIM-NANO', 'SIM Card Connectors', 'Part', 'card_type=Nano-SIM Card'],
  ['SIM-MINI', 'SIM Card Connectors', 'Part', 'card_type=Mini-SIM Card'],
  ['LED-Y', 'LEDs', 'Light', 'emitted_color=Yellow;lens_color=Water Clear'],
  ['LED-W', 'LEDs', 'Light', 'emitted_color=White;lens_color=Yellow'],
  ['SWITCH-2', 'Analog Switches', 'Part', 'switch_circuit=2:1'],
  ['SWITCH-1', 'Analog Switches', 'Part', 'switch_circuit=1:1'],
  ['BRIDGE', 'USB Converters', 'Part', 'function=USB to UART'],
  ['FLY', 'Flyback Controllers', 'Part', ''],
];

describe('names as people say them', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    // What has an outline of such parts is mounted through holes, where nothing is called so.
    ['schottky through hole', 'D-201 D-27'],
    ['schottky tht', 'D-201 D-27'],
    ['resistor 1k through hole', 'R-TH'],
    // A variable resistor is called a potentiometer.
    ['resistor 1k 0603', 'R-SMD'],
    ['potentiometer 1k', 'R-VAR'],
    ['pot 1k', 'R-VAR'],
    // A series of part numbers, which is the name of a package, too.
    ['tvs smbj', [...SERIES.map(([mpn]) => mpn), 'OTHER-TVS'].sort().join(' ')],
    // No complementary pair.
    ['n-channel mosfet soic-8', 'MOS-N'],
    // Numbers in words.
    ['quad comparator', 'COMP-4'],
    ['comparator 2 channels', 'COMP-2'],
    ['stereo amplifier', 'AMP-2'],
    ['mono audio amplifier', 'AMP-1'],
    ['16 bit io expander', 'IO-16'],
    ['8-bit i/o expander', 'IO-8'],
    ['resistor network 4x 1k', 'NET-4'],
    ['push push card socket', 'SD-PUSH'],
    // Sizes in other words.
    ['common mode choke 0805', 'CMC-8'],
    ['dc jack 5.5x2.1', 'JACK-21'],
    ['dc jack 5.5 x 2.5 mm pcb', 'JACK-25'],
    // A spec that is named beside a plain number.
    ['optocoupler ctr 300', 'OPTO-300'],
    ['reset supervisor 2.93V', 'SUP-1 SUP-2'],
    ['voltage detector 3.0V', 'SUP-3'],
    ['condensatore elettrolitico 10uF', 'CAP-E'],
    ['smps flyback controller', 'FLY'],
    ['tantalum case A', 'T-A'],
    ['tantalum case B', 'T-B'],
    ['nano sim card holder', 'SIM-NANO'],
    ['yellow led', 'LED-Y'],
    ['spdt analog switch', 'SWITCH-2'],
    ['spst analog switch', 'SWITCH-1'],
    ['usb to uart ic', 'BRIDGE'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });
});
