import type { BundleArray } from '../../encoding/bundle.js';
import type { Codec } from '../../encoding/codec.js';
import { FOLD, HEX, PACKED, RAW } from '../../encoding/dictionary-forms.js';
import { Pauses } from '../../work/pauses.js';
import type { Interner } from '../interner.js';
import { allHex, hexDictionaryArrays } from './hex-writer.js';
import { packedDictionaryArrays } from './packed-writer.js';
import { plainDictionaryArrays } from './plain-writer.js';
import { orderByFold, orderRaw } from './value-order.js';

/** The arrays of a dictionary and the ordinal of each interned value. */
export interface DictionaryArrays {
  readonly arrays: BundleArray[];
  readonly ordinals: Uint32Array;
}

function inverse(order: Uint32Array): Uint32Array {
  const ordinals = new Uint32Array(order.length);
  for (let ordinal = 0; ordinal < order.length; ordinal++) ordinals[order[ordinal]] = ordinal;
  return ordinals;
}

/** For names, strings and part numbers: in memory, in fold order. Pass the order if it is already known. */
export function foldDictionary(values: Interner, order = orderByFold(values)): DictionaryArrays {
  return { arrays: [Uint32Array.of(FOLD), ...plainDictionaryArrays(values, order)], ordinals: inverse(order) };
}

/** For uids and booleans: in raw order. */
export function rawDictionary(values: Interner, order = orderRaw(values)): DictionaryArrays {
  const arrays = allHex(values)
    ? [Uint32Array.of(HEX), ...hexDictionaryArrays(values, order)]
    : [Uint32Array.of(RAW), ...plainDictionaryArrays(values, order)];
  return { arrays, ordinals: inverse(order) };
}

/** For long texts: compressed, in fold order. */
export async function packedDictionary(
  values: Interner,
  codec: Codec,
  order = orderByFold(values),
  pauses = new Pauses(),
): Promise<DictionaryArrays> {
  const arrays = await packedDictionaryArrays(values, order, codec, pauses);
  return { arrays: [Uint32Array.of(PACKED), ...arrays], ordinals: inverse(order) };
}
