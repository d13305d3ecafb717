import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const MAKER = 'brand=Micromaker';
const catalog = await buildCatalog(
  catalogOf([
    ['M16A', 'Microcontrollers (MCU)', 'controller', `${MAKER};core_size=16;adc_bit=12;program_storage_size=65536`],
    ['M16B', 'Microcontrollers (MCU)', 'controller', `${MAKER};core_size=16;adc_bit=12;program_storage_size=32768`],
    ['M32', 'Microcontrollers (MCU)', 'controller', `${MAKER};core_size=32;adc_bit=12;dac_bit=12;program_storage_size=65536`],
    [
      'M8',
      'Microcontrollers (MCU)',
      'controller',
      `${MAKER};core_size=8;adc_bit=10;core_size_text=8/16 Bit;program_storage_size=65536`,
    ],
    ['STM32A1', 'Microcontrollers (MCU)', 'controller', 'flash_size=131072'],
    ['STM32A2', 'Microcontrollers (MCU)', 'controller', 'flash_size=65536'],
    ['W25Q1', 'NOR Flash', 'memory', 'capacity=131072'],
    ['W25Q2', 'NOR Flash', 'memory', 'capacity=65536'],
    ['D12', 'Digital to Analog Converters (DAC)', 'converter', `${MAKER};number_of_bits_resolution=12`],
    ['D10', 'Digital to Analog Converters (DAC)', 'converter', `${MAKER};number_of_bits_resolution=10`],
    ['T12', 'Temperature Sensors', 'sensor', `${MAKER};temperature_resolution=12`],
    ['P1', 'Micromaker', 'diode', MAKER],
    ['P2', 'Diodes', 'diode', MAKER],
  ]),
);
afterAll(() => catalog.close());

describe('a number of bits', () => {
  it.each([
    ['micromaker 12 bit dac', 'D12'],
    ['12 bit dac', 'D12'],
    ['micromaker 16 bit mcu', 'M16A M16B'],
    ['16 bit mcu 64KB', 'M16A'],
    ['32 bit mcu', 'M32'],
    ['stm32 128KB flash', 'STM32A1'],
    ['128KB flash', 'W25Q1'],
    ['mcu 12 bit adc', 'M16A M16B M32'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
