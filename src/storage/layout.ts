/**
 * The catalog file (docs/format.md):
 *
 *     header, 64 bytes
 *       0  "PARTDEX\0"
 *       8  u32 0x01020304, to refuse a foreign byte order
 *      12  u16 format version, u16 zero
 *      16  u64 offset of the section table
 *      24  u64 length of the section table
 *      32  u64 length of the file
 *      40  u32 number of sections
 *      44  u32 CRC-32 of the section table
 *      48  twelve zeros
 *      60  u32 CRC-32 of bytes 0…59
 *     sections, each from a multiple of 8
 *     section table, per section:
 *       u64 offset, u64 length, u32 CRC-32, u32 length of the name, the name (UTF-8), zeros up to a multiple of 8
 *
 * Little-endian throughout. The table comes last because documents are written while the input is still being read.
 */
export const MAGIC = Uint8Array.from([0x50, 0x41, 0x52, 0x54, 0x44, 0x45, 0x58, 0]);
export const BYTE_ORDER_MARK = 0x01020304;
/** Of a file whose parts are one segment. */
export const FORMAT_VERSION = 11;
/** Of a file whose parts are several segments: docs/format.md, "Several segments". */
export const SEVERAL_SEGMENTS_VERSION = 12;
export const HEADER_BYTES = 64;
export const TABLE_ENTRY_BYTES = 24;

/** A named run of bytes of the file. */
export interface Section {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
}
