import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { countValues } from '../../../src/facets/value-counts.js';
import type { RowCodes } from '../../../src/index/column/row-codes.js';
import type { Postings } from '../../../src/index/postings.js';
import { RowForms } from '../../../src/index/row-set/row-forms.js';
import { finished } from '../../../src/work/pauses.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { type Column, columns, layouts, open } from '../../support/columns.js';
import { forAll, scaled } from '../../support/for-all.js';
import { postingsOf } from '../../support/postings-of.js';
import { range, read, type Shape, setOf, someRows } from '../../support/row-sets.js';

/** Ordinals with their counts, ascending, one row after the other. */
function bruteForce({ column }: Column, rows: readonly number[]): { values: [number, number][]; rows: number } {
  const counts = new Map<number, number>();
  for (const row of rows) for (const ordinal of column.get(row) ?? []) counts.set(ordinal, (counts.get(ordinal) ?? 0) + 1);
  const values = [...counts].sort(([a], [b]) => a - b);
  return { values, rows: rows.filter((row) => column.has(row)).length };
}

/** Columns of at most this many values are counted by their postings too. */
const FEW = 300;

function rowsByOrdinal({ column, ordinals }: Column): number[][] {
  const lists = range(0, ordinals).map((): number[] => []);
  for (const row of [...column.keys()].sort((a, b) => a - b))
    for (const ordinal of column.get(row) ?? []) lists[ordinal].push(row);
  return lists;
}

/** Counts over the rows in every shape, twice from one set of forms. */
function expectCounts(given: Column, codes: RowCodes, rows: readonly number[], postings?: Postings): void {
  const expected = JSON.stringify(bruteForce(given, rows));
  for (const shape of ['list', 'bits', 'all', 'none'] satisfies Shape[]) {
    const scratch = new CheckingScratch(given.rows);
    const set = setOf(rows, shape, scratch);
    const forms = new RowForms(set, scratch);
    const answers = [0, 1].map(() => finished(countValues(codes, given.ordinals, forms, scratch, postings)));
    for (const { ordinals, counts, length, rowCount: counted } of answers) {
      const values = range(0, length).map((i) => [ordinals[i], counts[i]]);
      expect(JSON.stringify({ values, rows: counted })).toBe(expected);
    }
    scratch.expectCountersBack();
    expect(read(set, scratch).length).toBe(rows.length);
  }
}

describe('countValues', () => {
  it('counts each value, and each row once', () => {
    const requested = columns().chain((given) =>
      fc.tuple(fc.constant(given), fc.oneof(someRows(given.rows), fc.constant(range(0, given.rows)))),
    );
    const check = ([given, rows]: [Column, number[]]) => {
      expectCounts(given, open(given), rows);
      if (given.ordinals <= FEW) expectCounts(given, open(given), rows, postingsOf(rowsByOrdinal(given), given.rows));
    };
    forAll([requested], check, scaled(300));
  });

  it.each(layouts())('counts few rows and many of every layout: $name', (given) => {
    const codes = open(given);
    const counted = vi.spyOn(codes, 'count');
    const gathered = vi.spyOn(codes, 'gather');
    const having = [...given.column.keys()];
    const few = having.slice(0, 3);
    expectCounts(given, codes, few);
    expectCounts(given, codes, [few[1]]);
    expectCounts(given, codes, []);
    // Few rows of many values are read one by one, and no counter but theirs is looked at.
    expect([counted.mock.calls.length > 0, gathered.mock.calls.length > 0]).toEqual([false, true]);
    expectCounts(
      given,
      codes,
      having.filter((_, i) => i % 5 === 0),
    );
    counted.mockClear();
    gathered.mockClear();
    if (given.ordinals > 8 * having.length) return;
    expectCounts(given, codes, range(0, given.rows));
    expectCounts(given, codes, having);
    expect([counted.mock.calls.length > 0, gathered.mock.calls.length > 0]).toEqual([true, false]);
  });

  it('counts nothing of a column that no row has', () => {
    const given: Column = { rows: 300, ordinals: 0, column: new Map() };
    expectCounts(given, open(given), range(0, 300));
    expectCounts(given, open(given), [7]);
  });
});
