import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowSet } from '../../../src/index/row-set/row-set.js';
import type { Scratch } from '../../../src/index/row-set/scratch.js';
import { Universe } from '../../../src/index/universe.js';
import { type ExcludableFilter, excludeFilters } from '../../../src/query/exclude.js';
import { RowsLeaf } from '../../../src/query/leaves/rows-leaf.js';
import { ALL_ROWS, and, noRows, not, or, type PlanNode } from '../../../src/query/plan.js';
import { finished } from '../../../src/work/pauses.js';
import { forAll } from '../../support/for-all.js';
import { range, read, rowCounts, type Shape, setOf, someRows, usedScratch } from '../../support/row-sets.js';

const LABEL = () => '';
const leaf = (rows: readonly number[]): PlanNode => new RowsLeaf(LABEL, Uint32Array.from(rows));

/** Nodes of every kind that some rows meet. */
const WAYS = {
  leaf,
  'not of the others': (rows: readonly number[], count: number) => not(leaf(complement(rows, count))),
  'or of halves': (rows: readonly number[]) =>
    or([leaf(rows.filter((row) => row % 2 === 0)), leaf(rows.filter((row) => row % 2 === 1))]),
  'and with all but one row': (rows: readonly number[], count: number) => {
    const extra = complement(rows, count)[0];
    return and([
      leaf([...rows, ...(extra === undefined ? [] : [extra])].sort((a, b) => a - b)),
      leaf(range(0, count).filter((row) => row !== extra)),
    ]);
  },
  plain: (rows: readonly number[], count: number) =>
    rows.length === count ? ALL_ROWS : rows.length === 0 ? noRows(LABEL) : leaf(rows),
} satisfies Record<string, (rows: readonly number[], count: number) => PlanNode>;

const complement = (rows: readonly number[], count: number) => {
  const held = new Set(rows);
  return range(0, count).filter((row) => !held.has(row));
};

const rowsOf = (count: number) =>
  fc.oneof(
    { weight: 4, arbitrary: someRows(count) },
    { weight: 3, arbitrary: someRows(count).map((rows) => complement(rows, count)) },
    { weight: 1, arbitrary: fc.constant(range(0, count)) },
    { weight: 1, arbitrary: fc.constant<number[]>([]) },
  );

interface Drawn {
  readonly count: number;
  readonly base: number[];
  readonly shape: Shape;
  readonly filters: { readonly rows: number[]; readonly way: keyof typeof WAYS }[];
}

const drawn = (): fc.Arbitrary<Drawn> =>
  rowCounts().chain((count) =>
    fc.record({
      count: fc.constant(count),
      base: fc.oneof(rowsOf(count), fc.constant(range(0, count))),
      shape: fc.constantFrom<Shape>('list', 'bits', 'all', 'none'),
      filters: fc.array(
        fc.record({ rows: rowsOf(count), way: fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])) }),
        {
          minLength: 1,
          maxLength: 5,
          size: 'max',
        },
      ),
    }),
  );

/** The rows of a set that is still used afterwards. */
const rowsIn = (set: RowSet | undefined, scratch: Scratch) => set && read(set, scratch);

describe('excludeFilters', () => {
  it('finds the rows that meet all filters, and for each those that meet all others', () => {
    const check = ({ count, base, shape, filters }: Drawn) => {
      const scratch = usedScratch(count);
      const requested = filters.map(({ rows, way }, i): ExcludableFilter => ({ field: `f${i}`, node: WAYS[way](rows, count) }));
      const { hits, widened } = finished(excludeFilters(setOf(base, shape, scratch), requested, new Universe(scratch)));
      const met = filters.map(({ rows }) => new Set(rows));
      const meeting = (without: number) => base.filter((row) => met.every((rows, i) => i === without || rows.has(row)));
      expect(rowsIn(hits, scratch)).toEqual(meeting(-1));
      expect([...widened.keys()]).toEqual(requested.map(({ field }) => field));
      filters.forEach((_, i) => {
        expect(rowsIn(widened.get(`f${i}`), scratch)).toEqual(meeting(i));
      });
      // Counting the one did not change the other.
      expect(rowsIn(hits, scratch)).toEqual(meeting(-1));
    };
    forAll([drawn()], check, 400);
  });

  it('of a filter that nothing meets gives the rows of the others for its field alone', () => {
    const scratch = usedScratch(100);
    const requested = [
      { field: 'none', node: noRows(LABEL) },
      { field: 'half', node: leaf(range(0, 50)) },
    ];
    const { hits, widened } = finished(excludeFilters(setOf(range(0, 100), 'all', scratch), requested, new Universe(scratch)));
    expect([hits.count, widened.get('none')?.count, widened.get('half')?.count]).toEqual([0, 50, 0]);
  });

  it('keeps the bits past the last row clear', () => {
    for (const count of [1, 31, 33, 63]) {
      const scratch = usedScratch(count);
      const { hits, widened } = finished(
        excludeFilters(setOf(range(0, count), 'all', scratch), [{ field: 'f', node: noRows(LABEL) }], new Universe(scratch)),
      );
      expect(hits.count).toBe(0);
      expect(read(widened.get('f') as RowSet, scratch)).toEqual(range(0, count));
    }
  });
});
