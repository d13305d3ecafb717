import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { OfferCounts } from '../offer-counts.js';

const ROWS_AT_ONCE = 1 << 16;

/** Which offers a part has, and whose each offer is. */
export interface Parents {
  /** The offers of part `row` are `[starts[row], starts[row + 1])`. */
  readonly starts: Uint32Array;
  /** By offer, the row of its part. */
  readonly parentOf: Uint32Array;
}

/** Counts the offers of the parts up. */
export function* parentsOf(section: string, counts: OfferCounts, offerCount: number): Steps<Parents> {
  const starts = new Uint32Array(counts.length + 1);
  const parentOf = new Uint32Array(offerCount);
  let offer = 0;
  for (let row = 0; row < counts.length; row++) {
    if (offer + counts[row] > offerCount) throw new CorruptCatalogError(section, 'parts have more offers than there are');
    for (let i = 0; i < counts[row]; i++) parentOf[offer++] = row;
    starts[row + 1] = offer;
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
  }
  if (offer !== offerCount) throw new CorruptCatalogError(section, 'parts have fewer offers than there are');
  return { starts, parentOf };
}
