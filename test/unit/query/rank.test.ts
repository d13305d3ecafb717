import { describe, expect, it } from 'vitest';
import { type CatalogInternals, INTERNALS } from '../../../src/catalog/internals.js';
import { buildCatalog, type Catalog, type Part, type SearchRequest, ValidationError } from '../../../src/partdex.js';
import { rankOf, rankRows } from '../../../src/query/rank.js';
import { rejectionOf } from '../../support/thrown.js';

type Parts = { search(request: SearchRequest): Promise<{ results: { item: { uid: string } }[]; next?: string | null }> };

async function uidsOf(request: SearchRequest, parts: Parts): Promise<string> {
  const { results } = await parts.search({ rank: {}, limit: 100, ...request });
  return results.map(({ item }) => item.uid).join(' ');
}

function hiding(catalog: Catalog, ...names: string[]): Parts {
  const { [INTERNALS]: internals } = catalog as unknown as Record<typeof INTERNALS, CatalogInternals>;
  return internals.hiding(names).collections.parts as unknown as Parts;
}

/** A catalog of parts by their uids, with numbers of one length unless others are given. */
async function catalogOf(parts: Record<string, object>): Promise<Catalog> {
  const documents = Object.entries(parts).map(([uid, more]) => ({ uid, mpn: 'MM', ...more }));
  return buildCatalog({ parts: documents as unknown as Part[] });
}

const stock = (in_stock_quantity: number, price?: number) => ({
  offers: [{ sku: 's', in_stock_quantity, ...(price !== undefined && { prices: { USD: [[1, price]] } }) }],
});
const status = (value: string) => ({ specs: { lifecycle_status: { value: [value] } } });
const specs = (count: number) => ({
  specs: Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, { value: ['x'] }])),
});

describe('errors of rank', () => {
  const built = catalogOf({ a: {} });

  it.each<[unknown, [path: string, code: string][], string]>([
    [7, [['rank', 'wrong_type']], 'rank must be an object, not 7'],
    [[], [['rank', 'wrong_type']], 'rank must be an object'],
    [{ boost: [] }, [['rank.boost', 'unknown_argument']], 'rank.boost is not an argument; did you mean "boosts"'],
    [{ in_stock_first: 'yes' }, [['rank.in_stock_first', 'wrong_type']], 'rank.in_stock_first must be true or false, not "yes"'],
    [{ boosts: {} }, [['rank.boosts', 'wrong_type']], 'rank.boosts must be a list of { query, factor }'],
    [{ boosts: [7] }, [['rank.boosts[0]', 'wrong_type']], 'rank.boosts[0] must be an object, not 7'],
    [
      { boosts: [{ query: 1, factor: 0 }] },
      [
        ['rank.boosts[0].query', 'wrong_type'],
        ['rank.boosts[0].factor', 'out_of_range'],
      ],
      'rank.boosts[0].query must be a filter query, not 1; rank.boosts[0].factor must be a finite number above 0',
    ],
    [
      { boosts: [{ query: 'mpn:x', factor: 1 }, { factor: '2' }] },
      [
        ['rank.boosts[1].query', 'missing'],
        ['rank.boosts[1].factor', 'wrong_type'],
      ],
      'rank.boosts[1].factor must be a number above 0, not "2"',
    ],
    [
      { boosts: [-1, Number.NaN, Number.POSITIVE_INFINITY].map((factor) => ({ query: 'mpn:x', factor })) },
      [0, 1, 2].map((i) => [`rank.boosts[${i}].factor`, 'out_of_range']),
      'must be a finite number above 0',
    ],
    [{ boosts: [{ query: 'mpn:x', factor: 1, z: 1 }] }, [['rank.boosts[0].z', 'unknown_argument']], 'rank.boosts[0].z'],
    [{ boosts: [{ query: 'no:x', factor: 1 }] }, [['rank.boosts[0].query', 'unknown_field']], '"no" is not a fieldname of parts'],
    [{ boosts: [{ query: 'mpn:(', factor: 1 }] }, [['rank.boosts[0].query', 'syntax']], 'found the end of the query'],
    [
      { boosts: Array.from({ length: 101 }, () => ({ query: 'mpn:x', factor: 1 })) },
      [['rank.boosts', 'too_many']],
      'rank.boosts must be at most 100 (limit facets), not 101',
    ],
  ])('%j', async (rank, issues, message) => {
    const { parts } = await built;
    const error = (await rejectionOf(parts.search({ rank } as SearchRequest))) as ValidationError;
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues.map(({ path, code }) => [path, code])).toEqual(issues);
    expect(error.message).toContain(message);
  });

  it('are those of a scan, too, and of other collections', async () => {
    const { parts, brands } = await built;
    const scan = parts.scan({ rank: { boosts: [{ query: 'mpn:x', factor: 0 }] } })[Symbol.asyncIterator]();
    expect(await rejectionOf(scan.next())).toBeInstanceOf(ValidationError);
    const error = (await rejectionOf(brands.search({ rank: {} }))) as ValidationError;
    expect(error.message).toBe('rank: only parts have such an order, not brands');
    expect(error.issues).toMatchObject([{ path: 'rank', code: 'wrong_kind', found: 'brands' }]);
  });

  it('are none of null, and the request is echoed with its defaults', async () => {
    const { parts } = await built;
    const boosts = [{ query: 'mpn:x', factor: 1.5 }];
    const echoed = async (rank: unknown) => (await parts.search({ rank } as SearchRequest)).request.rank;
    expect(await echoed({})).toEqual({ in_stock_first: false, boosts: [] });
    expect(await echoed({ boosts, in_stock_first: true })).toEqual({ in_stock_first: true, boosts });
    expect(await echoed(undefined)).toBeUndefined();
    expect((await parts.search({})).request).not.toHaveProperty('rank');
  });
});

