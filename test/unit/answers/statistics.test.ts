import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseAskedDecimal } from '../../../src/analysis/decimal.js';
import type { NumberMantissas } from '../../../src/analysis/number-mantissas.js';
import { addSums, meanAndDeviation, type Sums, sumValues } from '../../../src/answers/statistics.js';
import { numberDictionaryArrays } from '../../../src/build/dictionary/number-writer.js';
import { NumberDictionary } from '../../../src/index/dictionary/number-dictionary.js';
import { finished } from '../../../src/work/pauses.js';
import { forAll } from '../../support/for-all.js';
import { bundleOf, interned } from '../../support/sections.js';

const canonical = (text: string) => decimalText(parseAskedDecimal(text) as Decimal);

/** A number and how often it occurs. */
type Weighed = readonly [text: string, times: number];

/** An exact number. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The fraction that a text writes. */
function fractionOf(text: string): Fraction {
  const [mantissa, exponent = '0'] = text.toLowerCase().split('e');
  const [whole, decimals = ''] = mantissa.split('.');
  const power = Number(exponent) - decimals.length;
  const integer = BigInt(whole + decimals);
  return power >= 0
    ? { numerator: integer * 10n ** BigInt(power), denominator: 1n }
    : { numerator: integer, denominator: 10n ** BigInt(-power) };
}

function plus(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

function isEqual(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator === b.numerator * a.denominator;
}

const whole = (value: bigint | number): Fraction => ({ numerator: BigInt(value), denominator: 1n });
const ZERO = whole(0);

/** Count, sum and sum of squares, one value after the other. */
function bruteForce(values: readonly Weighed[]): { count: number; sum: Fraction; squares: Fraction } {
  let count = 0;
  let sum = ZERO;
  let squares = ZERO;
  for (const [text, number] of values) {
    const value = fractionOf(text);
    count += number;
    sum = plus(sum, times(value, whole(number)));
    squares = plus(squares, times(times(value, value), whole(number)));
  }
  return { count, sum, squares };
}

/** `sum` · 10^exponent of sums as a fraction. */
function scaled(integer: bigint, exponent: number): Fraction {
  return times(whole(integer), fractionOf(`1e${exponent}`));
}

function expectExact(sums: Sums, values: readonly Weighed[]): void {
  const { count, sum, squares } = bruteForce(values);
  expect(sums.count).toBe(count);
  expect(isEqual(scaled(sums.sum, sums.exponent), sum)).toBe(true);
  expect(isEqual(scaled(sums.squares, 2 * sums.exponent), squares)).toBe(true);
}

function dictionaryOf(values: readonly Weighed[]): { numbers: NumberMantissas; ordinalOf: (text: string) => number } {
  const texts = interned(values.map(([text]) => text));
  const { arrays, ordinals } = finished(numberDictionaryArrays(texts));
  const entries = new Map<string, number>();
  for (const [text] of values) if (!entries.has(text)) entries.set(text, entries.size);
  return {
    numbers: finished(new NumberDictionary('test', bundleOf(arrays)).mantissas()),
    ordinalOf: (text) => ordinals[entries.get(text) as number],
  };
}

function sumsOf(values: readonly Weighed[]): Sums {
  const { numbers, ordinalOf } = dictionaryOf(values);
  const ordinals = Uint32Array.from(values, ([text]) => ordinalOf(text));
  return sumValues(
    numbers,
    ordinals,
    Uint32Array.from(values, ([, number]) => number),
    values.length,
  );
}

const statistics = (values: readonly Weighed[]) => meanAndDeviation(sumsOf(values));
const once = (...texts: string[]): Weighed[] => texts.map((text) => [text, 1]);

/**
 * Whether `text`, of at most 20 digits, is `exact` rounded to 20 digits, half away from zero; `power` 2 if `exact` is the
 * square of what is rounded. `text` is right if `exact` is not below the middle between it and its lower neighbour, and
 * below the middle between it and its upper one.
 */
function isRounded(text: string, exact: Fraction, power: 1 | 2): boolean {
  if (exact.numerator === 0n) return text === '0';
  const negative = exact.numerator < 0n;
  if (negative !== text.startsWith('-')) return false;
  const size = negative ? { ...exact, numerator: -exact.numerator } : exact;
  const [digits, exponent] = (parseAskedDecimal(text.replace(/^-/, '')) as Decimal).toExponential(25).split('e');
  const mantissa = BigInt(digits.replace('.', '').slice(0, 20));
  if (/[1-9]/.test(digits.replace('.', '').slice(20))) return false;
  const unit = Number(exponent) - 19;
  // Below a power of ten the neighbour is ten times as near.
  const isPower = mantissa === 10n ** 19n;
  const lower = isPower ? scaled(mantissa * 100n - 5n, unit - 2) : scaled(mantissa * 10n - 5n, unit - 1);
  const upper = scaled(mantissa * 10n + 5n, unit - 1);
  const compared = (bound: Fraction) => {
    const { numerator, denominator } = power === 2 ? times(bound, bound) : bound;
    return size.numerator * denominator - numerator * size.denominator;
  };
  return compared(lower) >= 0n && compared(upper) < 0n;
}

function expectRounded(sums: Sums, values: readonly Weighed[]): void {
  const { mean, stddev } = meanAndDeviation(sums);
  const { count, sum, squares } = bruteForce(values);
  if (count === 0) {
    expect({ mean, stddev }).toEqual({ mean: null, stddev: null });
    return;
  }
  const n = BigInt(count);
  expect(isRounded(mean as string, { numerator: sum.numerator, denominator: sum.denominator * n }, 1), `mean ${mean}`).toBe(true);
  const numerator = n * squares.numerator * sum.denominator ** 2n - sum.numerator ** 2n * squares.denominator;
  const denominator = squares.denominator * sum.denominator ** 2n * (n === 1n ? 1n : n * (n - 1n));
  expect(isRounded(stddev as string, { numerator, denominator }, 2), `stddev ${stddev}`).toBe(true);
  for (const text of [mean, stddev]) expect(canonical(text as string)).toBe(text);
}

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
/** Numbers of one to 40 digits from 1e-15 to 1e12 and beyond, many near the bounds of limbs. */
const numberText = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '-'), fc.oneof(digits(6), digits(12), digits(24), digits(40)), fc.integer({ min: -25, max: 12 }))
    .map(([sign, mantissa, exponent]) => `${sign}${mantissa}e${exponent}`),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom(10n ** 6n, 10n ** 12n, 2n ** 22n, 2n ** 44n, 2n ** 53n, 10n ** 18n, 10n ** 24n, 10n ** 30n),
      fc.integer({ min: -1, max: 1 }),
      fc.constantFrom(0, -15, -3, 9),
    )
    .map(([sign, bound, offset, exponent]) => `${sign}${bound + BigInt(offset)}e${exponent}`),
);
const someTimes = fc.oneof(fc.constant(1), fc.nat(5), fc.integer({ min: 0, max: 70_000_000 }));
const weighed = fc.array(fc.tuple(numberText, someTimes), { maxLength: 25, size: 'max' });

