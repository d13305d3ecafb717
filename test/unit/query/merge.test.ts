import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part, SearchRequest, SearchResponse } from '../../../src/partdex.js';
import { bindSearch, needSearch } from '../../../src/query/bind-search.js';
import { resolveKeywords } from '../../../src/resolve/keywords.js';
import type { ResolvedSearch } from '../../../src/resolve/resolved-search.js';
import { finished } from '../../../src/work/pauses.js';
import { forAllAsync, scaled } from '../../support/for-all.js';
import { partLists, SHARED, SORT_FIELDS } from '../../support/query-parts.js';
import { collectionOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';
import { unbounded } from '../../support/unbounded.js';

const QUERIES = [
  '',
  'film',
  'thick film',
  '"thick film" -chip',
  'rc0603',
  'rc06*10k',
  '10k tdk',
  '10kΩ',
  'NOT film',
  'lm317 film',
  'none',
];
const FILTERS = [
  '*:*',
  'brand.name:tdk',
  'specs.n.value:[1 TO 10]',
  'specs.s.value:e OR offers.sku:s1',
  'NOT category_uids:root',
  'mpn:rc*',
];

const NUMBER_FIELDS = [
  'specs.n.value',
  'specs.ohms.value',
  'specs.grade.min_value',
  'avg_price',
  'offers.in_stock_quantity',
  'specs.none.value',
];
const FACET_FIELDS = [...SORT_FIELDS, 'specs.grade.value', ...NUMBER_FIELDS];

const facetFields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...FACET_FIELDS), fc.boolean(), fc.nat(3), fc.nat(6), fc.nat(9)), {
    selector: ([field]) => field,
    maxLength: 4,
  })
  .map((chosen) => {
    const entries = chosen.map(([field, exclude_filter, start, limit, ranges]) => [
      field,
      { include: true, exclude_filter, start, limit, ...(NUMBER_FIELDS.includes(field) && { ranges }) },
    ]);
    return Object.fromEntries(entries) as NonNullable<NonNullable<SearchRequest['facet']>['fields']>;
  });

const statsFields = fc.dictionary(
  fc.constantFrom(...NUMBER_FIELDS),
  fc.record({ include: fc.constant(true), exclude_filter: fc.boolean() }),
  { maxKeys: 3, noNullPrototype: true },
);

const counting = (): fc.Arbitrary<SearchRequest> =>
  fc.record(
    {
      facet: fc.record({ fields: facetFields, queries: fc.array(fc.constantFrom(...FILTERS), { maxLength: 2 }) }),
      stats: statsFields,
      spec_drilldown: fc.record({ include: fc.constant(true), exclude_filter: fc.boolean(), limit: fc.nat(4) }),
    },
    { requiredKeys: [] },
  );

