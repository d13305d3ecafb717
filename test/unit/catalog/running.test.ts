import { describe, expect, it } from 'vitest';
import { Running } from '../../../src/catalog/running.js';
import { ClosedError } from '../../../src/model/errors.js';

/** A promise that is settled from outside. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

const ticks = async (count = 5) => {
  for (let i = 0; i < count; i++) await Promise.resolve();
};

describe('Running', () => {
  it('hands through what a request gives', async () => {
    const running = new Running();
    expect(await running.run(async () => 7)).toBe(7);
    await expect(running.run(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    await expect(
      running.run(() => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    await running.close();
  });

  it('closes when the last request has ended, well or not', async () => {
    const running = new Running();
    const [one, two] = [deferred<string>(), deferred<string>()];
    const requests = [running.run(() => one.promise), running.run(() => two.promise)];
    const done: string[] = [];
    const closed = running.close().then(() => done.push('closed'));
    const again = running.close().then(() => done.push('again'));
    await ticks();
    one.resolve('one');
    expect(await requests[0]).toBe('one');
    await ticks();
    expect(done).toEqual([]);
    two.reject(new Error('two'));
    await expect(requests[1]).rejects.toThrow('two');
    await Promise.all([closed, again]);
    expect(done).toEqual(['closed', 'again']);
  });

  it('refuses requests from the moment of closing on', async () => {
    const running = new Running();
    const one = deferred<void>();
    const request = running.run(() => one.promise);
    const closed = running.close();
    let called = false;
    const late = running.run(async () => {
      called = true;
    });
    await expect(late).rejects.toThrow(ClosedError);
    one.resolve();
    await Promise.all([request, closed]);
    await expect(running.run(async () => 1)).rejects.toMatchObject({ code: 'closed', status: 503 });
    expect(called).toBe(false);
    await running.close();
  });
});
