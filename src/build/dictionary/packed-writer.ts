import type { BundleArray } from '../../encoding/bundle.js';
import type { Codec } from '../../encoding/codec.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import type { Pauses } from '../../work/pauses.js';
import type { Interner } from '../interner.js';

/** Texts of one block, before compression. */
const BLOCK_BYTES = 1 << 14;

/** The arrays of a packed dictionary of the interned values in fold order. */
export async function packedDictionaryArrays(
  values: Interner,
  order: Uint32Array,
  codec: Codec,
  pauses: Pauses,
): Promise<BundleArray[]> {
  const offsets = values.offsets.array;
  const firsts = new GrowableU32();
  const lengths = new GrowableU32();
  const ends = new GrowableU32();
  const packed = new GrowableBytes();
  const block = new GrowableBytes();
  let pending: Promise<Uint8Array> | Uint8Array | undefined;
  const settle = async () => {
    if (!pending) return;
    const bytes = await pending;
    packed.append(bytes, 0, bytes.length);
    ends.push(packed.length);
  };
  const flush = async () => {
    const next = codec.deflate(block.view().slice());
    lengths.push(block.length);
    block.length = 0;
    await settle();
    pending = next;
    await pauses.pause();
  };
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const from = offsets[order[ordinal]];
    const to = offsets[order[ordinal] + 1];
    if (block.length === 0) firsts.push(ordinal);
    block.appendVarint(to - from);
    block.append(values.bytes.array, from, to);
    if (block.length >= BLOCK_BYTES) await flush();
  }
  if (block.length > 0) await flush();
  await settle();
  firsts.push(order.length);
  return [firsts.view(), lengths.view(), ends.view(), packed.view()];
}
