import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, filterByList, sortUnique } from '../../../../src/index/row-set/lists.js';
import { forAll } from '../../../support/for-all.js';
import { someRows } from '../../../support/row-sets.js';

describe('advance', () => {
  it('is the first position whose row is not below the wanted one', () => {
    forAll([someRows(700), fc.nat(10), fc.nat(10), fc.nat(705)], (rows, before, after, row) => {
      const from = Math.min(before, rows.length);
      const to = Math.max(from, rows.length - after);
      const found = rows.findIndex((other, i) => i >= from && i < to && other >= row);
      expect(advance(Uint32Array.from(rows), from, to, row)).toBe(found < 0 ? to : found);
    });
  });
});

describe('sortUnique', () => {
  it('sorts the beginning of a list and drops repetitions', () => {
    forAll([fc.array(fc.nat(30), { maxLength: 40, size: 'max' }), fc.nat(5)], (rows, after) => {
      const list = Uint32Array.from([...rows, ...Array(after).fill(1)]);
      const kept = sortUnique(list, rows.length);
      expect([...list.subarray(0, kept)]).toEqual([...new Set(rows)].sort((a, b) => a - b));
    });
  });
});

describe('filterByList', () => {
  it('keeps what the other list has, or has not, whatever their lengths', () => {
    forAll([someRows(700), someRows(700), fc.nat(3), fc.nat(3), fc.boolean()], (rows, others, before, after, wanted) => {
      const from = Math.min(before, others.length);
      const to = Math.max(from, others.length - after);
      const held = new Set(others.slice(from, to));
      const list = Uint32Array.from([...rows, 7]);
      const kept = filterByList(list, rows.length, Uint32Array.from(others), from, to, wanted);
      expect([...list.subarray(0, kept)]).toEqual(rows.filter((row) => held.has(row) === wanted));
      expect(list[rows.length]).toBe(7);
    });
  });
});
