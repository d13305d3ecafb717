import { describe, expect, it } from 'vitest';
import {
  buildCatalog,
  type CatalogSource,
  type Directives,
  type PartsMatchQuery,
  type PartsMatchRequest,
  ValidationError,
} from '../../../src/partdex.js';

const offers = (...skus: string[]) => skus.map((sku) => ({ sku, seller: { uid: 'dk', name: 'Digi-Key' } }));

const SOURCE = {
  parts: [
    { uid: 'r1', mpn: 'RC0603FR-0710KL', brand: { uid: 'y', name: 'YAGEO' }, offers: offers('311-10.0KHRTR-ND', '603-RC0603') },
    { uid: 'r2', mpn: 'RC0603FR0710KL', brand: { uid: 'p', name: 'Phycomp' }, offers: offers('P1') },
    { uid: 'r3', mpn: 'rc0603fr-0710kl', brand: { uid: 'v', name: 'Vishay' }, offers: offers('V1', 'V2', 'V3') },
    { uid: 'r4', mpn: 'RC0603FR-0710KLT', brand: { uid: 'y', name: 'YAGEO' } },
    { uid: 'r5', mpn: 'RC0603FR-0711KL', brand: { uid: 'y', name: 'YAGEO' }, offers: offers('311-11.0KHRTR-ND') },
    { uid: 'd1', mpn: '---', brand: { uid: 'x', name: '***' } },
    { uid: 'd2', mpn: 'LM317T', offers: [{ sku: 'LM317T/NOPB', seller: { uid: 'ms', name: 'Mouser' } }] },
    { uid: 'd3', mpn: 'ΣΑΣ-1', brand: { name: 'Analog Devices Inc' }, descriptions: { value: 'thick film' } },
  ],
  brands: [
    { uid: 'p', name: 'Phycomp', aliases: ['Yageo Europe', '+++'] },
    { uid: 'y', name: 'Yageo Corporation' },
  ],
  sellers: [{ uid: 'ms', name: 'Mouser Electronics', aliases: ['TTI'] }],
} as unknown as CatalogSource;

const built = buildCatalog(SOURCE);

async function match(request: PartsMatchRequest & Directives) {
  return (await built).parts.match({ show: ['uid'], ...request });
}

/** The uids that one query finds, and their exact number. */
async function found(
  query: PartsMatchQuery,
  options: Partial<PartsMatchRequest> = {},
): Promise<{ uids: string[]; hits: number | null }> {
  const { results } = await match({ queries: [{ limit: 100, ...query }], ...options });
  expect(results[0].error).toBeNull();
  return { uids: results[0].items.map(({ uid }) => uid), hits: results[0].hits };
}

async function uids(query: PartsMatchQuery, options: Partial<PartsMatchRequest> = {}): Promise<string[]> {
  const { uids: list, hits } = await found(query, options);
  expect(hits).toBe(list.length);
  return list;
}

describe('part numbers', () => {
  it('are compared by letters and digits, as written first, then by offers and uid', async () => {
    expect(await uids({ mpn: 'RC0603FR-0710KL' })).toEqual(['r1', 'r3', 'r2']);
    expect(await uids({ mpn: 'RC0603FR0710KL' })).toEqual(['r2', 'r3', 'r1']);
    expect(await uids({ mpn: 'rc 0603 fr 0710 kl' })).toEqual(['r3', 'r1', 'r2']);
    expect(await uids({ mpn: 'RC0603FR-07' })).toEqual([]);
    expect(await uids({ mpn: '---' })).toEqual([]);
    expect(await uids({ mpn: 'σας1' })).toEqual(['d3']);
  });

  it('are compared as written but for letter case', async () => {
    const exact = { exact_only: true };
    expect(await uids({ mpn: 'RC0603FR-0710KL' }, exact)).toEqual(['r1', 'r3']);
    expect(await uids({ mpn: 'RC0603FR0710KL' }, exact)).toEqual(['r2']);
    expect(await uids({ mpn: ' RC0603FR0710KL' }, exact)).toEqual([]);
    expect(await uids({ mpn: '---' }, exact)).toEqual(['d1']);
    expect(await uids({ mpn: 'σας-1' }, exact)).toEqual(['d3']);
    expect(await uids({ mpn: '--?-*' }, exact)).toEqual([]);
    expect(await uids({ mpn: '*---' }, exact)).toEqual(['d1']);
    expect(await uids({ mpn: 'rc0603fr?0710kl' }, exact)).toEqual(['r3', 'r1']);
  });

  it('have wildcards: the shorter number first', async () => {
    expect(await uids({ mpn: 'RC0603*' })).toEqual(['r3', 'r1', 'r2', 'r5', 'r4']);
    expect(await uids({ mpn: '*0711K?' })).toEqual(['r5']);
    expect(await uids({ mpn: '-*-?-' })).not.toContain('d1');
    expect(await uids({ mpn: 'lm3\\17*' })).toEqual(['d2']);
    expect(await uids({ mpn: 'RC0603FR\\*' })).toEqual([]);
  });

  it('are SKUs too', async () => {
    expect(await uids({ sku: '311-10.0khrtr-nd' })).toEqual(['r1']);
    expect(await uids({ sku: 'RC0603FR-0710KL' })).toEqual([]);
    expect(await uids({ mpn_or_sku: '311*' })).toEqual(['r1', 'r5']);
    expect(await uids({ mpn_or_sku: 'lm317tnopb' })).toEqual(['d2']);
    expect(await uids({ mpn: 'RC0603*', sku: 'p1' })).toEqual(['r2']);
    expect(await uids({ mpn: 'RC0603*', sku: 'nothing' })).toEqual([]);
  });
});

