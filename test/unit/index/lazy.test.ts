import { describe, expect, it } from 'vitest';
import { Lazy } from '../../../src/index/lazy.js';

describe('Lazy', () => {
  it('loads once for all who ask, and not before', async () => {
    let loads = 0;
    const lazy = new Lazy(async () => {
      loads++;
      await Promise.resolve();
      return { loads };
    });
    expect(loads).toBe(0);
    const [one, two] = await Promise.all([lazy.get(), lazy.get()]);
    expect(one).toBe(two);
    expect(await lazy.get()).toBe(one);
    expect(loads).toBe(1);
  });

  it('tries again after a load that failed, and keeps undefined', async () => {
    let loads = 0;
    const lazy = new Lazy(async () => {
      if (++loads === 1) throw new Error('the disk is away');
      return undefined;
    });
    const asked = [lazy.get(), lazy.get()];
    for (const promise of asked) await expect(promise).rejects.toThrow('the disk is away');
    expect(await lazy.get()).toBeUndefined();
    expect(await lazy.get()).toBeUndefined();
    expect(loads).toBe(2);
  });
});
