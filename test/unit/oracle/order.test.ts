import { describe, expect, it } from 'vitest';
import { OracleError } from '../../oracle/errors.js';
import { createOracle } from '../../oracle/oracle.js';

describe('sortby', () => {
  const number = (...value: (string | number)[]) => ({ specs: { n: { value, metadata: { datatype: 'decimal' } } } });
  const oracle = createOracle({
    parts: [
      { uid: 'b', mpn: 'É2', ...number('10', 9) },
      { uid: 'a', mpn: 'e2', ...number('9.00') },
      { uid: 'C', mpn: 'z', ...number('-1e3', '1e-400') },
      { uid: '😀', mpn: 'e2' },
      { uid: '\uFFFD', mpn: 'E10', ...number('abc') },
    ],
  });
  const uids = (sortby: Parameters<typeof oracle.search>[1]) => oracle.search('parts', sortby).ordered.map(({ uid }) => uid);

  it.each([
    ['mpn', ['\uFFFD', 'a', '😀', 'b', 'C']],
    ['mpn desc', ['C', 'b', 'a', '😀', '\uFFFD']],
    ['uid', ['C', 'a', 'b', '\uFFFD', '😀']],
    ['uid desc', ['😀', '\uFFFD', 'b', 'a', 'C']],
    ['specs.n.value', ['C', 'a', 'b', '\uFFFD', '😀']],
    ['specs.n.value desc', ['b', 'a', 'C', '\uFFFD', '😀']],
    ['specs.nowhere.value desc', ['C', 'a', 'b', '\uFFFD', '😀']],
    [' specs.n.value  asc ,uid desc', ['C', 'b', 'a', '😀', '\uFFFD']],
  ])('%j', (sortby, order) => expect(uids({ sortby })).toEqual(order));

  it('is normalised', () => {
    const normalised = (sortby: Parameters<typeof uids>[0]) => oracle.search('parts', sortby).request.sortby;
    expect(normalised({})).toBe('score desc');
    expect(normalised({ sortby: 'score' })).toBe('score desc');
    expect(normalised({ sortby: 'mpn,uid  desc' })).toBe('mpn asc, uid desc');
    expect(normalised({ sortby: [{ field: 'mpn' }, { field: 'score', order: 'asc' }] })).toBe('mpn asc, score asc');
  });

  it.each(['mpn up', 'nothing', 'mpn,', 'score down'])('%j is refused', (sortby) =>
    expect(() => uids({ sortby })).toThrow(OracleError),
  );
});

describe('score', () => {
  const oracle = createOracle({
    parts: [
      { uid: '1', mpn: 'acme', descriptions: [{ value: 'x y' }] },
      { uid: '2', mpn: 'B', brand: { name: 'Acme' } },
      { uid: '3', mpn: 'C', offers: [{ seller: { name: 'acme' } }, { seller: { name: 'acme' } }] },
      { uid: '4', mpn: 'D', descriptions: [{ value: 'acme' }, { value: 'rare' }] },
      { uid: '5', mpn: 'acme-2', descriptions: [{ value: 'z' }] },
    ],
  });
  const scores = (q: string) => new Map(oracle.search('parts', { q }).ordered.map(({ uid, score }) => [uid, score]));
  const idf = (df: number) => Math.log(1 + (5 - df + 0.5) / (df + 0.5));
  const norm = (length: number) => 0.85 + (0.15 * 32) / (32 + length);

  it('weighs the field, the rarity and the length', () => {
    const found = scores('acme');
    expect([...found.keys()]).toEqual(['1', '5', '2', '3', '4']);
    expect(found.get('1')).toBeCloseTo(1_000_000 + idf(5) * 8 * norm(3), 6);
    expect(found.get('5')).toBeCloseTo(idf(5) * 8 * norm(3), 9);
    expect(found.get('2')).toBeCloseTo(idf(5) * 3 * norm(2), 9);
    expect(found.get('3')).toBeCloseTo(idf(5) * 1.5 * norm(2), 9);
    expect(found.get('4')).toBeCloseTo(idf(5) * norm(3), 9);
  });

  it('adds the terms, the tokens of a phrase and repetitions', () => {
    expect(scores('acme rare').get('4')).toBeCloseTo((idf(5) + idf(1)) * norm(3), 9);
    expect(scores('rare rare').get('4')).toBeCloseTo(2 * idf(1) * norm(3), 9);
    expect(scores('"acme 2"').get('5')).toBeCloseTo(1_000_000 + (idf(5) + idf(1)) * 8 * norm(3), 6);
    expect(scores('acme2').get('5')).toBeCloseTo(1_000_000 + idf(0) * 8 * norm(3), 6);
    expect(scores('acm*').get('5')).toBeCloseTo(idf(2) * 8 * norm(3), 9);
  });

  it('ignores exclusions and the absence of q', () => {
    expect(scores('acme -rare').get('2')).toBe(scores('acme').get('2'));
    expect([...scores('').values(), ...scores('-rare').values()].every((score) => score === 0)).toBe(true);
  });
});

describe('paging', () => {
  const oracle = createOracle({ parts: [] });
  it.each([{ start: 1001 }, { start: -1 }, { start: 0.5 }, { limit: 101 }, { limit: -1 }, { limit: Number.NaN }])(
    '%j is refused',
    (request) => expect(() => oracle.search('parts', request)).toThrow(OracleError),
  );
  it('accepts the limits', () => {
    expect(oracle.search('parts', { start: 1000, limit: 0 }).ordered).toEqual([]);
    expect(() => oracle.getMulti('parts', Array(20).fill('x'))).not.toThrow();
    expect(() => oracle.getMulti('parts', Array(21).fill('x'))).toThrow(OracleError);
  });
});
