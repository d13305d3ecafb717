import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/model/errors.js';
import { abortable, finished, Pauses, type Steps } from '../../../src/work/pauses.js';

/** Computes for `ms` milliseconds without a pause. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function* counting(steps: number, ms = 0): Steps<number> {
  for (let i = 0; i < steps; i++) {
    compute(ms);
    yield;
  }
  return steps;
}

describe('pauses', () => {
  it('run steps to their end', async () => {
    expect(finished(counting(5))).toBe(5);
    expect(await new Pauses().run(counting(5))).toBe(5);
    expect(await new Pauses().run(counting(8, 20))).toBe(8);
  });

  it('let timers and immediates run while steps are computed', async () => {
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 1);
    setImmediate(() => order.push('immediate'));
    await new Pauses().run(counting(20, 20));
    order.push('computed');
    expect(order.sort()).toEqual(['computed', 'immediate', 'timer']);
    expect(order).toHaveLength(3);
  });

  it('cost no turn of the event loop when none is due', async () => {
    let turns = 0;
    setImmediate(() => turns++);
    const pauses = new Pauses();
    for (let i = 0; i < 100; i++) await pauses.pause();
    expect(turns).toBe(0);
  });

  it('hear of an abort between steps', async () => {
    const controller = new AbortController();
    const began = performance.now();
    setTimeout(() => controller.abort('enough'), 30);
    const error = await new Pauses(controller.signal).run(counting(10_000, 5)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as AbortedError).cause).toBe('enough');
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect(new Pauses(AbortSignal.abort()).pause()).rejects.toThrow(AbortedError);
  });
});

describe('abortable', () => {
  const all = async <T>(source: AsyncIterable<T>) => {
    const items: T[] = [];
    for await (const item of source) items.push(item);
    return items;
  };

  it('gives what its source gives', async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      expect(await all(abortable([1, 2, 3], signal))).toEqual([1, 2, 3]);
      expect(await all(abortable(new Set([1, 2]), signal))).toEqual([1, 2]);
      expect(await all(abortable(abortable([1, 2], undefined), signal))).toEqual([1, 2]);
    }
  });

  it('ends its source when it is left, and waits for that', async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      let ended = false;
      async function* source() {
        try {
          for (let i = 0; ; i++) yield i;
        } finally {
          await new Promise((resolve) => setTimeout(resolve, 5));
          ended = true;
        }
      }
      for await (const item of abortable(source(), signal)) if (item === 3) break;
      expect(ended).toBe(true);
    }
  });

  it('throws what its source throws', async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      const act = all(
        abortable(
          (function* () {
            yield 1;
            throw new TypeError('broken');
          })(),
          signal,
        ),
      );
      await expect(act).rejects.toThrow(new TypeError('broken'));
    }
  });

  it('does not wait for a source that has nothing to say', async () => {
    const controller = new AbortController();
    let returned = 0;
    const silent: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => {
          returned++;
          return new Promise(() => {});
        },
      }),
    };
    setTimeout(() => controller.abort(), 5);
    await expect(all(abortable(silent, controller.signal))).rejects.toThrow(AbortedError);
    expect(returned).toBe(1);
    await expect(all(abortable(silent, controller.signal))).rejects.toThrow(AbortedError);
  });
});
