import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatQuantity } from '../../../../examples/offline-page/src/parts/quantity.js';
import { parseQuantity } from '../../../../examples/offline-page/src/parts/quantity-input.js';
import { forAll } from '../../../support/for-all.js';

it.each([
  ['4700', 'Ω', '4700'],
  ['4.7k', 'Ω', '4700'],
  ['4.7 kΩ', 'Ω', '4700'],
  ['4.7K', 'Ω', '4700'],
  ['4k7', 'Ω', '4700'],
  ['2R2', 'Ω', '2.2'],
  ['4u7', 'F', '0.0000047'],
  ['4.7e3', 'Ω', '4700'],
  [' 1M ', 'Ω', '1000000'],
  ['100n', 'F', '0.0000001'],
  ['0.1 uF', 'F', '0.0000001'],
  ['0.1μF', 'F', '0.0000001'],
  ['0.1µF', 'F', '0.0000001'],
  ['1m', 'm', '1'],
  ['1mm', 'm', '0.001'],
  ['1 m', 'V', '0.001'],
  ['−40 °C', '°C', '-40'],
  ['-40', '°C', '-40'],
  ['+5', 'V', '5'],
  ['.5', 'V', '0.5'],
  ['-.5', 'V', '-0.5'],
  ['5.', 'V', '5'],
  ['5. V', 'V', '5'],
  ['50%', '%', '50'],
  ['64 KiB', 'B', '65536'],
  ['1 kB', 'B', '1000'],
  ['1.5 KiB', 'B', '1536'],
  ['12', '', '12'],
  ['1e100', 'F', '1e100'],
  ['1.5e-100', 'F', '15e-101'],
  ['0', 'V', '0'],
])('%j of the unit %s is %s', (text, symbol, number) => expect(parseQuantity(text, symbol)).toBe(number));

it.each([
  ['', 'V'],
  ['V', 'V'],
  ['k', 'Ω'],
  ['1,000', 'V'],
  ['1 2', 'V'],
  ['5 A', 'V'],
  ['4.5k7', 'Ω'],
  ['4x7', 'Ω'],
  ['5k', '°C'],
  ['5k', ''],
  ['0x10', 'V'],
  ['NaN', 'V'],
  ['Infinity', 'V'],
  ['1 KiB', 'V'],
  ['0.1 KiB', 'B'],
  ['--5', 'V'],
  ['1e', 'V'],
])('%j is not a quantity of the unit %s', (text, symbol) => expect(parseQuantity(text, symbol)).toBeUndefined());

it('a displayed quantity can be typed', () => {
  const symbols = fc.constantFrom('F', 'Ω', 'm', '°C', '%', '', 'B', 'bit/s');
  forAll([fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: -20, max: 20 }), symbols], (digits, power, symbol) => {
    const shown = formatQuantity(`${digits}e${power}`, symbol);
    const typed = parseQuantity(shown, symbol);
    expect(typed, shown).toBeDefined();
    expect(formatQuantity(typed as string, symbol)).toBe(formatQuantity(parseQuantity(`${digits}e${power}`) as string, symbol));
  });
});
