import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const rows = (count: number, row: (i: number) => Row): Row[] => Array.from({ length: count }, (_, i) => row(i));

const catalog = await buildCatalog(
  catalogOf([
    ['C10', 'Capacitors', 'capacitor', 'capacitance=10e-12;type=Tantalum'],
    ['C10-B', 'Capacitors', 'capacitor', 'capacitance=10e-12;type=Ceramic'],
    ...rows(9, (i) => [`X10-${i}`, 'Crystals', 'crystal', 'load_capacitance=10e-12']),
    ...rows(20, (i) => [`X12-${i}`, 'Crystals', 'crystal', 'load_capacitance=12e-12']),
    ['C12', 'Capacitors', 'capacitor', 'capacitance=12e-12'],
    ['T1', 'NTC Thermistors', 'ntc thermistor', 'b_constant_25c_50c=3950K;package=0402'],
    ['T2-B3950X', 'NTC Thermistors', 'ntc thermistor', 'b_constant_25c_50c=3435K;package=0603'],
    ['Q1', 'MOSFETs', 'mosfet', 'continuous_drain_current_id=10;rds_on_condition_id=5'],
    ['Q2', 'MOSFETs', 'mosfet', 'continuous_drain_current_id=50;rds_on_condition_id=10'],
    ['Q3', 'MOSFETs', 'mosfet', 'continuous_drain_current_id=60;rds_on_condition_id=10'],
    ['ATTINY85-20PU', 'Microcontrollers', 'mcu', 'package=DIP-8;operating_temperature=85'],
    ['ATTINY84-20PU', 'Microcontrollers', 'mcu', 'package=DIP-8;operating_temperature=85'],
    ['ATTINY44-20PU', 'Microcontrollers', 'mcu', 'package=DIP-8;operating_temperature=85'],
    ['S1', 'Relays', 'relay', 'contact_form=1A (SPST NO);mounting=SMD'],
    ['S2', 'Relays', 'relay', 'contact_form=1B (SPST NC);mounting=SMD'],
    ['SW1', 'Tactile Switches', 'switch', 'length=0.006;width=0.006;switch_height=0.0043'],
    ['SW2', 'Tactile Switches', 'switch', 'length=0.0062;width=0.0062;switch_height=0.0043'],
    ['SW3', 'Tactile Switches', 'switch', 'length=0.006;width=0.006;switch_height=0.005'],
    ['X-MMCX', 'RF Connectors / Coaxial Connectors', 'connector', 'rf_series=MMCX'],
    ['X-SMA', 'RF Connectors / Coaxial Connectors', 'connector', 'rf_series=SMA'],
    ['POE-1', 'PoE Controllers', 'controller', 'support_poe_standard=IEEE 802.3 af(PoE)'],
    ['POE-2', 'PoE Controllers', 'controller', 'support_poe_standard=IEEE 802.3 bt(PoE++)'],
    ['PROT-1', 'Battery Management', 'chip', 'chip_type=Protection IC'],
    ['PROT-2', 'Battery Management', 'chip', 'chip_type=Charging IC'],
    ['R1', 'Resistors', 'resistor', 'resistance=4700;tolerance=±1%;package=0603'],
    ['R5', 'Resistors', 'resistor', 'resistance=4700;tolerance=±5%;package=0603'],
    ['R01', 'Resistors', 'resistor', 'resistance=4700;tolerance=±0.1%;package=0805'],
    ...rows(3, (i) => [`LED-${i}`, 'LEDs', 'led', 'package=SMD,3x3mm;color=Red']),
    ['LED-0603', 'LEDs', 'led', 'package=0603;color=Red'],
    ['LED-THT', 'LEDs', 'led', 'package=插件,D5mm;color=Red'],
    ['Z12', 'Zener Diodes', 'zener', 'zener_voltage=12'],
    ['TVS12', 'TVS', 'tvs', 'stand_off_voltage=12'],
    ['POT-1', 'Potentiometers', 'pot', 'resistance=4700;tolerance=±5%'],
    ['POT-2', 'Potentiometers', 'pot', 'resistance=4700;tolerance=±5%'],
    ['J1', 'Connectors', 'connector', 'mounting_type=Right Angle'],
    ['J2', 'Connectors', 'connector', 'mounting_type=Vertical'],
  ]),
);
afterAll(() => catalog.close());

describe('what people type', () => {
  it.each([
    ['10pF', 'C10 C10-B'],
    ['ntc B3950 0402', 'T1'],
    ['thermistor ntc B3950', 'T1'],
    ['mmcx jack', 'X-MMCX'],
    ['poe controller 802.3af', 'POE-1'],
    ['battery protection ic', 'PROT-1'],
    ['id 10A mosfet', 'Q1'],
    ['attiny 85', 'ATTINY85-20PU'],
    ['capacitor 10pF no tantalum', 'C10-B'],
    ['no tantalum 10pF capacitor', 'C10-B'],
    ['relay spst no smd', 'S1'],
    ['horizontal connector', 'J1'],
    ['resistor 4k7 1% or better', 'R01 R1'],
    ['4k7 max 5% 0603', 'R1 R5'],
    ['smd led 0603', 'LED-0603'],
    ['smd led red', 'LED-0 LED-1 LED-2'],
    ['diode zener 12V', 'Z12'],
    ['diode tvs 12V', 'TVS12'],
    ['tactile switch 6x6x4.3', 'SW1 SW2'],
    ['6 x 6 x 5 mm tactile switch', 'SW3'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('of what has a resistance resistors come first, unless a category is named', async () => {
    const { results } = await catalog.parts.ask('4k7 5%');
    expect(results.map(({ item }) => item.mpn)).toEqual(['R5', 'POT-1', 'POT-2']);
    expect((await catalog.parts.interpret('4k7 potentiometer')).request.rank?.boosts ?? []).toEqual([]);
  });

  it('12pF is the load of crystals where far more of them have it', async () => {
    expect((await catalog.parts.interpret('12pF')).readings).toMatchObject([{ field: 'specs.load_capacitance.value' }]);
  });

  it.each([
    ['more than 10k in stock', '[10001 TO *]'],
    ['10k+ in stock', '[10000 TO *]'],
    ['in stock 1000 pcs', '[1000 TO *]'],
    ['in stock 10k+', '[10000 TO *]'],
    ['stock > 2K pcs', '[2001 TO *]'],
  ])('%s is a stock', async (text, range) => {
    const { readings } = await catalog.parts.interpret(text);
    expect(readings.at(-1)).toMatchObject({ as: 'purchase', query: `offers.in_stock_quantity:${range}` });
  });
});
