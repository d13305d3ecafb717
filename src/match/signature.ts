import { ANY_RUN, type Pattern } from '../analysis/pattern.js';
import { OTHER, SYMBOL_OF } from '../encoding/trigrams.js';
import { LONGEST_STORED } from '../encoding/wildcard-arrays.js';
import type { PartNumberWildcards } from '../index/dictionary/part-number-wildcards.js';

/** What the form of a part number must have to match a pattern, as far as `PartNumberWildcards` stores it. */
export class Signature {
  private readonly low: number;
  private readonly high: number;
  private readonly leastLength: number;
  private readonly mostLength: number;
  /** Whether every part number that passes matches. */
  readonly decides: boolean;

  /**
   * @param least fewest code points that a form must have: 1 if an empty form is not a match
   * @param mayDecide whether a form that fits is a match
   */
  constructor(pattern: Pattern, least: number, mayDecide: boolean) {
    const { codes, leastCharacters, mostCharacters } = pattern;
    let low = 0;
    let high = 0;
    let literals = 0;
    for (const code of codes) {
      if (code < 0) continue;
      literals++;
      const symbol = SYMBOL_OF[code];
      if (symbol < 32) low |= 1 << symbol;
      else high |= 1 << (symbol - 32);
    }
    this.low = low;
    this.high = high;
    const fewest = Math.max(leastCharacters, least);
    this.leastLength = Math.min(fewest, LONGEST_STORED);
    this.mostLength = Math.min(mostCharacters, LONGEST_STORED);
    const isLengthStored =
      fewest <= LONGEST_STORED && (mostCharacters < LONGEST_STORED || mostCharacters === Number.POSITIVE_INFINITY);
    const isOneAnywhere =
      literals === 1 && codes.length === 3 && codes[0] === ANY_RUN && codes[2] === ANY_RUN && SYMBOL_OF[codes[1]] !== OTHER;
    this.decides = mayDecide && isLengthStored && (literals === 0 || isOneAnywhere);
  }

  /**
   * Appends the ordinals of `[from, to)` that pass to `target[0, count)`, which has room for one more than all; returns the new
   * count. Branch-free, because the result is unpredictable.
   */
  scan(index: PartNumberWildcards, from: number, to: number, target: Uint32Array, count: number): number {
    const { low, high, leastLength, mostLength } = this;
    const { low: lows, high: highs, lengths } = index;
    if (low === 0 && high === 0) return this.scanLengths(lengths, from, to, target, count);
    for (let ordinal = from; ordinal < to; ordinal++) {
      target[count] = ordinal;
      const lacks = (low & ~lows[ordinal]) | (high & ~highs[ordinal]);
      const isOut = (lengths[ordinal] - leastLength) | (mostLength - lengths[ordinal]);
      count += 1 - ((lacks | -lacks | isOut) >>> 31);
    }
    return count;
  }

  private scanLengths(lengths: Uint8Array, from: number, to: number, target: Uint32Array, count: number): number {
    const { leastLength, mostLength } = this;
    for (let ordinal = from; ordinal < to; ordinal++) {
      target[count] = ordinal;
      count += 1 - (((lengths[ordinal] - leastLength) | (mostLength - lengths[ordinal])) >>> 31);
    }
    return count;
  }
}
