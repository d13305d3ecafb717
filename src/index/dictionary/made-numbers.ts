import { bundleOf } from '../../encoding/bundle.js';
import { NumberDictionary } from './number-dictionary.js';

/**
 * A dictionary of numbers that a loaded catalog makes for itself.
 * @param approximations the nearest doubles, ascending
 * @param texts the decimals as texts
 */
export function numberDictionaryOf(name: string, approximations: Float64Array, texts: readonly Uint8Array[]): NumberDictionary {
  const offsets = new Uint32Array(texts.length + 1);
  texts.forEach(({ length }, i) => {
    offsets[i + 1] = offsets[i] + length;
  });
  const bytes = new Uint8Array(offsets[texts.length]);
  texts.forEach((text, i) => {
    bytes.set(text, offsets[i]);
  });
  return new NumberDictionary(name, bundleOf(name, [approximations, offsets, bytes]));
}
