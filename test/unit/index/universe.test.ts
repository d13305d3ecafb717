import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL } from '../../../src/index/row-set/row-set.js';
import { Universe } from '../../../src/index/universe.js';
import { forAll } from '../../support/for-all.js';
import { postingsOf } from '../../support/postings-of.js';
import { range, read, rowCounts, type Shape, setOf, someRows, usedScratch } from '../../support/row-sets.js';

describe('a universe', () => {
  it('has all rows of its segment', () =>
    forAll([rowCounts()], (rowCount) => {
      const scratch = usedScratch(rowCount);
      const universe = new Universe(scratch);
      expect([universe.rowCount, universe.size, universe.scratch]).toEqual([rowCount, rowCount, scratch]);
      const all = universe.all();
      expect([all.kind, all.count, universe.hasAll(all)]).toEqual([ALL, rowCount, true]);
      expect(read(all, scratch)).toEqual(range(0, rowCount));
    }));

  it('keeps the rows of a set that exist, which is each of them', () => {
    const cases = rowCounts().chain((rowCount) => fc.tuple(fc.constant(rowCount), someRows(rowCount)));
    forAll([cases, fc.constantFrom<Shape>('list', 'bits', 'all', 'none')], ([rowCount, rows], shape) => {
      const scratch = usedScratch(rowCount);
      const universe = new Universe(scratch);
      expect(read(universe.existing(setOf(rows, shape, scratch)), scratch)).toEqual(rows);
    });
  });

  it('knows that a set lacks some row', () => {
    const scratch = usedScratch(100);
    const universe = new Universe(scratch);
    for (const shape of ['list', 'bits'] as const) expect(universe.hasAll(setOf(range(0, 99), shape, scratch))).toBe(false);
  });

  it('counts the rows of an entry', () => {
    const lists = [[0], range(0, 100), [3, 50, 99]];
    const postings = postingsOf(lists, 100);
    const universe = new Universe(usedScratch(100));
    expect(lists.map((_, entry) => universe.countOf(postings, entry))).toEqual([1, 100, 3]);
  });
});
