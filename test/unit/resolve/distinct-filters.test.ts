import { describe, expect, it } from 'vitest';
import { Issues } from '../../../src/model/issues.js';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import { buildCatalog, type SearchRequest, ValidationError } from '../../../src/partdex.js';
import { DistinctFilters } from '../../../src/resolve/distinct-filters.js';
import type { ResolvedFilter } from '../../../src/resolve/filters.js';

const value = (name: string, text: string): ResolvedFilter => ({
  kind: 'field',
  name,
  fieldKind: 'name',
  operand: { kind: 'value', text },
});

function added(filters: readonly ResolvedFilter[], most: number) {
  const issues = new Issues({});
  const distinct = new DistinctFilters({ ...DEFAULT_LIMITS, filters: most }, issues);
  const given = filters.map((filter) => distinct.add(filter));
  return { all: distinct.all.map(({ filter }) => filter), given, isRefused: issues.count > 0 };
}

describe('DistinctFilters', () => {
  it('has each filter once, whatever the order of fields', () => {
    const [a, b, other] = [value('a', '1'), value('b', '1'), value('a', '2')];
    const { all, given } = added([a, b, other, value('b', '1'), value('a', '1'), { kind: 'all' }, { kind: 'all' }], 10);
    expect(all).toEqual([a, b, other, { kind: 'all' }]);
    expect(given[3]).toBe(b);
    expect(given[4]).toBe(a);
    expect(given[6]).toBe(given[5]);
  });

  it('refuses more than the limit, on one field or on many', () => {
    const onFields = (count: number) => Array.from({ length: count }, (_, i) => value(`field ${i}`, 'x'));
    const ofValues = (count: number) => Array.from({ length: count }, (_, i) => value('field', `${i}`));
    for (const most of [0, 1, 2, 3, 4, 5, 9]) {
      for (const filters of [onFields, ofValues]) {
        expect(added(filters(most), most).isRefused, `${most} of ${most}`).toBe(false);
        expect(added(filters(most + 1), most).isRefused, `${most + 1} of ${most}`).toBe(true);
      }
    }
  });

  it('counts the conditions of earlier filters, whether or not those have keys', () => {
    for (const [again, isNew] of [
      [value('b', '1'), false],
      [value('c', '1'), true],
    ] as const) {
      const issues = new Issues({});
      const limits = { ...DEFAULT_LIMITS, filters: 2 };
      const first = new DistinctFilters(limits, issues);
      first.add(value('a', '1'));
      const second = new DistinctFilters(limits, issues, first);
      second.add(value('b', '1'));
      const third = new DistinctFilters(limits, issues, second);
      third.add(again);
      expect(issues.count > 0).toBe(isNew);
      expect([first.all, second.all, third.all].map(({ length }) => length)).toEqual([1, 1, 1]);
    }
  });
});

describe('the limit of filters', () => {
  it('counts filters, facet queries and boosts together', async () => {
    const catalog = await buildCatalog({ parts: [{ uid: 'p', mpn: 'M' }] }, { limits: { filters: 3 } });
    const isRefused = (request: SearchRequest) =>
      catalog.parts.search(request).then(
        () => false,
        (error) => error instanceof ValidationError,
      );
    const filter = { fields: { 'brand.name': ['a'], mpn: ['M'] } };
    expect(await isRefused({ filter })).toBe(false);
    expect(await isRefused({ filter, facet: { queries: ['mpn:M'] } })).toBe(false);
    expect(await isRefused({ filter, facet: { queries: ['mpn:N'] } })).toBe(false);
    expect(await isRefused({ filter, facet: { queries: ['mpn:N', 'mpn:O'] } })).toBe(true);
    expect(
      await isRefused({
        filter,
        rank: {
          boosts: [
            { query: 'mpn:N', factor: 2 },
            { query: 'mpn:O', factor: 2 },
          ],
        },
      }),
    ).toBe(true);
    expect(await isRefused({ filter, rank: { boosts: [{ query: 'mpn:N', factor: 2 }] } })).toBe(false);
    const boosted = (query: string) => ({
      facet: { queries: ['mpn:A', 'brand.name:B', 'offers.sku:C'] },
      rank: { boosts: [{ query, factor: 2 }] },
    });
    expect(await isRefused(boosted('uid:D'))).toBe(true);
    expect(await isRefused(boosted('mpn:A'))).toBe(false);
  });
});
