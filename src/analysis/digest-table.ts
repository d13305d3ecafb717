import type { Digest } from './digest.js';

const FIRST_SLOTS = 1 << 12;
const MOST_LOAD = 0.7;

/** Numbers distinct digests from 0 on, in 17 to 35 bytes for each: there may be millions. */
export class DigestTable {
  /** Number of distinct digests. */
  size = 0;
  private high = new Uint32Array(FIRST_SLOTS);
  private low = new Uint32Array(FIRST_SLOTS);
  /** Number + 1; 0 is a free slot. */
  private numbers = new Uint32Array(FIRST_SLOTS);

  /** The number of a digest, which gets the next one if it is new. */
  add([high, low]: Digest): number {
    let slot = this.slotOf(high, low);
    if (this.numbers[slot] !== 0) return this.numbers[slot] - 1;
    if (this.size >= this.numbers.length * MOST_LOAD) {
      this.grow();
      slot = this.slotOf(high, low);
    }
    this.high[slot] = high;
    this.low[slot] = low;
    this.numbers[slot] = ++this.size;
    return this.size - 1;
  }

  /** The number of a digest; -1 if it was not added. */
  find([high, low]: Digest): number {
    return this.numbers[this.slotOf(high, low)] - 1;
  }

  /** The slot of a digest, or the free one where it would be. */
  private slotOf(high: number, low: number): number {
    const { numbers } = this;
    const mask = numbers.length - 1;
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask;
    while (numbers[slot] !== 0 && (this.low[slot] !== low || this.high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { high, low, numbers } = this;
    this.high = new Uint32Array(high.length * 2);
    this.low = new Uint32Array(high.length * 2);
    this.numbers = new Uint32Array(high.length * 2);
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i] === 0) continue;
      const slot = this.slotOf(high[i], low[i]);
      this.high[slot] = high[i];
      this.low[slot] = low[i];
      this.numbers[slot] = numbers[i];
    }
  }
}
