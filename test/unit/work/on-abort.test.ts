import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { onAbort } from '../../../src/work/on-abort.js';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

it('any number of functions share one listener of a signal, which goes with the last of them', () => {
  const { signal } = new AbortController();
  const forget = Array.from({ length: 50 }, () => onAbort(signal, () => {}));
  expect(listeners(signal)).toBe(1);
  for (const one of forget.slice(1)) one();
  expect(listeners(signal)).toBe(1);
  forget[0]();
  expect(listeners(signal)).toBe(0);
  // Those that are removed twice remove no later one.
  onAbort(signal, () => {});
  for (const one of forget) one();
  expect(listeners(signal)).toBe(1);
});

it('each function is called once, in their order, if it was not removed before', () => {
  const controller = new AbortController();
  const called: string[] = [];
  const forget = [
    onAbort(controller.signal, () => void called.push('first')),
    onAbort(controller.signal, () => {
      called.push('second');
      for (const one of forget) one();
    }),
    onAbort(controller.signal, () => void called.push('third')),
  ];
  onAbort(controller.signal, () => void called.push('removed'))();
  controller.abort();
  expect(called).toEqual(['first', 'second', 'third']);
  expect(listeners(controller.signal)).toBe(0);
});

it('a function that throws stops none of the others, and its error is reported', async () => {
  const controller = new AbortController();
  const second = vi.fn();
  onAbort(controller.signal, () => {
    throw new Error('the first');
  });
  onAbort(controller.signal, second);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const reported = new Promise((resolve) => process.once('uncaughtException', resolve));
  controller.abort();
  expect(second).toHaveBeenCalledOnce();
  expect(await reported).toMatchObject({ message: 'the first' });
  for (const listener of others) process.on('uncaughtException', listener);
});

it('other signals are not affected', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const [first, second] = [vi.fn(), vi.fn()];
  onAbort(one.signal, first);
  onAbort(other.signal, second);
  other.abort();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
