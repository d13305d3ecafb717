import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalOf, decimalText, parseAskedDecimal } from '../../../src/analysis/decimal.js';
import { rangeEdges } from '../../../src/answers/nice-ranges.js';
import { forAll } from '../../support/for-all.js';

const decimal = (text: string) => parseAskedDecimal(text) as Decimal;

/** The edges around some numbers, as texts. */
function edgesOf(texts: readonly string[], most: number): string[] {
  const numbers = texts.map(decimal).sort((a, b) => a.cmp(b));
  const leastPositive = numbers.find((number) => number.gt(0));
  const hasZero = numbers.some((number) => number.isZero());
  const edges = rangeEdges(numbers[0], numbers[numbers.length - 1], leastPositive, hasZero, most);
  for (const edge of edges) expect(edge.isZero() && edge.isNegative()).toBe(false);
  return edges.map(decimalText);
}

it('ends for any numbers, right or wrong', () => {
  const some = fc.constantFrom('-5', '0', '0.003', '2', '1e-900', '7e800', '-1e900').map(decimal);
  forAll([some, some, fc.option(some, { nil: undefined }), fc.boolean(), fc.integer({ min: 1, max: 9 })], (...given) => {
    const edges = rangeEdges(...given);
    expect(edges.length).toBeLessThanOrEqual(given[4] + 1);
  });
});

/** An exact number: mantissa · 10^exponent. */
interface Exact {
  readonly mantissa: bigint;
  readonly exponent: number;
}

function exact(text: string): Exact {
  const [digits, exponent = '0'] = text.toLowerCase().split('e');
  const [whole, decimals = ''] = digits.split('.');
  return { mantissa: BigInt(whole + decimals), exponent: Number(exponent) - decimals.length };
}

/** Both mantissas at the lesser of the two exponents. */
function aligned(a: Exact, b: Exact): [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.mantissa * 10n ** BigInt(a.exponent - exponent), b.mantissa * 10n ** BigInt(b.exponent - exponent)];
}

function compare(a: Exact, b: Exact): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function floorOfQuotient(a: Exact, b: Exact): bigint {
  const [left, right] = aligned(a, b);
  return left / right - (left % right < 0n ? 1n : 0n);
}

function ceilOfQuotient(a: Exact, b: Exact): bigint {
  return -floorOfQuotient({ mantissa: -a.mantissa, exponent: a.exponent }, b);
}

/** The ascending numbers of `series` from the last that is not above `least` to the first that is not below `greatest`. */
function cutOut(series: readonly Exact[], least: Exact, greatest: Exact): Exact[] {
  const first = series.findLastIndex((number) => compare(number, least) <= 0);
  const last = series.findIndex((number) => compare(number, greatest) >= 0);
  return series.slice(first, last + 1);
}

const canonical = (text: string) => decimalText(decimalOf(exact(text).mantissa, exact(text).exponent));

/** The edges by trying each candidate as it is written down, for numbers from 10^-60 to 10^60. */
function expectedEdges(texts: readonly string[], most: number): Exact[] {
  const numbers = texts.map(exact).sort(compare);
  const least = numbers[0];
  const greatest = numbers[numbers.length - 1];
  if (most === 1 || compare(least, greatest) === 0) return [least, greatest];
  const positive = numbers.find((number) => number.mantissa > 0n);
  if (least.mantissa >= 0n && positive && compare(greatest, { ...positive, exponent: positive.exponent + 2 }) >= 0) {
    const zero = numbers.filter((number) => number.mantissa === 0n).slice(0, 1);
    const exponents = Array.from({ length: 241 }, (_, i) => i - 120);
    const floorOfLog = exponents.findLast((exponent) => compare({ mantissa: 1n, exponent }, positive) <= 0) as number;
    const fits = (edges: readonly Exact[]) => edges.length - 1 + zero.length <= most;
    const series = exponents.flatMap((exponent) => [1n, 2n, 5n].map((mantissa) => ({ mantissa, exponent })));
    let edges = cutOut(series, positive, greatest);
    for (let k = 1; !fits(edges); k++) {
      const powers = Array.from({ length: 130 }, (_, i) => ({ mantissa: 1n, exponent: floorOfLog + k * i }));
      edges = cutOut(powers, positive, greatest);
    }
    return [...zero, ...edges];
  }
  for (let exponent = -130; ; exponent++) {
    for (const mantissa of [1n, 2n, 5n]) {
      const step = { mantissa, exponent };
      const first = floorOfQuotient(least, step);
      const last = ceilOfQuotient(greatest, step);
      if (last - first > BigInt(most)) continue;
      return Array.from({ length: Number(last - first) + 1 }, (_, i) => ({ mantissa: (first + BigInt(i)) * mantissa, exponent }));
    }
  }
}

