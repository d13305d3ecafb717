import type { Interner } from '../../build/interner.js';
import { orderByFold, orderRaw } from '../../build/value-order.js';
import type { BundleArray, BundleReader } from '../../encoding/bundle.js';
import type { Codec } from '../../encoding/codec.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { Pauses } from '../../work/pauses.js';
import type { Dictionary } from './dictionary.js';
import { allHex, HexDictionary, hexDictionaryArrays } from './hex-dictionary.js';
import { PackedDictionary, packedDictionaryArrays } from './packed-dictionary.js';
import { PlainDictionary, plainDictionaryArrays } from './plain-dictionary.js';

/** How a dictionary is stored; the number is the first array of its section. */
const FOLD = 0;
const RAW = 1;
const HEX = 2;
const PACKED = 3;

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

/** Names, strings and part numbers: in memory, in fold order. The order may be given, and is then not sorted here. */
export function foldDictionary(values: Interner, order = orderByFold(values)): DictionaryArrays {
  return { arrays: [Uint32Array.of(FOLD), ...plainDictionaryArrays(values, order)], ordinals: inverse(order) };
}

/** Uids and booleans: in raw order. */
export function rawDictionary(values: Interner, order = orderRaw(values)): DictionaryArrays {
  const arrays = allHex(values)
    ? [Uint32Array.of(HEX), ...hexDictionaryArrays(values, order)]
    : [Uint32Array.of(RAW), ...plainDictionaryArrays(values, order)];
  return { arrays, ordinals: inverse(order) };
}

/** Long texts: compressed, in fold order. */
export async function packedDictionary(
  values: Interner,
  codec: Codec,
  order = orderByFold(values),
  pauses = new Pauses(),
): Promise<DictionaryArrays> {
  const arrays = await packedDictionaryArrays(values, order, codec, pauses);
  return { arrays: [Uint32Array.of(PACKED), ...arrays], ordinals: inverse(order) };
}

export function openDictionary(section: string, bundle: BundleReader, codec: Codec): Dictionary {
  const [form] = bundle.u32();
  if (form === FOLD) return new PlainDictionary(section, bundle, 'fold');
  if (form === RAW) return new PlainDictionary(section, bundle, 'raw');
  if (form === HEX) return new HexDictionary(bundle);
  if (form === PACKED) return new PackedDictionary(section, bundle, codec);
  throw new CorruptCatalogError(section, `form ${form} is unknown`);
}
