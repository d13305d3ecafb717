import { describe, expect, it } from 'vitest';
import { OracleError } from '../../oracle/errors.js';
import type { MatchResult } from '../../oracle/match.js';
import { createOracle } from '../../oracle/oracle.js';

const yageo = { uid: 'y', name: 'Yageo Corp' };
const digiKey = { uid: 'd', name: 'Digi-Key' };
const mouser = { uid: 'm', name: 'Mouser' };
const oracle = createOracle({
  parts: [
    { uid: 'p1', mpn: 'RC0603FR-0710KL', brand: yageo, offers: [{ sku: '311-10.0KHRCT-ND', seller: digiKey }] },
    {
      uid: 'p2',
      mpn: 'RC0603FR-07 10KL',
      brand: { uid: 'k' },
      offers: [
        { sku: '603-RC0603', seller: mouser },
        { sku: 'RC0603FR-0710KL', seller: { uid: 'x' } },
      ],
    },
    { uid: 'p3', mpn: 'rc0603fr0710kl', brand: { name: 'YAGEO' }, descriptions: [{ value: 'thick film' }] },
    { uid: 'p4', mpn: 'LM317T/NOPB', brand: { uid: 'ti', name: 'TI' }, offers: { sku: '---' } },
    { uid: 'p5', mpn: 'ΑΒΣ-1', brand: { name: '™' } },
    { uid: 'p6', mpn: '---', offers: [{ sku: '𠮷-12' }, null, {}] },
    { uid: 'p7', mpn: 'a*b?c\\', brand: { uid: 'none' } },
  ],
  brands: [
    { uid: 'y', name: 'Yageo', aliases: ['Guoju Electronics'] },
    { uid: 'ti', name: 'Texas Instruments' },
  ],
  sellers: [{ uid: 'x', name: 'Arrow', aliases: ['Verical'] }],
});

const first = (query: object, more: object = {}): MatchResult => oracle.match({ queries: [query], ...more }).results[0];
const uids = (query: object, more: object = {}) => first(query, more).ordered.join(' ');

describe('part numbers', () => {
  it.each([
    // As written, then by offers and uid what is the same in part-number form.
    [{ mpn: 'RC0603FR-07 10KL' }, 'p2 p1 p3'],
    [{ mpn: 'rc0603-fr0710kl' }, 'p2 p1 p3'],
    [{ mpn: 'rc0603fr0710k' }, ''],
    [{ sku: 'rc0603fr0710kl' }, 'p2'],
    [{ mpn_or_sku: 'RC0603FR-0710KL' }, 'p2 p1 p3'],
    [{ mpn: 'rc0603fr0710kl', sku: '311*' }, 'p1'],
    [{ mpn: '*' }, undefined],
    // The shorter number first, whatever the part's others are.
    [{ mpn_or_sku: '?*c06*' }, 'p2 p1 p3'],
    [{ mpn_or_sku: '*rc06*' }, 'p2 p1 p3'],
    [{ mpn: 'lm317?*' }, 'p4'],
    [{ mpn: 'lm317????' }, ''],
    [{ mpn: 'lm317t????' }, 'p4'],
    [{ mpn: '---' }, ''],
    [{ mpn: 'αβς1' }, 'p5'],
    [{ mpn: 'αβ?1' }, 'p5'],
    [{ sku: '?1 ?' }, undefined],
    [{ sku: '--?12' }, 'p6'],
    // What is left of a pattern counts.
    [{ sku: '-*-?-' }, 'p6 p2 p1'],
    [{ mpn: 'abc' }, 'p7'],
    [{ mpn: 'a\\*b\\?c\\' }, 'p7'],
    [{ mpn: 'a\\*?c\\' }, 'p7'],
  ])('%j: %s', (query, expected) => {
    expect(first(query).error === null ? uids(query) : undefined).toBe(expected);
  });

  it.each([
    [{ mpn: 'rc0603fr-07 10kl' }, 'p2'],
    [{ mpn: ' rc0603fr-07 10kl' }, ''],
    [{ mpn: 'RC0603FR0710KL' }, 'p3'],
    [{ mpn: '---' }, 'p6'],
    [{ mpn_or_sku: '---' }, 'p6 p4'],
    [{ mpn: 'rc0603fr-07?10kl' }, 'p2'],
    [{ mpn: 'rc0603fr-07*' }, 'p2 p1'],
    [{ mpn: 'αβς-1' }, 'p5'],
    [{ mpn: '*βΣ-?' }, 'p5'],
    [{ sku: '?-12' }, 'p6'],
    [{ mpn: 'A\\*b\\?C\\\\' }, 'p7'],
    [{ mpn: 'abc' }, ''],
  ])('exactly %j: %s', (query, expected) => expect(uids(query, { exact_only: true })).toBe(expected));
});

