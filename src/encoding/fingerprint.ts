/** Seeds of the four lanes, and the factors that mix them: those of the 32-bit MurmurHash 3. */
const SEEDS = [0x9747b28c, 0x2c1b3c6d, 0x297a2d39, 0x165667b1];
const FIRST_FACTOR = 0xcc9e2d51;
const SECOND_FACTOR = 0x1b873593;

/**
 * 128 bits that identify a text, in hexadecimal digits. Equal texts have equal fingerprints on every platform; different ones
 * practically never do, unless somebody searches for them.
 */
export function fingerprint(text: string): string {
  return SEEDS.map((seed) => hash(text, seed).toString(16).padStart(8, '0')).join('');
}

function hash(text: string, seed: number): number {
  let state = seed;
  for (let i = 0; i < text.length; i++) {
    const mixed = Math.imul(rotated(Math.imul(text.charCodeAt(i) ^ (i << 16), FIRST_FACTOR), 15), SECOND_FACTOR);
    state = (Math.imul(rotated(state ^ mixed, 13), 5) + 0xe6546b64) | 0;
  }
  state ^= text.length;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
