import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FrontCall } from '../../../src/catalog/front-call.js';
import { BudgetExceededError } from '../../../src/model/errors.js';

describe('a call that waits for the embedding program', () => {
  it('has the answer, whether it is a promise or not', async () => {
    const call = FrontCall.begin({});
    expect(await call.wait(() => 7)).toBe(7);
    expect(await call.wait(async () => 7)).toBe(7);
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library
    expect(await call.wait(() => ({ then: (resolve: (value: number) => void) => resolve(7) }) as Promise<number>)).toBe(7);
    await expect(call.wait(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(
      call.wait(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
  });

  it('rejects with the reason of its signal, also if the program aborts it while it is asked', async () => {
    for (const answer of [7, Promise.resolve(7), new Promise<number>(() => {})]) {
      const controller = new AbortController();
      const call = FrontCall.begin({ signal: controller.signal });
      const waiting = call.wait(() => {
        controller.abort('stop');
        return answer;
      }, 'asking');
      await expect(waiting).rejects.toBe('stop');
    }
  });

  it('leaves no rejection unhandled that comes after its own', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const controller = new AbortController();
      const call = FrontCall.begin({ signal: controller.signal });
      const waiting = call.wait(() => {
        controller.abort('stop');
        return Promise.reject(new Error('late'));
      }, 'asking');
      await expect(waiting).rejects.toBe('stop');
      for (let i = 0; i < 3; i++) await turn();
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });

  it('ends after its timeout where a step is named', async () => {
    const call = FrontCall.begin({ timeout: 5 });
    await expect(call.wait(() => new Promise(() => {}), 'asking')).rejects.toThrow(BudgetExceededError);
  });

  it('names its whole timeout where the catalog has used up the rest of it', async () => {
    const call = FrontCall.begin({ timeout: 1000 });
    await call.wait(() => wait(5), 'asking');
    const { timeout: rest } = call.rest();
    expect(rest).toBeLessThan(1000);
    const used = { milliseconds: 1000, step: 'searching the parts', clause: 'brand.name:x' };
    const spent = new BudgetExceededError('late', { budget: 'time', limit: rest as number, ...used });
    expect(call.inWhole(spent)).toMatchObject({
      message: expect.stringMatching(/^the request takes longer than 1000 ms; .* \(searching the parts: brand\.name:x\)$/),
      limit: 1000,
    });
    const others = [
      new BudgetExceededError('late', { budget: 'time', limit: 7, ...used }),
      new BudgetExceededError('late', { budget: 'time', limit: rest as number, ...used, estimated: true }),
      new BudgetExceededError('large', { budget: 'bytes', limit: rest as number, ...used }),
      new Error('late'),
    ];
    for (const other of others) expect(call.inWhole(other)).toBe(other);
  });
});
