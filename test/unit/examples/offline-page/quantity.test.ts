import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuantity } from '../../../../examples/offline-page/src/parts/quantity.js';
import { forAll } from '../../../support/for-all.js';

describe('a quantity', () => {
  it.each([
    ['4700', 'Ω', '4.7 kΩ'],
    ['0.00068', 'F', '680 µF'],
    ['1e-7', 'F', '100 nF'],
    ['0.0000000000022', 'F', '2.2 pF'],
    ['1000', 'Hz', '1 kHz'],
    ['999.5', 'V', '999.5 V'],
    ['0.063', 'W', '63 mW'],
    ['-55', '°C', '−55 °C'],
    ['0', 'V', '0 V'],
    ['-0.0', 'V', '0 V'],
    ['0100', 'V', '100 V'],
    ['1.10', 'A', '1.1 A'],
    ['100', 'ppm/°C', '100 ppm/°C'],
    ['0.5', 'mm', '0.5 mm'],
    ['50', '%', '50%'],
    ['120', '°', '120°'],
    ['65536', 'B', '64 KiB'],
    ['1000', 'B', '1 kB'],
    ['1048576', 'B', '1 MiB'],
    ['8', '', '8'],
    ['1500', '', '1500'],
    ['1e-12', '', '1e-12'],
    ['1e30', 'Ω', '1e30 Ω'],
    ['1e-30', 'F', '1e-30 F'],
    ['ca. 5', 'V', 'ca. 5 V'],
    ['1,5', 'V', '1,5 V'],
    ['', 'V', ''],
  ])('%s %s is %s', (value, symbol, text) => {
    expect(formatQuantity(value, symbol)).toBe(text);
  });

  it('takes JSON numbers', () => {
    expect(formatQuantity(4700, 'Ω')).toBe('4.7 kΩ');
    expect(formatQuantity(1e-7, 'F')).toBe('100 nF');
  });

  it('never changes the number', () => {
    const prefixes = new Map(Object.entries({ f: -15, p: -12, n: -9, µ: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12 }));
    forAll([fc.bigInt(-(10n ** 25n), 10n ** 25n), fc.integer({ min: -25, max: 25 })], (digits, power) => {
      const [number, unit] = formatQuantity(`${digits}e${power}`, 'F').split(' ');
      expect(exact(`${number.replace('−', '-')}e${prefixes.get(unit.slice(0, -1))}`)).toEqual(exact(`${digits}e${power}`));
    });
  });
});

/** The number as a whole number and a power of ten, without zeros at the end. */
function exact(text: string): [bigint, number] {
  const [, sign, whole, fraction = '', ...powers] = /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?(?:e(-?\d+))?$/.exec(
    text,
  ) as RegExpExecArray;
  let digits = BigInt(sign + whole + fraction);
  let power = powers.reduce((sum, part) => sum + Number(part ?? 0), 0) - fraction.length;
  if (digits === 0n) return [0n, 0];
  while (digits % 10n === 0n) {
    digits /= 10n;
    power++;
  }
  return [digits, power];
}
