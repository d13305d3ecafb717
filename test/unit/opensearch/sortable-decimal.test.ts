import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseDecimal } from '../../../src/analysis/decimal.js';
import { compareCodePoints } from '../../../src/analysis/text.js';
import {
  ABOVE_ALL_NUMBERS,
  BELOW_ALL_NUMBERS,
  decimalOfSortable,
  partsOfSortable,
  SmallNumber,
  sortableDecimal,
  textOfSortable,
} from '../../../src/opensearch/sortable-decimal.js';
import { forAll } from '../../support/for-all.js';

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
const numberText = fc
  .tuple(fc.constantFrom('', '-'), digits(30), fc.option(digits(60)), fc.option(fc.integer({ min: -1000, max: 1000 })))
  .map(([sign, whole, fraction, exponent]) => {
    return `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`;
  });
const number = numberText.map((text) => parseDecimal(text) as Decimal);
/** Numbers that differ little. */
const neighbours = fc
  .tuple(number, fc.integer({ min: -60, max: 60 }), fc.constantFrom('-1', '0', '1'))
  .map(([a, exponent, step]): [Decimal, Decimal] => [a, a.plus(parseDecimal(`${step}e${exponent}`) as Decimal)]);

describe('sortableDecimal', () => {
  it('orders as the numbers do', () => {
    forAll([fc.oneof(fc.tuple(number, number), neighbours)], ([a, b]) => {
      expect(Math.sign(compareCodePoints(sortableDecimal(a), sortableDecimal(b)))).toBe(a.cmp(b));
    });
  });

  it('keeps every digit', () => {
    forAll([number], (a) => {
      expect(decimalText(decimalOfSortable(sortableDecimal(a)) as Decimal)).toBe(decimalText(a));
    });
  });

  it('has the text of the number', () => {
    const wholes = fc
      .tuple(fc.nat(), fc.integer({ min: -30, max: 30 }))
      .map(([whole, e]) => parseDecimal(`${whole}e${e}`) as Decimal);
    forAll([fc.oneof(number, wholes)], (a) => {
      expect(textOfSortable(sortableDecimal(a))).toBe(decimalText(a));
    });
    for (const text of ['0', '1e20', '1e21', '123456789e12', '123456789e13', '1e-6', '1e-7', '-5e3'])
      expect(textOfSortable(sortableDecimal(parseDecimal(text) as Decimal))).toBe(decimalText(parseDecimal(text) as Decimal));
  });

  it('is read without its texts if it is that of a small number above zero', () => {
    const numbers = fc.tuple(fc.nat({ max: 12_000_000 }), fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('', '-'));
    forAll([numbers], ([whole, exponent, sign]) => {
      const text = sortableDecimal(parseDecimal(`${sign}${whole}e${exponent}`) as Decimal);
      const { isNegative, digits, exponent: last } = partsOfSortable(text);
      const small = new SmallNumber();
      const isSmall = small.read(`a.value=${text}`, 8);
      expect(isSmall).toBe(!isNegative && digits !== '0' && digits.length <= 7);
      if (isSmall) expect([small.digits, small.exponent]).toEqual([Number(digits), last]);
    });
  });

  it('has a rank by which small numbers above zero are ordered', () => {
    const rankOf = (text: string) => {
      const small = new SmallNumber();
      expect(small.read(text, 0)).toBe(true);
      return small.rank;
    };
    const numbers = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: -9, max: 9 }));
    forAll([fc.tuple(numbers, numbers)], (pair) => {
      const [a, b] = pair.map(([whole, exponent]) => parseDecimal(`${whole}e${exponent}`) as Decimal);
      expect(Math.sign(rankOf(sortableDecimal(a)) - rankOf(sortableDecimal(b)))).toBe(a.cmp(b));
    });
  });

  it('is between the ends of an open interval, and short', () => {
    for (const text of ['0', '1', '-1', `${'9'.repeat(1000)}e1000`, `-${'9'.repeat(1000)}e1000`, '1e-1000', '-1e-1000']) {
      const form = sortableDecimal(parseDecimal(text) as Decimal);
      expect(compareCodePoints(form, BELOW_ALL_NUMBERS)).toBeGreaterThan(0);
      expect(compareCodePoints(form, ABOVE_ALL_NUMBERS)).toBeLessThan(0);
      expect(form.length).toBeLessThanOrEqual(1006);
    }
  });

  it.each(['', '6', '65000', '65000x', '45000', '450001', '7', '5~', '0', '9'])('refuses %j, which it does not write', (text) => {
    expect(decimalOfSortable(text)).toBeUndefined();
  });
});
