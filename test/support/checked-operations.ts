import type { RowSet } from '../../src/index/row-set/row-set.js';
import type { Scratch } from '../../src/index/row-set/scratch.js';
import { CheckingScratch } from './checking-scratch.js';

type Original = typeof import('../../src/index/row-set/row-set.js');
type Binary = (a: RowSet, b: RowSet, scratch: Scratch) => RowSet;
type Consumer<T> = (set: RowSet, scratch: Scratch) => T;

/** Knows which sets were used up, and whose arrays were returned to their scratch. */
class Owners {
  private readonly usedUp = new WeakSet<RowSet>();

  constructor(private readonly kinds: Pick<Original, 'BITS' | 'LIST'>) {}

  /** @throws if the set was used up, or its arrays were returned */
  private check(set: RowSet, scratch: Scratch): void {
    const { BITS, LIST } = this.kinds;
    if (set.kind !== LIST && set.kind !== BITS) return;
    if (this.usedUp.has(set)) throw new Error('a set of rows is used that was used up before');
    if (!(scratch instanceof CheckingScratch)) return;
    if (set.kind === BITS && !scratch.isLent(set.words)) throw new Error('a bitset is used that was returned to its scratch');
    if (set.kind === LIST && set.rows.length > 0 && !scratch.isLent(set.rows))
      throw new Error('a list is used that was returned to its scratch');
  }

  /** Sets that are only read may be kept by others: their arrays are of no scratch. @throws if the set was used up or returned */
  checkRead(set: RowSet, scratch: Scratch): void {
    const { BITS, LIST } = this.kinds;
    if (set.kind !== LIST && set.kind !== BITS) return;
    if (this.usedUp.has(set)) throw new Error('a set of rows is read that was used up before');
    const array = set.kind === BITS ? set.words : set.rows;
    if (scratch instanceof CheckingScratch && scratch.isReturned(array))
      throw new Error('a set is read whose array was returned to its scratch');
  }

  useUp(set: RowSet, scratch: Scratch): void {
    this.check(set, scratch);
    this.usedUp.add(set);
  }

  owned(set: RowSet): RowSet {
    this.usedUp.delete(set);
    return set;
  }

  /** An operation that uses up both sets. */
  binary(operation: Binary): Binary {
    return (a, b, scratch) => {
      this.useUp(a, scratch);
      this.useUp(b, scratch);
      return this.owned(operation(a, b, scratch));
    };
  }

  /** An operation that reads both sets. */
  reader(operation: Binary): Binary {
    return (a, b, scratch) => {
      this.checkRead(a, scratch);
      this.checkRead(b, scratch);
      return this.owned(operation(a, b, scratch));
    };
  }

  consumer<T>(operation: Consumer<T>): Consumer<T> {
    return (set, scratch) => {
      this.useUp(set, scratch);
      return operation(set, scratch);
    };
  }
}

/** The operations on sets of rows, which check that a set has one owner who uses it up once. */
export function checkedOperations(original: Original) {
  const owners = new Owners(original);
  return {
    ...original,
    release: owners.consumer(original.release),
    rowsOf: owners.consumer(original.rowsOf),
    bitsOf: owners.consumer(original.bitsOf),
    intersect: owners.binary(original.intersect),
    subtract: owners.binary(original.subtract),
    common: owners.reader(original.common),
    difference: owners.reader(original.difference),
    unionOf: (sets: readonly RowSet[], scratch: Scratch) => {
      for (const set of sets) owners.checkRead(set, scratch);
      return owners.owned(original.unionOf(sets, scratch));
    },
    copyOf: (set: RowSet, scratch: Scratch) => {
      owners.checkRead(set, scratch);
      return owners.owned(original.copyOf(set, scratch));
    },
    Union: class extends original.Union {
      constructor(private readonly lender: Scratch) {
        super(lender);
      }
      override add(set: RowSet): void {
        owners.useUp(set, this.lender);
        super.add(set);
      }
    },
  };
}