describe('brand and seller', () => {
  it('are words of the own name, of the record or of an alias', async () => {
    expect(await uids({ brand: 'yageo' })).toEqual(['r1', 'r2', 'r5', 'r4']);
    expect(await uids({ brand: 'Yageo Corporation' })).toEqual(['r1', 'r5', 'r4']);
    expect(await uids({ brand: 'europe' })).toEqual(['r2']);
    expect(await uids({ brand: 'devices inc' })).toEqual(['d3']);
    expect(await uids({ brand: 'inc devices' })).toEqual([]);
    expect(await uids({ brand: 'Corporation Europe' })).toEqual([]);
    expect(await uids({ seller: 'electronics' })).toEqual(['d2']);
    expect(await uids({ seller: 'tti' })).toEqual(['d2']);
    expect(await uids({ seller: 'digi key' })).toEqual(['r3', 'r1', 'r2', 'r5']);
  });

  it('are compared whole where they have no letter or digit', async () => {
    expect(await uids({ brand: '***' })).toEqual(['d1']);
    expect(await uids({ brand: '**' })).toEqual([]);
    expect(await uids({ brand: '+++' })).toEqual(['r2']);
    expect(await uids({ seller: '+++' })).toEqual([]);
  });

  it('are met together with the number and the keywords', async () => {
    expect(await uids({ mpn: 'RC0603FR-0710KL', brand: 'yageo' })).toEqual(['r1', 'r2']);
    expect(await uids({ mpn: 'RC0603FR-0710KL', brand: 'yageo', seller: 'mouser' })).toEqual([]);
    expect(await uids({ q: 'thick', brand: 'analog' })).toEqual(['d3']);
    expect(await uids({ q: 'thick', brand: 'yageo' })).toEqual([]);
  });
});

describe('results', () => {
  it('answer one query each, and a fault harms no other', async () => {
    const { request, results } = await match({
      queries: [
        { reference: 'none' },
        { mpn: '*a*' },
        { mpn: true, reference: 'typed' } as never,
        { mpn: 'LM317T', reference: 'good' },
        { q: '*', limit: 0 },
      ],
    });
    expect(results.map(({ hits, error, reference }) => [hits, error === null, reference])).toEqual([
      [null, false, 'none'],
      [null, false, null],
      [null, false, 'typed'],
      [1, true, 'good'],
      [8, true, null],
    ]);
    expect(results.map(({ items }) => items)).toEqual([[], [], [], [{ uid: 'd2' }], []]);
    expect(results[4].warnings).toHaveLength(1);
    expect(results[0]).not.toHaveProperty('suggestions');
    expect(request).toMatchObject({ exact_only: false, show: ['uid'] });
    expect(request.queries).toHaveLength(5);
    expect(request).not.toHaveProperty('suggest');
  });

  it('are pages', async () => {
    const all = await uids({ mpn: 'RC0603*' });
    const { results } = await match({ queries: [0, 1, 2, 4, 5].map((start) => ({ mpn: 'RC0603*', start, limit: 2 })) });
    expect(results.map(({ items }) => items.map(({ uid }) => uid))).toEqual([0, 1, 2, 4, 5].map((at) => all.slice(at, at + 2)));
    expect(results.every(({ hits }) => hits === 5)).toBe(true);
    expect((await match({ queries: [{ mpn: 'RC0603*' }] })).results[0].items).toHaveLength(3);
  });

  it('show what the directives say, each part as an object of its own', async () => {
    const { parts } = await built;
    const query = { mpn: 'LM317T' };
    const { results } = await parts.match({ queries: [query, query] });
    expect(results[0].items[0]).toEqual(await parts.get('d2'));
    expect(results[0].items[0]).not.toBe(results[1].items[0]);
    const shown = await parts.match({ queries: [query], show: ['mpn', 'offers.sku'] });
    expect(shown.results[0].items).toEqual([{ mpn: 'LM317T', offers: [{ sku: 'LM317T/NOPB' }] }]);
    await expect(parts.match({ queries: [query], show: ['nothing'] })).rejects.toThrow(ValidationError);
    await expect(parts.match({ queries: Array(21).fill(query) })).rejects.toMatchObject({ argument: 'queries' });
  });

  it('tell the time', async () => {
    expect((await match({ queries: [] })).msec).toBeGreaterThanOrEqual(0);
  });
});

