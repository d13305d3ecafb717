import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';

/** What compares bytes of UTF-8 with a pattern. */
export interface BytesMatcher {
  matches(bytes: Uint8Array, from: number, to: number): boolean;
}

/**
 * The distinct values of a column, numbered in sort order: an ordinal is a value's place in it. `fold` order is by the
 * folded text, then the raw one; `raw` order by the raw text alone; both in code-point order.
 */
export interface Dictionary {
  readonly size: number;
  readonly order: 'fold' | 'raw';
  /** The raw text of an ordinal. */
  value(ordinal: number): string;
  /** The ordinal of a raw text, or -1. */
  find(value: string): number;
  /** Which of two values comes first by its raw text, in code-point order: below 0, 0 or above 0. */
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

/** Checks that the offsets of values ascend within their bytes. @throws CorruptCatalogError */
export function checkOffsets(section: string, offsets: Uint32Array, bytes: Uint8Array): void {
  if (offsets.length === 0 || offsets[0] !== 0 || offsets[offsets.length - 1] > bytes.length)
    throw new CorruptCatalogError(section, 'offsets do not fit the bytes');
  for (let i = 1; i < offsets.length; i++)
    if (offsets[i] < offsets[i - 1]) throw new CorruptCatalogError(section, `offset ${i} descends`);
}

/** First number in `[from, to)` for which `isBefore` no longer holds; it must hold for a beginning only. */
export function partitionPoint(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
