import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../../src/analysis/decimal.js';
import { offerTerms } from '../../../../src/analysis/offer-price.js';
import { inWholeNumbers, type Money, plainCount, termsIn, unitsOf, wholeTerms } from '../../../../src/bom/cost/whole-terms.js';
import type { Offer } from '../../../../src/partdex.js';
import { forAll } from '../../../support/for-all.js';

/** Numbers as sellers write them, and others. */
const number = fc.oneof(
  fc.nat(1000),
  fc.nat(100_000).map((n) => n / 1000),
  fc.constantFrom(
    '1',
    '0.0123',
    '10.50',
    '100',
    ' 5',
    '5.',
    '.5',
    '+5',
    '-3',
    '1e3',
    '',
    'x',
    '0',
    '123456789012345678',
    '00.10',
  ),
  fc.constantFrom(-2, -1.5, 1e21, 1e-9, null, undefined),
);
const offers = fc.record({
  prices: fc.oneof(
    fc.record({ USD: fc.array(fc.oneof(fc.tuple(number, number), fc.constantFrom(null, 5, [])), { maxLength: 4 }) }),
    fc.constantFrom(null, {}, { USD: 5 }),
  ),
  moq: number,
  order_multiple: number,
});

/** Amounts of any scale as texts that can be compared. */
function comparable({ steps, ...rest }: NonNullable<ReturnType<typeof wholeTerms>>) {
  const amount = ({ units, scale }: Money) => unitsOf({ units, scale }, 30);
  return { ...rest, steps: steps.map(({ quantity, price }) => ({ quantity, price: amount(price) })) };
}

describe('terms in whole numbers', () => {
  it('are those of decimals, whatever the numbers of an offer look like', () => {
    forAll([offers], (given) => {
      const offer = given as unknown as Offer;
      const [found, terms] = [termsIn(offer, 'USD'), offerTerms(offer, 'USD')];
      expect(found && comparable(found.isPlain ? wholeTerms(found) : found)).toEqual(terms && comparable(inWholeNumbers(terms)));
    });
  });

  it('know plain counts', () => {
    forAll([number], (value) => {
      const count = plainCount(value);
      if (typeof count === 'number') expect(parseDecimal(String(value))?.toNumber()).toBe(count);
      else expect(count).toBe(value === null || value === undefined ? undefined : 'other');
    });
  });
});
