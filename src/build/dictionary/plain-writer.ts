import type { BundleArray } from '../../encoding/bundle.js';
import type { Interner } from '../interner.js';

/** The arrays of a dictionary of the interned values in the given order. */
export function plainDictionaryArrays(values: Interner, order: Uint32Array): BundleArray[] {
  const from = values.offsets.array;
  const source = values.bytes.array;
  const offsets = new Uint32Array(order.length + 1);
  const bytes = new Uint8Array(from[values.size]);
  let at = 0;
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const end = from[order[ordinal] + 1];
    for (let i = from[order[ordinal]]; i < end; i++) bytes[at++] = source[i];
    offsets[ordinal + 1] = at;
  }
  return [offsets, bytes];
}
