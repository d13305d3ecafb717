import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  andBits,
  andNotBits,
  collectBits,
  countBits,
  fillBits,
  filterByBits,
  hasBit,
  orBits,
  scatter,
  wordsFor,
} from '../../../../src/index/docset/bits.js';
import { forAll } from '../../for-all.js';
import { range, rowCounts, someRows } from './sets.js';

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

  it('need a word for every 32 rows', () => {
    expect([0, 1, 32, 33, 64, 65].map(wordsFor)).toEqual([0, 1, 1, 2, 2, 3]);
  });
});
