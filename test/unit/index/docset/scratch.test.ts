import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Scratch } from '../../../../src/index/docset/scratch.js';
import { forAll } from '../../for-all.js';

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

  it('does not keep the thousands of arrays of one request: more of the small lists than of others', () => {
    const scratch = new Scratch(1000);
    const lend = () => Array.from({ length: 1000 }, () => [scratch.bits(), scratch.list(300), scratch.list(10_000)]).flat();
    const kept = new Set<object>(lend());
    scratch.reset();
    const again = lend();
    expect(new Set<object>(again).size).toBe(3000);
    expect(again.filter((array) => kept.has(array)).length).toBe(64 + 512 + 64);
  });
});