describe('sumValues', () => {
  it('sums numbers of every length exactly', () => {
    forAll([weighed], (values) => expectExact(sumsOf(values), values), 300);
  });

  it('sums only the first `length` ordinals', () => {
    const values: Weighed[] = [
      ['4.7', 3],
      ['-0.001', 2],
      ['1e12', 1],
    ];
    const { numbers, ordinalOf } = dictionaryOf(values);
    const ordinals = Uint32Array.from(values, ([text]) => ordinalOf(text));
    const counts = Uint32Array.of(3, 2, 1);
    for (let length = 0; length <= 3; length++)
      expectExact(sumValues(numbers, ordinals, counts, length), values.slice(0, length));
  });

  // Two of each: the sums of limbs come as near to 2^53 as they can.
  it.each([
    '999999',
    '999999999999',
    '9007199254740991',
    '99999999999999999999',
    '999999999999999999999999',
    '9999999999999999999999999',
    '500000500000500000500000',
    '999999000000999999000000000001',
    '12345678.9',
  ])('sums 2^31 - 1 values around %s exactly', (text) => {
    for (const sign of ['', '-']) {
      const values: Weighed[] = [
        [`${sign}${text}`, 2 ** 31 - 1 - 1_000_000_000],
        [`${sign}${text}`, 1_000_000_000],
      ];
      expectExact(sumsOf(values), values);
      expectRounded(sumsOf(values), values);
    }
  });

  it('refuses more values than it can sum exactly', () => {
    const { numbers } = dictionaryOf(once('1'));
    const twice = Uint32Array.of(0, 0);
    expect(sumValues(numbers, twice, Uint32Array.of(2 ** 31 - 2, 1), 2).sum).toBe(2n ** 31n - 1n);
    expect(() => sumValues(numbers, twice, Uint32Array.of(2 ** 31 - 1, 1), 2)).toThrow(RangeError);
  });

  it('is not scaled by zeros', () => {
    expect(sumsOf([...once('0'), ...once('5e1000')])).toEqual({ count: 2, exponent: 1000, sum: 5n, squares: 25n });
    expect(sumsOf([['0', 7]])).toEqual({ count: 7, exponent: 0, sum: 0n, squares: 0n });
    expect(sumsOf([['5e-3', 0]])).toEqual({ count: 0, exponent: 0, sum: 0n, squares: 0n });
    expect(sumsOf(once('5e-3', '-5e-3'))).toEqual({ count: 2, exponent: -3, sum: 0n, squares: 50n });
  });

  it('sums a million values as one by one', () => {
    const values = Array.from({ length: 1000 }, (_, i): Weighed => [`${i - 300}.${i}1`, 1]);
    const { numbers, ordinalOf } = dictionaryOf(values);
    const one = Uint32Array.from(values, ([text]) => ordinalOf(text));
    const ordinals = new Uint32Array(1_000_000);
    for (let at = 0; at < ordinals.length; at += one.length) ordinals.set(one, at);
    const sums = sumValues(numbers, ordinals, new Uint32Array(ordinals.length).fill(1), ordinals.length);
    const thousandfold = values.map(([text, number]): Weighed => [text, number * 1000]);
    expectExact(sums, thousandfold);
  });
});

