import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';

/** Matches UTF-8 bytes against a pattern. */
export interface BytesMatcher {
  matches(bytes: Uint8Array, from: number, to: number): boolean;
}

/**
 * The distinct values of a column in sort order: the ordinal of a value is its place in that order. `fold` order is by folded text,
 * then by raw text; `raw` order is by raw text only; both in code-point order.
 */
export interface Dictionary {
  readonly size: number;
  readonly order: 'fold' | 'raw';
  /** The raw text of an ordinal. */
  value(ordinal: number): string;
  /** The ordinal of a raw text, or -1. */
  find(value: string): number;
  /** Compares the raw texts of two ordinals in code-point order: negative, zero or positive. */
  compare(a: number, b: number): number;
  /** First ordinal whose key (folded text in fold order, raw text in raw order) is not below `key`. */
  lowerBound(key: string): number;
  /** First ordinal whose key is above `key`. */
  upperBound(key: string): number;
  /** The ordinals of the values whose raw text matches, ascending. */
  matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array>;
  /** @throws CorruptCatalogError if the values are out of order or places out of range */
  validate(section: string): void;
}

/** A dictionary in the order of folds. */
export interface FoldedDictionary extends Dictionary {
  /**
   * Matches the folded texts of some values.
   * @param asked a flag for each value, set if it is to be matched
   * @returns a flag for each value, set if it matches
   */
  matchingFold(matcher: BytesMatcher, asked: Uint8Array, work: Work): Steps<Uint8Array>;
}

/** Checks that the offsets of values ascend and are inside the bytes. @throws CorruptCatalogError */
export function checkOffsets(section: string, offsets: Uint32Array, bytes: Uint8Array): void {
  if (offsets.length === 0 || offsets[0] !== 0 || offsets[offsets.length - 1] > bytes.length)
    throw new CorruptCatalogError(section, 'offsets do not fit the bytes');
  for (let i = 1; i < offsets.length; i++)
    if (offsets[i] < offsets[i - 1]) throw new CorruptCatalogError(section, `offset ${i} descends`);
}