const values = (...texts: string[]) => fc.constant(texts);
const filterFields = fc.record(
  {
    'brand.name': values('TDK', 'Yageo', 'Würth'),
    'specs.s.value': values('0603', '', 'É', 'e'),
    'specs.n.value': values('1', '10', '0.1'),
    'specs.ohms.value': values('100', '2200', '0'),
    'specs.grade.value': values('A'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const requests = (): fc.Arbitrary<SearchRequest> =>
  fc.record(
    {
      q: fc.constantFrom(...QUERIES),
      start: fc.nat(8),
      limit: fc.nat(12),
      sortby: fc.array(
        fc.record({
          field: fc.constantFrom('score', 'score', ...SORT_FIELDS),
          order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
        }),
        { maxLength: 3 },
      ),
      filter: fc.record(
        { fields: filterFields, queries: fc.array(fc.constantFrom(...FILTERS), { maxLength: 2 }) },
        { requiredKeys: ['queries'] },
      ),
      show: fc.constantFrom(['uid'], ['uid', 'mpn'], ['uid', 'offers']),
    },
    { requiredKeys: [] },
  );

/** Parts, and the number of the piece that each goes to; pieces may stay empty. */
const cut = () =>
  partLists().chain((parts) =>
    fc.tuple(fc.constant(parts), fc.array(fc.nat(3), { minLength: parts.length, maxLength: parts.length })),
  );

function pieces(parts: readonly Part[], pieceOf: readonly number[]): Part[][] {
  return [0, 1, 2, 3].map((piece) => parts.filter((_, i) => pieceOf[i] === piece));
}

async function scanned(parts: { scan(request: SearchRequest): AsyncIterable<Part> }, request: SearchRequest): Promise<Part[]> {
  const found: Part[] = [];
  for await (const part of parts.scan(request)) found.push(part);
  return found;
}

/** An answer without its time; of the cursor, which may belong to one catalog, whether there is one. */
function comparable({ msec: _msec, next, ...answer }: SearchResponse<Part>) {
  return { ...answer, hasNext: next !== null };
}

describe('a catalog of several segments', () => {
  it('answers as one of a single segment', () =>
    forAllAsync(
      [cut(), fc.array(fc.tuple(requests(), counting()), { minLength: 8, maxLength: 8 })],
      async ([parts, pieceOf], requested) => {
        const whole = await collectionOf([parts], SHARED);
        const several = await collectionOf(pieces(parts, pieceOf), SHARED);
        for (const request of requested.map(([found, counted]) => ({ ...found, ...counted }))) {
          const expected = comparable(await whole.parts.search(request));
          const found = comparable(await several.parts.search(request));
          expect(found, JSON.stringify(request)).toEqual(expected);
          expect(await scanned(several.parts, request)).toEqual(await scanned(whole.parts, request));
        }
        const uids = [...parts.map(({ uid }) => uid).slice(0, 10), 'none'];
        for (const uid of uids) expect(await several.parts.get(uid)).toEqual(await whole.parts.get(uid));
        expect(await several.parts.getMulti(uids)).toEqual(await whole.parts.getMulti(uids));
      },
      scaled(25),
    ));

  it('weighs every term over all of its segments', () =>
    forAllAsync(
      [cut(), fc.constantFrom(...QUERIES)],
      async ([parts, pieceOf], q) => {
        const search = {
          keywords: finished(resolveKeywords(q, 'parts')).terms,
          filters: [],
          facetQueries: [],
          sortKeys: [{ field: 'score', order: 'desc' }],
          counts: undefined,
          warnings: [],
        } satisfies ResolvedSearch;
        const weights = async (lists: readonly Part[][]) => {
          const { segments } = await collectionOf(lists, SHARED);
          await loadNeeds((needs) => {
            for (const segment of segments) needSearch(search, segment, needs);
          });
          const [bound] = finished(bindSearch(search, segments, unbounded()));
          return bound.scored.map(({ idf }) => idf);
        };
        expect(await weights(pieces(parts, pieceOf))).toEqual(await weights([parts]));
      },
      scaled(25),
    ));

  it('ranks hits of a frequent word, whose best hits are all in one segment', async () => {
    const parts = Array.from(
      { length: 700 },
      (_, i): Part => ({
        uid: `u${(i * 37) % 700}`,
        mpn: i % 50 === 0 ? 'Common' : `m${i}`,
        brand: { uid: 'b', name: i % 3 === 0 ? 'common brand' : 'other' },
        descriptions: [{ value: i % 2 === 0 ? 'a common word' : 'common' }],
      }),
    );
    const whole = await collectionOf([parts]);
    const several = await collectionOf([parts.slice(0, 300), parts.slice(300, 600), parts.slice(600), []]);
    for (const request of [
      { q: 'common', limit: 100 },
      { q: 'common', start: 20, limit: 5 },
      { q: 'common', start: 200, limit: 100 },
    ]) {
      const [expected, found] = await Promise.all([whole, several].map(({ parts: collection }) => collection.search(request)));
      expect(comparable(found)).toEqual(comparable(expected));
    }
    expect(await scanned(several.parts, { q: 'common' })).toEqual(await scanned(whole.parts, { q: 'common' }));
  });

  it('gives a uid that lives in one segment and was merged in another to the part that lives', async () => {
    const merging: Part = { uid: 'b', mpn: 'B', redirected_uids: ['a', 'old'] };
    const existing: Part = { uid: 'a', mpn: 'A' };
    for (const lists of [
      [[merging], [existing]],
      [[existing], [merging]],
    ]) {
      const { parts } = await collectionOf(lists);
      const mpns = await parts.getMulti(['a', 'b', 'old'], { show: ['mpn'] });
      expect({ ...mpns }).toEqual({ a: { mpn: 'A' }, b: { mpn: 'B' }, old: { mpn: 'B' } });
    }
  });

  it('of no parts at all finds nothing', async () => {
    const { parts } = await collectionOf([[], []]);
    for (const request of [{}, { q: 'a' }, { q: 'NOT a' }, { filter: { queries: ['uid:*'] }, sortby: 'mpn' }]) {
      expect(await parts.search(request)).toMatchObject({ hits: 0, results: [] });
    }
    expect(await parts.get('a')).toBeUndefined();
  });
});
