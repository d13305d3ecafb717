import { describe, expect, it, vi } from 'vitest';
import { load } from '../../../src/catalog/load.js';
import { Aggregator } from '../../../src/facets/aggregation.js';
import type { Needs } from '../../../src/index/section.js';
import type { Part, SearchRequest } from '../../../src/partdex.js';
import { findRows } from '../../../src/query/run-search.js';
import type { CountRequest } from '../../../src/resolve/resolved-search.js';
import { finished, type Task } from '../../../src/work/pauses.js';
import { boundSearch, resolvedSearch } from '../../support/bound-search.js';
import { collectionOf } from '../../support/segments.js';
import { completed, loadNeeds } from '../../support/tasks.js';
import { unbounded } from '../../support/unbounded.js';

const SHARED = {
  spec_metadata: [
    { key: 'ohms', datatype: 'decimal' },
    { key: 'size', datatype: 'string' },
    { key: 'rare', datatype: 'string' },
  ],
} as unknown as Parameters<typeof collectionOf>[1];

const parts = Array.from({ length: 60 }, (_, i) => ({
  uid: `u${i}`,
  mpn: `M${i}`,
  brand: { uid: `b${i % 4}`, name: `Brand ${i % 4}` },
  specs: {
    ohms: { value: [String((i % 5) * 10)] },
    ...(i % 2 === 0 && { size: { value: [i % 3 === 0 ? 'small' : 'large'] } }),
    ...(i === 7 && { rare: { value: ['x'] } }),
  },
})) as unknown as Part[];

/** Counts over one segment, or the same parts in three; and how often columns were loaded while counting. */
async function counted(request: SearchRequest, pieces: readonly (readonly Part[])[] = [parts]) {
  const { segments, types } = await collectionOf(pieces, SHARED);
  const work = unbounded();
  const search = resolvedSearch(request, types, work);
  const counts = search.counts as CountRequest;
  const aggregator = new Aggregator(segments);
  await loadNeeds((needs) => aggregator.need(counts, needs));
  const loadMore = vi.fn(function* (needs: Needs): Task<void> {
    yield* load(needs);
  });
  const count = async () => {
    const bound = await boundSearch(search, segments, work);
    const found = bound.map((one) => finished(findRows(one)));
    return completed(aggregator.count(counts, found, loadMore, work));
  };
  return { count, loads: () => loadMore.mock.calls.length };
}

const thirds = [0, 1, 2].map((piece) => parts.filter((_, i) => i % 3 === piece));

describe.each([
  ['one segment', [parts]],
  ['three segments', thirds],
])('an aggregator over %s', (_, pieces) => {
  it('counts facets, with the hits that have no value', async () => {
    const request: SearchRequest = {
      filter: { queries: ['brand.name:"Brand 0"'] },
      facet: {
        fields: { 'specs.size.value': { include: true }, 'brand.name': { include: true }, mpn: { include: true, limit: 2 } },
      },
    };
    const { count, loads } = await counted(request, pieces);
    const { facets } = await count();
    // Of 15 parts i % 4 === 0, all are even, and five of them are divisible by three.
    expect(facets['specs.size.value'].facets).toEqual([
      { value: 'large', count: 10 },
      { value: 'small', count: 5 },
    ]);
    expect(facets['brand.name']).toMatchObject({
      facets: [{ value: 'Brand 0', count: 15 }],
      missing: 0,
      spec_drilldown_rank: null,
    });
    expect(facets.mpn.facets).toHaveLength(2);
    expect(loads()).toBe(0);
  });

  it('sums up numbers exactly', async () => {
    const { count } = await counted({ stats: { 'specs.ohms.value': { include: true } } }, pieces);
    const { stats } = await count();
    expect(stats['specs.ohms.value']).toMatchObject({ min: '0', max: '40', mean: '20', count: 60, missing: 0 });
  });

  it('ranks spec keys, loads their columns while it counts, and gives both forms of a key one rank', async () => {
    const request: SearchRequest = {
      filter: { queries: ['brand.name:"Brand 0" OR brand.name:"Brand 1"'] },
      facet: { fields: { 'specs.size.value': { include: true, limit: 1 } } },
      spec_drilldown: { include: true },
    };
    const { count, loads } = await counted(request, pieces);
    const { facets, stats, specKeys } = await count();
    expect(loads()).toBeGreaterThan(0);
    expect([...specKeys].sort()).toEqual(['ohms', 'size']);
    // The requested facet keeps its limit.
    expect(facets['specs.size.value'].facets).toHaveLength(1);
    expect(facets['specs.size.value'].spec_drilldown_rank).toBe(specKeys.indexOf('size') + 1);
    expect(stats['specs.ohms.value'].spec_drilldown_rank).toBe(specKeys.indexOf('ohms') + 1);
    // Part 7 alone has the rare key, and is of another brand.
    expect(Object.keys(facets)).not.toContain('specs.rare.value');
  });

  it('gives every caller values of its own, also of counts over all rows, which are cached', async () => {
    const { count } = await counted({ facet: { fields: { 'brand.name': { include: true } } } }, pieces);
    const first = await count();
    const expected = structuredClone(first.facets['brand.name'].facets);
    for (const value of first.facets['brand.name'].facets) Object.assign(value, { count: -1, value: 'changed' });
    first.facets['brand.name'].facets.length = 1;
    expect((await count()).facets['brand.name'].facets).toEqual(expected);
    expect(expected.map(({ count: each }) => each)).toEqual([15, 15, 15, 15]);
  });
});
