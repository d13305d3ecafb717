/** Bytes that one key holds. */
export const CHUNK = 6;
/** Values of one place of a key: a byte, or the end of the string, which ranks below every byte. */
export const DIGITS = 257;

/** Ranks every byte as itself. */
export const BYTE_RANK = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** Ranks ASCII capitals as their small letters. */
export const LOWER_CASE_RANK = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** Six bytes from `at`, a string's end ranking below every byte; exact in a double since 257^6 < 2^53. */
export function keyAt(bytes: Uint8Array, rank: Uint8Array, at: number, end: number): number {
  let key = 0;
  for (let i = 0; i < CHUNK; i++) key = key * DIGITS + (at + i < end ? rank[bytes[at + i]] + 1 : 0);
  return key;
}
