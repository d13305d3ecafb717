import { expect, it } from 'vitest';
import { parseDecimal } from '../../../src/analysis/decimal.js';
import { parseQuantity } from '../../../src/analysis/quantity.js';
import { isWhiteSpace, trimWhiteSpace, WHITE_SPACE } from '../../../src/analysis/white-space.js';

it('is that of Unicode, as a predicate and as a character class', () => {
  const units = Array.from({ length: 0x10000 }, (_, code) => code);
  const unicode = units.filter((code) => /\p{White_Space}/u.test(String.fromCharCode(code)));
  const inClass = new RegExp(`[${WHITE_SPACE}]`);
  expect(unicode).toHaveLength(25);
  expect(units.filter(isWhiteSpace)).toEqual(unicode);
  expect(units.filter((code) => inClass.test(String.fromCharCode(code)))).toEqual(unicode);
});

it('is taken from the ends of a text', () => {
  expect(trimWhiteSpace('\u0085 a b\u2028\n')).toBe('a b');
  expect(trimWhiteSpace('\ufeffa')).toBe('\ufeffa');
  expect(trimWhiteSpace(' \u3000')).toBe('');
  expect(trimWhiteSpace('ab')).toBe('ab');
});

it('is ignored around numbers and quantities, and within quantities', () => {
  expect(parseDecimal('\u00855\u0085')?.toString()).toBe('5');
  expect(parseDecimal('\ufeff5')).toBeUndefined();
  expect(parseQuantity('\u00854\u0085kohm', 'ohm')).toEqual({ value: '4000', unit: expect.anything() });
  expect(parseQuantity('\ufeff4k', 'ohm')).toBeNull();
});
