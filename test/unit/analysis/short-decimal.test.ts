import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalText, parseDecimal } from '../../../src/analysis/decimal.js';
import { shortDecimal } from '../../../src/analysis/short-decimal.js';
import { utf8Bytes } from '../../../src/analysis/utf8.js';

/** Read from the middle of other bytes. */
function read(text: string): number {
  const bytes = utf8Bytes(`9${text}9`);
  return shortDecimal(bytes, 1, bytes.length - 1);
}

it('reads digits with or without a point', () => {
  expect(['0', '7', '007', '0.5', '12.50', '999999999999999', '0.0000000000001'].map(read)).toEqual([
    0, 7, 7, 0.5, 12.5, 999_999_999_999_999, 1e-13,
  ]);
});

it('leaves every other text to the exact arithmetic', () => {
  const others = [
    '',
    '.',
    '.5',
    '5.',
    '1.2.3',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1_000',
    '١',
    '1234567890123456',
    '12345678.12345678',
  ];
  expect(others.map(read)).toEqual(others.map(() => -1));
});

it('is the double of the decimal, and prints as the decimal does', () => {
  const digits = fc.stringMatching(/^[0-9]{1,15}$/);
  fc.assert(
    fc.property(digits, fc.nat({ max: 15 }), (text, at) => {
      const point = at > 0 && at < text.length ? `${text.slice(0, at)}.${text.slice(at)}` : text;
      const short = read(point);
      if (point.length > 15) return short === -1;
      const exact = parseDecimal(point);
      return short === Number(point) && exact?.toNumber() === short && decimalText(exact) === String(short);
    }),
    { numRuns: 5000 },
  );
});
