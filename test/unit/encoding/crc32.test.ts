import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/encoding/crc32.js';
import { zlibCodec } from '../../../src/node/zlib-codec.js';
import { forAll } from '../../support/for-all.js';

/** Bit by bit, as the polynomial says. */
function slowCrc(bytes: Uint8Array): number {
  let state = 0xffffffff;
  for (const byte of bytes) {
    state ^= byte;
    for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ 0xedb88320 : state >>> 1;
  }
  return ~state >>> 0;
}

const native = (zlib as { crc32?: (bytes: Uint8Array, crc?: number) => number }).crc32;

describe('crc32', () => {
  it('has the check value of CRC-32', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  it("is zlib's, at once or in pieces", () => {
    forAll([fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(100)], (bytes, a, b) => {
      const cut = (at: number) => Math.min(at, bytes.length);
      const [from, to] = [Math.min(cut(a), cut(b)), Math.max(cut(a), cut(b))];
      const pieces = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
      for (const sum of [crc32, zlibCodec.crc32]) {
        expect(sum(bytes)).toBe(slowCrc(bytes));
        expect(pieces.reduce((crc, piece) => sum(piece, crc), 0)).toBe(slowCrc(bytes));
      }
      expect(crc32(bytes, 0, from, to)).toBe(slowCrc(pieces[1]));
      if (native) expect(crc32(bytes)).toBe(native(bytes));
    });
  });
});