describe('rangeEdges', () => {
  it.each<[string[], number, string[]]>([
    // One number, or one range.
    [['4.7'], 10, ['4.7', '4.7']],
    [['4.7', '4.70'], 1, ['4.7', '4.7']],
    [['0'], 5, ['0', '0']],
    [['-3', '1e9'], 1, ['-3', '1000000000']],
    [['0', '1e9'], 1, ['0', '1000000000']],
    // Linear.
    [['1', '10'], 10, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
    [['1', '10'], 5, ['0', '2', '4', '6', '8', '10']],
    [['1', '10'], 4, ['0', '5', '10']],
    [['1', '99'], 5, ['0', '20', '40', '60', '80', '100']],
    [['-55', '125'], 4, ['-100', '0', '100', '200']],
    [['-1', '1'], 2, ['-1', '0', '1']],
    [['-1', '1e9'], 2, ['-1000000000', '0', '1000000000']],
    [['-1e9', '-1'], 3, ['-1000000000', '-500000000', '0']],
    [['0', '50'], 5, ['0', '10', '20', '30', '40', '50']],
    [['0.1', '0.35'], 2, ['0', '0.2', '0.4']],
    [['4', '6'], 2, ['4', '5', '6']],
    [['4.99', '5.01'], 2, ['4.99', '5', '5.01']],
    [['-0.5', '-0.25'], 3, ['-0.5', '-0.4', '-0.3', '-0.2']],
    // Logarithmic.
    [['1', '100'], 6, ['1', '2', '5', '10', '20', '50', '100']],
    [['1', '100'], 5, ['1', '10', '100']],
    [['1', '99.9'], 5, ['0', '20', '40', '60', '80', '100']],
    [['1.5', '470'], 10, ['1', '2', '5', '10', '20', '50', '100', '200', '500']],
    [['3', '1001'], 4, ['1', '10', '100', '1000', '10000']],
    [['3', '1001'], 3, ['1', '100', '10000']],
    [['3', '1001'], 2, ['1', '100', '10000']],
    [['0', '3', '1001'], 5, ['0', '1', '10', '100', '1000', '10000']],
    [['0', '3', '1001'], 4, ['0', '1', '100', '10000']],
    [['0', '3', '1001'], 2, ['0', '1', '10000']],
    [['0', '3', '299'], 2, ['0', '200', '400']],
    [['1e-12', '1e6'], 6, ['1e-12', '1e-9', '0.000001', '0.001', '1', '1000', '1000000']],
    [['1e-12', '1e6'], 5, ['1e-12', '1e-8', '0.0001', '1', '10000', '100000000']],
  ])('of %j, at most %d ranges', (numbers, most, expected) => expect(edgesOf(numbers, most)).toEqual(expected));

  const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
  const number = (signs: string[], exponents: number) =>
    fc
      .tuple(
        fc.constantFrom(...signs),
        fc.oneof(fc.constantFrom('0', '1', '2', '5', '10', '99'), digits(3), digits(25)),
        fc.integer({ min: -exponents, max: exponents }),
      )
      .map(([sign, mantissa, exponent]) => `${sign}${mantissa}e${exponent}`);
  const numbers = (signs: string[], exponents: number) => fc.array(number(signs, exponents), { minLength: 1, maxLength: 5 });
  const someNumbers = fc.oneof(numbers([''], 30), numbers(['', '-'], 30), numbers([''], 2), numbers(['', '-'], 1));
  const most = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100 }));

  it('is what trying all candidates finds', () => {
    forAll(
      [someNumbers, most],
      (texts, n) => {
        const edges = edgesOf(texts, n).map(exact);
        const expected = expectedEdges(texts, n);
        expect(edges.length).toBe(expected.length);
        edges.forEach((edge, i) => {
          expect(compare(edge, expected[i])).toBe(0);
        });
      },
      500,
    );
  });

  it('finds few ascending edges around all numbers, however far they are apart', () => {
    const extremes = fc
      .tuple(fc.constantFrom('', '-'), digits(40), fc.constantFrom(-1999, -1998, -1000, 0, 1000, 1998, 1999))
      .map(([sign, mantissa, exponent]) => `${sign}${mantissa}e${exponent}`);
    forAll([fc.array(extremes, { minLength: 1, maxLength: 4 }), most], (texts, n) => {
      const written = texts.map((text) => canonical(text));
      const edges = edgesOf(written, n).map(decimal);
      expect(edges.length).toBeGreaterThanOrEqual(2);
      expect(edges.length - 1).toBeLessThanOrEqual(n);
      const values = written.map(decimal);
      for (const value of values) expect(value.gte(edges[0]) && value.lte(edges[edges.length - 1])).toBe(true);
      const isSingle = values.every((value) => value.eq(values[0]));
      edges.forEach((edge, i) => {
        if (i > 0) expect(isSingle ? edge.eq(edges[i - 1]) : edge.gt(edges[i - 1])).toBe(true);
      });
    });
  });

  it('distinguishes numbers of 2,000 digits', () => {
    const large = `1${'0'.repeat(999)}e1000`;
    const larger = `1${'0'.repeat(998)}1e1000`;
    expect(edgesOf([large, larger], 2)).toEqual([large, `1${'0'.repeat(998)}05e999`, larger].map((text) => canonical(text)));
  });
});
