import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseDecimal } from '../../../../src/analysis/decimal.js';
import { meanAndDeviation } from '../../../../src/answers/statistics.js';
import { type CountedTerm, countedValues } from '../../../../src/opensearch/counted-field.js';
import { edgesOf, rangesOfSingle, shownRanges } from '../../../../src/opensearch/decode/facets.js';
import { summaryOf } from '../../../../src/opensearch/decode/statistics.js';
import { BestKeys, usefulnessOf } from '../../../../src/opensearch/decode/usefulness.js';
import { sortableDecimal } from '../../../../src/opensearch/sortable-decimal.js';

const counted = (text: string, count = 1): CountedTerm => ({ term: sortableDecimal(parseDecimal(text) as Decimal), count });
const summaryOfTerms = (terms: readonly CountedTerm[]) => summaryOf(countedValues({ total: 1, having: 1 }, terms));

describe('statistics of distinct values', () => {
  it('are exact where doubles are not', () => {
    expect(summaryOfTerms([counted('0.1'), counted('0.2'), counted('0.3')])).toEqual({
      ...{ min: '0.1', max: '0.3', mean: '0.2', stddev: '0.1', count: 3 },
    });
    expect(summaryOfTerms([counted('1e1000'), counted('1e-1000')]).mean).toBe('5e+999');
  });

  it('count a value as often as parts have it', () => {
    expect(summaryOfTerms([counted('1', 3), counted('5', 1)])).toMatchObject({ mean: '2', stddev: '2', count: 4 });
    expect(summaryOfTerms([])).toEqual({ min: null, max: null, mean: null, stddev: null, count: 0 });
  });

  it('are those of whole numbers of any size, counted any number of times', () => {
    const numbers = fc.array(
      fc.record({
        digits: fc.oneof(
          fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
          fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
          fc.constantFrom(9_999_999n, -9_999_999n, 10_000_000n, 94_906_265n, 0n),
        ),
        exponent: fc.integer({ min: -12, max: 12 }),
        count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 30 })),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(numbers, (drawn) => {
        // In twelfth powers of a tenth, so that all are whole.
        const whole = drawn.map(({ digits, exponent, count }) => ({ number: digits * 10n ** BigInt(exponent + 12), count }));
        const sum = whole.reduce((total, { number, count }) => total + number * BigInt(count), 0n);
        const squares = whole.reduce((total, { number, count }) => total + number * number * BigInt(count), 0n);
        const count = whole.reduce((total, { count: times }) => total + times, 0);
        const terms = drawn.map(({ digits, exponent, count: times }) => counted(`${digits}e${exponent}`, times));
        expect(summaryOfTerms(terms)).toMatchObject({ ...meanAndDeviation({ count, exponent: -12, sum, squares }), count });
      }),
    );
  });

  it('are read behind the prefix of a field', () => {
    const buckets = ['3', '-70', '500'].map((text) => ({ key: `mass.value=${counted(text).term}`, doc_count: 1 }));
    expect(summaryOf({ buckets, prefixLength: 'mass.value='.length })).toMatchObject({ min: '-70', max: '500', count: 3 });
  });

  it('have the extremes of any numbers, in any order', () => {
    const whole = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 9_999_990, max: 10_000_010 }),
      fc.maxSafeInteger(),
    );
    const numbers = fc.array(fc.record({ whole, exponent: fc.integer({ min: -9, max: 9 }) }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(numbers, (drawn) => {
        const all = drawn.map((one) => parseDecimal(`${one.whole}e${one.exponent}`) as Decimal).sort((a, b) => a.cmp(b));
        const { min, max } = summaryOfTerms(drawn.map((one) => counted(`${one.whole}e${one.exponent}`)));
        expect([min, max]).toEqual([decimalText(all[0]), decimalText(all[all.length - 1])]);
      }),
    );
  });
});

describe('ranges', () => {
  it('count a number on an edge in the range above, and the last one in the last', () => {
    const values = ['10', '20', '30', '50'].map((text) => counted(text, 2));
    const edges = edgesOf(values, 4);
    expect(edges.map(decimalText)).toEqual(['10', '20', '30', '40', '50']);
    expect(shownRanges('avg_price', rangesOfSingle(values, edges))).toEqual([
      { from: '10', to: '20', count: 2, query: 'avg_price:[10 TO 20}' },
      { from: '20', to: '30', count: 2, query: 'avg_price:[20 TO 30}' },
      { from: '30', to: '40', count: 2, query: 'avg_price:[30 TO 40}' },
      { from: '40', to: '50', count: 2, query: 'avg_price:[40 TO 50]' },
    ]);
    expect(edgesOf([], 4)).toEqual([]);
  });
});

describe('the usefulness of specs', () => {
  const field = (values: number[], isString = true) => ({
    name: 'specs.a.value',
    isString,
    counts: countedValues(
      { total: 10, having: 8 },
      values.map((count, i) => ({ term: `${i}`, count })),
    ),
  });

  it('is a share of the hits, their difference and repetition', () => {
    expect(usefulnessOf(field([4, 4]))).toBe((8 / 10) * (1 - 32 / 64) * (6 / 7));
    expect(usefulnessOf(field([4, 4], false))).toBe((8 / 10) * (1 - 32 / 64) * 1);
    expect(usefulnessOf(field([1]))).toBe(0);
  });

  it('keeps the best keys, ties by key, and those that are asked for', () => {
    const best = new BestKeys(2, new Set(['z']));
    for (const [key, usefulness] of [
      ['z', 0.1],
      ['b', 0.5],
      ['a', 0.5],
      ['c', 0.4],
    ] as const)
      best.add({ key, usefulness, fields: [] });
    expect(best.ranked().map(({ key }) => key)).toEqual(['a', 'b', 'z']);
    expect(best.least).toBe(0.5);
  });
});
