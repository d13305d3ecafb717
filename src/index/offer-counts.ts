import { type BundleArray, type BundleReader, narrowed } from '../encoding/bundle.js';
import { CorruptCatalogError } from '../model/errors.js';

/** Number of offers of each row: parts that match equally well are ordered by it. */
export type OfferCounts = Uint8Array | Uint16Array | Uint32Array;

/** The section's arrays, given the counts by document and the document of each row. */
export function offerCountsArrays(counts: Uint32Array, documentOf: Uint32Array): BundleArray[] {
  let largest = 0;
  for (const count of counts) if (count > largest) largest = count;
  return [
    narrowed(
      documentOf.map((document) => counts[document]),
      largest,
    ),
  ];
}

/** @throws CorruptCatalogError unless there is one count a row */
export function readOfferCounts(bundle: BundleReader, rowCount: number): OfferCounts {
  const counts = bundle.unsigned();
  if (counts.length !== rowCount)
    throw new CorruptCatalogError(bundle.section, `has ${counts.length} counts for ${rowCount} rows`);
  return counts;
}
