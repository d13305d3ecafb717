import { describe, expect, it } from 'vitest';
import { compareDecimals, type Decimal, decimalKey, mean, parseDecimal } from '../../oracle/decimal.js';

const number = (text: string | number): Decimal => {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`no number: ${text}`);
  return parsed;
};

describe('parseDecimal', () => {
  it('reads many ways of writing one number', () => {
    for (const text of ['0.1', '0.10', '1e-1', '1.000E-001', '+0.1', ' 0.1 ', 0.1]) expect(decimalKey(number(text))).toBe('1e-1');
    for (const text of ['0', '-0', '0.000', '0e10', -0]) expect(decimalKey(number(text))).toBe('0e0');
    expect(decimalKey(number(1e21))).toBe('1e21');
    expect(decimalKey(number(1e-7))).toBe('1e-7');
  });

  it.each([
    '',
    ' ',
    '0x10',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '1,5',
    '--1',
    '1e',
    '1e1.5',
    '1 000',
    '1e1001',
    '1e-1001',
    `1${'0'.repeat(1000)}`,
  ])('refuses %j', (text) => expect(parseDecimal(text)).toBeUndefined());

  it('accepts a thousand digits and exponents up to 1,000', () => {
    expect(parseDecimal('9'.repeat(1000))).toBeDefined();
    expect(parseDecimal('1e1000')).toBeDefined();
    expect(parseDecimal('1e-1000')).toBeDefined();
  });
});

it('compares exactly', () => {
  const texts = [
    '1e-15',
    '-1e-400',
    '1234567890123456789012345678901234567891',
    '0',
    '1234567890123456789012345678901234567890',
    '-2',
    '1e9',
  ];
  expect(texts.map(number).sort(compareDecimals).map(decimalKey)).toEqual(
    [
      '-2',
      '-1e-400',
      '0',
      '1e-15',
      '1e9',
      '1234567890123456789012345678901234567890',
      '1234567890123456789012345678901234567891',
    ].map((t) => decimalKey(number(t))),
  );
});

it.each([
  [['1', '2'], '1.5'],
  [['0.1', '0.2', '0.3'], '0.2'],
  [['1', '0', '0'], '0.33333333333333333333'],
  [['2', '0', '0'], '0.66666666666666666667'],
  [['-2', '0', '0'], '-0.66666666666666666667'],
  [['123456789012345678901', '123456789012345678900'], '123456789012345678900'],
  [['100000000000000000005'], '100000000000000000010'],
  [['-100000000000000000005'], '-100000000000000000010'],
  [['5', '-5'], '0'],
])('the mean of %j is %j', (texts, expected) => expect(decimalKey(mean(texts.map(number)))).toBe(decimalKey(number(expected))));
