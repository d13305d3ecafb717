import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalOf, decimalText, parseAskedDecimal } from '../../../src/analysis/decimal.js';
import { LIMB, LONG_LIMBS, NumberMantissas } from '../../../src/analysis/number-mantissas.js';
import { numberDictionaryArrays } from '../../../src/build/dictionary/number-writer.js';
import { NumberDictionary } from '../../../src/index/dictionary/number-dictionary.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { finished } from '../../../src/work/pauses.js';
import { numberValues } from '../../arbitraries/text.js';
import { forAll } from '../../support/for-all.js';
import { bundleOf, interned } from '../../support/sections.js';

/** The mantissas of texts, in their order; the texts are distinct. */
function mantissasOf(texts: readonly string[]): NumberMantissas {
  const values = interned(texts);
  return finished(NumberMantissas.read('test', values.offsets.view(), values.bytes.view()));
}

const canonical = (text: string) => decimalText(parseAskedDecimal(text) as Decimal);

/** Mantissa and exponent, read from the exponential form that decimal.js writes. */
function expectedOf(text: string): { mantissa: bigint; exponent: number } {
  const [digits, exponent] = (parseAskedDecimal(text) as Decimal).toExponential().split('e');
  const [whole, fraction = ''] = digits.split('.');
  const mantissa = BigInt(whole + fraction);
  return { mantissa, exponent: mantissa === 0n ? 0 : Number(exponent) - fraction.length };
}

function expectRead(numbers: NumberMantissas, ordinal: number, text: string): void {
  const { mantissa, exponent } = expectedOf(text);
  const size = mantissa < 0n ? -mantissa : mantissa;
  expect(numbers.exponents[ordinal], text).toBe(exponent);
  expect(numbers.mantissas[ordinal], text).toBe(size < 2n ** 53n ? Number(mantissa) : NaN);
  expect(numbers.wide(ordinal), text).toBe(mantissa);
  const { places, limbs } = numbers.longLimbs();
  const isLong = size >= 10n ** 12n && size < 10n ** 24n;
  expect(places[ordinal] >= 0, text).toBe(isLong);
  if (!isLong) return;
  let joined = 0n;
  for (let i = LONG_LIMBS - 1; i >= 0; i--) {
    const limb = limbs[places[ordinal] + i];
    expect(Math.abs(limb)).toBeLessThan(LIMB);
    joined = joined * BigInt(LIMB) + BigInt(limb);
  }
  expect(joined, text).toBe(mantissa);
}

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0012345678999'), minLength: 1, maxLength });
const canonicalText = () =>
  fc.oneof(
    numberValues().map(String),
    fc
      .tuple(fc.constantFrom('', '-'), digits(30), fc.constantFrom('', '.'), digits(30), fc.integer({ min: -1000, max: 1000 }))
      .map(
        ([sign, whole, point, fraction, exponent]) => `${sign}${whole}${point}${fraction}${exponent % 2 ? `e${exponent}` : ''}`,
      ),
  );

describe('NumberMantissas', () => {
  it.each([
    ['0', 0, 0],
    ['4700', 47, 2],
    ['0.1', 1, -1],
    ['-40', -4, 1],
    ['1e-7', 1, -7],
    ['-1.5e+21', -15, 20],
    ['100.001', 100001, -3],
    ['100000000000000000000', 1, 20],
    ['120000000000000000000', 12, 19],
    ['0.000001', 1, -6],
    ['999999', 999999, 0],
    ['1000001', 1000001, 0],
    ['9007199254740991', 9007199254740991, 0],
    ['9007199254740992', NaN, 0],
    ['-9007199254740993', NaN, 0],
    ['900719925474099100000', 9007199254740991, 5],
    ['1.0000000000000000000000000000000000000001', NaN, -40],
    ['5e-1999', 5, -1999],
    ['5e+1999', 5, 1999],
  ])('reads %s', (text, mantissa, exponent) => {
    const numbers = mantissasOf([text]);
    expect(numbers.mantissas[0]).toBe(mantissa);
    expect(numbers.exponents[0]).toBe(exponent);
    expectRead(numbers, 0, text);
  });

  it('reads what a dictionary holds', () => {
    forAll([fc.array(canonicalText(), { maxLength: 30, size: 'max' })], (texts) => {
      const { arrays } = finished(numberDictionaryArrays(interned(new Set(texts))));
      const dictionary = new NumberDictionary('test', bundleOf(arrays));
      const numbers = finished(dictionary.mantissas());
      expect(finished(dictionary.mantissas())).toBe(numbers);
      expect(numbers.mantissas.length).toBe(dictionary.size);
      for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
        expectRead(numbers, ordinal, dictionary.value(ordinal));
        expect(decimalText(decimalOf(numbers.wide(ordinal), numbers.exponents[ordinal]))).toBe(dictionary.value(ordinal));
      }
      const exponents = [...numbers.exponents];
      expect(numbers.leastExponent).toBe(exponents.length === 0 ? 0 : Math.min(...exponents));
      expect(numbers.greatestExponent).toBe(exponents.length === 0 ? 0 : Math.max(...exponents));
    });
  });

  it('cuts digits of every number into limbs, with and without point', () => {
    const texts: string[] = [];
    for (let length = 1; length <= 50; length++) {
      const text = '1234567891'.repeat(5).slice(0, length);
      texts.push(text, `-${text}2`, `0.00${text}3`, `${text}.0004`, `-${text}.${text}`);
    }
    const written = [...new Set(texts.map(canonical))];
    const numbers = mantissasOf(written);
    written.forEach((text, ordinal) => {
      expectRead(numbers, ordinal, text);
    });
  });

  it('reads 2,000 digits and a thousand zeros between two', () => {
    const texts = [`${'123456789'.repeat(111)}e+1000`, `1.${'0'.repeat(998)}1e-1000`, `0.${'7'.repeat(999)}`];
    const written = texts.map(canonical);
    const numbers = mantissasOf(written);
    written.forEach((text, ordinal) => {
      expectRead(numbers, ordinal, text);
    });
  });

  it('has room for no number', () => {
    const numbers = mantissasOf([]);
    expect([numbers.mantissas.length, numbers.leastExponent, numbers.greatestExponent]).toEqual([0, 0, 0]);
    expect(numbers.longLimbs().limbs.length).toBe(0);
  });

  it.each([
    '',
    '-',
    'x',
    '1x',
    '1.',
    '1.00',
    '.',
    '1..5',
    'e',
    '-e5',
    '--1',
    '1.2.3',
    '1e',
    '1e+',
    '1e-x',
    '1e99999999999',
    '1e20000',
    'NaN',
    '1e5e5',
    'e5',
  ])('refuses %j', (text) => expect(() => mantissasOf(['1', text])).toThrow(CorruptCatalogError));
});
