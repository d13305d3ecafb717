import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableCodec } from '../../../src/encoding/codec.js';
import { zlibCodec } from '../../../src/node/zlib-codec.js';
import { forAllAsync } from '../../support/for-all.js';

const CODECS = [portableCodec, zlibCodec];
const runs = () =>
  fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.tuple(fc.nat(255), fc.nat(70_000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
  );

describe('the codecs', () => {
  it('read what any of them has written', () =>
    forAllAsync([runs(), fc.constantFrom(...CODECS), fc.constantFrom(...CODECS)], async (bytes, writer, reader) => {
      const packed = await writer.deflate(bytes.slice());
      expect(Buffer.compare(reader.inflate(packed, bytes.length), bytes)).toBe(0);
    }));

  it('read what any of them has written with a preset, and need it', () =>
    forAllAsync([runs(), runs(), fc.constantFrom(...CODECS), fc.constantFrom(...CODECS)], async (bytes, text, writer, reader) => {
      const preset = text.subarray(0, 32_768);
      if (preset.length === 0) return;
      const packed = await writer.deflate(bytes.slice(), preset);
      expect(Buffer.compare(reader.inflate(packed, bytes.length, preset), bytes)).toBe(0);
      const same = new TextEncoder().encode('Thick film resistor, 10 k, 1 %, 0603, Yageo');
      const short = await writer.deflate(same.slice(), same);
      expect(short.length).toBeLessThan(16);
      expect(Buffer.compare(reader.inflate(short, same.length, same), same)).toBe(0);
      const other = same.slice().fill(7);
      expect(Buffer.compare(reader.inflate(short, same.length, other), same)).not.toBe(0);
    }));

  it('refuse a result of another length, and bytes that are not deflate data', async () => {
    const bytes = new TextEncoder().encode('resistor '.repeat(50));
    for (const codec of CODECS) {
      const packed = await codec.deflate(bytes.slice());
      for (const length of [0, 1, bytes.length - 1, bytes.length + 1, bytes.length * 2, 2 ** 32 - 1]) {
        expect(() => codec.inflate(packed, length), String(length)).toThrow();
      }
      expect(() => codec.inflate(packed.subarray(0, packed.length - 4), bytes.length)).toThrow();
      expect(() => codec.inflate(Uint8Array.of(0xff, 0xff, 0xff), 3)).toThrow();
      expect(() => codec.inflate(new Uint8Array(0), 1)).toThrow();
    }
  });
});