describe('brands, sellers, keywords', () => {
  it.each([
    [{ brand: 'corp' }, 'p1'],
    [{ brand: 'yageo' }, 'p1 p3'],
    [{ brand: 'electronics guoju' }, ''],
    [{ brand: 'GUOJU-electronics' }, 'p1'],
    [{ brand: 'texas' }, 'p4'],
    [{ brand: 'ti' }, 'p4'],
    [{ brand: '®' }, 'p5'],
    [{ brand: '—' }, ''],
    [{ seller: 'digi key' }, 'p1'],
    [{ seller: 'verical' }, 'p2'],
    [{ seller: 'mouser verical' }, ''],
    [{ seller: 'verical', sku: '603*603' }, 'p2'],
    [{ q: 'film' }, 'p3'],
    [{ q: '-film', mpn: 'rc0603fr0710kl' }, 'p2 p1'],
    [{ q: '— *a', brand: ' \u0085' }, 'p2 p6 p1 p4 p3 p5 p7'],
  ])('%j: %s', (query, expected) => expect(uids(query)).toBe(expected));

  it('what of q is ignored is warned of', () => expect(first({ q: '— film' }).warnings).toEqual([{ about: '—' }]));
});

describe('requests', () => {
  it('pages', () => {
    const wanted = { mpn: 'rc0603fr0710kl' };
    expect(first({ ...wanted, start: 1, limit: 1 })).toMatchObject({ items: ['p2'], hits: 3 });
    expect(first({ q: '-nothing' }).items).toHaveLength(3);
    expect(first({ ...wanted, limit: 0, reference: 'line 7' })).toMatchObject({ items: [], hits: 3, reference: 'line 7' });
  });

  it.each<[unknown, string[]]>([
    [{}, ['']],
    [{ mpn: ' ', q: '', reference: 'r' }, ['']],
    ['LM317', ['']],
    [null, ['']],
    [[], ['']],
    [{ mpn: true }, ['mpn']],
    [{ mpn: 'LM317', q: ['x'] }, ['q']],
    [{ mpn: 'LM317', mnp: 'LM317' }, ['mnp']],
    [{ mpn: 'LM317', start: -1, limit: 101 }, ['start', 'limit']],
    [{ mpn: 'LM317', start: '1', limit: 0.5 }, ['start', 'limit']],
    [{ mpn: '*a*' }, ['mpn']],
    [{ sku: '𠮷\\**?' }, ['sku']],
    [{ mpn_or_sku: `${'x'.repeat(65_536)}µ` }, ['mpn_or_sku']],
  ])('refuses %j', (query, error) => {
    const reference = (query as { reference?: string } | null)?.reference ?? null;
    const refused = { ordered: [], items: [], hits: null, reference, error, warnings: [] };
    expect(oracle.match({ queries: [query, { mpn: 'LM317T/NOPB' }] }).results).toMatchObject([refused, { items: ['p4'] }]);
  });

  it.each([{ mpn: '-?--' }, { mpn: '\\*a\\*' }, { mpn: 'a', brand: null, start: null }])('answers %j', (query) => {
    expect(first(query).error).toBeNull();
  });

  it('are echoed', () => {
    const unset = {
      q: '',
      mpn: null,
      brand: null,
      sku: null,
      seller: null,
      mpn_or_sku: null,
      start: 0,
      limit: 3,
      reference: null,
    };
    const queries = [{ sku: 'a', start: null }, { q: 5, limit: null, mpn: ['x'], brand: true, other: 1 }, 7];
    expect(oracle.match({ queries, suggest: null, exact_only: true }).request).toEqual({
      queries: [{ ...unset, sku: 'a' }, { ...unset, q: '5', limit: null, brand: true }, unset],
      exact_only: true,
    });
    expect(oracle.match({ queries: [], suggest: true }).request).toEqual({ queries: [], exact_only: false, suggest: true });
  });

  it.each([
    {},
    { queries: null },
    { queries: { mpn: 'LM317T' } },
    { queries: Array(21).fill({ mpn: 'LM317T' }) },
    { queries: [], exact_only: 1 },
    { queries: [], suggest: 'yes' },
    { queries: [], limit: 5 },
    { queries: [], show: ['no.such.member'] },
    null,
  ])('%j is refused as a whole', (request) => expect(() => oracle.match(request)).toThrow(OracleError));
});

