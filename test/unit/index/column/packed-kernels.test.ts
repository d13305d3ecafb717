import { describe, expect, it } from 'vitest';
import { restrict8, restrict16, restrict32 } from '../../../../src/index/column/packed-kernels.js';
import { Random } from '../../../../src/sample/random.js';

const BLOCKS = 4;
const WORDS = BLOCKS * 8;
/** Block 0 is empty. */
const DIRECTORY = Uint32Array.of(2, 0, 1, 3);

type Codes = Uint8Array | Uint16Array | Uint32Array;
type Restrict = typeof restrict8;

/** Codes of which most are one of a few that differ in little, and words of all kinds. */
function drawn<T extends Codes>(codes: T, near: readonly number[]): { readonly codes: T; readonly words: Int32Array } {
  const random = new Random(1, 'packed kernels');
  for (let i = 256; i < codes.length; i++)
    codes[i] = random.chance(0.8) ? random.pick(near) : random.below(near[near.length - 1]);
  const words = Int32Array.from({ length: WORDS }, (_, i) => (i % 3 === 0 ? 0 : i % 3 === 1 ? -1 : random.below(2 ** 31)));
  return { codes, words };
}

/** Row by row. */
function restricted(codes: Codes, words: Int32Array, from: number, to: number): Int32Array {
  const left = words.slice();
  for (let row = 32; row < (WORDS - 1) * 32; row++) {
    const code = codes[DIRECTORY[row >>> 8] * 256 + (row & 255)];
    if (code < from || code >= to) left[row >>> 5] &= ~(1 << (row & 31));
  }
  return left;
}

function check(restrict: Restrict, codes: Codes, near: readonly number[], mostCode: number): void {
  const { words } = drawn(codes, near);
  const packed = new Int32Array(codes.buffer);
  const ends = [0, ...near];
  for (const from of ends) {
    for (const to of [...ends.map((end) => end + 1), mostCode + 2, 0x100000000]) {
      if (to <= from) continue;
      const found = words.slice();
      restrict(DIRECTORY, packed, from, to, found, 1, WORDS - 1);
      expect(found, `[${from}, ${to})`).toEqual(restricted(codes, words, from, to));
    }
  }
}

describe('kernels of intervals', () => {
  it('find codes of one byte', () => {
    check(restrict8, new Uint8Array(256 * BLOCKS), [1, 2, 3, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff], 0xff);
  });

  it('find codes of two bytes', () => {
    const near = [1, 2, 0xff, 0x100, 0x101, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
    check(restrict16, new Uint16Array(256 * BLOCKS), near, 0xffff);
  });

  it('find codes of four bytes', () => {
    const near = [1, 0xffff, 0x10000, 0x7ffffffe, 0x7fffffff];
    check(restrict32, new Uint32Array(256 * BLOCKS), near, 0x7fffffff);
  });
});
