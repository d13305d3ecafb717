import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Scratch, ScratchPool } from '../../../../src/index/row-set/scratch.js';
import { BudgetExceededError } from '../../../../src/model/errors.js';
import { UNBOUNDED, Work } from '../../../../src/work/work.js';
import { forAll } from '../../../support/for-all.js';
import { thrownBy } from '../../../support/thrown.js';
import { unbounded } from '../../../support/unbounded.js';

// The scratch itself is tested here, not the one that checks it.
ScratchPool.create = (rowCount, work) => new Scratch(rowCount, work);

describe('Scratch', () => {
  it('never lends an array twice', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('bits', 'list', 'doubles'), length: fc.constantFrom(0, 1, 255, 256, 257, 1000, 5000) }),
        fc.record({ kind: fc.constant('free'), length: fc.nat(20) }),
        fc.record({ kind: fc.constant('reset'), length: fc.constant(0) }),
      ),
      { maxLength: 60, size: 'max' },
    );
    forAll([steps, fc.constantFrom(1, 100, 5000)], (given, rows) => {
      const scratch = new Scratch(rows);
      let lent: (Int32Array | Uint32Array | Float64Array)[] = [];
      for (const { kind, length } of given) {
        if (kind === 'reset') {
          scratch.reset();
          lent = [];
        } else if (kind === 'free') {
          const [array] = lent.splice(length % Math.max(1, lent.length), 1);
          if (array instanceof Int32Array) scratch.freeBits(array);
          else if (array instanceof Uint32Array) scratch.freeList(array);
        } else {
          const array = kind === 'bits' ? scratch.bits() : kind === 'list' ? scratch.list(length) : scratch.doubles(length);
          expect(lent.some(({ buffer }) => buffer === array.buffer)).toBe(false);
          expect(array.length).toBeGreaterThanOrEqual(kind === 'bits' ? Math.ceil(rows / 32) : length);
          if (kind === 'bits') expect(array.every((word) => word === 0)).toBe(true);
          array.fill(-1);
          lent.push(array);
        }
      }
    });
  });

  it('lends the same arrays again after a reset', () => {
    const scratch = new Scratch(1000);
    const draw = () => [scratch.bits(), scratch.bits(), scratch.list(300), scratch.list(10), scratch.doubles(300)];
    const first = new Set<object>(draw());
    scratch.reset();
    expect(draw().every((array) => first.has(array))).toBe(true);
  });

  it('lends counters that are zero, as they were given back, also after a reset', () => {
    const scratch = new Scratch(1000);
    for (const length of [0, 1, 256, 257, 5000]) {
      const first = scratch.counts(length);
      expect(first.length).toBeGreaterThanOrEqual(length);
      const second = scratch.counts(length);
      expect(second).not.toBe(first);
      scratch.freeCounts(first);
      scratch.reset();
      expect(scratch.counts(length)).toBe(first);
      expect([first, second].every((counters) => counters.every((count) => count === 0))).toBe(true);
    }
  });

  it('never lends counters that did not come back: what counted them may have failed', () => {
    const scratch = new Scratch(1000);
    scratch.counts(300).fill(7);
    scratch.reset();
    expect(scratch.counts(300).every((count) => count === 0)).toBe(true);
  });

  it('counts the bytes of what is lent and has not come back', () => {
    const scratch = new Scratch(1000);
    const words = scratch.bits();
    expect(scratch.bytesLent).toBe(words.byteLength);
    const list = scratch.list(300);
    const counters = scratch.counts(5000);
    const doubles = scratch.doubles(300);
    const all = words.byteLength + list.byteLength + counters.byteLength + doubles.byteLength;
    expect(scratch.bytesLent).toBe(all);
    scratch.freeList(list);
    scratch.freeBits(words);
    expect(scratch.bytesLent).toBe(counters.byteLength + doubles.byteLength);
    // Lent again, the same arrays count again.
    expect([scratch.list(300), scratch.bits()]).toEqual([list, words]);
    expect(scratch.bytesLent).toBe(all);
    scratch.freeCounts(counters);
    expect(scratch.bytesLent).toBe(all - counters.byteLength);
    scratch.reset();
    expect(scratch.bytesLent).toBe(0);
  });

  it('of a trim keeps what most requests need: more of the small lists than of others', () => {
    const scratch = new Scratch(1000);
    const lend = () => Array.from({ length: 1000 }, () => [scratch.bits(), scratch.list(300), scratch.list(10_000)]).flat();
    const first = new Set<object>(lend());
    scratch.reset();
    expect(lend().every((array) => first.has(array))).toBe(true);
    scratch.trim();
    expect(scratch.bytesLent).toBe(0);
    const again = lend();
    expect(new Set<object>(again).size).toBe(3000);
    const kept = again.filter((array) => first.has(array));
    expect(kept.filter((array) => array.length === 512).length).toBe(512);
    const others = kept.filter((array) => array.length !== 512).reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(others).toBeGreaterThan(900_000);
    expect(others).toBeLessThanOrEqual(1 << 20);
  });

  it('of a trim keeps a bounded number of bytes, whatever it has lent', () => {
    const kinds = fc.constantFrom('bits', 'list', 'doubles', 'counts');
    const lends = fc.array(fc.tuple(kinds, fc.constantFrom(1, 300, 5000, 8192, 8193, 100_000), fc.nat(30)), { maxLength: 12 });
    forAll([lends, fc.constantFrom(100, 70_000)], (given, rows) => {
      const scratch = new Scratch(rows);
      const counted: Uint32Array[] = [];
      for (const [kind, length, times] of given) {
        for (let i = 0; i < times; i++) {
          if (kind === 'bits') scratch.bits();
          else if (kind === 'list') scratch.list(length);
          else if (kind === 'doubles') scratch.doubles(length);
          else counted.push(scratch.counts(length));
        }
      }
      for (const counters of counted) scratch.freeCounts(counters);
      scratch.trim();
      const { large, smallLists } = keptBy(scratch);
      expect(large).toBeLessThanOrEqual(Math.max(1 << 20, rows * 32));
      for (const lists of smallLists) expect(lists).toBeLessThanOrEqual(512);
      // What is kept is lent as before.
      expect(scratch.bits().every((word) => word === 0)).toBe(true);
      expect(scratch.counts(8193).every((count) => count === 0)).toBe(true);
      expect(new Set([scratch.list(300), scratch.list(300), scratch.list(100_000), scratch.list(100_000)]).size).toBe(4);
    });
  });
});

