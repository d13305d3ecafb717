import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, meanOf, parseDecimal } from '../../../src/analysis/decimal.js';
import type { Offer } from '../../../src/model/documents.js';
import { forAll } from '../../support/for-all.js';
import { meanPriceOf } from '../../support/mean-price-of.js';

const offer = (...breaks: [number | string, number | string][]) => ({ prices: { USD: breaks } }) as Offer;
const decimal = (text: string) => parseDecimal(text) as Decimal;

describe('MeanPrice', () => {
  it.each<[string, Offer[], string | undefined]>([
    ['no offer', [], undefined],
    ['no prices', [{}, { prices: null }, { prices: {} }], undefined],
    ['another currency', [{ prices: { EUR: [[1, '2']] } }], undefined],
    ['no breaks', [offer()], undefined],
    ['one price', [offer([1, '0.10'])], '0.1'],
    ['the lowest break', [offer([100, '1'], [10, '2'], [1000, '0.5'])], '2'],
    ['the first of equal breaks', [offer([10, '2'], ['10', '3'])], '2'],
    ['breaks and prices as text or numbers', [offer(['10', 0.25], [5, '0.5']), offer([1, 1])], '0.75'],
    ['an invalid price', [offer([1, 'call'], [10, '4'])], '4'],
    ['an invalid quantity', [offer(['many', '1'], [10, '4'])], '4'],
    ['several offers', [offer([1, '1']), {}, offer([1, '2']), offer([1, '2'])], '1.6666666666666666667'],
    ['prices below zero', [offer([1, '-3']), offer([1, '1'])], '-1'],
  ])('of %s', (_, offers, expected) => {
    const found = meanPriceOf(offers, 'USD');
    expect(found && decimal(found).toString()).toBe(expected);
  });

  it('is in the currency asked for, whatever its name', () => {
    const prices = { ['__proto__']: [[1, '7']] } as Offer['prices'];
    expect(meanPriceOf([{ prices }], '__proto__')).toBe('7');
    expect(meanPriceOf([offer([1, '7'])], '__proto__')).toBeUndefined();
    expect(meanPriceOf([offer([1, '7'])], 'toString')).toBeUndefined();
  });

  it('is exact however it is reckoned', () => {
    const price = fc.oneof(
      fc.tuple(fc.nat(99_999), fc.nat(999_999)).map(([whole, part]) => `${whole}.${part}`),
      fc.integer({ min: 0, max: 6 }).chain((digits) => fc.nat(10 ** digits).map((n) => (n / 10 ** digits).toFixed(digits))),
      fc.constantFrom(
        '0',
        '0.0',
        '00.1',
        '1e-7',
        '1E3',
        '+2',
        '-0.5',
        ' 3 ',
        '0.0000001',
        '999999999999',
        '9999999999999',
        '0.333333',
        '5e1000',
      ),
    );
    const check = (prices: string[]) => {
      const found = meanPriceOf(
        prices.map((text) => offer([1, text])),
        'USD',
      );
      expect(decimal(found as string).toString()).toBe(meanOf(prices.map(decimal)).toString());
    };
    forAll([fc.array(price, { minLength: 1, maxLength: 12 })], check, 500);
    for (let count = 1; count <= 60; count++) {
      check(Array.from({ length: count }, (_, i) => (i === 0 ? '1' : '0')));
      check(Array.from({ length: count }, (_, i) => (i === 0 ? '0.000001' : '0')));
      check(Array.from({ length: count }, (_, i) => (i === 0 ? '1' : '0.999999')));
    }
    check(Array.from({ length: 1001 }, (_, i) => String(i)));
    // Half a unit of the last digit, up.
    const half = Array.from({ length: 512 }, (_, i) => (i === 0 ? '200000000001' : '200000000000'));
    check(half);
    expect(
      decimal(
        meanPriceOf(
          half.map((text) => offer([1, text])),
          'USD',
        ) as string,
      ).toString(),
    ).toBe('200000000000.00195313');
  });
});
