import { deflateSync, inflateSync } from 'fflate';
import { crc32 } from './crc32.js';
import { LARGEST_RATIO } from './deflate.js';

/** Raw deflate and CRC-32, which a platform may have faster than the portable code. Each implementation reads the output of any other. */
export interface Codec {
  /**
   * Raw deflate, at a speed-first level.
   * @param preset what both sides know, at most 32 KiB: the output may refer to it (RFC 1950, section 2.2)
   */
  deflate(bytes: Uint8Array, preset?: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Inverse of `deflate`; throws if the result is not `length` bytes long. */
  inflate(bytes: Uint8Array, length: number, preset?: Uint8Array): Uint8Array;
  /** Checksum of `bytes`, continued from the checksum of the bytes before. */
  crc32(bytes: Uint8Array, crc?: number): number;
}

/** Runs anywhere. */
export const portableCodec: Codec = {
  deflate: (bytes, dictionary) => deflateSync(bytes, { level: 1, ...(dictionary && { dictionary }) }),
  inflate(bytes, length, dictionary) {
    if (length > bytes.length * LARGEST_RATIO) throw new RangeError(`${bytes.length} bytes cannot become ${length}`);
    // fflate silently drops bytes that do not fit; one byte of extra room reveals them.
    const out = inflateSync(bytes, { out: new Uint8Array(length + 1), ...(dictionary && { dictionary }) });
    if (out.length !== length) throw new RangeError(`${out.length} bytes instead of ${length}`);
    return out;
  },
  crc32,
};
