import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalsOf, type PartInternals } from '../../../src/catalog/internals.js';
import { buildCatalog, type Catalog, type Part, type PartsMatchQuery, type SearchRequest } from '../../../src/partdex.js';
import type { Work } from '../../../src/work/work.js';
import { forAllAsync } from '../../support/for-all.js';
import { Impatient, unbounded } from '../../support/unbounded.js';

/** A request, and how it is answered within the work of a call. */
type RandomRequest = { readonly search: SearchRequest } | { readonly match: PartsMatchQuery[] };

let catalog: Catalog;
let inside: PartInternals;

beforeAll(async () => {
  const names = ['Acme', 'Bolt', 'Coil', 'Würth', 'Acme Power'];
  const words = ['film', 'thick', 'smd', 'ceramic', '10k', '0.1uF', 'low-noise', 'étage'];
  catalog = await buildCatalog({
    parts: Array.from({ length: 3000 }, (_, i) => ({
      uid: i % 2 === 0 ? i.toString(16).padStart(16, '0') : `u${i}`,
      mpn: `AB-${(i * 7919) % 900}${'XYZ'[i % 3]}`,
      brand: { uid: `b${i % 5}`, name: names[i % 5] },
      offers: Array.from({ length: i % 4 }, (_, n) => ({
        sku: `S${i % 700}-${n}`,
        seller: { uid: `s${n}`, name: names[n] },
        in_stock_quantity: (i * 13) % 200,
        prices: { USD: [[1, `${i % 97}.5`]] },
      })),
      descriptions: i % 6 === 0 ? [] : [{ value: [0, 1, 2].map((n) => words[(i * (n + 3) + n) % words.length]).join(' ') }],
      specs: {
        ohms: { value: [`${i % 50}`, `${i % 333}`], ...{ metadata: { key: 'ohms', datatype: 'decimal' } } },
        ...(i % 3 === 0 && { size: { value: [`0${i % 4}03`] } }),
      },
      category_uids: [`c${i % 7}`],
    })) as unknown as Part[],
  });
  inside = internalsOf(catalog).collections.parts;
});

afterAll(() => catalog.close());

const q = fc.constantFrom(
  '',
  'film',
  'film film "thick film"',
  '-smd',
  'ab1*',
  '*9x*',
  'thick -ab2*',
  '10k acme',
  '"low noise"',
  'NOT film',
  'none',
);
const filter = fc.constantFrom(
  ...['descriptions.value:*i*', 'descriptions.value:low*noise', 'brand.name:ac*', 'brand.name:(acme OR bolt)', 'mpn:*1*x', 'uid:0*'],
  ...['specs.ohms.value:[3 TO 30]', 'specs.ohms.value:(1 OR 2 OR 40)', 'NOT offers.sku:s1*', 'offers.in_stock_quantity:[1 TO *]'],
  ...['category_uids:(c1 OR c2) AND descriptions.value:f*', 'mpn:[ab1 TO ab5] OR descriptions.value:?*'],
); // biome-ignore format: a list
const counted = { include: true, limit: 5 };
const search = fc
  .record({
    q,
    queries: fc.array(filter, { maxLength: 3 }),
    brands: fc.option(fc.constantFrom(['Acme'], ['Acme', 'Coil']), { nil: undefined }),
    facets: fc.subarray(['brand.name', 'descriptions.value', 'category_uids', 'specs.size.value', 'mpn']),
    stats: fc.subarray(['specs.ohms.value', 'offers.in_stock_quantity', 'avg_price']),
    facetQueries: fc.array(filter, { maxLength: 2 }),
    exclude_filter: fc.boolean(),
    drilldown: fc.boolean(),
    sortby: fc.constantFrom(undefined, 'mpn', 'avg_price desc, mpn', 'score desc', 'specs.ohms.value, uid desc'),
    start: fc.constantFrom(0, 0, 7, 500),
    limit: fc.constantFrom(0, 3, 20),
  })
  .map(({ q: keywords, queries, brands, facets, stats, facetQueries, exclude_filter, drilldown, ...rest }): RandomRequest => {
    const named = (fields: readonly string[], of: object) => Object.fromEntries(fields.map((field) => [field, of]));
    return {
      search: {
        q: keywords,
        filter: { queries, ...(brands && { fields: { 'brand.name': brands } }) },
        facet: { fields: named(facets, { ...counted, exclude_filter }), queries: facetQueries },
        stats: named(stats, { include: true, exclude_filter }),
        ...(drilldown && { spec_drilldown: { include: true, exclude_filter } }),
        show: ['uid'],
        ...rest,
      } as SearchRequest,
    };
  });
const match = fc
  .array(
    fc.constantFrom<PartsMatchQuery>(
      { mpn: 'ab-1x' },
      { mpn: 'AB-*X' },
      { mpn_or_sku: 's1*' },
      { mpn: 'ab?1*', brand: 'acme' },
      { q: 'film', seller: 'bolt' },
      { mpn: 'AB-70Q' },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((queries): RandomRequest => ({ match: queries }));
const requests = fc.oneof({ weight: 4, arbitrary: search }, { weight: 1, arbitrary: match });

async function answerOf(requested: RandomRequest, work: Work): Promise<string> {
  try {
    const answer =
      'search' in requested
        ? await inside.searchWithin(requested.search, work)
        : await inside.matchWithin({ queries: requested.match, show: ['uid'], suggest: true }, {}, work);
    return JSON.stringify({ ...answer, msec: 0 });
  } finally {
    work.finish();
  }
}

/** The work of a call that ends when it has looked so often whether it should. */
class Ending extends Impatient {
  private looks = 0;

  constructor(
    private readonly most: number,
    readonly reason: unknown,
  ) {
    super();
  }

  override spend(units: number): boolean {
    if (++this.looks > this.most) throw this.end(this.reason);
    return super.spend(units);
  }
}

describe('requests that are answered at the same time', () => {
  it('have the same answers as one after the other, though each yields wherever it may', () =>
    forAllAsync(
      [fc.array(requests, { minLength: 2, maxLength: 6 })],
      async (requested) => {
        const alone: string[] = [];
        for (const one of requested) alone.push(await answerOf(one, unbounded()));
        expect(await Promise.all(requested.map((one) => answerOf(one, new Impatient())))).toEqual(alone);
      },
      60,
    ));

  it('are not changed by others that end at any of their steps, and neither are those that come later', () =>
    forAllAsync(
      [
        fc.array(requests, { minLength: 2, maxLength: 4 }),
        fc.array(fc.tuple(requests, fc.nat(60)), { minLength: 1, maxLength: 4 }),
      ],
      async (requested, ended) => {
        const alone: string[] = [];
        for (const one of requested) alone.push(await answerOf(one, unbounded()));
        const of = new Map<RandomRequest, string>();
        for (const [one] of ended) of.set(one, await answerOf(one, unbounded()));
        const reason = new Error('ended');
        const ending = ended.map(async ([one, looks]) => {
          const result = await answerOf(one, new Ending(looks, reason)).catch((error: unknown) => error);
          if (result !== reason) expect(result).toBe(of.get(one));
        });
        expect(await Promise.all(requested.map((one) => answerOf(one, new Impatient())))).toEqual(alone);
        await Promise.all(ending);
        for (const [i, one] of requested.entries()) expect(await answerOf(one, unbounded())).toBe(alone[i]);
      },
      60,
    ));
});
