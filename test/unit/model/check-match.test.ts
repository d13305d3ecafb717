import { describe, expect, it } from 'vitest';
import { queryError } from '../../../src/model/check-match.js';
import { ValidationError } from '../../../src/model/errors.js';
import { DEFAULT_LIMITS, readLimits } from '../../../src/model/limits.js';
import { normaliseMatchRequest } from '../../support/checked.js';

const UNSET = {
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

function normalised(request: unknown, limits = DEFAULT_LIMITS) {
  return normaliseMatchRequest(request, limits);
}

/** The error of a single query. */
function fault(query: unknown, limits = DEFAULT_LIMITS): string | null {
  const { error } = normalised({ queries: [query] }, limits).queries[0];
  return error && queryError(error);
}

function wrong(request: unknown): ValidationError {
  try {
    normalised(request);
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('is right');
}

describe('the request', () => {
  it('needs a list of queries', () => {
    expect(wrong(undefined)).toMatchObject({ argument: 'queries', message: 'queries must be a list of queries, not undefined' });
    expect(wrong({ queries: null }).argument).toBe('queries');
    expect(wrong({ queries: { mpn: 'x' } }).argument).toBe('queries');
    expect(wrong({ queries: 'mpn' }).argument).toBe('queries');
    expect(wrong([]).message).toBe('the request must be an object, not an empty list');
    expect(normalised({ queries: [] })).toMatchObject({ queries: [], request: { queries: [], exact_only: false } });
  });

  it('has as many queries as the limit says', () => {
    const queries = Array.from({ length: 21 }, () => ({ mpn: 'x' }));
    expect(wrong({ queries }).message).toBe('queries must be at most 20, not 21');
    expect(normalised({ queries: queries.slice(1) }).queries).toHaveLength(20);
    expect(normalised({ queries }, readLimits({ matchQueries: Infinity })).queries).toHaveLength(21);
  });

  it('has flags and directives', () => {
    expect(wrong({ queries: [], exact_only: 'yes' }).argument).toBe('exact_only');
    expect(wrong({ queries: [], suggest: 1 }).argument).toBe('suggest');
    expect(wrong({ queries: [], show: [5] }).argument).toBe('show[0]');
    expect(wrong({ queries: [], exactOnly: true }).message).toContain('did you mean "exact_only"');
    const request = { queries: [], exact_only: true, suggest: true, show: 'uid', hide: [] };
    expect(normalised(request)).toMatchObject({ exactOnly: true, suggest: true, directives: { show: ['uid'] } });
    expect(normalised(request).request).toEqual({ queries: [], exact_only: true, suggest: true, show: ['uid'] });
    expect(normalised({ queries: [], exact_only: null, suggest: null }).request).toEqual({ queries: [], exact_only: false });
  });
});

describe('a query', () => {
  it('is read with its defaults; a blank text is missing', () => {
    const given = { mpn: ' RC0603 ', sku: '\u2003\t', brand: null, q: '', limit: 7, reference: 'line 3' };
    const { queries, request } = normalised({ queries: [given] });
    expect(queries[0]).toEqual({
      reference: 'line 3',
      error: null,
      query: {
        q: undefined,
        mpn: ' RC0603 ',
        brand: undefined,
        sku: undefined,
        seller: undefined,
        mpn_or_sku: undefined,
        start: 0,
        limit: 7,
      },
    });
    expect(request.queries).toEqual([{ ...UNSET, mpn: ' RC0603 ', sku: '\u2003\t', limit: 7, reference: 'line 3' }]);
    expect(Object.keys(request.queries[0])).toEqual(Object.keys(UNSET));
  });

  it('has the limits of the catalog', () => {
    expect(normalised({ queries: [{ q: 'x' }] }, readLimits({ limit: 2 })).request.queries[0].limit).toBe(2);
    expect(fault({ q: 'x', limit: 101 })).toBe('limit must be between 0 and 100');
    expect(fault({ q: 'x', limit: 101 }, readLimits({ limit: 101 }))).toBeNull();
    expect(fault({ q: 'x', start: -1 })).toBe('start must be between 0 and 1000');
    expect(fault({ q: 'x', start: '1' })).toBe('start must be an integer between 0 and 1000, not "1"');
    expect(fault({ q: 'x', limit: 1.5 })).toContain('limit');
  });

  it('is at fault by itself', () => {
    expect(fault(5)).toBe('a query must be an object, not 5');
    expect(fault(null)).toBe('a query must be an object, not null');
    expect(fault([])).toBe('a query must be an object, not an empty list');
    expect(fault({ mpn: true })).toBe('mpn must be a string, not true');
    expect(fault({ mpn: 'x', reference: [5] })).toMatch(/^reference must be a string, not /);
    expect(fault({ mpn: 5, reference: 5013340000 })).toBeNull();
    expect(fault({ mpm: 'x' })).toContain('mpm is not an argument; did you mean "mpn"');
    expect(fault({})).toBe('a query needs a text for one of "q", "mpn", "sku", "mpn_or_sku", "brand", "seller": it has none');
    expect(fault({ mpn: ' ', q: '\n', reference: 'x', limit: 5 })).toContain('it has none');
    expect(fault(JSON.parse('{"mpn":"x","__proto__":{"sku":"y"}}'))).toContain('__proto__ is not an argument');
  });

  it('needs three characters beside its wildcards', () => {
    expect(fault({ mpn: '*a*' })).toBe('mpn: a part number with wildcards needs at least three other characters, "*a*" has 1');
    expect(fault({ sku: 'ab?' })).toContain('sku: ');
    expect(fault({ mpn_or_sku: '*' })).toContain('"*" has 0');
    expect(fault({ mpn: 'ab\\**' })).toBeNull();
    expect(fault({ mpn: '\\a\\b*' })).toContain('has 2');
    expect(fault({ mpn: '*ab\\' })).toBeNull();
    expect(fault({ mpn: '-*-?-' })).toBeNull();
    expect(fault({ mpn: '😀😀*' })).toContain('has 2');
    expect(fault({ mpn: 'a' })).toBeNull();
    expect(fault({ mpn: '\\*' })).toBeNull();
    expect(fault({ q: '*', brand: '?' })).toBeNull();
  });

  it('has texts of 64 KiB at most', () => {
    expect(fault({ mpn: 'x'.repeat(65_536) })).toBeNull();
    expect(fault({ mpn: 'x'.repeat(65_537) })).toBe('mpn must be at most 65536 bytes of UTF-8');
    expect(fault({ brand: 'é'.repeat(32_769) })).toContain('brand must be at most');
    expect(fault({ mpn: 'x', reference: 'x'.repeat(65_537) })).toContain('reference must be at most');
  });

  it('is echoed as far as it is plain, if it is at fault', () => {
    const given = { mpn: 5, sku: ['x'], brand: true, seller: null, start: null, limit: NaN, reference: 'r', q: {}, other: 1 };
    const { queries, request } = normalised({ queries: [given, 'x', { limit: 5, reference: 7 }] });
    expect(request.queries).toEqual([
      { ...UNSET, mpn: '5', brand: true, start: null, reference: 'r' },
      UNSET,
      { ...UNSET, limit: 5, reference: '7' },
    ]);
    expect(queries.map(({ reference }) => reference)).toEqual(['r', null, '7']);
    expect(queries.every(({ query, error }) => query === undefined && error !== null)).toBe(true);
  });
});
