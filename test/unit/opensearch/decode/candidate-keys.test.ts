import { describe, expect, it } from 'vitest';
import { Candidates } from '../../../../src/opensearch/decode/candidate-keys.js';

/** By key: the parts that have its value, its least and its greatest one. */
const COUNTS = Uint32Array.of(2, 0, 0, /* nothing */ 0, 0, 0, /* no value */ 0, 3, 1, 8, 1, 1);
const KEYS = ['few', 'none', 'ends', 'most'];

describe('the keys that a drilldown may return', () => {
  it('come by the share of parts that has their first member, the largest first', () => {
    const candidates = new Candidates(KEYS, COUNTS, new Set(), 10);
    expect(candidates.size).toBe(3);
    expect(candidates.slice(0, 9).map(({ key, bound }) => [key, bound])).toEqual([
      ['most', 0.8],
      ['ends', 0.3],
      ['few', 0.2],
    ]);
    expect(candidates.slice(1, 2).map(({ having }) => [...having])).toEqual([[0, 3, 1]]);
  });

  it('come first where no bound is known, if some part has them', () => {
    const candidates = new Candidates(KEYS, COUNTS, new Set(['few', 'none']), 10);
    expect(candidates.slice(0, 1)).toMatchObject([{ key: 'few', bound: Number.POSITIVE_INFINITY }]);
    expect(candidates.size).toBe(3);
  });
});
