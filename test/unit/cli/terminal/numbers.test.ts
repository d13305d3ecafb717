import { describe, expect, it } from 'vitest';
import { formatNumber, formatPrice } from '../../../../src/cli/terminal/numbers.js';

describe('numbers', () => {
  it.each([
    ['1234567.5', '', '1,234,567.5'],
    ['0', '', '0'],
    ['-40', '', '-40'],
    ['28', 'days', '28 days'],
    ['1e-9', '', '1e-9'],
    ['1.25e21', '', '1.25e21'],
    ['N/A', '', 'N/A'],
    ['N/A', 'days', 'N/A days'],
  ])('%s %s is %s', (text, unit, expected) => expect(formatNumber(text, unit)).toBe(expected));

  it('loses no digit unless it may', () => {
    expect(formatNumber('1234.5678901234567890123456789012345678901')).toBe('1,234.5678901234567890123456789012345678901');
    expect(formatNumber(`1${'0'.repeat(1000)}`)).toBe('1e1000');
    expect(formatNumber('1e-400')).toBe('1e-400');
  });

  it.each([
    ['123456.789', '123,457'],
    ['99999.5', '100,000'],
    ['12.34567', '12.35'],
    ['0.00001234567', '0.00001235'],
    ['-1.2345', '-1.235'],
  ])('four digits of %s are %s', (text, expected) => expect(formatNumber(text, '', 4)).toBe(expected));
});

describe('prices', () => {
  it.each([
    ['16.6812', '16.68 USD'],
    ['0.8464', '0.8464 USD'],
    ['0.033333333333333333333', '0.03333 USD'],
    ['0.5', '0.50 USD'],
    ['1234.5', '1,234.50 USD'],
    ['0.999999', '1.00 USD'],
    ['9.999', '10.00 USD'],
    ['0', '0.00 USD'],
    ['1e-12', '1e-12 USD'],
    ['?', '? USD'],
  ])('%s is %s', (text, expected) => expect(formatPrice(text, 'USD')).toBe(expected));
});
