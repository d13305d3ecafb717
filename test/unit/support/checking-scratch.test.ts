import { describe, expect, it } from 'vitest';
import { intersect, RowSet, release, rowsOf, subtract, Union } from '../../../src/index/row-set/row-set.js';
import { type Scratch, ScratchPool } from '../../../src/index/row-set/scratch.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { read, setOf } from '../../support/row-sets.js';

const ROWS = 100;
const EVEN = Array.from({ length: ROWS / 2 }, (_, i) => i * 2);
const LOW = Array.from({ length: 10 }, (_, i) => i);

const list = (rows: readonly number[], scratch: Scratch) => setOf(rows, 'list', scratch);
const bits = (rows: readonly number[], scratch: Scratch) => setOf(rows, 'bits', scratch);

describe('every pool of a test', () => {
  it('lends checking scratches', () => {
    const work = new Work(UNBOUNDED);
    expect(work.scratch(new ScratchPool(ROWS))).toBeInstanceOf(CheckingScratch);
    work.finish();
  });
});

describe.each([
  ['list', list],
  ['bitset', bits],
] as const)('a %s', (_, make) => {
  it('may not be released twice', () => {
    const scratch = new CheckingScratch(ROWS);
    const set = make(EVEN, scratch);
    release(set, scratch);
    expect(() => release(set, scratch)).toThrow('used up before');
  });

  it('has one owner: an operation that uses it up takes it away from all others', () => {
    const scratch = new CheckingScratch(ROWS);
    const shared = make(EVEN, scratch);
    const once = intersect(shared, make(LOW, scratch), scratch);
    expect(read(once, scratch)).toEqual([0, 2, 4, 6, 8]);
    expect(() => subtract(make(LOW, scratch), shared, scratch)).toThrow('used up before');
  });

  it('is poisoned when it is returned, so that a leaf that keeps its rows gives wrong ones', () => {
    const scratch = new CheckingScratch(ROWS);
    const set = make(EVEN, scratch);
    release(set, scratch);
    expect(new Set(set.rows)).toEqual(new Set(set.words.length > 0 ? [] : [0xffffffff]));
    expect(new Set(set.words)).toEqual(new Set(set.rows.length > 0 ? [] : [-1]));
  });

  it('may not be written to after it was returned', () => {
    const scratch = new CheckingScratch(ROWS);
    const set = make(EVEN, scratch);
    release(set, scratch);
    set.rows[3] = 7;
    set.words[3] = 7;
    expect(() => make(LOW, scratch)).toThrow('written to after it was returned, at 3: 7');
  });

  it('may not be used after the end of the call that it was lent to', () => {
    const scratch = new CheckingScratch(ROWS);
    const set = make(EVEN, scratch);
    scratch.reset();
    expect(() => new Union(scratch).add(set)).toThrow('returned to its scratch');
  });

  it('may not be returned to the scratch of another segment', () => {
    const scratch = new CheckingScratch(ROWS);
    expect(() => release(make(EVEN, scratch), new CheckingScratch(ROWS))).toThrow('returned to its scratch');
  });
});

describe('rows that are read from a set', () => {
  it('stay lent until they are returned', () => {
    const scratch = new CheckingScratch(ROWS);
    const rows = rowsOf(bits(EVEN, scratch), scratch);
    expect([...rows.subarray(0, EVEN.length)]).toEqual(EVEN);
    scratch.freeList(rows);
    expect(() => scratch.freeList(rows)).toThrow('returned that is not lent');
  });

  it('are not in a list before they are written: a new list holds no row', () => {
    expect(new Set(new CheckingScratch(ROWS).list(10))).toEqual(new Set([0xffffffff]));
    expect(new Set(new CheckingScratch(ROWS).doubles(10))).toEqual(new Set([Number.NaN]));
  });
});

describe('counters', () => {
  it('must be zero when they are returned', () => {
    const scratch = new CheckingScratch(ROWS);
    const counters = scratch.counts(10);
    counters[4] = 1;
    expect(() => scratch.freeCounts(counters)).toThrow('not zero, at 4: 1');
  });

  it('must be returned before a call ends well', () => {
    const work = new Work(UNBOUNDED);
    work.scratch(new ScratchPool(ROWS)).counts(10);
    work.finish();
    expect(CheckingScratch.faults.splice(0)).toEqual(['counters are still lent: 1 of them']);
  });

  it('may be left behind by a call that fails', () => {
    const work = new Work(UNBOUNDED);
    work.scratch(new ScratchPool(ROWS)).counts(10);
    work.end(new Error('stopped'));
    work.finish();
    expect(CheckingScratch.faults).toEqual([]);
  });
});

describe('a leaf', () => {
  /** Keeps the set that it gives away, as a cache would. */
  class KeepingLeaf {
    private kept: RowSet | undefined;

    toSet(scratch: Scratch): RowSet {
      this.kept ??= list(EVEN, scratch);
      return this.kept;
    }
  }

  it('that gives away one set twice is found out', () => {
    const scratch = new CheckingScratch(ROWS);
    const leaf = new KeepingLeaf();
    const both = () => subtract(intersect(leaf.toSet(scratch), RowSet.all(ROWS), scratch), leaf.toSet(scratch), scratch);
    expect(both).toThrow('used up before');
  });
});
