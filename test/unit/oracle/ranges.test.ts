import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseDecimal } from '../../oracle/decimal.js';
import { createOracle } from '../../oracle/oracle.js';
import { edgesFor } from '../../oracle/ranges.js';

const edges = (most: number, ...values: (string | number)[]) =>
  edgesFor(
    values.map((value) => parseDecimal(value) as Decimal),
    most,
  ).map(decimalText);
const list = (...numbers: number[]) => numbers.map(String);

describe('edges', () => {
  it('of no values or of one', () => {
    expect(edges(5)).toEqual([]);
    expect(edges(5, 7, '7.0')).toEqual(list(7, 7));
    expect(edges(5, 0)).toEqual(list(0, 0));
  });

  it('are the least and the greatest value where one range is requested', () => {
    expect(edges(1, -3, 0, 470)).toEqual(list(-3, 470));
  });

  it('are multiples of 1, 2 or 5 times a power of ten', () => {
    expect(edges(2, 10, 20, 30)).toEqual(list(10, 20, 30));
    expect(edges(3, 10, 20, 30)).toEqual(list(10, 20, 30));
    expect(edges(4, 10, 20, 30)).toEqual(list(10, 15, 20, 25, 30));
    expect(edges(10, 10, 20, 30)).toHaveLength(11);
    expect(edges(5, 12, 47)).toEqual(list(10, 20, 30, 40, 50));
    expect(edges(4, -40, 125)).toEqual(list(-50, 0, 50, 100, 150));
    expect(edges(2, -1, 1e12)).toEqual(list(-1e12, 0, 1e12));
    expect(edges(3, 0, 5)).toEqual(list(0, 2, 4, 6));
    expect(edges(2, -5, -0.1)).toEqual(list(-5, 0));
    const digits = '123456789012345678901234567890123456789';
    expect(edges(2, `${digits}0`, `${digits}1`)).toEqual([
      '1.23456789012345678901234567890123456789e+39',
      '1.2345678901234567890123456789012345678905e+39',
      '1.234567890123456789012345678901234567891e+39',
    ]);
  });

  it('are 1, 2 and 5 times powers of ten where the values span two decades', () => {
    expect(edges(6, 1, 100)).toEqual(list(1, 2, 5, 10, 20, 50, 100));
    expect(edges(10, 3, 470)).toEqual(list(2, 5, 10, 20, 50, 100, 200, 500));
    expect(edges(10, '5e-3', '0.7')).toEqual(list(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1));
    expect(edges(10, 3, 299)).toEqual(list(0, 50, 100, 150, 200, 250, 300));
  });

  it('are powers of ten where those are too many, and then powers of their powers', () => {
    expect(edges(5, 1, 100)).toEqual(list(1, 10, 100));
    expect(edges(6, 3, 470)).toEqual(list(1, 10, 100, 1000));
    expect(edges(2, 3, 470)).toEqual(list(1, 100, 10_000));
    expect(edges(10, '1e-15', '1e12')).toEqual(list(1e-15, 1e-12, 1e-9, 1e-6, 0.001, 1, 1000, 1e6, 1e9, 1e12));
    expect(edges(2, '1e-1000', '1e1000')).toEqual(['1e-1000', '1', '1e+1000']);
    expect(edges(3, '7e-1000', '7e1000')).toEqual(['1e-1000', '1e-333', '1e+334', '1e+1001']);
  });

  it('have a range for zero in front', () => {
    expect(edges(10, 0, 3, 470)).toEqual(list(0, 2, 5, 10, 20, 50, 100, 200, 500));
    expect(edges(7, 470, 3, 0)).toEqual(list(0, 1, 10, 100, 1000));
    expect(edges(2, 0, 3, 470)).toEqual(list(0, 1, 1000));
    expect(edges(2, 0, 1e-15, 1e12)).toEqual(list(0, 1e-15, 1e12));
  });
});

describe('ranges of a facet', () => {
  const part = (uid: string, ...value: number[]) => ({
    uid,
    mpn: uid,
    specs: { 'a b:c': { value, metadata: { datatype: 'decimal' } } },
  });
  const oracle = createOracle({ parts: [part('1', 10), part('2', 12, 14, 30), part('3', 20), part('4', 30), part('5')] });
  const name = 'specs.a b:c.value';
  const rangesOf = (most: number, filter = {}, exclude_filter = false) =>
    oracle.search('parts', { filter, facet: { fields: { [name]: { include: true, exclude_filter, ranges: most } } } })
      .facet_results.fields[name].ranges;

  it('count parts, and are queries that find them', () => {
    expect(rangesOf(3)).toEqual([
      { from: '10', to: '20', count: 2, query: 'specs.a\\ b\\:c.value:[10 TO 20}' },
      { from: '20', to: '30', count: 3, query: 'specs.a\\ b\\:c.value:[20 TO 30]' },
    ]);
    for (const { query, count } of rangesOf(3) ?? []) {
      expect(oracle.search('parts', { filter: { queries: [query] } }).ordered).toHaveLength(count);
    }
  });

  it('may be empty', () => {
    expect(rangesOf(4)?.map(({ from, count }) => [from, count])).toEqual([
      // 12 and 14 are of one part.
      ['10', 2],
      ['15', 0],
      ['20', 1],
      ['25', 2],
    ]);
  });

  it('are those of the rows that are counted', () => {
    const filter = { fields: { [name]: ['20'] } };
    expect(rangesOf(3, filter)).toEqual([{ from: '20', to: '20', count: 1, query: 'specs.a\\ b\\:c.value:[20 TO 20]' }]);
    expect(rangesOf(3, filter, true)).toEqual(rangesOf(3));
    expect(rangesOf(3, { queries: ['uid:none'] })).toEqual([]);
    expect(rangesOf(0)).toBeUndefined();
  });
});
