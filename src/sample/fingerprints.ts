const INITIAL_SLOTS = 1 << 16;

/**
 * A set of texts that stores 63 bits of each: 16 to 32 bytes per text. A new text is taken for an earlier one with a probability
 * of about size / 10^18.
 */
export class Fingerprints {
  #size = 0;
  /** Open addressing with linear probing; a slot whose low word is zero is free, and no fingerprint has a low word of zero. */
  #high = new Uint32Array(INITIAL_SLOTS);
  #low = new Uint32Array(INITIAL_SLOTS);

  /** Adds the text; false if it is already in the set. */
  add(text: string): boolean {
    const high = hash(text, 0x811c9dc5);
    const low = hash(text, 0x9747b28c) | 1;
    if (!this.#insert(high, low >>> 0)) return false;
    if (++this.#size * 2 > this.#low.length) this.#grow();
    return true;
  }

  #insert(high: number, low: number): boolean {
    const mask = this.#low.length - 1;
    let slot = (high ^ (low >>> 7)) & mask;
    while (this.#low[slot] !== 0) {
      if (this.#low[slot] === low && this.#high[slot] === high) return false;
      slot = (slot + 1) & mask;
    }
    this.#high[slot] = high;
    this.#low[slot] = low;
    return true;
  }

  #grow(): void {
    const high = this.#high;
    const low = this.#low;
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    for (let slot = 0; slot < low.length; slot++) {
      if (low[slot] !== 0) this.#insert(high[slot], low[slot]);
    }
  }
}

/** 32-bit FNV-1a with a final mix, so that similar texts spread. */
function hash(text: string, start: number): number {
  let state = start;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
