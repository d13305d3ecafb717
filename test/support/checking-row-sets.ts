/**
 * A setup file: every test runs with scratches that check how their arrays are used, and with operations on sets of rows
 * that check that a set has one owner, who uses it up once. `test/support/checking-scratch.ts` says what is checked.
 */
import { afterEach, expect, vi } from 'vitest';
import type { RowSet } from '../../src/index/row-set/row-set.js';
import { type Scratch, ScratchPool } from '../../src/index/row-set/scratch.js';
import { CheckingScratch } from './checking-scratch.js';

ScratchPool.create = (rowCount, work) => new CheckingScratch(rowCount, work);

afterEach(() => {
  expect(CheckingScratch.faults.splice(0)).toEqual([]);
});

vi.mock('../../src/index/row-set/row-set.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/index/row-set/row-set.js')>();
  const { BITS, LIST } = original;
  const usedUp = new WeakSet<RowSet>();

  /** @throws if the set was used up, or its arrays were returned */
  const check = (set: RowSet, scratch: Scratch) => {
    if (set.kind !== LIST && set.kind !== BITS) return;
    if (usedUp.has(set)) throw new Error('a set of rows is used that was used up before');
    if (!(scratch instanceof CheckingScratch)) return;
    if (set.kind === BITS && !scratch.isLent(set.words)) throw new Error('a bitset is used that was returned to its scratch');
    if (set.kind === LIST && set.rows.length > 0 && !scratch.isLent(set.rows))
      throw new Error('a list is used that was returned to its scratch');
  };
  /** Sets that are only read may be kept by others: their arrays are of no scratch. @throws if the set was used up or returned */
  const checkRead = (set: RowSet, scratch: Scratch) => {
    if (set.kind !== LIST && set.kind !== BITS) return;
    if (usedUp.has(set)) throw new Error('a set of rows is read that was used up before');
    const array = set.kind === BITS ? set.words : set.rows;
    if (scratch instanceof CheckingScratch && scratch.isReturned(array))
      throw new Error('a set is read whose array was returned to its scratch');
  };
  const useUp = (set: RowSet, scratch: Scratch) => {
    check(set, scratch);
    usedUp.add(set);
  };
  const owned = (set: RowSet) => {
    usedUp.delete(set);
    return set;
  };
  type Binary = (a: RowSet, b: RowSet, scratch: Scratch) => RowSet;
  const binary =
    (operation: Binary): Binary =>
    (a, b, scratch) => {
      useUp(a, scratch);
      useUp(b, scratch);
      return owned(operation(a, b, scratch));
    };
  /** Reads both sets. */
  const reader =
    (operation: Binary): Binary =>
    (a, b, scratch) => {
      checkRead(a, scratch);
      checkRead(b, scratch);
      return owned(operation(a, b, scratch));
    };
  type Consumer<T> = (set: RowSet, scratch: Scratch) => T;
  const consumer =
    <T>(operation: Consumer<T>): Consumer<T> =>
    (set, scratch) => {
      useUp(set, scratch);
      return operation(set, scratch);
    };

  return {
    ...original,
    release: consumer(original.release),
    rowsOf: consumer(original.rowsOf),
    bitsOf: consumer(original.bitsOf),
    intersect: binary(original.intersect),
    subtract: binary(original.subtract),
    common: reader(original.common),
    difference: reader(original.difference),
    unionOf: (sets: readonly RowSet[], scratch: Scratch) => {
      for (const set of sets) checkRead(set, scratch);
      return owned(original.unionOf(sets, scratch));
    },
    copyOf: (set: RowSet, scratch: Scratch) => {
      checkRead(set, scratch);
      return owned(original.copyOf(set, scratch));
    },
    Union: class extends original.Union {
      constructor(private readonly lender: Scratch) {
        super(lender);
      }
      override add(set: RowSet): void {
        useUp(set, this.lender);
        super.add(set);
      }
    },
  };
});
