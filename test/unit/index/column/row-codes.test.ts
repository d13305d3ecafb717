import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAST_FOR_INTERVAL, RowCodes } from '../../../../src/index/column/row-codes.js';
import { RowForms } from '../../../../src/index/row-set/row-forms.js';
import { RowSet } from '../../../../src/index/row-set/row-set.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { finished } from '../../../../src/work/pauses.js';
import { arraysOf, ascending, type Column, columns, layouts, open } from '../../../support/columns.js';
import { forAll } from '../../../support/for-all.js';
import { range, read, type Shape, setOf, someRows, usedScratch } from '../../../support/row-sets.js';
import { bundleOf } from '../../../support/sections.js';

/** Counts over the rows in each shape of a set, with the forms rebuilt, and with all of them there. */
function expectCounts({ rows: count, column, ordinals }: Column, codes: RowCodes, rows: readonly number[]): void {
  const most = codes.codeCount(ordinals);
  const expected = new Uint32Array(most + 1);
  for (const row of rows) if (column.has(row)) expected[codes.code(row)]++;
  for (const shape of ['list', 'bits', 'all', 'none'] satisfies Shape[]) {
    const scratch = usedScratch(count);
    const forms = new RowForms(setOf(rows, shape, scratch), scratch);
    for (let round = 0; round < 2; round++) {
      const counts = new Uint32Array(most + 2);
      codes.count(forms, counts);
      expect(counts[0]).toBeLessThanOrEqual(rows.filter((row) => !column.has(row)).length);
      counts[0] = 0;
      expect(wrongAt(counts, (code) => expected[code] ?? 0)).toEqual([]);
      // Counters grow by each count.
      counts.fill(5, 1);
      codes.count(forms, counts);
      counts[0] = 0;
      expect(wrongAt(counts, (code) => (code === 0 ? 0 : 5 + (expected[code] ?? 0)))).toEqual([]);
      for (const form of ['rows', 'words', 'runs', 'blockedRows'] as const) forms[form]();
    }
  }
}

/** The first codes with other counts; `expect` itself would take minutes for all of them. */
function wrongAt(counts: Uint32Array, expected: (code: number) => number): number[] {
  const wrong: number[] = [];
  for (let code = 0; code < counts.length && wrong.length < 5; code++) if (counts[code] !== expected(code)) wrong.push(code);
  return wrong;
}

