import { expect } from 'vitest';
import { Scratch } from '../../src/index/row-set/scratch.js';

/** A scratch that sees to it that counters come back, once, and all of them zero. */
export class WatchedScratch extends Scratch {
  private readonly lent = new Set<Uint32Array>();

  override counts(length: number): Uint32Array {
    const counters = super.counts(length);
    this.lent.add(counters);
    return counters;
  }

  override freeCounts(counters: Uint32Array): void {
    expect(this.lent.delete(counters)).toBe(true);
    expect(counters.findIndex((count) => count !== 0)).toBe(-1);
    super.freeCounts(counters);
  }

  /** Asserts that no counters are lent. */
  expectAllBack(): void {
    expect(this.lent.size).toBe(0);
  }
}