describe('suggestions', () => {
  const suggested = (query: object, more: object = {}) =>
    first(query, { suggest: true, ...more }).suggestions?.map(({ uid, reason, value }) => `${uid} ${reason} ${value}`);
  const numbers = ['LM317T', 'LM317', 'LM3I7T', 'LM371T', 'LM317TX', 'LN317T', 'LM31', 'LM317TABC', 'LM-317-T/NOPB', '7400'];
  const shop = createOracle({
    parts: [
      ...numbers.map((mpn, i) => ({ uid: `u${i}`, mpn, brand: { name: i % 2 === 0 ? 'Even' : 'Odd' } })),
      { uid: 'sold', mpn: '7400X', offers: [{ sku: 'LM317T' }, { sku: 'lm-317-t' }] },
    ],
  });
  const inShop = (query: object, more: object = {}) =>
    (shop.match({ queries: [query], suggest: true, ...more }).results[0].suggestions ?? []).map(
      ({ reason, value }) => `${reason} ${value}`,
    );

  it('only where nothing matches, and only on request', () => {
    expect(suggested({ mpn: 'rc0603fr0710k' })).toEqual([
      'p2 suffix RC0603FR-07 10KL',
      'p1 suffix RC0603FR-0710KL',
      'p3 suffix rc0603fr0710kl',
    ]);
    expect(suggested({ mpn: 'rc0603fr0710kl' })).toEqual([]);
    expect(suggested({})).toEqual([]);
    expect(first({ mpn: 'rc0603fr0710k' }).suggestions).toBeUndefined();
  });

  it('the same number that fails something else comes first', () => {
    expect(suggested({ mpn: 'rc0603fr0710kl', brand: 'texas' })).toEqual([
      'p2 same_number RC0603FR-07 10KL',
      'p1 same_number RC0603FR-0710KL',
      'p3 same_number rc0603fr0710kl',
    ]);
    expect(suggested({ mpn: 'lm317-tnopb' }, { exact_only: true })).toEqual(['p4 same_number LM317T/NOPB']);
    expect(suggested({ mpn: 'LM317T/NOPB', sku: '311' })).toEqual(['p4 same_number LM317T/NOPB']);
  });

  it('then one of the other field', () => {
    expect(suggested({ sku: 'lm317tnopb', brand: 'ti' })).toEqual(['p4 other_field LM317T/NOPB']);
    expect(suggested({ sku: 'lm317tnopb', brand: 'yageo' })).toEqual([]);
    expect(inShop({ sku: '7400x' })).toEqual(['other_field 7400X']);
    // One of the two numbers of a part: the first as code points go.
    expect(inShop({ mpn: 'LM-317T', brand: 'nobody' })).toEqual(['same_number LM317T']);
  });

  it('then what is near, by distance; an ending before an edit', () => {
    expect(inShop({ mpn: 'LM317S' })).toEqual(['suffix LM317', 'edit LM317T', 'suffix LM31']);
    expect(inShop({ mpn: 'LM3l7T' })).toEqual(['edit LM317T', 'edit LM3I7T']);
    expect(inShop({ mpn: 'LM317TXA' })).toEqual(['suffix LM317TX', 'suffix LM317T', 'suffix LM317', 'suffix LM31']);
    expect(inShop({ mpn: 'LM137T' })).toEqual(['edit LM317T']);
    expect(inShop({ mpn: 'LM31T' })).toEqual(['suffix LM31', 'edit LM317T', 'edit LM317', 'edit LM371T']);
    expect(inShop({ mpn: '740' })).toEqual([]);
    expect(inShop({ mpn: '7401' })).toEqual(['edit 7400']);
    expect(inShop({ mpn: '74?1' })).toEqual([]);
    expect(inShop({ mpn: 'LM317TX', brand: 'Odd', sku: 'LM3*17T' })).toEqual(['same_number LM317TX', 'suffix LM317']);
  });
});
