import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalLogarithm } from '../../../src/answers/logarithm.js';
import { forAll } from '../../support/for-all.js';

describe('naturalLogarithm', () => {
  it('is within two units in the last place of the platform’s', () => {
    const values = fc.oneof(fc.double({ min: 1, max: 2, noNaN: true }), fc.double({ min: 1, max: 2 ** 33, noNaN: true }));
    forAll(
      [values],
      (x) => {
        expect(Math.abs(naturalLogarithm(x) - Math.log(x))).toBeLessThanOrEqual(2 * Number.EPSILON * Math.log(x));
      },
      10_000,
    );
  });

  it.each([
    [1, 0],
    [3, 1.0986122886681096],
    [4242.5, 8.35290799710838],
    [1_000_000, 13.815510557964274],
    [1 + Number.EPSILON, 2.220446049250313e-16],
  ])('of %d is %d on every engine', (x, expected) => {
    expect(naturalLogarithm(x)).toBe(expected);
  });
});
