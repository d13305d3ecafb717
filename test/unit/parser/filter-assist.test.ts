import { describe, expect, it } from 'vitest';
import { assistFilter } from '../../../src/parser/filter-assist.js';

const CLAUSES = [
  'mpn:a AND |',
  'mpn:a AND mp|n:b',
  'mpn:a |',
  'mpn:a AND|',
  'NOT |',
  'mpn:"a b|',
  'mpn:"a |b" AND c',
  'brand.name:(x OR y|',
  'brand.name:(x OR (y AND |z',
  'price:[1 TO |',
  'price:[1 TO 2|]',
  'mpn : |',
  'mpn |: x',
  '-mpn:a\\ |b c',
  '|mpn:a',
  '|"a b" c',
];

const PADS = ['mpn:a AND ', 'a:x ', 'NOT mpn:"b ) ( c\\"" OR ', 'n:[1 TO 2] AND (a OR b) OR ', 'x:(a b c) AND '];

describe('what may follow a place of a long text', () => {
  it.each(PADS)('does not depend on what is far from it: %j', (pad) => {
    for (const clause of CLAUSES) {
      const at = clause.indexOf('|');
      const [before, after] = [clause.slice(0, at), clause.slice(at + 1)];
      const near = pad.repeat(3);
      const many = pad.repeat(400);
      const wanted = assistFilter(near + before + after, near.length + at);
      const found = assistFilter(many + before + after, many.length + at);
      const shift = many.length - near.length;
      expect(found, clause).toEqual(wanted && { ...wanted, from: wanted.from + shift, to: wanted.to + shift });
      if (clause.includes('"a b|')) continue;
      const behind = ` AND ${pad.repeat(400)}z:1`;
      expect(assistFilter(near + before + after + behind, near.length + at), `${clause} and more`).toEqual(
        assistFilter(`${near}${before}${after} AND ${pad}z:1`, near.length + at),
      );
    }
  });

  it('takes no longer for a text of many clauses', () => {
    for (const text of [
      'mpn:a AND '.repeat(6500),
      'a:x '.repeat(16_000),
      '""'.repeat(30_000),
      '['.repeat(60_000),
      ' '.repeat(60_000),
    ]) {
      assistFilter(text, text.length);
      const times = Array.from({ length: 5 }, () => {
        const began = performance.now();
        assistFilter(text, text.length);
        return performance.now() - began;
      });
      expect(Math.min(...times), text.slice(0, 10)).toBeLessThan(25);
    }
  });
});
