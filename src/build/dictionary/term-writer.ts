import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import { BLOCK_TERMS, LONG } from '../../encoding/term-layout.js';
import type { Interner } from '../interner.js';

function appendLength(target: GrowableBytes, length: number): void {
  target.reserve(5);
  if (length < LONG) {
    target.array[target.length++] = length;
    return;
  }
  target.array[target.length++] = LONG;
  for (let shift = 0; shift < 32; shift += 8) target.array[target.length++] = (length >>> shift) & 0xff;
}

/** The arrays of a dictionary of the interned terms in byte order. */
export function termDictionaryArrays(terms: Interner, order: Uint32Array): BundleArray[] {
  const offsets = terms.offsets.array;
  const source = terms.bytes.array;
  const blocks = new GrowableU32();
  const bytes = new GrowableBytes();
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const from = offsets[order[ordinal]];
    const to = offsets[order[ordinal] + 1];
    let shared = 0;
    if (ordinal % BLOCK_TERMS === 0) blocks.push(bytes.length);
    else {
      const before = offsets[order[ordinal - 1]];
      const most = Math.min(to - from, offsets[order[ordinal - 1] + 1] - before);
      while (shared < most && source[before + shared] === source[from + shared]) shared++;
      appendLength(bytes, shared);
    }
    appendLength(bytes, to - from - shared);
    bytes.append(source, from + shared, to);
  }
  return [Uint32Array.of(order.length), blocks.view(), bytes.view()];
}
