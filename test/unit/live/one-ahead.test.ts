import { expect, it } from 'vitest';
import { oneAhead } from '../../../src/live/one-ahead.js';

const never = new Promise<never>(() => {});

it('prepares the next item while one is used, and keeps their order', async () => {
  const steps: string[] = [];
  async function* source() {
    for (const item of ['a', 'b', 'c']) yield item;
    steps.push('end');
  }
  const prepare = async (item: string) => {
    steps.push(`prepare ${item}`);
    return item.toUpperCase();
  };
  for await (const item of oneAhead(source(), prepare)) {
    await new Promise((resolve) => setTimeout(resolve));
    steps.push(`use ${item}`);
  }
  expect(steps).toEqual(['prepare a', 'prepare b', 'use A', 'prepare c', 'use B', 'end', 'use C']);
});

it('throws a failure when its turn comes', async () => {
  const used: number[] = [];
  async function* failing() {
    yield 1;
    throw new Error('the source fails');
  }
  const all = async (source: AsyncIterable<number>, prepare: (item: number) => Promise<number>) => {
    for await (const item of oneAhead(source, prepare)) {
      await new Promise((resolve) => setTimeout(resolve));
      used.push(item);
    }
  };
  await expect(all(failing(), async (item) => item)).rejects.toThrow('the source fails');
  expect(used).toEqual([1]);
  let isEnded = false;
  async function* numbers() {
    try {
      for (let i = 10; ; i++) yield i;
    } finally {
      isEnded = true;
    }
  }
  const prepare = async (item: number) => {
    if (item === 11) throw new Error('it is not prepared');
    return item;
  };
  await expect(all(numbers(), prepare)).rejects.toThrow('it is not prepared');
  expect([used, isEnded]).toEqual([[1, 10], true]);
});

it('ends a source whose next item is there, and does not wait for one that never comes', async () => {
  let ended = 0;
  async function* source(last: Promise<void> | undefined) {
    try {
      yield 1;
      if (last) await last;
      yield 2;
    } finally {
      ended++;
    }
  }
  for await (const item of oneAhead(source(undefined), async (one) => one)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (item === 1) break;
  }
  expect(ended).toBe(1);
  await expect(
    (async () => {
      for await (const _ of oneAhead(source(never), async (one) => one)) throw new Error('an item is wrong');
    })(),
  ).rejects.toThrow('an item is wrong');
  expect(ended).toBe(1);
});
