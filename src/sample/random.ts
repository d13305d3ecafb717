const DIGITS = '0123456789';
/** Without I and O, which part numbers usually avoid. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A seeded sequence of pseudo-random numbers (sfc32): fast, and the same on every machine.
 * Sequences of one seed and different `stream` names are independent of each other.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: string) {
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = 0x243f6a88 ^ Math.floor(seed / 2 ** 32);
    this.#c = hash(stream);
    for (let i = 0; i < 15; i++) this.next32();
  }

  /** A whole number from 0 to 2³² − 1. */
  next32(): number {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + result;
    this.#c |= 0;
    return result >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    return this.next32() / 2 ** 32;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** An index of `cumulative`, drawn by the weights of which it has the sums (see `cumulate`). */
  weighted(cumulative: readonly number[]): number {
    const wanted = this.next() * cumulative[cumulative.length - 1];
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  digit(): string {
    return DIGITS[this.below(DIGITS.length)];
  }

  letter(): string {
    return LETTERS[this.below(LETTERS.length)];
  }

  digits(count: number): string {
    return this.below(10 ** count)
      .toString()
      .padStart(count, '0');
  }

  letters(count: number): string {
    let text = '';
    for (let i = 0; i < count; i++) text += this.letter();
    return text;
  }

  /** 16 lower-case hex digits. */
  uid(): string {
    return hex(this.next32()) + hex(this.next32());
  }
}

/** The running sums of `weights`. */
export function cumulate(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}

/** The running sums of Zipf's law: the weight of rank r (from 1) is 1 / r^exponent. */
export function zipf(ranks: number, exponent: number): number[] {
  return cumulate(Array.from({ length: ranks }, (_, i) => 1 / (i + 1) ** exponent));
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}

/** 32-bit FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return state;
}
