import { describe, expect, it } from 'vitest';
import { parseQuantity, quantityParser } from '../../../src/analysis/quantity.js';
import { formatQuantity } from '../../../src/analysis/quantity-format.js';
import { resolveUnit } from '../../../src/analysis/quantity-unit.js';
import type { Quantity, Range } from '../../../src/model/quantity.js';

/** `4700`, `[-40 TO 85]`, `{20 TO *]`, or null. */
function meaning(text: string, unit?: string | { name: string; symbol?: string }): string | null {
  const read = parseQuantity(text, unit);
  if (read === null) return null;
  if ('value' in read) return read.value;
  const { min, max, min_excluded: aboveMin, max_excluded: belowMax } = read as Range;
  return `${aboveMin ? '{' : '['}${min ?? '*'} TO ${max ?? '*'}${belowMax ? '}' : ']'}`;
}

it('has no zero below zero', () => {
  const parse = quantityParser(resolveUnit({ name: 'volt', symbol: 'V' }) as NonNullable<ReturnType<typeof resolveUnit>>);
  for (const text of ['-0V', '- µ0', '\u20130 mV', '-0']) expect(Object.is(parse(text)?.toNumber(), 0)).toBe(true);
});

describe('quantities of a unit', () => {
  it.each([
    [
      'ohm',
      '4k7, 4.7k, 4K7, 4.7 kΩ, 4.7 k\u2126, 4.7kω, 4700R, 4700, 4k7Ω, 4k7 ohm, 4.7 kilohms, 4.7e3, 4.7 K OHM, ±4.7k',
      '4700',
    ],
    ['ohm', '4R7, 4Ω7, 4.7R, 4r7 ohm, 4.7 ohms', '4.7'],
    ['ohm', '0R, 0, 0 Ω', '0'],
    ['ohm', '10mR, R010, 0R01, 10 milliohm', '0.01'],
    ['ohm', '1M, 1meg, 1MEG, 1 Mohm, 1 megohm, 1e6', '1000000'],
    ['ohm', '1meg5', '1500000'],
    ['ohm', '1m', '0.001'],
    ['farad', '100n, 100nF, 0.1uF, 0.1 µF, 0.1 μF, 100NF, 0u1, 100 n F, 1e-7F, 100 nanofarads', '1e-7'],
    ['farad', '2u2, 2.2uF, 2.2 microfarad', '0.0000022'],
    ['farad', 'p47, 0p47, p470F', '4.7e-13'],
    ['farad', '4p7, 4.7PF', '4.7e-12'],
    ['farad', '1f, 1F', '1'],
    ['henry', '10h, 10H', '10'],
    ['henry', '10UH, 10 µH', '0.00001'],
    ['hertz', '32.768kHz, 32768, 32k768', '32768'],
    ['hertz', '16MHz, 16mhz, 16M, 16m, 16 megahertz', '16000000'],
    ['hertz', '2.4gHz, 2G4', '2400000000'],
    ['watt', '1/4W, 250mW, 0.25, 0.25 watts', '0.25'],
    ['percent', '±1%, 1 %, 1, +/-1%, +-1 percent', '1'],
    ['ampere', '500mA, .5A, 0.5, ,5A, 500 milliamps', '0.5'],
    ['metre', '0.1", 100mil, 2.54mm, 0.1 in, 1/10 inch, 100 mils, 0.254cm', '0.00254'],
    ['metre', '1m, 1M, 1 meter', '1'],
    ['metre', '1 1/2 in', '0.0381'],
    ['inch', '2.54cm, 1, 1", 1000mil', '1'],
    ['byte', '64KB, 64 KiB, 64kb, 64K, 64Kib, 512 Kibit, 65536', '65536'],
    ['bit', '64KB, 64 KiB', '524288'],
    ['bit', '128mbit, 128 Mb, 128M', '134217728'],
    ['bit/s', '10 Mbit/s, 10Mbps, 10mbps, 10000 kbps, 10M, 1.25MB/s', '10000000'],
    ['celsius', '-40 °C, −40C, –40 deg C, -40 degrees celsius, - 40', '-40'],
    ['volt', '3V3, 3v3, 3.3 VDC, 3,3V, 3300mV, 3300 m V', '3.3'],
    ['volt', '1,234,567.8 V, 1.234.567,8', '1234567.8'],
    ['gram', '5G, 5g, 0.005kg', '5'],
    ['tesla', '1T', '1'],
    ['kelvin', '4000K, 4000', '4000'],
    ['second', '2000h, 2000 hr, 2000 hours', '7200000'],
    ['ohm', '4,700 ohm, 4.700,0', '4700'],
    ['farad', '2,2µF', '0.0000022'],
    ['volt', '0,100', '0.1'],
    ['volt', '1.234', '1.234'],
    ['kΩ', '4.7, 4.7k, 4700Ω', '4.7'],
    ['kOhm', '4.7, 4.7k, 4.7 kΩ, 4.7kOhm, 4700 ohm', '4.7'],
    ['kohm', '4.7, 4.7k, 4.7 kΩ, 4.7kOhm, 4700 ohm', '4.7'],
    ['KOHM', '4.7, 4.7k, 4.7 kΩ, 4.7kOhm, 4700 ohm', '4.7'],
    ['kOhms', '4.7, 4.7k, 4.7 kΩ, 4.7kOhm, 4700 ohm', '4.7'],
    ['MOhm', '4.7, 4.7M, 4700 kΩ', '4.7'],
    ['Mohms', '4.7, 4.7M, 4700 kΩ', '4.7'],
    ['mOhm', '4.7, 4.7m, 0.0047 Ω', '4.7'],
    ['mohm', '4.7, 4.7m, 0.0047 Ω', '4.7'],
    ['Mbps', '10, 10 Mbit/s, 10000 kbps', '10'],
    ['mbps', '10, 10 Mbit/s, 10000 kbps', '10'],
    ['Mb/s', '10, 10 Mbit/s, 10000 kbps', '10'],
    ['MBit/s', '10, 10 Mbit/s, 10000 kbps', '10'],
    ['kbps', '10, 10 kbit/s, 0.01 Mbps', '10'],
    ['kHz', '10, 10khz', '10'],
    ['Khz', '10, 10khz', '10'],
    ['mAH', '10, 0.01 Ah', '10'],
    ['µF', '100n, 100nF, 0.1', '0.1'],
    ['mm', '2.54, 0.1in, 0.00254 m, 2.54mm', '2.54'],
    ['V/s', '2.5V/µs, 2500000, 2.5M', '2500000'],
    ['V/√Hz', '8nV/√Hz', '8e-9'],
    ['ppm/°C', '50, 50 ppm/C, 50ppm / °C', '50'],
    ['dBm', '-3 dBm, −3DBM, -3', '-3'],
    ['rpm', '5000 rpm, 5000', '5000'],
    ['N·m', '0.5, 500mN·m', '0.5'],
    ['widget', '5 WIDGET, 5', '5'],
    ['volt', '4E7', '40000000'],
  ])('%s: %s', (unit, texts, expected) => {
    for (const text of texts.split(/, /)) expect([text, meaning(text, unit)]).toEqual([text, expected]);
  });

  it.each([
    ['', 'k', '1..', '100nF 16V', '16 pin', '6x6mm', '$0.05', 'k7', 'K5', 'M7', '1,23.4', '1,234,56', '1.2,3', '1/0'],
    [
      '--5',
      '5--',
      'NaN',
      'Infinity',
      '0x10',
      '1e',
      '1e1001',
      '5 5',
      '1'.repeat(201),
      '~5',
      '10 to',
      'to 10',
      '20 to 10',
      '1.23.4',
    ],
    ['5°F', '-', '+', '.', ',', '1e+', 'R', 'meg', '±', '4.5k7', '4k7k', '4k7R7', '3V3A', '1/2/3', '10 foo'],
  ])('what is not a quantity', (...texts) => {
    for (const text of texts) expect([text, parseQuantity(text)]).toEqual([text, null]);
  });

  it.each([
    ['ohm', '5V, 5 F, 100nF, 5kg'],
    ['percent', '5k, 5m'],
    ['celsius', '5K, 5k'],
    ['ampere', '5PA'],
  ])('not of the unit %s: %s', (unit, texts) => {
    for (const text of texts.split(', ')) expect([text, parseQuantity(text, unit)]).toEqual([text, null]);
  });

  it.each([
    ['4.7k', '4700', null],
    ['4.7kΩ', '4700', { name: 'ohm', symbol: 'Ω' }],
    ['5f', '5e-15', null],
    ['5F', '5', { name: 'farad', symbol: 'F' }],
    ['5H', '5', { name: 'henry', symbol: 'H' }],
    ['5G', '5000000000', null],
    ['5g', '5', { name: 'gram', symbol: 'g' }],
    ['1T', '1000000000000', null],
    ['4000K', '4000000', null],
    ['1m', '0.001', null],
    ['85 C', '85', { name: 'degree Celsius', symbol: '°C' }],
    ['64KiB', '65536', { name: 'byte', symbol: 'B' }],
    ['64Kib', '65536', { name: 'bit', symbol: 'bit' }],
    ['0.1"', '0.00254', { name: 'metre', symbol: 'm' }],
    ['100NF', '1e-7', { name: 'farad', symbol: 'F' }],
    ['10pA', '1e-11', { name: 'ampere', symbol: 'A' }],
    ['10 Pa', '10', { name: 'pascal', symbol: 'Pa' }],
    ['2.5V/µs', '2500000', { name: 'volt per second', symbol: 'V/s' }],
    ['12', '12', null],
  ])('%s names its unit', (text, value, unit) => expect(parseQuantity(text)).toEqual({ value, unit } satisfies Quantity));
});

