import type { BundleArray } from '../../encoding/bundle.js';
import type { Interner } from '../interner.js';

const LENGTH = 16;

function nibble(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}

/** True if every value is a uid of the usual form: 16 lower-case hex digits. */
export function allHex(values: Interner): boolean {
  const offsets = values.offsets.array;
  for (let i = 0; i < values.size; i++) if (offsets[i + 1] - offsets[i] !== LENGTH) return false;
  for (let at = 0; at < offsets[values.size]; at++) if (nibble(values.bytes.array[at]) < 0) return false;
  return true;
}

/** The arrays of a dictionary of values for which `allHex` is true. */
export function hexDictionaryArrays(values: Interner, order: Uint32Array): BundleArray[] {
  const words = new Uint32Array(order.length * 2);
  const bytes = values.bytes.array;
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const from = values.offsets.array[order[ordinal]];
    for (let half = 0; half < 2; half++) {
      let word = 0;
      for (let i = 0; i < 8; i++) word = (word << 4) | nibble(bytes[from + half * 8 + i]);
      words[ordinal * 2 + half] = word >>> 0;
    }
  }
  return [words];
}
