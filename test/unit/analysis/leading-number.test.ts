import { describe, expect, it } from 'vitest';
import { parseLeadingNumber } from '../../../src/analysis/leading-number.js';

describe('the number that a text begins with', () => {
  it.each([
    ['5000 pcs', '5000'],
    ['5000', '5000'],
    ['5,000 pcs', '5000'],
    ['1,234,567', '1234567'],
    ['1,00', '1'],
    ['12,345,6', '12345'],
    ['1,0000', '1'],
    ['12345,678', '12345'],
    [' 2.5k', '2.5'],
    ['2.', '2'],
    ['-3x', '-3'],
    ['1e3', '1000'],
    ['1e3 pcs', '1'],
    ['10/reel', '10'],
  ])('%j', (text, number) => expect(parseLeadingNumber(text)?.toString()).toBe(number));

  it.each(['', 'x5', '.5', ',5', '-', `${'9'.repeat(1001)} pcs`])('is not in %j', (text) => {
    expect(parseLeadingNumber(text)).toBeUndefined();
  });
});
