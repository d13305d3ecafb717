import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const ADCS = 'Analog To Digital Converters (ADCs)';
const DACS = 'Digital To Analog Converters (DACs)';
const SPECIAL = 'ADC/DAC - Specialized';
const TANTALUM = 'Tantalum Capacitors';
const many = (name: string, category: string, specs: string, number: number): Row[] =>
  Array.from({ length: number }, (_, i) => [`${name}${i}`, category, '25 °C', specs]);

const catalog = await buildCatalog(
  catalogOf([
    ['ADS-1', ADCS, 'converter', 'sampling_rate=1000000;core_size=16'],
    ['ADS-2', ADCS, 'converter', 'sampling_rate=500000;core_size=16'],
    ['ADS-3', ADCS, 'converter', 'frequency=1000000;core_size=24'],
    ['ADS-4', ADCS, 'converter', 'frequency=1000000;core_size=24'],
    ['DAX-1', DACS, 'converter', 'core_size=16'],
    ['CAPDAC', SPECIAL, 'touch', 'core_size=16'],
    ['BUCK-1', 'Buck Converters', 'buck', 'input_voltage=4.5..16;output_voltage=5'],
    ['BUCK-2', 'Buck Converters', 'buck', 'input_voltage=4.5..36;output_voltage=5'],
    ['BUCK-3', 'Buck Converters', 'buck', 'input_voltage=4.5..60;output_voltage=5'],
    ...many('TMP', 'Temperature Sensors', 'tolerance=±0.5℃', 3),
    ...many('TMX', 'Temperature Sensors', 'operating_temperature=-40..125', 20),
    ['OPT-1', 'Optocouplers', 'x', 'isolation_voltage=5000'],
    ['OPT-2', 'Optocouplers', 'x', 'isolation_voltage=3750'],
    ...many('TE', TANTALUM, 'package=CASE-E-7343-43(mm)', 2),
    ...many('TA', TANTALUM, 'package=CASE-A-3216-18(mm)', 3),
    ...many('TB', TANTALUM, 'package=CASE-B-3528-21(mm)', 3),
    ...many('TC', TANTALUM, 'package=CASE-C-6032-28(mm)', 3),
    ...many('TD', TANTALUM, 'package=CASE-D-7343-31(mm)', 3),
    // Letters that stand in nearly all texts.
    ...Array.from({ length: 2500 }, (_, i): Row => [`R${i}`, 'Resistors', `case study C ${i}`]),
  ]),
);
afterAll(() => catalog.close());

describe('a special kind of things', () => {
  it.each([
    ['dac', 'DAX-1'],
    ['16 bit adc', 'ADS-1 ADS-2'],
    ['adc/dac specialized', 'CAPDAC'],
  ])('is not meant by the name of the things: %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});

describe('units of trades', () => {
  it.each([
    ['adc 1MSPS', 'ADS-1'],
    ['adc 1 Msps', 'ADS-1'],
    ['adc 500ksps', 'ADS-2'],
    ['adc at least 600 kSPS', 'ADS-1'],
    ['adc 1 MSPS or more', 'ADS-1'],
    ['optocoupler 5kVrms', 'OPT-1'],
    ['optocoupler 3750 Vrms', 'OPT-2'],
  ])('are those of specs: %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});

it('a temperature that is off by so much is not one to work at', async () => {
  expect(await numbersFound(catalog, 'temperature sensor ±0.5°C')).toBe('TMP0 TMP1 TMP2');
});

describe('an input up to a voltage', () => {
  it.each([
    ['buck converter input up to 36V', 'BUCK-2 BUCK-3'],
    ['buck converter up to 60V input', 'BUCK-3'],
    ['buck converter input 36V max', 'BUCK-2 BUCK-3'],
  ])('has to work: %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});

describe('cases of tantalum capacitors', () => {
  it.each([
    ['tantalum capacitor case C', 'TC0 TC1 TC2'],
    ['tantalum capacitor 6032', 'TC0 TC1 TC2'],
    ['tantalum capacitor 3528', 'TB0 TB1 TB2'],
    ['tantalum capacitor 7343', 'TD0 TD1 TD2 TE0 TE1'],
    ['tantalum capacitor D case', 'TD0 TD1 TD2'],
  ])('have a letter and a size: %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
