import { expect, it } from 'vitest';
import { typedNumber } from '../../../../examples/offline-page/src/parts/typed-number.js';

it.each([
  ['4700', 'Ω', '4700'],
  ['4k7', 'Ω', '4700'],
  ['100n', 'F', '1e-7'],
  ['−40 °C', '°C', '-40'],
  ['.5', 'V', '0.5'],
  ['64 KiB', 'B', '65536'],
  ['12', '', '12'],
  ['5k', '', '5000'],
])('%j of the unit %s is %s', (text, symbol, number) => expect(typedNumber(text, symbol)).toBe(number));

it.each([
  ['', 'V'],
  ['5 A', 'V'],
  ['5 V', ''],
  ['5V+', 'V'],
  ['1 to 5', ''],
  ['x', ''],
])('%j is not a number of the unit %s', (text, symbol) => expect(typedNumber(text, symbol)).toBeUndefined());