describe('the rank of rows', () => {
  const isFirst = (a: number, b: number, merits: [number, number] = [0, 0xffff]) => {
    const merit = Uint16Array.from(merits);
    return rankOf(a, 0, merit) > rankOf(b, 1, merit);
  };

  it('compares the steps of scores before everything else', () => {
    const steps = [0, 2 ** -1022, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 1e300, Number.MAX_VALUE];
    for (let i = 1; i < steps.length; i++) expect(isFirst(steps[i], steps[i - 1]), `${steps[i]}`).toBe(true);
    for (const [step, next] of [
      [1, 1.25],
      [1.25, 1.5],
      [1.5, 1.75],
      [1.75, 2],
      [2, 2.5],
      [0.25, 0.3125],
    ]) {
      const last = next - next * 2 ** -53;
      expect(last).toBeLessThan(next);
      expect(isFirst(last, step), `${step} and ${last}`).toBe(false);
      expect(isFirst(step, last, [8, 7]), `${step} and ${last}`).toBe(true);
      expect(isFirst(next, last), `${next} and ${last}`).toBe(true);
    }
  });

  it('has one step for all scores below the smallest normal number', () => {
    for (const small of [Number.MIN_VALUE, 2 ** -1024, 2 ** -1022 - Number.MIN_VALUE]) {
      expect(rankOf(small, 0, Uint16Array.of(9))).toBe(rankOf(0, 0, Uint16Array.of(9)));
    }
    expect(rankOf(2 ** -1022, 0, Uint16Array.of(0))).toBeGreaterThan(rankOf(0, 0, Uint16Array.of(0xffff)));
  });

  it('is written for the rows of a list, by their merits', () => {
    const merit = Uint16Array.from([5, 6, 7, 8]);
    const out = new Float64Array(3);
    const rows = Uint32Array.of(3, 0, 2);
    rankRows(Float64Array.of(1, 2, 1), rows, 3, merit, out);
    expect(Array.from(out)).toEqual([1, 2, 1].map((score, i) => rankOf(score, rows[i], merit)));
    expect(out[0]).toBeGreaterThan(out[2]);
    expect(out[1]).toBeGreaterThan(out[0]);
    expect(rankOf(1, 1, merit) - rankOf(1, 0, merit)).toBe(1);
  });
});