it('a compound may be given by the names of its units', () => {
  const unit = { name: 'volt per second', symbol: 'V/s' };
  expect(parseQuantity('2.5V/µs', 'volt per second')).toEqual({ value: '2500000', unit });
  expect(formatQuantity('2500000', 'volt per second')).toBe('2.5 MV/s');
  expect(parseQuantity('5', 'parts per reel')).toEqual({
    value: '5',
    unit: { name: 'parts per reel', symbol: 'parts per reel' },
  });
});

it('names in another case have no prefix before a single letter', () => {
  for (const unit of ['pc', 'pt', 'pk', 'ma'])
    expect(parseQuantity('5', unit)).toEqual({ value: '5', unit: { name: unit, symbol: unit } });
  expect(parseQuantity('4700 ohm', { name: 'kOhm', symbol: null } as never)).toEqual({
    value: '4.7',
    unit: { name: 'kOhm', symbol: null },
  });
});

describe('ranges', () => {
  it.each([
    ['-40..85°C', 'celsius', '[-40 TO 85]'],
    ['-40 to 85 C', 'celsius', '[-40 TO 85]'],
    ['−40–85°C', 'celsius', '[-40 TO 85]'],
    ['-40 … +85', 'celsius', '[-40 TO 85]'],
    ['50V+', 'volt', '[50 TO *]'],
    ['>=50V', 'volt', '[50 TO *]'],
    ['≥50 V', 'volt', '[50 TO *]'],
    ['min 50V', 'volt', '[50 TO *]'],
    ['50 V min.', 'volt', '[50 TO *]'],
    ['50 V or more', 'volt', '[50 TO *]'],
    ['at least 50V', 'volt', '[50 TO *]'],
    ['> 20A', 'ampere', '{20 TO *]'],
    ['<20A', 'ampere', '[* TO 20}'],
    ['up to 2A', 'ampere', '[* TO 2]'],
    ['at most 2A', 'ampere', '[* TO 2]'],
    ['≤2A', 'ampere', '[* TO 2]'],
    ['2A max', 'ampere', '[* TO 2]'],
    ['1-10uF', 'farad', '[0.000001 TO 0.00001]'],
    ['1~10uF', 'farad', '[0.000001 TO 0.00001]'],
    ['10-100k', 'ohm', '[10000 TO 100000]'],
    ['4 to 12 MHz', 'hertz', '[4000000 TO 12000000]'],
    ['100 to 1k ohm', 'ohm', '[100 TO 1000]'],
    ['2.7 V to 5.5 V', 'volt', '[2.7 TO 5.5]'],
    ['2.7V-5.5', 'volt', '[2.7 TO 5.5]'],
    ['100n-1u', 'farad', '[1e-7 TO 0.000001]'],
    ['1 in to 2', 'mm', '[25.4 TO 50.8]'],
    ['5 min', 'second', '[5 TO *]'],
    ['1 volt peak-to-peak to 5 volt peak-to-peak', 'V(p-p)', '[1 TO 5]'],
    ['1V(p-p) - 5V(p-p)', 'volt peak-to-peak', '[1 TO 5]'],
    ['1 a-a-a-a-a-a-a-a - 2 a-a-a-a-a-a-a-a', 'a-a-a-a-a-a-a-a', '[1 TO 2]'],
    ['1 a-a-a-a-a-a-a-a-a - 2 a-a-a-a-a-a-a-a-a', 'a-a-a-a-a-a-a-a-a', null],
    ['1k-10', 'ohm', null],
    ['1-2-3', 'ohm', null],
  ])('%s of the unit %s is %s', (text, unit, expected) => expect(meaning(text, unit)).toBe(expected));

  it('takes the unit of either end', () => {
    const volt = { name: 'volt', symbol: 'V' };
    expect(parseQuantity('2.7 V to 5.5')).toEqual({ min: '2.7', max: '5.5', unit: volt });
    expect(parseQuantity('2.7-5.5V')).toEqual({ min: '2.7', max: '5.5', unit: volt });
    expect(parseQuantity('10-20')).toEqual({ min: '10', max: '20', unit: null });
    expect(parseQuantity('>20A')).toEqual({ min: '20', max: null, min_excluded: true, unit: { name: 'ampere', symbol: 'A' } });
    expect(parseQuantity('2V-5A')).toBeNull();
  });
});

