import { deflateSync, inflateSync } from 'fflate';
import { crc32 } from './crc32.js';
import { LARGEST_RATIO } from './deflate.js';

/** Raw deflate and CRC-32, which a platform may have faster than the portable code. Each implementation reads the output of any other. */
export interface Codec {
  /** Raw deflate, at a speed-first level. */
  deflate(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Inverse of `deflate`; throws if the result is not `length` bytes long. */
  inflate(bytes: Uint8Array, length: number): Uint8Array;
  /** Checksum of `bytes`, continued from the checksum of the bytes before. */
  crc32(bytes: Uint8Array, crc?: number): number;
}

/** Runs anywhere. */
export const portableCodec: Codec = {
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  inflate(bytes, length) {
    if (length > bytes.length * LARGEST_RATIO) throw new RangeError(`${bytes.length} bytes cannot become ${length}`);
    // fflate silently drops bytes that do not fit; one byte of extra room reveals them.
    const out = inflateSync(bytes, { out: new Uint8Array(length + 1) });
    if (out.length !== length) throw new RangeError(`${out.length} bytes instead of ${length}`);
    return out;
  },
  crc32,
};