describe('what is known of parts', () => {
  it.each<[string, Record<string, object>, string]>([
    [
      'a stock: 4, even if its size is unknown',
      { a: stock(0), b: stock(1), c: stock(-2), d: stock(-1), e: stock(-4) },
      'b c a d e',
    ],
    ['a price: 2', { a: {}, b: stock(0, 1), c: stock(0) }, 'b a c'],
    [
      'a text that is not empty: 1',
      { a: {}, b: { descriptions: [{ value: '' }] }, c: { short_description: 'x' }, d: { descriptions: [{ value: 'x' }] } },
      'c d a b',
    ],
    [
      'both texts are not more than one',
      { a: { descriptions: [{ value: 'x' }] }, b: { short_description: 'x', descriptions: [{ value: 'x' }] } },
      'a b',
    ],
    [
      '1, 3, 6 specs',
      { a: specs(0), b: specs(1), c: specs(2), d: specs(3), e: specs(5), f: specs(6), g: specs(9) },
      'f g d e b c a',
    ],
    [
      'a stage of the life cycle: 6, 5, 3, 0',
      { a: status('Obsolete'), b: status('Not for new designs'), c: status('who knows'), d: status('Active (x)'), e: specs(1) },
      'd c e b a',
    ],
    [
      'a stock is as much as a price, a text and a spec',
      { a: stock(1), b: { ...stock(0, 1), ...specs(1), short_description: 'x' } },
      'a b',
    ],
    ['a price is more than a text', { a: { short_description: 'x' }, b: stock(0, 1) }, 'b a'],
    ['a life cycle that has ended costs more than a stock gives', { a: { ...stock(1), ...status('EOL') }, b: specs(1) }, 'b a'],
    [
      'then shorter numbers by their forms, then uids',
      { a: { mpn: 'AAA' }, b: { mpn: 'A-A' }, c: { mpn: '-A-' }, d: { mpn: 'ZZ' } },
      'c b d a',
    ],
    [
      'of which 255 characters count',
      { a: { mpn: 'A'.repeat(300) }, b: { mpn: 'A'.repeat(256) }, c: { mpn: 'A'.repeat(254) } },
      'c a b',
    ],
  ])('%s', async (_, parts, expected) => {
    const catalog = await catalogOf(parts);
    expect(await uidsOf({}, catalog.parts)).toBe(expected);
    expect(await uidsOf({ sortby: 'uid' }, catalog.parts)).toBe(Object.keys(parts).join(' '));
  });

  it('comes after a stock, if that is first', async () => {
    const known = { ...stock(0, 1), short_description: 'x', specs: { ...specs(6).specs, ...status('active').specs } };
    const { parts } = await catalogOf({ a: known, b: { ...stock(-2), ...status('EOL') }, c: { ...stock(5), ...status('EOL') } });
    expect(await uidsOf({}, parts)).toBe('a b c');
    expect(await uidsOf({ rank: { in_stock_first: true } }, parts)).toBe('b c a');
    expect(await uidsOf({ rank: { in_stock_first: true }, sortby: 'score asc' }, parts)).toBe('a b c');
  });

  it('comes after the steps of scores, and before the scores themselves', async () => {
    const { parts } = await catalogOf({ a: {}, b: stock(5), c: { mpn: 'LONGER' } });
    const boosted = (factor: number) => uidsOf({ rank: { boosts: [{ query: 'mpn:longer', factor }] } }, parts);
    expect(await boosted(1.24)).toBe('b a c');
    expect(await boosted(1.25)).toBe('c b a');
    expect(await boosted(0.99)).toBe('b a c');
    const tied = { a: {}, b: {}, c: {} };
    const same = (await catalogOf(tied)).parts;
    expect(
      await uidsOf(
        {
          rank: {
            boosts: [
              { query: 'uid:b', factor: 1.01 },
              { query: 'uid:c', factor: 1.02 },
            ],
          },
        },
        same,
      ),
    ).toBe('c b a');
  });

  it('does not tell hidden members', async () => {
    const all = { ...stock(3, 1), descriptions: [{ value: 'x' }], ...specs(3) };
    const catalog = await catalogOf({ a: { mpn: 'LONG' }, b: all, c: { mpn: 'X', ...status('EOL') } });
    expect(await uidsOf({}, catalog.parts)).toBe('b a c');
    for (const [hide, expected] of [
      [['offers', 'descriptions', 'specs'], 'c b a'],
      [['offers', 'avg_price', 'descriptions', 'specs', 'mpn'], 'a b c'],
      [['specs.lifecycle_status'], 'b c a'],
    ] as const) {
      expect(await uidsOf({}, hiding(catalog, ...hide)), hide.join()).toBe(expected);
    }
    const boosts = [{ query: 'specs.lifecycle_status.value:eol', factor: 8 }];
    expect(await uidsOf({ rank: { boosts } }, catalog.parts)).toBe('c b a');
    expect(await uidsOf({ rank: { boosts } }, hiding(catalog, 'specs.lifecycle_status'))).toBe('b c a');
    // A stock comes first only for who may see it.
    const rank = { in_stock_first: true };
    const ended = await catalogOf({ a: {}, b: { ...stock(3), ...status('EOL') } });
    expect(await uidsOf({ rank }, ended.parts)).toBe('b a');
    expect(await uidsOf({ rank }, hiding(ended, 'offers'))).toBe('a b');
  });
});

