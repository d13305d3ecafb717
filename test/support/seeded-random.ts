/** Random choices that are the same for the same seed (mulberry32). */
export class SeededRandom {
  constructor(private state: number) {}

  /** A whole number from 0 up to `end`, exclusive. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }
}
