import { describe, expect, it } from 'vitest';
import type { SnapshotSegment } from '../../../src/catalog/snapshot/state.js';
import { firstToMerge, firstToSettle } from '../../../src/live/merge-segments.js';

const segmentsOf = (...rows: number[]) =>
  rows.map((rowCount) => ({ file: { segments: { parts: { rowCount } } } }) as unknown as SnapshotSegment);

describe('firstToSettle', () => {
  it('begins with the first of the last segments that have few parts or not many more than those after', () => {
    expect(firstToSettle(segmentsOf(1_000_000, 5000, 1000, 1000))).toBe(1);
    expect(firstToSettle(segmentsOf(1_000_000, 50_000, 1000, 1000))).toBe(2);
    expect(firstToSettle(segmentsOf(16_000, 1, 2000))).toBe(0);
    expect(firstToSettle(segmentsOf(4096, 1))).toBe(0);
  });

  it('leaves one segment as it is', () => {
    expect(firstToSettle(segmentsOf(10))).toBeUndefined();
    expect(firstToSettle(segmentsOf(1_000_000, 4000))).toBeUndefined();
    expect(firstToSettle(segmentsOf(1_000_000, 50_000, 4000))).toBeUndefined();
  });

  it('leaves what was merged', () => {
    const before = segmentsOf(1_000_000, 80_000, 4000, 3000, 2);
    const first = firstToSettle(before) as number;
    expect(first).toBe(2);
    expect(firstToSettle(segmentsOf(1_000_000, 80_000, 7002))).toBeUndefined();
  });
});

describe('firstToMerge', () => {
  it('merges more than eight segments, by tiers', () => {
    expect(firstToMerge(segmentsOf(1_000_000, ...Array(7).fill(10)))).toBeUndefined();
    expect(firstToMerge(segmentsOf(1_000_000, ...Array(8).fill(10)))).toBe(1);
    expect(firstToMerge(segmentsOf(1_000_000, 5000, ...Array(7).fill(1000)))).toBe(1);
    expect(firstToMerge(segmentsOf(1_000_000, 50_000, ...Array(7).fill(1000)))).toBe(2);
  });

  it('leaves a large segment as it is until half as many parts were changed', () => {
    expect(firstToMerge(segmentsOf(200_000, ...Array(8).fill(5000)))).toBe(1);
    expect(firstToMerge(segmentsOf(200_000, 70_000, ...Array(7).fill(5000)))).toBe(0);
  });

  it('counts what lives', () => {
    const segments = segmentsOf(200_000, 50_000, ...Array(7).fill(1000));
    const withDead = (i: number, count: number) =>
      segments.map((one, at) => (at === i ? ({ ...one, dead: { count } } as SnapshotSegment) : one));
    expect(firstToMerge(segments)).toBe(2);
    expect(firstToMerge(withDead(1, 40_000))).toBe(1);
    expect(firstToMerge(withDead(0, 130_000))).toBe(0);
  });

  it('merges all where most parts are dead', () => {
    const [one] = segmentsOf(100);
    expect(firstToMerge([{ ...one, dead: { count: 50 } } as SnapshotSegment])).toBeUndefined();
    expect(firstToMerge([{ ...one, dead: { count: 51 } } as SnapshotSegment])).toBe(0);
  });
});
