import { expect, it } from 'vitest';
import { MemoryBlocks, PartSpool } from '../../../src/build/part-spool.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { zlibCodec } from '../../../src/node/zlib-codec.js';

const bytesOf = (i: number) => new TextEncoder().encode(`${i}:`.repeat((i * 37) % 900));

it.each([
  ['portable', portableCodec],
  ['zlib', zlibCodec],
])('returns the documents by their numbers, compressed by %s code', async (_, codec) => {
  const spool = new PartSpool(new MemoryBlocks(), codec);
  for (let i = 0; i < 500; i++) await spool.add(bytesOf(i));
  await spool.add(new Uint8Array(100_000));
  await spool.finish();
  expect(spool.count).toBe(501);
  const numbers = [0, 1, 7, 24, 25, 26, 300, 499, 500];
  const found = await spool.read(numbers);
  for (const number of numbers) expect(found.get(number)).toEqual(number === 500 ? new Uint8Array(100_000) : bytesOf(number));
  expect((await spool.read([])).size).toBe(0);
  await spool.close();
});

it('may be empty', async () => {
  const spool = new PartSpool(new MemoryBlocks(), portableCodec);
  await spool.finish();
  expect(spool.count).toBe(0);
  await spool.close();
});
