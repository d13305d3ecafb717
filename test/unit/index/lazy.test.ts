import { expect, it } from 'vitest';
import { Lazy } from '../../../src/index/lazy.js';

it('loads once for all who ask', async () => {
  let loads = 0;
  const lazy = new Lazy(async () => ++loads);
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
  expect(await lazy.get()).toBe(1);
});

it('tries again after a load that failed', async () => {
  let loads = 0;
  const lazy = new Lazy(async () => {
    if (++loads === 1) throw new Error('away');
    return loads;
  });
  await expect(lazy.get()).rejects.toThrow('away');
  expect(await lazy.get()).toBe(2);
});
