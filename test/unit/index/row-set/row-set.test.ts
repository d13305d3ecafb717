import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  common,
  copyOf,
  countCommon,
  difference,
  intersect,
  LIST_SHARE,
  NONE,
  RowSet,
  subtract,
  Union,
  unionOf,
} from '../../../../src/index/row-set/row-set.js';
import { forAll } from '../../../support/for-all.js';
import { range, read, rowCounts, type Shape, setOf, someRows, usedScratch } from '../../../support/row-sets.js';

const shapes = (): fc.Arbitrary<Shape> => fc.constantFrom('list', 'bits', 'all', 'none');
/** Rows of a segment, often all or none of them. */
const rows = (count: number) =>
  fc.oneof(
    { weight: 6, arbitrary: someRows(count) },
    { weight: 1, arbitrary: fc.constant(range(0, count)) },
    { weight: 1, arbitrary: fc.constant<number[]>([]) },
  );
const pairs = () => rowCounts().chain((count) => fc.tuple(fc.constant(count), rows(count), shapes(), rows(count), shapes()));

describe('sets of rows', () => {
  it('intersect and subtract in every pair of shapes', () => {
    const check = ([count, a, shapeA, b, shapeB]: [number, number[], Shape, number[], Shape]) => {
      const scratch = usedScratch(count);
      const inB = new Set(b);
      const common = intersect(setOf(a, shapeA, scratch), setOf(b, shapeB, scratch), scratch);
      expect(read(common, scratch)).toEqual(a.filter((row) => inB.has(row)));
      const rest = subtract(setOf(a, shapeA, scratch), setOf(b, shapeB, scratch), scratch);
      expect(read(rest, scratch)).toEqual(a.filter((row) => !inB.has(row)));
      // Later calls did not change the first answer.
      expect(read(common, scratch)).toEqual(a.filter((row) => inB.has(row)));
    };
    forAll([pairs()], check, 400);
  });

  it('are combined as they are in every pair of shapes', () => {
    forAll(
      [pairs()],
      ([count, a, shapeA, b, shapeB]) => {
        const scratch = usedScratch(count);
        const [first, second] = [setOf(a, shapeA, scratch), setOf(b, shapeB, scratch)];
        const inB = new Set(b);
        const both = a.filter((row) => inB.has(row));
        expect(countCommon(first, second)).toBe(both.length);
        expect(read(common(first, second, scratch), scratch)).toEqual(both);
        expect(read(difference(first, second, scratch), scratch)).toEqual(a.filter((row) => !inB.has(row)));
        const union = [...new Set([...a, ...b])].sort((x, y) => x - y);
        expect(read(unionOf([first, second], scratch), scratch)).toEqual(union);
        expect(read(unionOf([first, second, first], scratch), scratch)).toEqual(union);
        // Both are as they were.
        expect([read(first, scratch), read(second, scratch)]).toEqual([a, b]);
      },
      400,
    );
  });

  it('unite any number of sets', () => {
    const sets = rowCounts().chain((count) =>
      fc.tuple(fc.constant(count), fc.array(fc.tuple(rows(count), shapes()), { maxLength: 8, size: 'max' })),
    );
    const check = ([count, given]: [number, [number[], Shape][]]) => {
      const scratch = usedScratch(count);
      const union = new Union(scratch);
      for (const [list, shape] of given) union.add(setOf(list, shape, scratch));
      const expected = [...new Set(given.flatMap(([list]) => list))].sort((a, b) => a - b);
      expect(read(union.finish(), scratch)).toEqual(expected);
    };
    forAll([sets], check, 300);
  });

  it('unite many short lists, sorted and without repetitions', () => {
    const count = LIST_SHARE * 400;
    const scratch = usedScratch(count);
    const union = new Union(scratch);
    const expected = new Set<number>();
    for (let i = 0; i < 300; i++) {
      const list = [(i * 7919) % count, ((i % 50) * 104_729) % count].sort((a, b) => a - b);
      for (const row of list) expected.add(row);
      union.add(setOf(list, 'list', scratch));
    }
    expect(read(union.finish(), scratch)).toEqual([...expected].sort((a, b) => a - b));
  });

  it('are copied into arrays of their own', () => {
    forAll([pairs()], ([count, a, shape, b]) => {
      const scratch = usedScratch(count);
      const set = setOf(a, shape, scratch);
      const copy = copyOf(set, scratch);
      const changed = subtract(set, setOf(b, 'list', scratch), scratch);
      expect(read(copy, scratch)).toEqual(a);
      expect(changed.count).toBe(a.filter((row) => !b.includes(row)).length);
    });
  });

  it('without any rows are empty', () => {
    expect(RowSet.all(0)).toBe(RowSet.none);
    expect(RowSet.none.kind).toBe(NONE);
    expect(RowSet.all(3).kind).toBe(ALL);
    const scratch = usedScratch(10);
    expect(new Union(scratch).finish()).toBe(RowSet.none);
  });
});
