import fc from 'fast-check';
import { scatter } from '../../src/index/row-set/bits.js';
import { BITS, bitsOf, copyOf, LIST, NONE, RowSet, rowsOf } from '../../src/index/row-set/row-set.js';
import type { Scratch } from '../../src/index/row-set/scratch.js';
import { CheckingScratch } from './checking-scratch.js';

/** The shapes in which a test hands rows over. */
export type Shape = 'list' | 'bits' | 'all' | 'none';

/** Numbers of rows around the sizes of words and blocks. */
export const rowCounts = (): fc.Arbitrary<number> => fc.constantFrom(1, 2, 31, 32, 33, 64, 100, 255, 256, 257, 700);

/** Some of `count` rows, ascending: few, many or in runs. */
export const someRows = (count: number): fc.Arbitrary<number[]> =>
  fc
    .oneof(
      fc.uniqueArray(fc.nat(count - 1), { maxLength: 12, size: 'max' }),
      fc.uniqueArray(fc.nat(count - 1), { maxLength: count, size: 'max' }),
      fc
        .array(fc.tuple(fc.nat(count - 1), fc.nat(count)), { maxLength: 3, size: 'max' })
        .map((runs) => [...new Set(runs.flatMap(([from, length]) => range(from, Math.min(count, from + length))))]),
    )
    .map((rows) => rows.sort((a, b) => a - b));

export const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** A set of the rows in a shape; `all` and `none` only where they are all or none. */
export function setOf(rows: readonly number[], shape: Shape, scratch: Scratch): RowSet {
  if (shape === 'all' && rows.length === scratch.rowCount) return RowSet.all(scratch.rowCount);
  if (shape === 'none' && rows.length === 0) return RowSet.none;
  const list = scratch.list(rows.length);
  list.set(rows);
  if (shape === 'list') return RowSet.list(list, rows.length);
  const words = scratch.bits();
  scatter(words, list, 0, rows.length);
  scratch.freeList(list);
  return RowSet.bits(words);
}

/** The rows of a set, which may still be used. Its count is checked on the way. */
export function read(set: RowSet, scratch: Scratch): number[] {
  const rows = Array.from(rowsOf(copyOf(set, scratch), scratch).subarray(0, set.count));
  const words = bitsOf(copyOf(set, scratch), scratch);
  const inBits = range(0, words.length * 32).filter((row) => ((words[row >>> 5] >>> (row & 31)) & 1) === 1);
  if (set.kind === NONE && set.count !== 0) throw new Error('NONE has rows');
  if ((set.kind === LIST || set.kind === BITS) && inBits.length !== set.count)
    throw new Error(`count ${set.count} is not ${inBits.length}`);
  if (String(inBits) !== String(rows)) throw new Error(`the list [${rows}] is not the bits [${inBits}]`);
  return rows;
}

/** A scratch whose arrays have been used: nothing may rely on what they hold. */
export function usedScratch(rows: number): Scratch {
  const scratch = new CheckingScratch(rows);
  const bitsets = range(0, 4).map(() => scratch.bits().fill(-1));
  const lists = [1, 1, 300, 600].map((length) => scratch.list(length).fill(0xdeadbeef));
  for (const words of bitsets) scratch.freeBits(words);
  for (const list of lists) scratch.freeList(list);
  return scratch;
}
