import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, parseDecimal } from '../../../src/analysis/decimal.js';
import { compareCodePoints, fold } from '../../../src/analysis/text.js';

import { Scratch } from '../../../src/index/row-set/scratch.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { rankOf } from '../../../src/query/rank.js';
import { type BoundSortKey, type SortValues, sortValues } from '../../../src/query/sort.js';
import { forAllAsync } from '../../support/for-all.js';
import { meanPriceOf } from '../../support/mean-price-of.js';
import { partLists, SHARED, SORT_FIELDS } from '../../support/query-parts.js';
import { Impatient } from '../../support/unbounded.js';

const list = <T>(values: readonly T[] | T | null | undefined): T[] => [values ?? []].flat() as T[];

/** The values of a field as texts, in any order. */
function valuesOf(part: Part, field: string): string[] {
  const offers = list(part.offers);
  const specs = (part.specs ?? {}) as Record<string, { value: string[] } | undefined>;
  const values: Record<string, () => unknown[]> = {
    uid: () => [part.uid],
    mpn: () => [part.mpn],
    'brand.name': () => list(part.brand).map(({ name }) => name),
    'offers.sku': () => offers.map(({ sku }) => sku),
    'offers.seller.uid': () => offers.map(({ seller }) => seller?.uid),
    'offers.in_stock_quantity': () => offers.map((offer) => offer.in_stock_quantity),
    avg_price: () => list(meanPriceOf(offers, 'USD')),
    'specs.n.value': () => specs.n?.value ?? [],
    'specs.s.value': () => specs.s?.value ?? [],
    'descriptions.value': () => list(part.descriptions).map(({ value }) => value),
    category_uids: () => list(part.category_uids).flatMap((uid) => (uid === 'leaf' ? ['leaf', 'root'] : [uid])),
  };
  return (values[field]?.() ?? []).filter((value) => value !== null && value !== undefined).map(String);
}

const NUMBERS = new Set(['offers.in_stock_quantity', 'avg_price', 'specs.n.value']);
const RAW = new Set(['uid', 'offers.seller.uid', 'category_uids']);

function comparison(field: string): (a: string, b: string) => number {
  if (NUMBERS.has(field)) return (a, b) => (parseDecimal(a) as Decimal).cmp(parseDecimal(b) as Decimal);
  if (RAW.has(field)) return compareCodePoints;
  return (a, b) => compareCodePoints(fold(a), fold(b)) || compareCodePoints(a, b);
}

interface Key {
  field: string;
  order: 'asc' | 'desc';
}

/** By the rule: the smallest value ascending, the largest descending, no value last, then the uid. */
function sorted(parts: readonly Part[], keys: readonly Key[]): string[] {
  const keyOf = (part: Part, { field, order }: Key) => {
    const compare = comparison(field);
    const values = valuesOf(part, field).filter((value) => !NUMBERS.has(field) || parseDecimal(value));
    return values.sort((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a))).at(0);
  };
  const before = (a: Part, b: Part) => {
    for (const key of keys) {
      const [x, y] = [keyOf(a, key), keyOf(b, key)];
      if (x === undefined || y === undefined) {
        if (x !== y) return x === undefined ? 1 : -1;
        continue;
      }
      const difference = comparison(key.field)(x, y);
      if (difference !== 0) return key.order === 'asc' ? difference : -difference;
    }
    return compareCodePoints(a.uid, b.uid);
  };
  return parts
    .slice()
    .sort(before)
    .map(({ uid }) => uid);
}

const keys = () =>
  fc.array(fc.record({ field: fc.constantFrom(...SORT_FIELDS), order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc') }), {
    minLength: 1,
    maxLength: 3,
  });

describe('sorting', () => {
  it('puts every part where the rule says, on every page', () =>
    forAllAsync(
      [partLists(), fc.array(keys(), { minLength: 4, maxLength: 4 }), fc.nat(20), fc.nat(10)],
      async (parts, requested, start, limit) => {
        const catalog = await buildCatalog({ ...SHARED, parts });
        for (const sortby of requested) {
          const expected = sorted(parts, sortby);
          const all = await catalog.parts.search({ sortby, limit: 100, show: ['uid'] });
          expect(
            all.results.map(({ item }) => item.uid),
            JSON.stringify(sortby),
          ).toEqual(expected);
          const text = sortby.map(({ field, order }) => `${field} ${order}`).join(', ');
          const page = await catalog.parts.search({ sortby: text, start, limit, show: ['uid'] });
          expect(page.results.map(({ item }) => item.uid)).toEqual(expected.slice(start, start + limit));
        }
      },
      40,
    ));

  it('of a few hits among many is the same', () =>
    forAllAsync(
      [partLists(), keys()],
      async (parts, sortby) => {
        const catalog = await buildCatalog({ ...SHARED, parts });
        const queries = ['brand.name:tdk OR mpn:rc0603*', 'NOT offers.sku:s1'];
        for (const query of queries) {
          const found = new Set<string>();
          for await (const { uid } of catalog.parts.scan({ filter: { queries: [query] } })) found.add(uid);
          const expected = sorted(parts, sortby).filter((uid) => found.has(uid));
          const { results, hits } = await catalog.parts.search({ sortby, limit: 5, filter: { queries: [query] } });
          expect([hits, results.map(({ item }) => item.uid)]).toEqual([found.size, expected.slice(0, 5)]);
        }
      },
      30,
    ));
});

describe('the scores and ranks of many rows', () => {
  const count = 50_000;
  const rows = Uint32Array.from({ length: count }, (_, i) => i);
  const scores = Float64Array.from(rows, (i) => 1 + ((i * 7919) % 1000) / 100);
  const merit = Uint16Array.from(rows, (i) => (i * 31) % 60_000);

  it.each<[BoundSortKey, (i: number) => number]>([
    [{ kind: 'score', descending: true }, (i) => -scores[i]],
    [{ kind: 'rank', merit, descending: false }, (i) => rankOf(scores[i], i, merit)],
    [{ kind: 'rank', merit, descending: true }, (i) => -rankOf(scores[i], i, merit)],
  ])('are read with pauses: %o', (key, expected) => {
    const steps = sortValues([key], rows, count, scores, new Scratch(count, new Impatient()));
    let pauses = 0;
    let result: SortValues[] | undefined;
    while (!result) {
      const step = steps.next();
      if (step.done) result = step.value;
      else pauses++;
    }
    expect(pauses).toBeGreaterThanOrEqual(6);
    expect(Array.from(result[0].subarray(0, count))).toEqual(Array.from(rows, expected));
  });
});
