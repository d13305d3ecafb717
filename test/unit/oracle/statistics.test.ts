import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseDecimal } from '../../oracle/decimal.js';
import { createOracle } from '../../oracle/oracle.js';
import { squareRoot, standardDeviation } from '../../oracle/statistics.js';

const numbers = (texts: readonly string[]) => texts.map((text) => parseDecimal(text) as Decimal);

describe('the standard deviation of a sample', () => {
  it.each<[string[], string]>([
    [['2', '4', '4', '4', '5', '5', '7', '9'], '2.1380899352993950775'],
    [['1', '2'], '0.70710678118654752440'],
    [['1', '2', '3', '4'], '1.2909944487358056284'],
    [['0.1', '0.2', '0.3'], '0.1'],
    [['1e-15', '1e12'], '707106781186.54752440'],
    [['1e-15', '2e-15', '4e-15'], '1.5275252316519466689e-15'],
    [['-1', '1'], '1.4142135623730950488'],
    [['1e400', '1e-400', '0'], '5.7735026918962576451e+399'],
    // Close together and far from zero: a difference of squares in doubles would have nothing left.
    [
      [
        '10000000000000000000000000000000000000001',
        '10000000000000000000000000000000000000002',
        '10000000000000000000000000000000000000004',
      ],
      '1.5275252316519466689',
    ],
    [['1e-15', '1e12', '-5', '1234567890123456789012345678901234567890'], '617283945061728394510000000000000000000'],
    [['7'], '0'],
    [['7', '7', '7'], '0'],
    [['0', '0'], '0'],
  ])('of %j is %s', (texts, expected) => {
    const wanted = decimalText(parseDecimal(expected) as Decimal);
    expect(decimalText(standardDeviation(numbers(texts)))).toBe(wanted);
  });

  it('rounds half up: −d, 0 and d have the deviation d', () => {
    const of = (d: string) => decimalText(standardDeviation(numbers([`-${d}`, '0', d])));
    expect(of('10000000000000000000.5')).toBe('10000000000000000001');
    expect(of('10000000000000000000.4999999999999999999999')).toBe('10000000000000000000');
    expect(of('10000000000000000001.5')).toBe('10000000000000000002');
    expect(of('99999999999999999999.5')).toBe('100000000000000000000');
    expect(of('1.2345678901234567890499999e-300')).toBe('1.234567890123456789e-300');
    expect(of('1.23456789012345678905e-300')).toBe('1.2345678901234567891e-300');
  });
});

it('square roots are those of integers', () => {
  for (let n = 0n; n < 200n; n++) expect(squareRoot(n)).toBe(BigInt(Math.floor(Math.sqrt(Number(n)))));
  const large = 10n ** 60n + 12345n;
  expect(squareRoot(large * large)).toBe(large);
  expect(squareRoot(large * large - 1n)).toBe(large - 1n);
});

describe('statistics', () => {
  const part = (uid: string, ...value: (string | number)[]) => ({
    uid,
    mpn: uid,
    specs: { n: { value, max_value: uid, metadata: { datatype: 'decimal' } } },
  });
  const oracle = createOracle({
    parts: [part('1', '0.10', 0.1, '2'), part('2', '1e-1', 'n/a'), part('3', 'n/a'), part('4', '-3'), { uid: '5', mpn: 'x' }],
  });
  const stats = (name: string, filter: string[] = [], exclude_filter = false) =>
    oracle.search('parts', { filter: { queries: filter }, stats: { [name]: { include: true, exclude_filter } } }).stats_results[
      name
    ];

  it('count each distinct number of a part', () => {
    expect(stats('specs.n.value')).toEqual({
      min: '-3',
      max: '2',
      mean: '-0.2',
      stddev: '2.0704266871026046226',
      count: 4,
      missing: 2,
      spec_drilldown_rank: null,
    });
    expect(stats('specs.n.max_value')).toMatchObject({ min: '1', max: '4', mean: '2.5', count: 4, missing: 1 });
  });

  it('of nothing are null', () => {
    const nothing = { min: null, max: null, mean: null, stddev: null, count: 0, spec_drilldown_rank: null };
    expect(stats('specs.n.min_value')).toEqual({ ...nothing, missing: 5 });
    expect(stats('specs.none.value')).toEqual({ ...nothing, missing: 5 });
    expect(stats('specs.n.value', ['uid:none'])).toEqual({ ...nothing, missing: 0 });
  });

  it('leave out their own filters where they are asked to', () => {
    const filter = ['specs.n.value:[1 TO *]', 'uid:(1 OR 2 OR 4)'];
    expect(stats('specs.n.value', filter)).toMatchObject({ min: '0.1', count: 2, stddev: '1.3435028842544402964' });
    expect(stats('specs.n.value', filter, true)).toMatchObject({ min: '-3', count: 4, missing: 0 });
  });
});