describe('boosts', () => {
  const built = catalogOf({ a: { mpn: 'A1' }, b: { mpn: 'B1' }, c: { mpn: 'C1' }, d: { mpn: 'D1' } });

  it('multiply, each as often as it is given', async () => {
    const { parts } = await built;
    const a = { query: 'mpn:a1', factor: 3 };
    const b = { query: 'mpn:(b1 OR c1)', factor: 4 };
    const c = { query: 'mpn:c1', factor: 0.5 };
    expect(await uidsOf({ rank: { boosts: [a] } }, parts)).toBe('a b c d');
    expect(await uidsOf({ rank: { boosts: [a, b] } }, parts)).toBe('b c a d');
    expect(await uidsOf({ rank: { boosts: [a, b, c] } }, parts)).toBe('b a c d');
    expect(await uidsOf({ rank: { boosts: [a, a, b] } }, parts)).toBe('a b c d');
    expect(await uidsOf({ rank: { boosts: [{ query: 'mpn:*', factor: 7 }, { query: 'mpn:none', factor: 9 }, c] } }, parts)).toBe(
      'a b d c',
    );
    expect(await uidsOf({ rank: { boosts: [b] }, sortby: 'score asc' }, parts)).toBe('a d b c');
  });

  it('change neither hits nor what other sort keys order', async () => {
    const { parts } = await built;
    const boosts = [{ query: 'mpn:c1', factor: 9 }];
    const { hits, results } = await parts.search({ q: 'b1', rank: { boosts } });
    expect([hits, results.length]).toEqual([1, 1]);
    expect(await uidsOf({ sortby: 'mpn desc', rank: { boosts } }, parts)).toBe('d c b a');
  });

  it('order the results of q', async () => {
    const { parts } = await catalogOf({ a: { descriptions: [{ value: 'film' }] }, b: { descriptions: [{ value: 'film' }] } });
    expect(await uidsOf({ q: 'film' }, parts)).toBe('a b');
    expect(await uidsOf({ q: 'film', rank: { boosts: [{ query: 'uid:b', factor: 2 }] } }, parts)).toBe('b a');
  });
});

describe('scans and cursors', () => {
  const parts = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `u${String(i).padStart(2, '0')}`,
      { mpn: 'M'.repeat(1 + (i % 4)), ...(i % 3 === 0 ? stock(i % 2) : {}), ...specs(i % 5) },
    ]),
  );
  const built = catalogOf(parts);
  const rank = { in_stock_first: true, boosts: [{ query: 'uid:(u07 OR u3*)', factor: 1.3 }] };

  it.each(['score desc', 'score asc', 'score, mpn desc'])('go through the parts in one order: %s', async (sortby) => {
    const catalog = await built;
    const whole = (await uidsOf({ rank, sortby }, catalog.parts)).split(' ');
    expect(whole).toHaveLength(60);
    expect(whole).not.toEqual(Object.keys(parts));
    const scanned: string[] = [];
    for await (const { uid } of catalog.parts.scan({ rank, sortby })) scanned.push(uid as string);
    expect(scanned).toEqual(whole);
    const paged: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { results, next } = await catalog.parts.search({ rank, sortby, limit: 7, ...(after && { after }) });
      paged.push(...results.map(({ item }) => item.uid as string));
      after = next;
    }
    expect(paged).toEqual(whole);
    for (const start of [0, 13, 55]) {
      const { results } = await catalog.parts.search({ rank, sortby, start, limit: 7 });
      expect(results.map(({ item }) => item.uid)).toEqual(whole.slice(start, start + 7));
    }
  });

  it('a cursor belongs to its rank', async () => {
    const catalog = await built;
    const { next } = await catalog.parts.search({ rank, limit: 5 });
    expect(next).toBeTypeOf('string');
    for (const other of [undefined, {}, { ...rank, in_stock_first: false }, { ...rank, boosts: [] }]) {
      const request = { after: next as string, ...(other && { rank: other }) };
      expect(await rejectionOf(catalog.parts.search(request)), JSON.stringify(other)).toBeInstanceOf(ValidationError);
    }
  });
});
