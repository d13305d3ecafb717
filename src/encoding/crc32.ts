/** CRC-32 (IEEE 802.3), eight bytes in each step ("slicing by 8", Kounavis and Berry 2005). */

const TABLES: Int32Array[] = [];

function tables(): Int32Array[] {
  if (TABLES.length > 0) return TABLES;
  const first = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    first[byte] = crc;
  }
  TABLES.push(first);
  for (let slice = 1; slice < 8; slice++) {
    const previous = TABLES[slice - 1];
    TABLES.push(previous.map((crc) => (crc >>> 8) ^ first[crc & 0xff]));
  }
  return TABLES;
}

/** The checksum of `bytes[from, to)`, continued from `crc`, the checksum of the bytes before. Unsigned. */
export function crc32(bytes: Uint8Array, crc = 0, from = 0, to = bytes.length): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables();
  let state = ~crc;
  let at = from;
  for (const end = to - 7; at < end; at += 8) {
    const low = state ^ (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24));
    state =
      t7[low & 0xff] ^
      t6[(low >>> 8) & 0xff] ^
      t5[(low >>> 16) & 0xff] ^
      t4[low >>> 24] ^
      t3[bytes[at + 4]] ^
      t2[bytes[at + 5]] ^
      t1[bytes[at + 6]] ^
      t0[bytes[at + 7]];
  }
  for (; at < to; at++) state = (state >>> 8) ^ t0[(state ^ bytes[at]) & 0xff];
  return ~state >>> 0;
}
