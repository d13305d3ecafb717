import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlobSource, MemorySink, MemorySource } from '../../../src/storage/byte-source.js';
import { forAllAsync } from '../../support/for-all.js';
import { concatenated } from '../../support/sections.js';

describe('the byte sources', () => {
  it('give any range of their bytes, aligned', () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 });
    return forAllAsync([pieces, fc.nat(160), fc.nat(160)], async (given, offset, length) => {
      const whole = concatenated(given);
      const shifted = new Uint8Array(whole.length + 3);
      shifted.set(whole, 3);
      const sources = [
        new MemorySource(given),
        new MemorySource([whole]),
        new MemorySource([shifted.subarray(3)]),
        new BlobSource(new Blob(given as Uint8Array<ArrayBuffer>[])),
      ];
      for (const source of sources) {
        expect(source.length).toBe(whole.length);
        const found = await source.read(offset, length);
        expect([...found]).toEqual([...whole.subarray(offset, offset + length)]);
        expect(found.byteOffset % 8).toBe(0);
        await source.close();
      }
    });
  });

  it('of no bytes have none', async () => {
    for (const source of [new MemorySource([]), new MemorySource([new Uint8Array(0)]), new BlobSource(new Blob([]))]) {
      expect(source.length).toBe(0);
      expect((await source.read(0, 64)).length).toBe(0);
    }
  });
});

describe('MemorySink', () => {
  it('keeps what is written, small and large, and overwrites the beginning', () => {
    const sink = new MemorySink();
    const written: Uint8Array[] = [];
    const write = (length: number, fill: number) => {
      const bytes = new Uint8Array(length).fill(fill);
      written.push(bytes.slice());
      sink.write(bytes);
    };
    write(64, 1);
    write(100, 2);
    write((1 << 20) - 10, 3);
    write(3 << 20, 4);
    for (let i = 0; i < 300; i++) write(5000, i);
    const header = new Uint8Array(64).fill(9);
    sink.writeHeader(header);
    const expected = concatenated(written);
    expected.set(header);
    expect(Buffer.compare(concatenated(sink.pieces), expected)).toBe(0);
  });
});
