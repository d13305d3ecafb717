import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Running } from '../../../src/catalog/running.js';
import { ScratchPool } from '../../../src/index/row-set/scratch.js';
import { BudgetExceededError, ClosedError, ValidationError } from '../../../src/model/errors.js';
import { UNBOUNDED, type Work } from '../../../src/work/work.js';
import { rejectionOf, thrownBy } from '../../support/thrown.js';

const BUDGET = { milliseconds: 1000, processor: 400, bytes: 1_000_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A request that is answered from outside, and what it works with. */
class Waiting {
  readonly works: Work[] = [];
  answer!: (answer: string) => void;
  fail!: (reason: unknown) => void;
  private readonly answered = new Promise<string>((resolve, reject) => {
    this.answer = resolve;
    this.fail = reject;
  });

  readonly request = (work: Work): Promise<string> => {
    this.works.push(work);
    return this.answered;
  };
}

/** Whether a promise is settled, and how. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  const settled = promise.then(
    (answer) => ({ answer }),
    (reason: unknown) => ({ reason }),
  );
  for (let i = 0; i < 40; i++) await Promise.resolve();
  return Promise.race([settled, Promise.resolve('pending')]);
}

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('a call', () => {
  it('is answered, or fails, as its request does', async () => {
    const running = new Running(BUDGET);
    expect(await running.answerAsync(undefined, async () => 7)).toBe(7);
    expect(await running.answerAsync({}, async (work) => work.budget)).toBe(BUDGET);
    expect(await new Running().answerAsync(undefined, async (work) => work.budget)).toBe(UNBOUNDED);
    const mine = new Error('mine');
    expect(await rejectionOf(running.answerAsync(undefined, () => Promise.reject(mine)))).toBe(mine);
    expect(await rejectionOf(running.answerAsync(undefined, () => Promise.reject('text')))).toBe('text');
    await running.close();
  });

  it('has its own timeout, where that is less than what every call has', async () => {
    const running = new Running(BUDGET);
    const budgetOf = (timeout: number, budget?: typeof BUDGET) =>
      running.answerAsync({ timeout }, async (work) => work.budget, budget);
    expect(await budgetOf(70)).toEqual({ ...BUDGET, milliseconds: 70 });
    expect(await budgetOf(1000)).toEqual(BUDGET);
    expect(await budgetOf(1e9)).toEqual(BUDGET);
    expect(await budgetOf(1e9, UNBOUNDED)).toEqual({ ...UNBOUNDED, milliseconds: 1e9 });
    expect(await budgetOf(70, { ...BUDGET, milliseconds: 50 })).toEqual({ ...BUDGET, milliseconds: 50 });
  });

  it('of a wrong kind is refused before anything is begun', async () => {
    const running = new Running(BUDGET);
    const request = vi.fn(async () => 1);
    const error = await rejectionOf(running.answerAsync({ timeout: 0 }, request));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ argument: 'call.timeout' });
    expect(await rejectionOf(running.answerAsync(7 as never, request))).toMatchObject({ argument: 'call' });
    expect(request).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    await running.close();
    expect(await rejectionOf(running.answerAsync(undefined, request))).toBeInstanceOf(ClosedError);
    expect(thrownBy(() => running.checkOpen())).toBeInstanceOf(ClosedError);
    expect(request).not.toHaveBeenCalled();
  });
});

describe('a call that is aborted', () => {
  it.each([['too late'], [null], [new Error('mine')]])(
    'rejects at once with the reason, %j, whatever it waits for',
    async (reason) => {
      const running = new Running(BUDGET);
      const controller = new AbortController();
      const waiting = new Waiting();
      const call = running.answerAsync({ signal: controller.signal }, waiting.request);
      expect(await stateOf(call)).toBe('pending');
      controller.abort(reason);
      expect(await stateOf(call)).toEqual({ reason });
      // And what still goes on ends at its next look.
      expect(thrownBy(() => waiting.works[0].check())).toBe(reason);
      waiting.answer('late');
      expect(await stateOf(call)).toEqual({ reason });
    },
  );

  it('begins nothing if it was aborted before', async () => {
    const running = new Running(BUDGET);
    const request = vi.fn(async () => 1);
    const signal = AbortSignal.abort('before');
    expect(await rejectionOf(running.answerAsync({ signal }, request))).toBe('before');
    expect(request).not.toHaveBeenCalled();
    expect(listeners(signal)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    await running.close();
  });

  it('was answered, if it was answered before', async () => {
    const running = new Running(BUDGET);
    const controller = new AbortController();
    const call = running.answerAsync({ signal: controller.signal }, async () => 7);
    expect(await stateOf(call)).toEqual({ answer: 7 });
    controller.abort('late');
    expect(await stateOf(call)).toEqual({ answer: 7 });
  });

  it('leaves no listener at its signal, however it ended', async () => {
    const running = new Running(BUDGET);
    for (const end of ['answer', 'fail', 'abort', 'overdue']) {
      const controller = new AbortController();
      const waiting = new Waiting();
      const calls = [1, 2, 3].map(() => running.answerAsync({ signal: controller.signal }, waiting.request));
      const settled = Promise.allSettled(calls);
      expect(listeners(controller.signal)).toBe(1);
      if (end === 'abort') controller.abort();
      if (end === 'overdue') await vi.advanceTimersByTimeAsync(2000);
      if (end === 'fail') waiting.fail(new Error('mine'));
      else waiting.answer('answer');
      const results = await settled;
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set([end === 'answer' ? 'fulfilled' : 'rejected']));
      await stateOf(settled);
      expect(listeners(controller.signal), end).toBe(0);
    }
    await running.close();
  });
});

describe('a call over its time', () => {
  it('rejects though it waits for something that never comes', async () => {
    const running = new Running(BUDGET);
    const waiting = new Waiting();
    const call = running.answerAsync({ timeout: 100 }, (work) => {
      work.begin('reading the documents of the answer');
      return waiting.request(work);
    });
    const other = running.answerAsync(undefined, waiting.request);
    await vi.advanceTimersByTimeAsync(100);
    expect(await stateOf(call)).toBe('pending');
    const rejected = rejectionOf(call);
    await vi.advanceTimersByTimeAsync(20);
    const error = await rejected;
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'time', limit: 100, step: 'reading the documents of the answer', estimated: false });
    expect((error as BudgetExceededError).milliseconds).toBeGreaterThan(100);
    expect((error as BudgetExceededError).milliseconds).toBeLessThanOrEqual(120);
    // What still goes on of it ends for the same reason; others have their own time.
    expect(thrownBy(() => waiting.works[0].check())).toBe(error);
    expect(await stateOf(other)).toBe('pending');
    expect(waiting.works[1].check()).toBeUndefined();
    const late = rejectionOf(other);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ budget: 'time', limit: 1000 });
  });

  it('looks at the clock only while there are calls', async () => {
    const running = new Running(BUDGET);
    for (let time = 0; time < 3; time++) {
      const waiting = new Waiting();
      const calls = [1, 2, 3].map(() => running.answerAsync(undefined, waiting.request));
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(vi.getTimerCount()).toBe(1);
      waiting.answer('answer');
      await Promise.all(calls);
      await vi.advanceTimersByTimeAsync(20);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it('does not keep a program from ending', async () => {
    vi.useRealTimers();
    const made = vi.spyOn(globalThis, 'setTimeout');
    const running = new Running(BUDGET);
    const waiting = new Waiting();
    const call = running.answerAsync(undefined, waiting.request);
    const timers = made.mock.results.map(({ value }) => value as NodeJS.Timeout);
    expect(timers.length).toBeGreaterThan(0);
    expect(timers.every((timer) => !timer.hasRef())).toBe(true);
    waiting.answer('answer');
    await call;
  });
});

describe('what a call was lent', () => {
  it.each(['answer', 'fail', 'abort', 'overdue'])('is given back when its work has ended (%s)', async (end) => {
    const running = new Running(BUDGET);
    const pool = new ScratchPool(1000);
    const controller = new AbortController();
    const waiting = new Waiting();
    const call = running.answerAsync({ signal: controller.signal }, (work) => {
      work.scratch(pool).list(300);
      return waiting.request(work);
    });
    const settled = Promise.allSettled([call]);
    const scratch = waiting.works[0].scratch(pool);
    if (end === 'abort') controller.abort();
    if (end === 'overdue') await vi.advanceTimersByTimeAsync(2000);
    if (end === 'abort' || end === 'overdue') {
      expect(await stateOf(call)).toHaveProperty('reason');
      // Its steps may still write to it: no other call gets it before they have ended.
      expect(scratch.bytesLent).toBeGreaterThan(0);
      expect(await running.answerAsync(undefined, async (work) => work.scratch(pool) === scratch)).toBe(false);
    }
    if (end === 'fail') waiting.fail(new Error('mine'));
    else waiting.answer('answer');
    await settled;
    await stateOf(settled);
    expect(scratch.bytesLent).toBe(0);
    const lent = [1, 2].map(() => running.answerAsync(undefined, async (work) => work.scratch(pool)));
    expect(await Promise.all(lent)).toContain(scratch);
  });
});

describe('closing', () => {
  it('waits for calls, also for those that were given up and still work', async () => {
    const running = new Running(BUDGET);
    const controller = new AbortController();
    const [aborted, late, open] = [new Waiting(), new Waiting(), new Waiting()];
    const calls = [
      running.answerAsync({ signal: controller.signal }, aborted.request),
      running.answerAsync({ timeout: 100 }, late.request),
      running.answerAsync(undefined, open.request),
    ];
    const settled = Promise.allSettled(calls);
    controller.abort();
    await vi.advanceTimersByTimeAsync(200);
    const closed = running.close();
    open.answer('answer');
    expect(await calls[2]).toBe('answer');
    expect(await stateOf(closed)).toBe('pending');
    aborted.answer('ignored');
    expect(await stateOf(closed)).toBe('pending');
    late.fail(new Error('ignored'));
    await closed;
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
