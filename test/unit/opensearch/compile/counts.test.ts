import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../../src/analysis/kinds.js';
import { CountPlan, firstOf, valuesOf } from '../../../../src/opensearch/compile/counts.js';
import type { PartField } from '../../../../src/opensearch/compile/fields.js';
import { exactSums } from '../../../../src/opensearch/compile/metrics.js';
import { ALL, term } from '../../../../src/opensearch/compile/queries.js';

const color: PartField = {
  name: 'specs.color.value',
  kind: KINDS.string,
  prefix: 'color.value=',
  raw: 'spec_s',
  has: term('spec_has', 'color.value'),
};
const red = { field: color.name, query: term('spec_s', 'color.value=red') };
const big = { field: 'brand.name', query: term('brand_name', 'Big') };

describe('counts', () => {
  it('counts a field without its own filters, and within all others', () => {
    const plan = new CountPlan([red, big]);
    plan.askField(color, true);
    plan.askTotal();
    expect(plan.aggregations()).toMatchObject({
      c1: { filter: big.query },
      c0_1: { filter: { bool: { filter: [red.query, big.query] } } },
    });
  });

  it('reads values without their prefix, and the parts without a value', () => {
    const plan = new CountPlan([]);
    plan.askField(color, false);
    const buckets = [
      { key: 'color.value=red', doc_count: 3 },
      { key: 'color.value=a=b', doc_count: 1 },
    ];
    const a0 = { doc_count: 4, values: { buckets, sum_other_doc_count: 0 } };
    const counted = plan.field(color, false, { aggregations: { c: { doc_count: 9, a0 } } });
    expect(counted).toMatchObject({ total: 9, having: 4, size: 2 });
    expect(counted?.sums()).toEqual({ values: 2, pairs: 4, squares: 10 });
    expect(counted?.first(0, 1)).toEqual([{ term: 'red', count: 3 }]);
    expect(counted?.values).toEqual([
      { term: 'red', count: 3 },
      { term: 'a=b', count: 1 },
    ]);
  });

  it('knows that values are missing rather than answering without them', () => {
    const plan = new CountPlan([]);
    plan.askField(color, false);
    const values = { buckets: [], sum_other_doc_count: 1 };
    expect(plan.field(color, false, { aggregations: { c: { doc_count: 9, a0: { doc_count: 4, values } } } })).toBeUndefined();
  });

  it('looks for values among the parts alone that have one', () => {
    const plan = new CountPlan([]);
    plan.askField(color, false);
    expect(plan.aggregations()).toEqual({
      c: { filter: ALL, aggs: { a0: { filter: color.has, aggs: { values: valuesOf(color) } } } },
    });
    expect(plan.leftOut).toBeUndefined();
  });

  it('reads the first values alone, and sums over all of them', () => {
    const plan = new CountPlan([]);
    plan.askField(color, false, 1);
    expect(plan.aggregations()).toMatchObject({
      c: { aggs: { a0: { aggs: { values: { terms: { size: 1 } }, all: valuesOf(color) } } } },
    });
    expect(plan.leftOut).toBe('-aggregations.*.*.all.buckets');
    const values = { buckets: [{ key: 'color.value=red', doc_count: 3 }], sum_other_doc_count: 1 };
    const sums = { count: 2, sum: 4, sum_of_squares: 10 };
    const counted = (others: number) => {
      const a0 = { doc_count: 4, values, all: { sum_other_doc_count: others, doc_count_error_upper_bound: 0 }, sums };
      return plan.field(color, false, { aggregations: { c: { doc_count: 9, a0 } } });
    };
    expect(counted(0)).toMatchObject({ total: 9, having: 4, size: 2 });
    expect(counted(0)?.sums()).toEqual({ values: 2, pairs: 4, squares: 10 });
    expect(counted(0)?.first(0, 1)).toEqual([{ term: 'red', count: 3 }]);
    expect(counted(1)).toBeUndefined();
  });

  it('reads no values where the answer shows none, and sums of none', () => {
    const plan = new CountPlan([]);
    plan.askField(color, false, 0);
    const a0 = { doc_count: 0, all: { sum_other_doc_count: 0 }, sums: { count: 0, sum: 0, sum_of_squares: null } };
    const counted = plan.field(color, false, { aggregations: { c: { doc_count: 9, a0 } } });
    expect(counted?.sums()).toEqual({ values: 0, pairs: 0, squares: 0 });
    expect(counted?.first(0, 5)).toEqual([]);
  });

  it('reads the first values of texts with many', () => {
    const many = { valueCount: () => 201 };
    expect(firstOf(color, 10, many)).toBe(10);
    expect(firstOf(color, 201, many)).toBeUndefined();
    expect(firstOf(color, 10, { valueCount: () => 200 })).toBeUndefined();
    expect(firstOf({ ...color, kind: KINDS.number }, 10, many)).toBeUndefined();
  });

  it('reads the values of prices by a program', () => {
    const price = { index: 'prices', currency: 'USD', quantity: 7, isLowest: true };
    const params = { field: 'prices', currency: 'USD=', quantity: '000000007', lowest: true };
    expect(valuesOf({ raw: 'prices', prefix: '', price })).toMatchObject({ terms: { script: { params } } });
    expect(exactSums({ raw: 'prices', prefix: '', price })).toMatchObject({ scripted_metric: { params } });
  });

  it('takes the prefix of a spec as it is written', () => {
    expect(valuesOf({ raw: 'spec_s', prefix: 'a%2e.value=' })).toMatchObject({ terms: { include: 'a%2e\\.value=.*' } });
  });

  it('has programs tell the values of a key that is longer than an expression', () => {
    const prefix = `${'%E7%94%B5'.repeat(120)}.value=`;
    const { terms } = valuesOf({ ...color, prefix }) as {
      terms: { script: { params: object }; include?: string; field?: string };
    };
    expect(terms.script.params).toEqual({ field: 'spec_s', prefix });
    expect([terms.include, terms.field]).toEqual([undefined, undefined]);
  });
});
