import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseDecimal } from '../../../../src/analysis/decimal.js';
import { numberDictionaryArrays } from '../../../../src/build/dictionary/number-writer.js';
import { NO_ORDINAL } from '../../../../src/build/rows/row-values.js';
import { NumberDictionary } from '../../../../src/index/dictionary/number-dictionary.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { finished } from '../../../../src/work/pauses.js';
import { numberValues } from '../../../arbitraries/text.js';
import { forAll } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';

function built(texts: readonly string[]) {
  const { arrays, ordinals, size } = finished(numberDictionaryArrays(interned(texts)));
  const dictionary = new NumberDictionary('test', bundleOf(arrays));
  expect(dictionary.size).toBe(size);
  return { dictionary, ordinals };
}

const decimal = (text: string) => parseDecimal(text) as Decimal;

/** Numbers close to each other: many that are one double, or beyond the doubles. */
const closeNumber = () =>
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('9007199254740992', '1', '0', '123456789012345678901234567890', '10', '99'),
      fc.constantFrom('', '.0', '.1', '.00000000000000000001', '.00000000000000000002'),
      fc.constantFrom('', 'e400', 'e-400', 'e1000', 'e999', 'e-1000', 'e-1'),
    )
    .map((parts) => parts.join(''));
const numbers = () =>
  fc.array(fc.oneof({ weight: 2, arbitrary: closeNumber() }, { weight: 1, arbitrary: numberValues().map(String) }), {
    maxLength: 30,
    size: 'max',
  });