describe('addSums', () => {
  it('has the sums of all values, wherever they are cut', () => {
    forAll([weighed, weighed, weighed], (a, b, c) => {
      const [first, second, third] = [sumsOf(a), sumsOf(b), sumsOf(c)];
      const all = [...a, ...b, ...c];
      const left = addSums(addSums(first, second), third);
      const right = addSums(third, addSums(second, first));
      expectExact(left, all);
      expectExact(right, all);
      expect(meanAndDeviation(left)).toEqual(statistics(all));
    });
  });

  it('is not scaled by sums of zeros', () => {
    const zeros = sumsOf([['0', 3]]);
    const large = sumsOf(once('7e900'));
    expect(addSums(zeros, large)).toEqual({ count: 4, exponent: 900, sum: 7n, squares: 49n });
    expect(addSums(large, zeros)).toEqual({ count: 4, exponent: 900, sum: 7n, squares: 49n });
    expect(addSums(zeros, zeros)).toEqual({ count: 6, exponent: 0, sum: 0n, squares: 0n });
  });
});

describe('meanAndDeviation', () => {
  it('rounds both correctly', () => {
    forAll([weighed], (values) => expectRounded(sumsOf(values), values), 500);
  });

  it('rounds both correctly from 1e-15 to 1e12 in one key', () => {
    const decade = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: -15, max: 9 }))
      .map(([mantissa, exponent]) => `${mantissa}e${exponent}`);
    forAll(
      [fc.array(fc.tuple(decade, fc.integer({ min: 1, max: 1000 })), { minLength: 2, maxLength: 40, size: 'max' })],
      (values) => expectRounded(sumsOf(values), values),
    );
  });

  it.each<[Weighed[], string | null, string | null]>([
    [[], null, null],
    [[['5', 0]], null, null],
    [once('0'), '0', '0'],
    [once('-4.70'), '-4.7', '0'],
    [once('1', '2'), '1.5', '0.7071067811865475244'],
    [once('1', '2', '3'), '2', '1'],
    [once('-1', '0', '1'), '0', '1'],
    [once('2', '4', '4', '4', '5', '5', '7', '9'), '5', '2.1380899352993950775'],
    [once('1e-15', '1e12'), '500000000000', '707106781186.5475244'],
    [[['0.1', 3]], '0.1', '0'],
    [[['123456789012345678901234567890.123', 1_000_000_000]], '1.234567890123456789e+29', '0'],
    [
      [
        ['1', 1_000_000_000],
        ['2', 1_000_000_000],
      ],
      '1.5',
      '0.50000000012500000005',
    ],
    // Perfect squares: 3, 4 and 5 · 10^-7.
    [once('1e-7', '4e-7', '7e-7'), '4e-7', '3e-7'],
    [once('-4', '0', '4'), '0', '4'],
    [once('1000', '1005', '1010'), '1005', '5'],
    // Numbers past the doubles and past JavaScript's exponents.
    [once('1e1000', '3e1000'), '2e+1000', '1.4142135623730950488e+1000'],
    [once('1e-1000', '3e-1000'), '2e-1000', '1.4142135623730950488e-1000'],
  ])('of %j', (values, mean, stddev) => {
    expect(statistics(values)).toEqual({ mean, stddev });
    expectRounded(sumsOf(values), values);
  });

  it('rounds a mean that lies between two numbers of 20 digits away from zero', () => {
    // One half of a unit, and a little less.
    expect(statistics(once('12345678901234567890', '12345678901234567891')).mean).toBe('12345678901234567891');
    expect(statistics(once('-12345678901234567890', '-12345678901234567891')).mean).toBe('-12345678901234567891');
    expect(statistics(once('12345678901234567890', '12345678901234567890.9999999999999999')).mean).toBe('12345678901234567890');
    expect(statistics(once('1.00000000000000000005')).mean).toBe('1.0000000000000000001');
    expect(statistics(once('1.00000000000000000004999999999999999999999')).mean).toBe('1');
    expect(statistics(once('-1.00000000000000000005')).mean).toBe('-1.0000000000000000001');
    // Carried through all digits.
    expect(statistics(once('99999999999999999999.5')).mean).toBe('100000000000000000000');
    expect(statistics(once('0.99999999999999999999', '1')).mean).toBe('1');
  });

  it('rounds a deviation that lies between two numbers of 20 digits up', () => {
    // Of -x, 0 and x it is x.
    const of = (text: string) => statistics(once(`-${text}`, '0', text)).stddev;
    expect(of('1.00000000000000000005')).toBe('1.0000000000000000001');
    expect(of('1.00000000000000000015')).toBe('1.0000000000000000002');
    expect(of('1.000000000000000000049999999999999999999999999')).toBe('1');
    expect(of('12345678901234567890.5')).toBe('12345678901234567891');
    expect(of('12345678901234567890.4999999999999999999999999999999')).toBe('12345678901234567890');
    expect(of('99999999999999999999.5e-300')).toBe('1e-280');
    const middle = fc.tuple(fc.bigInt({ min: 10n ** 19n, max: 10n ** 20n - 1n }), fc.integer({ min: -60, max: 60 }));
    forAll([middle], ([mantissa, exponent]) => {
      expect(of(`${mantissa}5e${exponent}`)).toBe(canonical(`${mantissa + 1n}e${exponent + 1}`));
      expect(of(`${mantissa}4${'9'.repeat(30)}e${exponent}`)).toBe(canonical(`${mantissa}e${exponent + 31}`));
    });
  });

  it('has no deviation where all values are equal', () => {
    forAll([numberText, fc.integer({ min: 1, max: 1_000_000_000 })], (text, number) => {
      expect(statistics([[text, number]]).stddev).toBe('0');
      expect(
        statistics([
          [text, number],
          [text, 1],
        ]).stddev,
      ).toBe('0');
    });
  });

  it('does not lose a deviation behind a long mean', () => {
    expect(
      statistics(once('1000000000000000000000000000001', '1000000000000000000000000000002', '1000000000000000000000000000003')),
    ).toEqual({
      mean: '1e+30',
      stddev: '1',
    });
  });

  it('holds for the smallest and the largest numbers of a catalog in one key', () => {
    const smallest = `0.${'0'.repeat(998)}1e-1000`;
    const largest = `1${'0'.repeat(999)}e1000`;
    const values: Weighed[] = [
      [smallest, 3],
      [largest, 5],
      [`-${largest}`, 4],
      ['1', 2],
    ];
    const start = performance.now();
    const sums = sumsOf(values);
    const { mean, stddev } = meanAndDeviation(sums);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(mean).toBe('7.1428571428571428571e+1997');
    expect(stddev?.endsWith('e+1998')).toBe(true);
    expectExact(sums, values);
    expectRounded(sums, values);
  });
});
