import { describe, expect, it } from 'vitest';
import { restrict8, restrict16 } from '../../../../src/index/column/code-kernels.js';
import { restrictToCode8, restrictToCode16 } from '../../../../src/index/column/packed-kernels.js';
import { Random } from '../../../../src/sample/random.js';

const BLOCKS = 4;
const WORDS = BLOCKS * 8;

/** Codes of which most are one of a few whose bytes differ in little, and words of all kinds. */
function drawn(codes: Uint8Array | Uint16Array, near: readonly number[]) {
  const random = new Random(1, 'packed kernels');
  // Block 0 is empty.
  for (let i = 256; i < codes.length; i++)
    codes[i] = random.chance(0.8) ? random.pick(near) : random.below(near[near.length - 1]);
  const directory = Uint32Array.of(2, 0, 1, 3);
  const words = Int32Array.from({ length: WORDS }, (_, i) => (i % 3 === 0 ? 0 : i % 3 === 1 ? -1 : random.below(2 ** 31)));
  return { directory, words, packed: new Int32Array(codes.buffer) };
}

describe('kernels of one code', () => {
  const near8 = [1, 2, 3, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];

  it.each(near8)('find code %i of one byte as the kernel of intervals does', (code) => {
    const codes = new Uint8Array(256 * BLOCKS);
    const { directory, words, packed } = drawn(codes, near8);
    const [expected, found] = [words.slice(), words.slice()];
    restrict8(directory, codes, code, code + 1, expected, 1, WORDS - 1);
    restrictToCode8(directory, packed, code, found, 1, WORDS - 1);
    expect(found).toEqual(expected);
    expect(found).not.toEqual(words);
  });

  const near16 = [1, 2, 0xff, 0x100, 0x101, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];

  it.each(near16)('find code %i of two bytes as the kernel of intervals does', (code) => {
    const codes = new Uint16Array(256 * BLOCKS);
    const { directory, words, packed } = drawn(codes, near16);
    const [expected, found] = [words.slice(), words.slice()];
    restrict16(directory, codes, code, code + 1, expected, 1, WORDS - 1);
    restrictToCode16(directory, packed, code, found, 1, WORDS - 1);
    expect(found).toEqual(expected);
    expect(found).not.toEqual(words);
  });
});