describe('suggestions', () => {
  async function suggested(query: PartsMatchQuery, options: Partial<PartsMatchRequest> = {}) {
    const { results } = await match({ queries: [query], suggest: true, ...options });
    return results[0].suggestions?.map(({ item, reason, field, value }) => [item.uid, reason, field, value]);
  }

  it('are made where nothing matches', async () => {
    expect(await suggested({ mpn: 'LM317T' })).toEqual([]);
    expect(await suggested({ mpn: 'LM3170*' })).toEqual([]);
    expect(await suggested({ brand: 'nobody' })).toEqual([]);
    expect(await suggested({ mpn: '???' } as never)).toEqual([]);
    expect(await suggested({ mpn: '/' })).toEqual([]);
  });

  it('are the same number that fails something else', async () => {
    expect(await suggested({ mpn: 'lm-317-t', brand: 'ti' })).toEqual([['d2', 'same_number', 'mpn', 'LM317T']]);
    expect(await suggested({ mpn: 'LM-317T' }, { exact_only: true })).toEqual([['d2', 'same_number', 'mpn', 'LM317T']]);
    const { results } = await match({ queries: [{ mpn: 'LM-317T', brand: 'ti' }], suggest: true, exact_only: true });
    expect(results[0].suggestions?.[0].text).toBe(
      'the same number, but written "LM317T" and not "LM-317T", and not of the brand "ti"',
    );
  });

  it('are numbers of the other kind', async () => {
    expect(await suggested({ mpn: 'P1' })).toEqual([['r2', 'other_field', 'offers.sku', 'P1']]);
    expect(await suggested({ sku: 'LM317T' })).toEqual([['d2', 'other_field', 'mpn', 'LM317T']]);
    expect(await suggested({ mpn: 'P1', brand: 'vishay' })).toEqual([]);
  });

  it('are numbers that go on or end, and numbers one edit away, the nearest first', async () => {
    expect(await suggested({ mpn: 'RC0603FR-0710K' })).toEqual([
      ['r3', 'suffix', 'mpn', 'rc0603fr-0710kl'],
      ['r1', 'suffix', 'mpn', 'RC0603FR-0710KL'],
      ['r2', 'suffix', 'mpn', 'RC0603FR0710KL'],
      ['r4', 'suffix', 'mpn', 'RC0603FR-0710KLT'],
    ]);
    expect(await suggested({ mpn: 'RCO603FR-0711KL', brand: 'yageo' })).toEqual([['r5', 'edit', 'mpn', 'RC0603FR-0711KL']]);
    expect(await suggested({ mpn: 'LM371T' })).toEqual([['d2', 'edit', 'mpn', 'LM317T']]);
    expect(await suggested({ mpn: 'LM371T', brand: 'yageo' })).toEqual([]);
  });

  it('are five at most, each part once', async () => {
    const parts = Array.from({ length: 9 }, (_, i) => ({ uid: `u${i}`, mpn: `ABCDE${i}`, offers: [{ sku: `ABCDE-${i}-X` }] }));
    const many = await buildCatalog({ parts });
    const { results } = await many.parts.match({ queries: [{ mpn_or_sku: 'ABCDE' }], suggest: true });
    expect(results[0].suggestions?.map(({ item, field }) => [item.uid, field])).toEqual(
      [0, 1, 2, 3, 4].map((i) => [`u${i}`, 'mpn']),
    );
  });
});

it('finds the shortest of very many numbers', async () => {
  const parts = Array.from({ length: 9000 }, (_, i) => ({
    uid: `u${i}`,
    mpn: `ABC${i}`,
    offers: [{ sku: 'ABC-7' }, { sku: `Q${i}` }].slice(0, i % 3),
  }));
  const many = await buildCatalog({ parts });
  const rank = (i: number) => Math.min(`abc${i}`.length, i % 3 > 0 ? 4 : 99);
  const expected = (of: (i: number) => number) =>
    parts
      .map((_, i) => i)
      .sort((a, b) => of(a) - of(b) || (b % 3) - (a % 3) || (`u${a}` < `u${b}` ? -1 : 1))
      .map((i) => `u${i}`);
  const send = async (query: PartsMatchQuery) => {
    const { results } = await many.parts.match({ queries: [{ limit: 100, ...query }], show: ['uid'] });
    return { uids: results[0].items.map(({ uid }) => uid), hits: results[0].hits };
  };
  expect(await send({ mpn_or_sku: 'abc*' })).toEqual({ uids: expected(rank).slice(0, 100), hits: 9000 });
  expect(await send({ mpn_or_sku: 'abc*', start: 950 })).toEqual({ uids: expected(rank).slice(950, 1050), hits: 9000 });
  expect(await send({ mpn: 'abc*', start: 10 })).toEqual({
    uids: expected((i) => `abc${i}`.length).slice(10, 110),
    hits: 9000,
  });
  expect(await send({ q: '', brand: ' ', seller: null, sku: 'abc7' })).toMatchObject({ hits: 6000 });
});
