import type { BundleArray } from '../../encoding/bundle.js';
import { wildcardArrays } from '../../encoding/wildcard-arrays.js';
import type { Steps } from '../../work/pauses.js';
import type { Interner } from '../interner.js';

/** The arrays of the section, in steps, given the ordinal of each interned part number. */
export function* partNumberWildcardsArrays(values: Interner, ordinals: Uint32Array): Steps<BundleArray[]> {
  const offsets = values.offsets.array;
  const starts = new Uint32Array(values.size);
  const ends = new Uint32Array(values.size);
  for (let entry = 0; entry < values.size; entry++) {
    starts[ordinals[entry]] = offsets[entry];
    ends[ordinals[entry]] = offsets[entry + 1];
  }
  return yield* wildcardArrays({ bytes: values.bytes.array, starts, ends }, values.size);
}