/** Bytes of the arrays that a scratch keeps but for small lists, and how many small lists it keeps of each length. */
function keptBy(scratch: Scratch): { large: number; smallLists: number[] } {
  const { bitsets, lists, freeCounters, doubleArrays } = scratch as unknown as Record<string, { byteLength: number }[]>;
  const small = (lists as unknown as Uint32Array[][]).filter((_, power) => 2 ** power <= 8192);
  const others = [bitsets, lists.slice(small.length), freeCounters, doubleArrays].flat(2);
  return {
    large: others.reduce((sum, { byteLength }) => sum + byteLength, 0),
    smallLists: small.map(({ length }) => length),
  };
}

describe('ScratchPool', () => {
  it('lends requests that run at the same time a scratch each', () => {
    const pool = new ScratchPool(1000);
    const [one, other] = [unbounded(), unbounded()];
    const [first, second] = [one.scratch(pool), other.scratch(pool)];
    expect(first).not.toBe(second);
    expect(one.scratch(pool)).toBe(first);
    expect([first.work, second.work]).toEqual([one, other]);
    one.finish();
    // And who comes next has one that is used no more.
    const next = unbounded();
    expect(next.scratch(pool)).toBe(first);
    expect(first.work).toBe(next);
    expect(second.work).toBe(other);
  });

  it('has a scratch for each segment of a request', () => {
    const work = unbounded();
    const [one, other] = [work.scratch(new ScratchPool(10)), work.scratch(new ScratchPool(20))];
    expect([one.rowCount, other.rowCount]).toEqual([10, 20]);
  });

  it('takes back all that a request was lent', () => {
    const pool = new ScratchPool(1000);
    const work = unbounded();
    const scratch = work.scratch(pool);
    const arrays = new Set<object>([scratch.bits(), scratch.list(300), scratch.doubles(5)]);
    expect(scratch.bytesLent).toBeGreaterThan(0);
    work.finish();
    expect(scratch.bytesLent).toBe(0);
    const next = unbounded().scratch(pool);
    expect(next).toBe(scratch);
    expect([next.bits(), next.list(300), next.doubles(5)].every((array) => arrays.has(array))).toBe(true);
  });

  it('keeps nothing large of a request that needed much', () => {
    const pool = new ScratchPool(1000);
    const work = unbounded();
    const scratch = work.scratch(pool);
    for (let i = 0; i < 20; i++) scratch.list(1 << 20);
    for (let i = 0; i < 20; i++) scratch.doubles(1 << 20);
    scratch.freeCounts(scratch.counts(1 << 22));
    expect(scratch.bytesLent).toBe(20 * (4 + 8) * (1 << 20));
    work.finish();
    expect(keptBy(scratch).large).toBeLessThanOrEqual(1 << 20);
  });

  it('keeps no more than a few scratches, however many requests ran at the same time', () => {
    const pool = new ScratchPool(1000);
    const works = Array.from({ length: 50 }, unbounded);
    const lent = new Set(works.map((work) => work.scratch(pool)));
    expect(lent.size).toBe(50);
    for (const work of works) work.finish();
    const again = Array.from({ length: 50 }, () => unbounded().scratch(pool));
    expect(new Set(again).size).toBe(50);
    expect(again.filter((scratch) => lent.has(scratch)).length).toBe(2);
  });

  it.each<[string, (scratch: Scratch) => unknown]>([
    ['bitsets', (scratch) => scratch.bits()],
    ['lists', (scratch) => scratch.list(200_000)],
    ['small lists', (scratch) => scratch.list(1)],
    ['doubles', (scratch) => scratch.doubles(100_000)],
    ['counters', (scratch) => scratch.counts(200_000)],
  ])('ends a request that needs too much of %s', (_, lend) => {
    const bytes = 20_000_000;
    const work = new Work({ ...UNBOUNDED, bytes });
    work.begin('finding the parts of a condition', 'mpn:a*');
    const pool = new ScratchPool(8_000_000);
    const scratch = work.scratch(pool);
    const lendMuch = () => {
      for (let i = 0; i < 100_000; i++) lend(scratch);
    };
    const error = thrownBy(lendMuch);
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'bytes', limit: bytes, step: 'finding the parts of a condition', clause: 'mpn:a*' });
    expect(scratch.bytesLent).toBeGreaterThan(bytes);
    expect(scratch.bytesLent).toBeLessThan(bytes + 4_000_000);
    expect(thrownBy(() => work.check())).toBe(error);
    // The next request is lent the same scratch, and may use as much as that had.
    work.finish();
    const next = new Work({ ...UNBOUNDED, bytes });
    expect(next.scratch(pool)).toBe(scratch);
    for (let i = 0; i < 9; i++) scratch.bits();
    expect(scratch.bytesLent).toBe(9_000_000);
    expect(next.check()).toBeUndefined();
  });

  it('ends no request for arrays that it has given back', () => {
    const work = new Work({ ...UNBOUNDED, bytes: 10_000_000 });
    const scratch = work.scratch(new ScratchPool(8_000_000));
    for (let i = 0; i < 1000; i++) {
      scratch.freeBits(scratch.bits());
      scratch.freeList(scratch.list(1_000_000));
      scratch.freeCounts(scratch.counts(1_000_000));
    }
    expect(scratch.bytesLent).toBe(0);
  });

  it('counts the arrays of all segments of a request, and its answer', () => {
    const work = new Work({ ...UNBOUNDED, bytes: 10_000_000 });
    const [one, other] = [work.scratch(new ScratchPool(8_000_000)), work.scratch(new ScratchPool(8_000_000))];
    for (let i = 0; i < 4; i++) one.bits();
    for (let i = 0; i < 3; i++) other.bits();
    work.hold(3_000_000);
    work.release(1_000_000);
    const error = thrownBy(() => {
      for (let i = 0; i < 20; i++) [one, other][i % 2].bits();
    });
    expect(error).toMatchObject({ budget: 'bytes', limit: 10_000_000 });
    expect(one.bytesLent + other.bytesLent).toBeGreaterThan(8_000_000);
    expect(one.bytesLent + other.bytesLent).toBeLessThan(12_000_000);
  });
});