describe('RowCodes', () => {
  it('have the values of every row, one by one and gathered', () => {
    forAll([columns(), fc.nat(3000)], (given, skip) => {
      const codes = open(given);
      const found = range(0, given.rows).map((row) => [...codes.ordinalsOf(codes.code(row))]);
      expect(found).toEqual(range(0, given.rows).map((row) => ascending(given.column.get(row))));
      const rows = range(0, given.rows).filter((row) => (row * 7) % (skip + 1) <= 1);
      const out = new Uint32Array(rows.length);
      codes.gather(Uint32Array.from(rows), rows.length, out);
      expect([...out]).toEqual(rows.map((row) => codes.code(row)));
      finished(codes.check('test', given.ordinals));
    });
  });

  it('rows of a list are kept by their values as by flags of all codes', () => {
    forAll([columns(), fc.nat(70_000), fc.nat(70_000)], (given, a, b) => {
      const codes = open(given);
      if (!codes.isMultiValued) return;
      const [from, to] = [a % given.ordinals, (a % given.ordinals) + 1 + (b % given.ordinals)];
      const has = (row: number) => (given.column.get(row) ?? []).some((ordinal) => ordinal >= from && ordinal < to);
      const expected = range(0, given.rows).filter(has);
      const list = () => Uint32Array.from(range(0, given.rows));
      const ofRows = new Uint32Array(given.rows);
      codes.gather(list(), given.rows, ofRows);
      const rows = list();
      expect([...rows.subarray(0, codes.keepBetween(rows, given.rows, ofRows, from, to))]).toEqual(expected);
      const marked = list();
      const flags = Uint8Array.from({ length: given.ordinals }, (_, ordinal) => (ordinal >= from && ordinal < to ? 1 : 0));
      expect([...marked.subarray(0, codes.keepMarked(marked, given.rows, ofRows, flags))]).toEqual(expected);
      const flagged = codes.codeFlags(from, to) as Uint8Array;
      expect(range(0, given.rows).filter((row) => flagged[ofRows[row]] === 1)).toEqual(expected);
    });
  });

  it('are gathered of neighbouring rows, within a block and over its edges', () => {
    const requested = columns().chain((given) => fc.tuple(fc.constant(given), fc.nat(given.rows - 1), fc.nat(600)));
    forAll([requested], ([given, from, length]) => {
      const codes = open(given);
      for (const [first, end] of [
        [from, Math.min(given.rows, from + 1 + length)],
        [0, given.rows],
        [given.rows - 1, given.rows],
        [from & ~0xff, Math.min(given.rows, (from & ~0xff) + 256)],
      ]) {
        const rows = range(first, end);
        // One place more than there is room for: it must stay as it is.
        const out = new Uint32Array(rows.length + 1).fill(77);
        codes.gather(Uint32Array.from(rows), rows.length, out);
        expect([...out]).toEqual([...rows.map((row) => codes.code(row)), 77]);
      }
    });
  });

  it('give the smallest and largest value of a code', () => {
    forAll([columns()], (given) => {
      const codes = open(given);
      for (const [row, list] of given.column) {
        expect(codes.ordinalOf(codes.code(row), false)).toBe(Math.min(...list));
        expect(codes.ordinalOf(codes.code(row), true)).toBe(Math.max(...list));
      }
      const different = new Set([...given.column.values()].map((list) => ascending(list).join()));
      const several = [...given.column.values()].some((list) => list.length > 1);
      expect(codes.isMultiValued).toBe(several);
      expect(codes.codeCount(given.ordinals)).toBe(several ? different.size : given.ordinals);
    });
  });

  it('find the rows with a value in an interval or among flagged ones', () => {
    const bounds = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    forAll([columns(), bounds, fc.integer({ min: 1, max: 5 })], (given, [a, b], step) => {
      const codes = open(given);
      const scratch = usedScratch(given.rows);
      const having = (test: (ordinal: number) => boolean) =>
        range(0, given.rows).filter((row) => given.column.get(row)?.some(test) ?? false);
      const [from, to] = [Math.round(a * given.ordinals), Math.round(b * given.ordinals)];
      const flags = codes.codeFlags(from, to);
      expect(flags === undefined).toBe(!codes.isMultiValued);
      const inside = flags ? codes.rowsFlagged(flags, scratch) : codes.rowsInInterval(from + 1, to + 1, scratch);
      expect(read(inside, scratch)).toEqual(having((ordinal) => ordinal >= from && ordinal < to));

      const wanted = Uint8Array.from({ length: given.ordinals }, (_, i) => (i % step === 0 ? 1 : 0));
      const flagged = codes.rowsFlagged(codes.flagsOfOrdinals(wanted), scratch);
      expect(read(flagged, scratch)).toEqual(having((ordinal) => ordinal % step === 0));
      expect(read(codes.rowsWithValue(scratch), scratch)).toEqual(having(() => true));
    });
  });

  it('flag the values that some rows have', () => {
    const requested = columns().chain((given) => fc.tuple(fc.constant(given), someRows(given.rows), fc.boolean()));
    forAll([requested], ([given, rows, isBackwards]) => {
      const flags = new Uint8Array(given.ordinals);
      flags[0] = 1;
      open(given).flagOrdinals(Uint32Array.from(isBackwards ? [...rows].reverse() : rows), flags);
      const held = new Set(rows.flatMap((row) => given.column.get(row) ?? []));
      expect([...flags]).toEqual(range(0, given.ordinals).map((ordinal) => (ordinal === 0 || held.has(ordinal) ? 1 : 0)));
    });
  });

  it('restrict a bitset in place to an interval or to flagged codes', () => {
    const checked = columns().chain((given) => fc.tuple(fc.constant(given), someRows(given.rows), fc.nat(100), fc.nat(100)));
    forAll([checked], ([given, rows, a, b]) => {
      const codes = open(given);
      const scratch = usedScratch(given.rows);
      const set = setOf(rows, 'bits', scratch);
      expect(codes.length).toBe(arraysOf(given.column, given.rows, given.ordinals)[2].length);
      if (codes.isSparse) {
        expect(codes.canRestrict(set, LEAST_FOR_INTERVAL)).toBe(false);
        return;
      }
      const [from, to] = [Math.floor((a / 100) * given.ordinals), Math.ceil((b / 100) * given.ordinals)];
      const flags = codes.codeFlags(from, to);
      if (flags) codes.restrictToFlags(set, flags);
      else codes.restrictToInterval(set, from + 1, to + 1);
      const inside = (row: number) => given.column.get(row)?.some((ordinal) => ordinal >= from && ordinal < to) ?? false;
      expect(read(RowSet.bits(set.words), scratch)).toEqual(rows.filter(inside));
    });
  });

  it('restrict a bitset in place to one code, also to one that no row can have', () => {
    const checked = columns().chain((given) => fc.tuple(fc.constant(given), someRows(given.rows), fc.nat(given.ordinals)));
    forAll([checked], ([given, rows, ordinal]) => {
      const codes = open(given);
      if (codes.isSparse || codes.isMultiValued) return;
      const scratch = usedScratch(given.rows);
      for (const wanted of [ordinal, ordinal + 256, ordinal + 65_536]) {
        const set = setOf(rows, 'bits', scratch);
        codes.restrictToInterval(set, wanted + 1, wanted + 2);
        const having = (row: number) => given.column.get(row)?.includes(wanted) ?? false;
        expect(read(RowSet.bits(set.words), scratch)).toEqual(rows.filter(having));
      }
    });
  });

  it('are counted over rows in every form, code 0 perhaps not in full', () => {
    const requested = columns().chain((given) =>
      fc.tuple(fc.constant(given), fc.oneof(someRows(given.rows), fc.constant(range(0, given.rows)))),
    );
    forAll([requested], ([given, rows]) => expectCounts(given, open(given), rows), 200);
  });

  it.each(layouts())('are counted in every layout: $name', (given) => {
    const codes = open(given);
    expect(codes.isSparse).toBe(given.isSparse);
    expect(arraysOf(given.column, given.rows, given.ordinals)[2].BYTES_PER_ELEMENT).toBe(given.width);
    const having = [...given.column.keys()];
    const middle = given.rows >>> 1;
    for (const rows of [
      range(0, given.rows),
      having,
      // Few rows, some with a value, which are read one by one.
      having.filter((_, i) => i % 101 === 3).flatMap((row) => (row + 1 < given.rows ? [row, row + 1] : [row])),
      range(middle - Math.min(middle, 300), middle + 300).filter((row) => row < given.rows),
      range(0, given.rows).filter((row) => row % 2 === 0),
      [given.rows - 1],
      [],
    ]) {
      expectCounts(given, codes, rows);
    }
  });

  it('are stored for every block that has any, or as a list where few rows have a value', () => {
    const blocked = open({ rows: 3000, ordinals: 5, column: new Map(range(0, 3000).map((row) => [row, [row % 5]])) });
    expect(blocked.isSparse).toBe(false);
    const oneBlock = arraysOf(new Map(range(512, 768).map((row) => [row, [row % 5]])), 3000, 5);
    expect(oneBlock[2].length).toBe(512);
    const sparse = open({
      rows: 3000,
      ordinals: 5,
      column: new Map([
        [7, [4]],
        [2999, [0]],
      ]),
    });
    expect(sparse.isSparse).toBe(true);
    expect([sparse.code(6), sparse.code(7), sparse.code(8), sparse.code(2999)]).toEqual([0, 5, 0, 1]);
  });

  it('are as wide as the largest code needs', () => {
    const width = (ordinals: number) => arraysOf(new Map([[0, [ordinals - 1]]]), 1, ordinals)[2].BYTES_PER_ELEMENT;
    expect([255, 256, 65_535, 65_536].map(width)).toEqual([1, 2, 2, 4]);
  });

  it('of no rows or no values are empty', () => {
    for (const rows of [0, 1, 300]) {
      const codes = open({ rows, ordinals: 0, column: new Map() });
      finished(codes.check('test', 0));
      expect(codes.rowsWithValue(usedScratch(Math.max(1, rows))).count).toBe(0);
    }
  });

  it('refuse rows, codes, blocks and sets out of order or range', () => {
    const dense = () => arraysOf(new Map(range(0, 300).map((row) => [row, [row % 5]])), 300, 5);
    const sparse = () =>
      arraysOf(
        new Map([
          [7, [1]],
          [100, [2]],
        ]),
        3000,
        5,
      );
    const sets = () => arraysOf(new Map(range(0, 300).map((row) => [row, row % 2 === 0 ? [1, 3] : [2]])), 300, 5);
    const damaged = (make: typeof dense, rows: number, array: number, at: number, value: number) => () => {
      const arrays = make().map((a) => a.slice());
      arrays[array][at] = value;
      finished(new RowCodes(bundleOf(arrays), rows).check('test', 5));
    };
    const [SPARSE_ROWS, DIRECTORY, CODES, STARTS, ORDINALS] = [0, 1, 2, 3, 4];
    expect(damaged(dense, 300, CODES, 256, 5)).not.toThrow();
    const faults: [string, () => void][] = [
      ['a code past the last', damaged(dense, 300, CODES, 256, 6)],
      ['an empty block with codes', damaged(dense, 300, CODES, 5, 1)],
      ['a row past the last', damaged(dense, 300, CODES, 256 + 256 + 44, 1)],
      ['an invalid block', damaged(dense, 300, DIRECTORY, 1, 3)],
      ['another number of rows', damaged(dense, 3000, CODES, 256, 1)],
      ['sparse rows out of order', damaged(sparse, 3000, SPARSE_ROWS, 1, 7)],
      ['a sparse row past the last', damaged(sparse, 3000, SPARSE_ROWS, 1, 3000)],
      ['a sparse row without code', damaged(sparse, 3000, CODES, 1, 0)],
      ['an empty set', damaged(sets, 300, STARTS, 1, 0)],
      ['a set past the last ordinal', damaged(sets, 300, STARTS, 2, 9)],
      ['a set past every ordinal', damaged(sets, 300, STARTS, 1, 0xffffffff)],
      ['sets that do not begin at the first ordinal', damaged(sets, 300, STARTS, 0, 1)],
      ['a set out of order', damaged(sets, 300, ORDINALS, 0, 3)],
      ['an ordinal out of range', damaged(sets, 300, ORDINALS, 1, 5)],
    ];
    for (const [what, fault] of faults) expect(fault, what).toThrow(CorruptCatalogError);
  });
});