describe('NumberDictionary', () => {
  it('writes short numbers, which it does not read as decimals, as decimals are written', () => {
    const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
    const short = fc.oneof(
      digits(15),
      fc.tuple(digits(3), digits(11)).map((parts) => parts.join('.')),
    );
    const longer = short.map((text) => `${text.includes('.') ? text : `${text}.`}${'0'.repeat(15)}`);
    forAll([fc.array(fc.oneof(short, longer), { minLength: 1 })], (texts) => {
      const { dictionary, ordinals } = built(texts);
      const distinct = [...new Set(texts)];
      for (const [i, text] of distinct.entries()) expect(dictionary.value(ordinals[i])).toBe(decimalText(decimal(text)));
      dictionary.validate('test');
    });
  });

  it('holds each number once, in order, and drops what is not a number', () => {
    forAll([numbers(), numbers()], (texts, probes) => {
      const distinct = [...new Set(texts)];
      const { dictionary, ordinals } = built(distinct);
      const values = distinct.map(parseDecimal);
      const expected = values
        .filter((value) => value !== undefined)
        .sort((a, b) => a.cmp(b))
        .filter((value, i, all) => i === 0 || !value.eq(all[i - 1]));
      expect(dictionary.size).toBe(expected.length);
      expected.forEach((value, i) => {
        expect(dictionary.value(i)).toBe(decimalText(value));
        expect(dictionary.decimal(i).eq(value)).toBe(true);
      });
      values.forEach((value, entry) => {
        expect(ordinals[entry]).toBe(value ? expected.findIndex((other) => other.eq(value)) : NO_ORDINAL);
      });
      for (const probe of [...texts, ...probes].map(parseDecimal)) {
        if (!probe) continue;
        expect(dictionary.lowerBound(probe)).toBe(expected.filter((value) => value.lt(probe)).length);
        expect(dictionary.upperBound(probe)).toBe(expected.filter((value) => value.lte(probe)).length);
      }
      dictionary.validate('test');
    });
  });

  it('distinguishes numbers that are one double', () => {
    const { dictionary } = built(['9007199254740993', '9007199254740992', '1e999', '1e1000', '-1e999', '1e-400', '0', '-1e-400']);
    const inOrder = ['-1e+999', '-1e-400', '0', '1e-400', '9007199254740992', '9007199254740993', '1e+999', '1e+1000'];
    expect(inOrder.map((_, i) => dictionary.value(i))).toEqual(inOrder);
    for (const [i, text] of inOrder.entries()) {
      expect(dictionary.lowerBound(decimal(text))).toBe(i);
      expect(dictionary.upperBound(decimal(text))).toBe(i + 1);
    }
    expect(dictionary.lowerBound(decimal('2e-401'))).toBe(3);
    expect(dictionary.lowerBound(decimal('5e999'))).toBe(7);
  });

  it('finds the place of a number with the double of a short one', () => {
    const { dictionary } = built(['-0.1', '5e-324', '0.1', '1e300']);
    const boundsOf = (text: string) => [dictionary.lowerBound(decimal(text)), dictionary.upperBound(decimal(text))];
    expect(boundsOf('0.1')).toEqual([2, 3]);
    expect(boundsOf('0.1000000000000000001')).toEqual([3, 3]);
    expect(boundsOf('0.0999999999999999999')).toEqual([2, 2]);
    expect(boundsOf('-0.1000000000000000001')).toEqual([0, 0]);
    // Below the normal doubles, short decimals share a double, too.
    expect(decimal('4.9e-324').toNumber()).toBe(decimal('5e-324').toNumber());
    expect(boundsOf('4.9e-324')).toEqual([1, 1]);
    expect(boundsOf('5e-324')).toEqual([1, 2]);
    expect(boundsOf('1e300')).toEqual([3, 4]);
  });

  it('merges the ways to write a number', () => {
    const { dictionary, ordinals } = built(['0.1', '0.10', '1e-1', ' 1.000E-001 ', '+0.1', '1e-15', '1e9', '1000000000']);
    expect([...ordinals]).toEqual([1, 1, 1, 1, 1, 0, 2, 2]);
    expect([0, 1, 2].map((i) => dictionary.value(i))).toEqual(['1e-15', '0.1', '1000000000']);
  });

  it('reads numbers back whose canonical exponent is past the limit on what is given', () => {
    const extremes = ['800000e996', '0.001e-1000', `${'1'.repeat(1000)}e1000`, `0.${'1'.repeat(999)}e-1000`];
    const { dictionary } = built(extremes);
    expect(dictionary.size).toBe(4);
    dictionary.validate('test');
    for (const text of extremes) {
      const ordinal = dictionary.lowerBound(decimal(text));
      expect(dictionary.decimal(ordinal).eq(decimal(text))).toBe(true);
      expect(dictionary.upperBound(decimal(text))).toBe(ordinal + 1);
    }
  });

  it('refuses a number that is not canonical, out of order, or stored with another double', () => {
    const damaged = (texts: string[], approximations: number[]) => {
      const values = interned(texts);
      const arrays = [Float64Array.from(approximations), values.offsets.view(), values.bytes.view()];
      return () => new NumberDictionary('test', bundleOf(arrays)).validate('test');
    };
    expect(damaged(['1', '2'], [1, 2])).not.toThrow();
    expect(damaged(['2', '1'], [2, 1])).toThrow(CorruptCatalogError);
    expect(damaged(['1', '2'], [1, 3])).toThrow(CorruptCatalogError);
    expect(damaged(['1', 'x'], [1, 2])).toThrow(CorruptCatalogError);
    expect(damaged(['1.0'], [1])).toThrow(CorruptCatalogError);
    expect(damaged(['NaN'], [Number.NaN])).toThrow(CorruptCatalogError);
    expect(damaged(['1'], [1, 2])).toThrow(CorruptCatalogError);
  });

  it('refuses when it is loaded what loops and sums could not end with, and when it is read what is not its double', () => {
    const loaded = (texts: string[], approximations: number[]) => {
      const values = interned(texts);
      return new NumberDictionary(
        'test',
        bundleOf([Float64Array.from(approximations), values.offsets.view(), values.bytes.view()]),
      );
    };
    expect(() => loaded(['1', '2'], [2, 1])).toThrow('number 1 is out of order');
    expect(() => loaded(['1', '2'], [1, Number.NaN])).toThrow('number 1 is out of order');
    expect(() => loaded(['7'.repeat(3000)], [Number.POSITIVE_INFINITY])).toThrow('number 0 is too long');
    expect(() => loaded(['1', '-5'], [1, 2]).decimal(1)).toThrow('number 1 is not its double');
  });
});
