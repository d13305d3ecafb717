import { describe, expect, it } from 'vitest';
import { BlockCache } from '../../../../src/index/documents/block-cache.js';

const cacheOf = (...blocks: number[]) => {
  const cache = new BlockCache(40);
  for (const block of blocks) cache.keep(block, new Uint8Array(10).fill(block));
  return cache;
};
const kept = (cache: BlockCache) => [1, 2, 3, 4, 5, 6, 7].filter((block) => cache.find(block)?.[0] === block);

describe('BlockCache', () => {
  it('drops the oldest blocks', () => {
    expect(kept(cacheOf(1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
    expect(kept(cacheOf(1, 2, 3, 4, 5, 6))).toEqual([3, 4, 5, 6]);
  });

  it('spares those that were used, once', () => {
    const cache = cacheOf(1, 2, 3, 4);
    cache.find(1);
    for (const block of [5, 6, 7]) cache.keep(block, new Uint8Array(10).fill(block));
    expect(kept(cache)).toEqual([1, 5, 6, 7]);
    const later = cacheOf(1, 2, 3, 4);
    later.find(1);
    for (const block of [5, 6, 7, 2, 3]) later.keep(block, new Uint8Array(10).fill(block));
    expect(kept(later)).toEqual([2, 3, 6, 7]);
  });

  it('keeps the blocks that were used if all were', () => {
    const cache = cacheOf(1, 2, 3, 4);
    kept(cache);
    cache.keep(5, new Uint8Array(10).fill(5));
    expect(kept(cache)).toEqual([1, 2, 3, 4]);
  });

  it('does not count a block twice, and keeps none that is too large', () => {
    const cache = cacheOf(1, 2, 3);
    cache.keep(3, new Uint8Array(10).fill(3));
    cache.keep(4, new Uint8Array(10).fill(4));
    expect(kept(cache)).toEqual([1, 2, 3, 4]);
    cache.keep(5, new Uint8Array(50));
    expect(cache.find(5)).toBe(undefined);
    expect(kept(cacheOf(6))).toEqual([6]);
  });
});
