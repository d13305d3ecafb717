import { Decimal as OtherDecimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decimal,
  decimalOf,
  decimalText,
  meanOf,
  parseAskedDecimal,
  parseDecimal,
  readDecimalText,
  scaledText,
} from '../../../src/analysis/decimal.js';
import * as oracle from '../../oracle/decimal.js';
import { forAll } from '../../support/for-all.js';

/** The number as the oracle names it: its digits and exponent. */
function keyOf(number: Decimal): string {
  const [mantissa, exponent] = number.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return `${whole}${fraction}e${Number(exponent) - fraction.length}`;
}

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });

/** Texts of numbers in every form of the syntax. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '+', '-'),
    digits(30),
    fc.option(digits(30)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-', 'e-'), fc.nat(1000))),
    fc.constantFrom('', ' ', '\t\n', '\u00a0'),
  )
  .map(([sign, whole, fraction, exponent, blank]) => {
    const mantissa = sign + whole + (fraction === null ? '' : `.${fraction}`);
    return blank + mantissa + (exponent === null ? '' : exponent.join('')) + blank;
  });

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['+0.00', '0'],
    ['-0e5', '0'],
    ['0.10', '0.1'],
    ['1e-1', '0.1'],
    ['1.000E-001', '0.1'],
    [' 0.1\t', '0.1'],
    ['+4.70', '4.7'],
    ['-40', '-40'],
    ['007', '7'],
    ['1e-7', '1e-7'],
    ['0.0000001', '1e-7'],
    ['0.000001', '0.000001'],
    ['1e21', '1e+21'],
    ['100000000000000000000', '100000000000000000000'],
    ['1E+9', '1000000000'],
    ['9007199254740993', '9007199254740993'],
    ['1e1000', '1e+1000'],
    ['-1e-1000', '-1e-1000'],
  ])('reads %j as %s', (text, canonical) => expect(decimalText(parseDecimal(text) as Decimal)).toBe(canonical));

  it.each([
    '', ' ', '.5', '5.', '+', '-', '--1', '+-1', '1 0', '1,5', '0x10', '0b1', 'Infinity', '-Infinity', 'NaN', '1e', '1e+', '1e1.5', '1_000',
    'e5', '1e1001', '1e-1001', '1e99999999999999999999', '٣', '１', '1\0', '½', '12abc',
  ])('refuses %j', (text) => expect(parseDecimal(text)).toBeUndefined()); // biome-ignore format: a list

  it('takes any number of zeros before an exponent', () => {
    for (const zeros of [4, 3000]) {
      expect(parseDecimal(`1e-${'0'.repeat(zeros)}1`)?.toString()).toBe('0.1');
      expect(parseDecimal(`2.5E+${'0'.repeat(zeros)}`)?.toString()).toBe('2.5');
      expect(parseDecimal(`1e${'0'.repeat(zeros)}1001`)).toBeUndefined();
      expect(parseDecimal(`1e${'0'.repeat(zeros)}x`)).toBeUndefined();
    }
  });

  it('takes a thousand digits and no more', () => {
    const thousand = '1'.repeat(1000);
    expect(decimalText(parseDecimal(thousand) as Decimal)).toBe(`1.${'1'.repeat(999)}e+999`);
    expect(parseDecimal(`-0.${'1'.repeat(999)}`)).toBeDefined();
    expect(parseDecimal(`${thousand}e-1000`)).toBeDefined();
    expect(parseDecimal(`${thousand}1`)).toBeUndefined();
    expect(parseDecimal(`0.${thousand}`)).toBeUndefined();
    expect(parseDecimal('0'.repeat(1001))).toBeUndefined();
    expect(parseDecimal('1'.repeat(100_000))).toBeUndefined();
  });

  it('keeps every digit of two numbers that are one double', () => {
    const [a, b] = ['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567891'].map(
      (text) => parseDecimal(text) as Decimal,
    );
    expect(a.toNumber()).toBe(b.toNumber());
    expect(a.cmp(b)).toBe(-1);
  });

  it('reads any text of the syntax as the oracle does, and its canonical text again', () => {
    forAll([numberText], (text) => {
      const number = parseDecimal(text) as Decimal;
      expect(keyOf(number)).toBe(oracle.decimalKey(oracle.parseDecimal(text)!));
      expect(readDecimalText(decimalText(number))?.eq(number)).toBe(true);
    });
  });

  it('compares as the oracle does', () => {
    forAll([numberText, numberText], (a, b) => {
      const expected = oracle.compareDecimals(oracle.parseDecimal(a)!, oracle.parseDecimal(b)!);
      expect(parseDecimal(a)?.cmp(parseDecimal(b) as Decimal)).toBe(expected);
    });
  });

  it('is not changed by another user of decimal.js', () => {
    const { precision, toExpPos } = OtherDecimal;
    try {
      OtherDecimal.set({ precision: 3, toExpPos: 2 });
      expect(decimalText(parseDecimal('12345678') as Decimal)).toBe('12345678');
    } finally {
      OtherDecimal.set({ precision, toExpPos });
    }
  });
});

describe('readDecimalText', () => {
  it.each(['0', '-40', '0.1', '1e-7', '1e+21', '1e+1001', '-1.5e-1999'])('reads the canonical %j', (text) => {
    expect(decimalText(readDecimalText(text) as Decimal)).toBe(text);
  });

  it.each(['', '-0', '0.10', '1e21', '1E-7', '0.0000001', ' 1', '+1', 'Infinity', 'NaN', '0x10', `${'9'.repeat(3000)}`])(
    'refuses %j',
    (text) => expect(readDecimalText(text)).toBeUndefined(),
  );
});

describe('parseAskedDecimal', () => {
  const read = (text: string) => {
    const number = parseAskedDecimal(text);
    return number && decimalText(number);
  };

  it.each([
    ['1.0', '1'],
    ['1e1000', '1e+1000'],
    ['10e1000', '1e+1001'],
    ['1e+1001', '1e+1001'],
    ['-5e-1001', '-5e-1001'],
    ['1e+3000', '1e+3000'],
    [`0.00${'7'.repeat(1000)}`, `0.00${'7'.repeat(1000)}`],
  ])('reads %j as a document or an answer writes it', (text, canonical) => expect(read(text)).toBe(canonical));

  it.each(['', '1e1001', '10e+1001', '1E+1001', '1e+3001', '1e-3001', '1e+9999999999999999', 'abc'])('refuses %j', (text) =>
    expect(read(text)).toBeUndefined(),
  );

  it('reads every text as the oracle does, and what that is written as', () => {
    const canonical = fc.tuple(numberText, fc.integer({ min: -2000, max: 2000 })).map(([text, shift]) => {
      const { digits, exponent } = oracle.parseDecimal(text)!;
      return oracle.decimalText({ digits, exponent: digits === 0n ? 0 : exponent + shift });
    });
    forAll([fc.oneof(canonical, numberText)], (text) => {
      const expected = oracle.parseRequested(text);
      expect(read(text)).toBe(expected && oracle.decimalText(expected));
      if (expected) expect(read(oracle.decimalText(expected))).toBe(oracle.decimalText(expected));
    });
  });
});

describe('decimalOf', () => {
  it.each<[bigint | number, number, string]>([
    [0n, 7, '0'],
    [47, 2, '4700'],
    [-15n, 20, '-1.5e+21'],
    [1000n, -4, '0.1'],
    [1n, -1999, '1e-1999'],
    [12345678901234567890123456789012345678901n, -20, '123456789012345678901.23456789012345678901'],
  ])('of %s and %d', (mantissa, exponent, text) => expect(decimalText(decimalOf(mantissa, exponent))).toBe(text));
});

describe('meanOf', () => {
  const mean = (...texts: string[]) => decimalText(meanOf(texts.map((text) => parseDecimal(text) as Decimal)));

  it.each([
    [['1'], '1'],
    [['1', '2'], '1.5'],
    [['0.1', '0.2', '0.3'], '0.2'],
    [['-1', '1'], '0'],
    [['1', '0', '0'], '0.33333333333333333333'],
    [['2', '0', '0'], '0.66666666666666666667'],
    [['-2', '0', '0'], '-0.66666666666666666667'],
    // Half up at the twentieth digit: away from zero.
    [['123456789012345678905', '0'], '61728394506172839453'],
    [['1.00000000000000000005', '1.00000000000000000005'], '1.0000000000000000001'],
    [['-1.00000000000000000005'], '-1.0000000000000000001'],
    [['1.000000000000000000049'], '1'],
    [['99999999999999999999.5'], '100000000000000000000'],
    // The sum is exact, however far its numbers are apart.
    [['1e1000', '1', '-1e1000'], '0.33333333333333333333'],
    [['1e-1000', '1e1000', '-1e1000'], '3.3333333333333333333e-1001'],
    [['800000e996', '0'], '4e+1001'],
  ])('of %j is %s', (texts, expected) => expect(mean(...texts)).toBe(expected));

  it('is that of exact arithmetic', () => {
    forAll([fc.array(numberText, { minLength: 1, maxLength: 8 })], (texts) => {
      const expected = oracle.mean(texts.map((text) => oracle.parseDecimal(text)!));
      expect(keyOf(meanOf(texts.map((text) => parseDecimal(text) as Decimal)))).toBe(oracle.decimalKey(expected));
    });
  });
});

describe('scaledText', () => {
  it('is the text of units · 10^-scale', () => {
    const units = fc.oneof(fc.bigInt(-(10n ** 6n), 10n ** 6n), fc.bigInt(0n, 10n ** 30n));
    forAll([units, fc.nat(30)], (amount, scale) => {
      expect(scaledText(amount, scale)).toBe(decimalText(decimalOf(amount, -scale)));
      expect(scaledText(amount * 10n ** BigInt(scale), scale)).toBe(decimalText(decimalOf(amount, 0)));
    });
  });
});
