/** Number of bytes in a key. */
export const CHUNK = 6;
/** Values of one position of a key: a byte, or the end of the string, which ranks below every byte. */
export const DIGITS = 257;

/** The rank of every byte is the byte itself. */
export const BYTE_RANK = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** An ASCII capital has the rank of its small letter. */
export const LOWER_CASE_RANK = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** Six bytes from `at` as one number, which orders strings as their bytes do; exact in a double because 257^6 < 2^53. */
export function keyAt(bytes: Uint8Array, rank: Uint8Array, at: number, end: number): number {
  let key = 0;
  for (let i = 0; i < CHUNK; i++) key = key * DIGITS + (at + i < end ? rank[bytes[at + i]] + 1 : 0);
  return key;
}
