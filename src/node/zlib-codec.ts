import * as zlib from 'node:zlib';
import type { Codec } from '../encoding/codec.js';
import { crc32 as portableCrc32 } from '../encoding/crc32.js';
import { inflateKept } from './kept-inflater.js';

/** Speed first: one level more takes half as much time again and saves a tenth of the size. */
const DEFLATE_LEVEL = 1;

/** Node takes no smaller ones. */
const LEAST_CHUNK = 64;
/** A damaged file may claim any length. */
const LARGEST_CHUNK = 1 << 20;

/** Since Node 20.15 and 22.2; earlier versions use the portable code. */
const nativeCrc32: ((bytes: Uint8Array, crc?: number) => number) | undefined = (zlib as { crc32?: typeof portableCrc32 }).crc32;

/** Node's zlib: compression runs in the thread pool beside the build. */
export const zlibCodec: Codec = {
  deflate(bytes, preset) {
    const packed = new Promise<Uint8Array>((resolve, reject) => {
      zlib.deflateRaw(bytes, deflateOptions(preset), (error, result) => (error ? reject(error) : resolve(result)));
    });
    // If a build fails for another reason, nothing awaits its blocks any more.
    packed.catch(() => {});
    return packed;
  },
  inflate(bytes, length, dictionary) {
    const unpacked = inflateKept(bytes, length, dictionary);
    if (unpacked) return unpacked;
    // A chunk that the output does not fill is the only one: nothing is joined.
    const chunkSize = Math.max(Math.min(length + 1, LARGEST_CHUNK), LEAST_CHUNK);
    const out = zlib.inflateRawSync(bytes, {
      maxOutputLength: Math.max(length, 1),
      chunkSize,
      ...(dictionary && { dictionary }),
    });
    if (out.length !== length) throw new RangeError(`${out.length} bytes instead of ${length}`);
    return new Uint8Array(out.buffer, out.byteOffset, out.length);
  },
  // For an empty input, zlib returns the initial checksum instead of the given one.
  crc32: (bytes, crc = 0) => (bytes.length === 0 ? crc : (nativeCrc32 ?? portableCrc32)(bytes, crc)),
};

/**
 * The same without the thread pool, for the segments of updates: to hand a block over and take it back costs the caller's thread about as
 * much time as to compress it.
 */
export const directCodec: Codec = {
  ...zlibCodec,
  deflate: deflateNow,
};

/** Compresses in this thread, as `Codec.deflate`. */
export function deflateNow(bytes: Uint8Array, preset?: Uint8Array): Uint8Array {
  return new Uint8Array(zlib.deflateRawSync(bytes, deflateOptions(preset)));
}

function deflateOptions(dictionary: Uint8Array | undefined): zlib.ZlibOptions {
  return { level: DEFLATE_LEVEL, ...(dictionary && { dictionary }) };
}
