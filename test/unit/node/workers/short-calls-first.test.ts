import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LONG_MS } from '../../../../src/node/workers/scheduler.js';
import { ShortCallsFirst } from '../../../../src/node/workers/short-calls-first.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Whether something is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise.then(() => 'settled'), Promise.resolve('open')])) === 'settled';
}

it('a call goes on at once while it is short, and where no short one runs', () => {
  const order = new ShortCallsFirst();
  order.begin();
  expect(order.goOn(LONG_MS - 1)).toBeUndefined();
  vi.advanceTimersByTime(LONG_MS);
  expect(order.goOn(1000)).toBeUndefined();
});

it('a long call waits until the short ones have ended', async () => {
  const order = new ShortCallsFirst();
  const [a, b] = [order.begin(), order.begin()];
  const mayGoOn = order.goOn(LONG_MS) as Promise<void>;
  order.end(a);
  expect(await isSettled(mayGoOn)).toBe(false);
  order.end(b);
  await mayGoOn;
  expect(vi.getTimerCount()).toBe(0);
});

it('a long call has its turn after a while, however many short ones run', async () => {
  const order = new ShortCallsFirst();
  order.begin();
  const mayGoOn = order.goOn(LONG_MS) as Promise<void>;
  vi.advanceTimersByTime(15);
  expect(await isSettled(mayGoOn)).toBe(false);
  vi.advanceTimersByTime(1);
  await mayGoOn;
});