describe('printing', () => {
  it.each([
    ['4700', 'ohm', '4.7 kΩ'],
    ['1e-7', 'F', '100 nF'],
    ['-40', '°C', '−40 °C'],
    ['65536', 'B', '64 KiB'],
    ['0.25', 'W', '250 mW'],
    ['0.0047', 'F', '4700 µF'],
    ['0.005', 'Hz', '5000 µHz'],
    ['134217728', 'bit', '128 Mbit'],
    ['1536', 'B', '1.5 KiB'],
    ['7200000', 's', '2000 h'],
    ['4000', 's', '4 ks'],
    ['1e-18', 'F', '1e-18 F'],
    ['1e15', 'Hz', '1000000000000000 Hz'],
    ['999.5', 'V', '999.5 V'],
    ['0', 'Ω', '0 Ω'],
    ['50', '%', '50 %'],
    ['1000000', 'rpm', '1000000 rpm'],
    ['0.1', 'in', '0.1 in'],
    ['4.7', 'k\u2126', '4.7 kΩ'],
    ['0.1', 'μF', '100 nF'],
    ['2500000', 'V/s', '2.5 MV/s'],
    ['8e-9', 'V/√Hz', '8 nV/√Hz'],
    ['-5', '', '−5'],
    ['1500', '', '1500'],
    ['5', 'widget', '5 widget'],
    ['ca. 5', 'V', 'ca. 5'],
  ])('%s %s is %s', (value, unit, expected) => {
    expect(formatQuantity(value, unit)).toBe(expected);
    const number = formatQuantity(value);
    if (parseQuantity(value)) expect(formatQuantity(meaning(expected, unit) as string)).toBe(number);
  });

  it('prints what a document calls the unit, if it has a symbol', () => {
    expect(formatQuantity('4700', { name: 'ohm', symbol: '\u2126' })).toBe('4.7 kΩ');
    expect(formatQuantity('4700', { name: 'ohm' })).toBe('4700');
    expect(formatQuantity('4700', { name: 'turn', symbol: 'turns' })).toBe('4700 turns');
    expect(formatQuantity(4700, 'ohm')).toBe('4.7 kΩ');
    expect(formatQuantity('85', { name: 'degree', symbol: '°C' })).toBe('85 °C');
    expect(formatQuantity('0.001', { name: 'coulomb', symbol: 'C' })).toBe('1 mC');
    expect(formatQuantity('0.001', { name: 'degree Celsius', symbol: 'C' })).toBe('0.001 C');
    expect(formatQuantity('8192', { name: 'byte', symbol: 'b' })).toBe('8 KiB');
  });

  it.each([
    [{ min: '-40', max: '85' }, '°C', '−40 to 85 °C'],
    [{ min: '1e-7', max: '0.000001' }, 'F', '100 nF to 1 µF'],
    [{ min: '50', max: null }, 'V', '≥ 50 V'],
    [{ min: null, max: '2' }, 'A', '≤ 2 A'],
    [{ min: '20', max: null, min_excluded: true as const }, 'A', '> 20 A'],
    [{ min: '5000', max: '5000' }, 'V', '5 kV to 5 kV'],
  ])('%j %s is %s', (range, unit, expected) => {
    expect(formatQuantity(range, unit)).toBe(expected);
    expect(parseQuantity(expected, unit)).toEqual({ ...range, unit: parseQuantity('1', unit)?.unit });
  });

  it('rounds to digits where asked to', () => {
    expect(formatQuantity('1234.5678', 'Ω', { digits: 4 })).toBe('1.235 kΩ');
    expect(formatQuantity('999960', 'Ω', { digits: 4 })).toBe('1 MΩ');
    expect(formatQuantity('0.00099996', 'A', { digits: 4 })).toBe('1 mA');
    expect(formatQuantity('84.23529', '°C', { digits: 4 })).toBe('84.24 °C');
  });
});

it('neither unit nor text makes it throw', () => {
  for (const unit of [null, undefined, '', 5, {}, { name: 5 }, { symbol: '' }, '.', '5', '/', '°', 'constructor', '__proto__']) {
    for (const text of ['5', '5 5', '5 /', '', '5__proto__', '5 constructor', null, 5, '5°', '5k', '1/2', '1 to 2'] as string[]) {
      expect(() => parseQuantity(text, unit as string)).not.toThrow();
      expect(() => formatQuantity(text, unit as string)).not.toThrow();
    }
  }
});
