import { PartNumberReader } from '../../analysis/part-number.js';
import type { BundleArray } from '../../encoding/bundle.js';
import { BYTE_RANK } from '../../encoding/byte-keys.js';
import { FormFilter, hashOf } from '../../encoding/form-filter.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import type { Steps } from '../../work/pauses.js';
import type { Interner } from '../interner.js';
import { sortByteStrings } from './sort-bytes.js';

/** The arrays of the forms of a dictionary's part numbers, in steps: its ordinals in the order of their forms, and what filters forms. */
export function* partNumberFormsArrays(values: Interner, ordinals: Uint32Array): Steps<BundleArray[]> {
  const reader = new PartNumberReader();
  const bytes = new GrowableBytes();
  const starts = new GrowableU32();
  starts.push(0);
  const filter = FormFilter.sized(values.size);
  const byOrdinal = new Uint32Array(values.size);
  for (let entry = 0; entry < values.size; entry++) byOrdinal[ordinals[entry]] = entry;
  for (const entry of byOrdinal) {
    reader.read(values.bytes.array, values.offsets.array[entry], values.offsets.array[entry + 1]);
    bytes.append(reader.bytes, 0, reader.length);
    filter.add(hashOf(reader.bytes, reader.length));
    starts.push(bytes.length);
  }
  const ends = starts.view().subarray(1);
  yield;
  const order = yield* sortByteStrings({
    bytes: bytes.view(),
    starts: starts.view(),
    ends,
    count: values.size,
    rank: BYTE_RANK,
  });
  return [order, filter.words];
}
