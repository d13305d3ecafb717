import { describe, expect, it, vi } from 'vitest';
import { FoldedText } from '../../../src/answers/folded-text.js';
import type { FieldCounts, ValueSelection } from '../../../src/facets/field-counts.js';
import { TotalCounts, Totals } from '../../../src/facets/totals.js';
import { finished, type Steps } from '../../../src/work/pauses.js';
import { range } from '../../support/row-sets.js';

const VALUES = range(0, 3000).map((i) => ({ value: `v${i}`, count: 3000 - i }));
const SUMMARY = { min: '1', max: '3', mean: '2', stddev: '1', count: 3 };

/** A result that takes a step. */
function* inSteps<T>(result: T): Steps<T> {
  yield;
  return result;
}

/** Counts that tell how often each thing is computed. */
function countedField() {
  const top = vi.fn((from: number, to: number) => inSteps(VALUES.slice(from, to)));
  const summary = vi.fn(() => inSteps(SUMMARY));
  const spread = vi.fn(() => ({ values: 3, pairs: 3, squares: 3 }));
  const ranges = vi.fn((most: number) => inSteps([{ from: '1', to: '3', count: most }]));
  const rows = vi.fn(() => 7);
  const values = vi.fn(() => 3000);
  const select = vi.fn(({ from, to }: ValueSelection) => inSteps({ facets: VALUES.slice(from, to), values: 3000 }));
  const counts: FieldCounts = {
    total: 9,
    get rowCount() {
      return rows();
    },
    get valueCount() {
      return values();
    },
    top,
    select,
    countOf: () => inSteps(5),
    summary,
    spread,
    ranges,
  };
  return { counts, top, select, summary, spread, ranges, rows, values };
}

describe('TotalCounts', () => {
  it('computes each count once, for all its callers', () => {
    const { counts, top, summary, spread, ranges, rows, values } = countedField();
    const totals = new Totals();
    for (let request = 0; request < 3; request++) {
      const known = new TotalCounts(counts, totals);
      expect([known.total, known.rowCount, known.valueCount]).toEqual([9, 7, 3000]);
      expect(finished(known.summary())).toEqual(SUMMARY);
      expect(known.spread()).toEqual({ values: 3, pairs: 3, squares: 3 });
      for (const most of [1, 5]) expect(finished(known.ranges(most))).toEqual([{ from: '1', to: '3', count: most }]);
      expect(finished(known.top(0, 10))).toEqual(VALUES.slice(0, 10));
      expect(finished(known.top(1000, 1100))).toEqual(VALUES.slice(1000, 1100));
      expect(finished(known.top(7, 7))).toEqual([]);
    }
    expect([top, summary, spread, rows, values].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 1, 1]);
    expect(ranges.mock.calls).toEqual([[1], [5]]);
  });

  it('keeps no values far down, which no request within the default limits reads', () => {
    const { counts, top } = countedField();
    const totals = new Totals();
    for (let request = 0; request < 2; request++) {
      const known = new TotalCounts(counts, totals);
      expect(finished(known.top(2000, 2100))).toEqual(VALUES.slice(2000, 2100));
      expect(finished(known.top(0, Number.MAX_SAFE_INTEGER))).toEqual(VALUES);
    }
    expect(top.mock.calls.length).toBe(4);
    expect(totals.first).toBeUndefined();
  });

  it('leaves other selections to the counts', () => {
    const { counts, select } = countedField();
    const known = new TotalCounts(counts, new Totals());
    const selection: ValueSelection = { contained: new FoldedText('v'), order: 'value', from: 1, to: 3 };
    for (let request = 0; request < 2; request++) {
      expect(finished(known.select(selection))).toEqual({ facets: VALUES.slice(1, 3), values: 3000 });
    }
    expect(select.mock.calls.length).toBe(2);
    expect(finished(known.countOf('v1'))).toBe(5);
  });

  it('keeps ranges of as many kinds as the default limits allow, and no more', () => {
    const { counts, ranges } = countedField();
    const totals = new Totals();
    for (let round = 0; round < 2; round++) {
      for (const most of [100, 101, 1_000_000]) {
        expect(finished(new TotalCounts(counts, totals).ranges(most))).toEqual([{ from: '1', to: '3', count: most }]);
      }
    }
    expect(ranges.mock.calls).toEqual([[100], [101], [1_000_000], [101], [1_000_000]]);
    expect([...totals.ranges.keys()]).toEqual([100]);
  });

  it('computes nothing that is not asked', () => {
    const { counts, top, summary, spread, ranges, rows } = countedField();
    const totals = new Totals();
    expect(new TotalCounts(counts, totals).total).toBe(9);
    for (const { mock } of [top, summary, spread, ranges, rows]) expect(mock.calls.length).toBe(0);
  });
});
