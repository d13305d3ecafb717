import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  andBits,
  andNotBits,
  collectBits,
  collectRuns,
  countBits,
  countRuns,
  fillBits,
  fillRun,
  filterByBits,
  hasBit,
  orBits,
  scatter,
  wordsFor,
} from '../../../../src/index/row-set/bits.js';
import { forAll } from '../../../support/for-all.js';
import { range, rowCounts, someRows } from '../../../support/row-sets.js';

function wordsOf(rows: readonly number[], count: number): Int32Array {
  const words = new Int32Array(wordsFor(count));
  scatter(words, Uint32Array.from(rows), 0, rows.length);
  return words;
}

/** The set rows, counted and collected. */
function rowsOf(words: Int32Array): number[] {
  const out = new Uint32Array(words.length * 32 + 1);
  const count = collectBits(words, out);
  expect(countBits(words)).toBe(count);
  return [...out.subarray(0, count)];
}

/** The first row and the one past the last of each run, as a reader of the rows finds them. */
function runsOf(rows: readonly number[]): number[] {
  const held = new Set(rows);
  return rows.flatMap((row) => [...(held.has(row - 1) ? [] : [row]), ...(held.has(row + 1) ? [] : [row + 1])]);
}

function expectRuns(rows: readonly number[], count: number): void {
  const words = wordsOf(rows, count);
  const expected = runsOf(rows);
  expect(countRuns(words)).toBe(expected.length / 2);
  // One place more than there is room for: it must stay as it is.
  const out = new Uint32Array(expected.length + 1).fill(77);
  expect(collectRuns(words, out)).toBe(expected.length);
  expect([...out]).toEqual([...expected, 77]);
}

const cases = () => rowCounts().chain((count) => fc.tuple(fc.constant(count), someRows(count), someRows(count)));

describe('the kernels on bitsets', () => {
  it('scatter, collect, count and probe', () => {
    forAll([cases()], ([count, rows]) => {
      const words = wordsOf(rows, count);
      expect(rowsOf(words)).toEqual(rows);
      expect(range(0, count).filter((row) => hasBit(words, row))).toEqual(rows);
      const part = new Int32Array(words.length);
      scatter(part, Uint32Array.from(rows), Math.min(1, rows.length), Math.max(0, rows.length - 1));
      expect(rowsOf(part)).toEqual(rows.slice(1, -1));
    });
  });

  it('filled leave the bits past the last row clear', () => {
    forAll([cases()], ([count, rows]) => {
      const words = wordsOf(rows, count);
      fillBits(words, count);
      expect(rowsOf(words)).toEqual(range(0, count));
    });
  });

  it('and, or, and-not are those of sets', () => {
    forAll([cases()], ([count, a, b]) => {
      const [inA, inB] = [new Set(a), new Set(b)];
      const applied = (kernel: (target: Int32Array, other: Int32Array) => void) => {
        const target = wordsOf(a, count);
        kernel(target, wordsOf(b, count));
        return rowsOf(target);
      };
      expect(applied(andBits)).toEqual(a.filter((row) => inB.has(row)));
      expect(applied(andNotBits)).toEqual(a.filter((row) => !inB.has(row)));
      expect(applied(orBits)).toEqual(range(0, count).filter((row) => inA.has(row) || inB.has(row)));
    });
  });

  it('filterByBits keeps the rows with the wanted bit, in place', () => {
    forAll([cases()], ([count, rows, others]) => {
      const held = new Set(others);
      for (const wanted of [0, 1]) {
        const list = Uint32Array.from([...rows, 7]);
        const kept = filterByBits(list, rows.length, wordsOf(others, count), wanted);
        expect([...list.subarray(0, kept)]).toEqual(rows.filter((row) => held.has(row) === (wanted === 1)));
        expect(list[rows.length]).toBe(7);
      }
    });
  });

  it('collectRuns and countRuns find the runs of neighbouring rows', () => {
    forAll([cases()], ([count, rows]) => expectRuns(rows, count), 300);
  });

  it('collectRuns and countRuns do so within a word, over its edge, over whole words and up to the last row', () => {
    for (const count of [1, 31, 32, 33, 64, 96, 100, 256]) {
      const edges = [0, 1, 30, 31, 32, 33, 63, 64, 65, 95, 96, count - 1, count];
      for (const from of edges) for (const to of edges) if (to <= count) expectRuns(range(from, to), count);
      expectRuns([], count);
      const odd = range(0, count).filter((row) => row % 2 === 1);
      expectRuns(odd, count);
      // Runs that end and begin at every place of a word.
      expectRuns(
        range(0, count).filter((row) => row % 33 !== 0),
        count,
      );
    }
  });

  it('fillRun sets the rows of a run beside those that are set', () => {
    const count = 130;
    const edges = [0, 1, 30, 31, 32, 33, 63, 64, 65, 95, 96, 97, 128, 129, 130];
    for (const from of edges) {
      for (const to of edges.filter((edge) => edge > from)) {
        const words = wordsOf([0, 50, 129], count);
        fillRun(words, from, to);
        const inRun = (row: number) => row >= from && row < to;
        expect(rowsOf(words)).toEqual(range(0, count).filter((row) => inRun(row) || [0, 50, 129].includes(row)));
      }
    }
  });

  it('need a word for every 32 rows', () => {
    expect([0, 1, 32, 33, 64, 65].map(wordsFor)).toEqual([0, 1, 1, 2, 2, 3]);
  });
});
