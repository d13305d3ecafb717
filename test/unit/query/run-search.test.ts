import { afterEach, describe, expect, it } from 'vitest';
import type { RowSet } from '../../../src/index/row-set/row-set.js';
import type { Part, SearchRequest } from '../../../src/partdex.js';
import { countFacetQueries, findRows, runSearch } from '../../../src/query/run-search.js';
import type { ResolvedFilter } from '../../../src/resolve/filters.js';
import { type FastPath, fastPaths } from '../../../src/work/fast-paths.js';
import { finished } from '../../../src/work/pauses.js';
import { boundSearch, resolvedSearch } from '../../support/bound-search.js';
import { read } from '../../support/row-sets.js';
import { collectionOf } from '../../support/segments.js';
import { unbounded } from '../../support/unbounded.js';

const COUNT = 9000;
const BRANDS = ['Acme', 'Bolt', 'Core'];

/** Uids are in another order than rows and stocks. */
const parts = Array.from({ length: COUNT }, (_, i) => ({
  uid: `u${String((i * 7919) % COUNT).padStart(4, '0')}`,
  mpn: `M${i}`,
  brand: { uid: `b${i % 3}`, name: BRANDS[i % 3] },
  offers: [{ sku: `S${i}`, in_stock_quantity: (i * 31) % 1000 }],
  descriptions: [{ value: i % 2 === 0 ? 'a common word' : 'common' }],
})) as unknown as Part[];

const built = collectionOf([parts]);

async function bound(request: SearchRequest) {
  const { segments, types } = await built;
  const work = unbounded();
  const search = resolvedSearch(request, types, work);
  const [one] = await boundSearch(search, segments, work);
  const uids = await segments[0].field('uid')?.dictionary.load();
  const uidOf = (row: number) => uids?.value(one.uidOrder.ranks[row]);
  return { search, one, uidsOf: (rows: Iterable<number>) => Array.from(rows, uidOf) };
}

async function firstUids(request: SearchRequest, wanted: number) {
  const { one, uidsOf } = await bound(request);
  const { hits, rows } = finished(runSearch(one, wanted));
  return { hits, uids: uidsOf(rows) };
}

const brandOf = (part: Part) => part.brand?.name;
const stockOf = ({ offers }: Part) => Number((offers as unknown as { in_stock_quantity: number }[])[0].in_stock_quantity);
const byUid = (list: readonly Part[]) => list.map(({ uid }) => uid).sort();

afterEach(() => {
  for (const name of Object.keys(fastPaths) as FastPath[]) fastPaths[name] = true;
});

describe('runSearch', () => {
  it.each([true, false])('gives the first hits by uid where nothing else orders them (walking uids: %s)', async (uidWalk) => {
    fastPaths.uidWalk = uidWalk;
    const wanted = byUid(parts.filter((part) => brandOf(part) === 'Bolt'));
    for (const count of [0, 1, 10, 3000, 5000]) {
      const found = await firstUids({ filter: { queries: ['brand.name:Bolt'] } }, count);
      expect(found).toEqual({ hits: 3000, uids: wanted.slice(0, count) });
    }
    expect((await firstUids({}, 3)).uids).toEqual(byUid(parts).slice(0, 3));
  });

  it.each([true, false])('sorts by a field, ties by uid (heap: %s)', async (heap) => {
    fastPaths.heap = heap;
    const request: SearchRequest = {
      filter: { fields: { 'brand.name': ['Core'] } },
      sortby: [{ field: 'offers.in_stock_quantity', order: 'desc' }],
    };
    const wanted = parts
      .filter((part) => brandOf(part) === 'Core')
      .sort((a, b) => stockOf(b) - stockOf(a) || (a.uid < b.uid ? -1 : 1))
      .map(({ uid }) => uid);
    expect(await firstUids(request, 25)).toEqual({ hits: 3000, uids: wanted.slice(0, 25) });
  });

  it.each([true, false])('counts all hits of a lone frequent word, and gives the best (champions: %s)', async (champions) => {
    fastPaths.champions = champions;
    // Shorter descriptions score higher; ties by uid.
    const wanted = byUid(parts.filter((_, i) => i % 2 === 1)).slice(0, 20);
    expect(await firstUids({ q: 'common' }, 20)).toEqual({ hits: COUNT, uids: wanted });
  });

  it('orders rows that were found before like those it finds itself', async () => {
    const request: SearchRequest = { q: 'word', filter: { fields: { 'brand.name': ['Acme', 'Core'] } } };
    const { one, uidsOf } = await bound(request);
    const found = finished(findRows(one));
    const { hits, rows } = finished(runSearch(one, 12, { found }));
    expect({ hits, uids: uidsOf(rows) }).toEqual(await firstUids(request, 12));
  });
});

describe('findRows', () => {
  it('gives for each field with filters the rows that only these leave out', async () => {
    const request: SearchRequest = {
      filter: { fields: { 'brand.name': ['Bolt'], 'offers.in_stock_quantity': ['310'] } },
      facet: { fields: { 'brand.name': { include: true, exclude_filter: true } } },
    };
    const { one, uidsOf } = await bound(request);
    const { hits, widened, universe } = finished(findRows(one));
    const uidsIn = (set: RowSet) => uidsOf(read(set, universe.scratch)).sort();
    const inStock = parts.filter((part) => stockOf(part) === 310);
    expect([...widened.keys()]).toEqual(['brand.name']);
    expect(uidsIn(widened.get('brand.name') as RowSet)).toEqual(byUid(inStock));
    expect(uidsIn(hits)).toEqual(byUid(inStock.filter((part) => brandOf(part) === 'Bolt')));
  });
});

describe('countFacetQueries', () => {
  it('counts the hits that meet each query, adds to earlier counts, and leaves the hits as they are', async () => {
    const queries = ['brand.name:Acme', 'brand.name:none', 'NOT brand.name:Acme'];
    const { search, one, uidsOf } = await bound({ q: 'word', facet: { queries } });
    const found = finished(findRows(one));
    const before = uidsOf(read(found.hits, found.universe.scratch));
    const counts = new Map<ResolvedFilter, number>([[search.facetQueries[0].filter, 5]]);
    finished(countFacetQueries(one, found, counts));
    const even = parts.filter((_, i) => i % 2 === 0);
    const acme = even.filter((part) => brandOf(part) === 'Acme').length;
    expect(search.facetQueries.map(({ filter }) => counts.get(filter))).toEqual([5 + acme, 0, even.length - acme]);
    expect(uidsOf(read(found.hits, found.universe.scratch))).toEqual(before);
  });
});
