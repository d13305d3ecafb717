import type { BundleReader } from '../encoding/bundle.js';
import { CorruptCatalogError } from '../model/errors.js';

/** Number of offers of each row, by which parts that match equally well are sorted. */
export type OfferCounts = Uint8Array | Uint16Array | Uint32Array;

/** @throws CorruptCatalogError unless there is one count for each row */
export function readOfferCounts(bundle: BundleReader, rowCount: number): OfferCounts {
  const counts = bundle.unsigned();
  if (counts.length !== rowCount)
    throw new CorruptCatalogError(bundle.section, `has ${counts.length} counts for ${rowCount} rows`);
  return counts;
}
