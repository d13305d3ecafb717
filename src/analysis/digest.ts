/** A digest of 64 bits, as two unsigned halves: equal for equal texts, and very probably different for others. Not cryptographic. */
export type Digest = readonly [high: number, low: number];

/** The digest of a text. Two multiplicative hashes of its UTF-16 units, mixed at the end ("cyrb53", with all 64 bits). */
export function digestOf(text: string): Digest {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 0, low >>> 0];
}
