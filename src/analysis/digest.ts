/** A digest of 64 bits, as two unsigned halves: equal for equal texts, and very probably different for others. Not cryptographic. */
export type Digest = readonly [high: number, low: number];

/** What hashes begin with, and are multiplied by ("cyrb53", with all 64 bits). */
const HIGH = 0xdeadbeef;
const LOW = 0x41c6ce57;
const HIGH_FACTOR = 0x9e3779b1;
const LOW_FACTOR = 0x5f356495;

/** The digest of a text: two multiplicative hashes of its UTF-16 units, mixed at the end. */
export function digestOf(text: string): Digest {
  return new Digester().units(text).finish();
}

/** Makes the digest of several texts and numbers. */
export class Digester {
  private high = HIGH;
  private low = LOW;

  /** Adds a text with its length: `ab`, `c` is not `a`, `bc`. */
  text(text: string): this {
    return this.number(text.length).units(text);
  }

  /** Adds an integer, of which 32 bits count. */
  number(value: number): this {
    this.high = Math.imul(this.high ^ value, HIGH_FACTOR);
    this.low = Math.imul(this.low ^ value, LOW_FACTOR);
    return this;
  }

  /** Adds the UTF-16 units of a text alone. */
  units(text: string): this {
    let { high, low } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      high = Math.imul(high ^ unit, HIGH_FACTOR);
      low = Math.imul(low ^ unit, LOW_FACTOR);
    }
    this.high = high;
    this.low = low;
    return this;
  }

  finish(): Digest {
    return mixed(this.high, this.low);
  }
}

/** The digest of some words, each in two halves: multiplying carries nothing to lower bits. */
export function digestOfWords(words: Int32Array): Digest {
  let high = HIGH;
  let low = LOW;
  for (let i = 0; i < words.length; i++) {
    const upper = words[i] >>> 16;
    const lower = words[i] & 0xffff;
    high = Math.imul(Math.imul(high ^ upper, HIGH_FACTOR) ^ lower, HIGH_FACTOR);
    low = Math.imul(Math.imul(low ^ upper, LOW_FACTOR) ^ lower, LOW_FACTOR);
  }
  return mixed(high, low);
}

function mixed(hashOfHigh: number, hashOfLow: number): Digest {
  let high = hashOfHigh;
  let low = hashOfLow;
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 0, low >>> 0];
}
