import { type BundleArray, narrowed } from '../../encoding/bundle.js';

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
