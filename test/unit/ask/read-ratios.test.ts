import { describe, expect, it } from 'vitest';
import { hasRatio } from '../../../src/ask/read-ratios.js';

describe('a ratio in a value', () => {
  it.each([
    ['3/8', '3', '8'],
    ['8:1', '8', '1'],
    ['1 x 1:2', '1', '2'],
    ['4 x 4:1', '4', '1'],
    ['1/3,1/2', '1', '2'],
    ['16 to 1', '16', '1'],
  ])('%s is %s to %s', (value, first, second) => {
    expect(hasRatio(value, first, second)).toBe(true);
  });

  it.each([
    ['38', '3', '8'],
    ['13/8', '3', '8'],
    ['3/81', '3', '8'],
    ['14:12', '4', '1'],
    ['1:2.5', '1', '2'],
    ['0.1:2', '1', '2'],
    ['3', '3', '8'],
  ])('%s is not %s to %s', (value, first, second) => {
    expect(hasRatio(value, first, second)).toBe(false);
  });
});
