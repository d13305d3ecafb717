import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { threadClock } from '../../../../src/node/workers/thread-clock.js';
import { processorTime, setProcessorClock } from '../../../../src/work/processor-time.js';
import { Work } from '../../../../src/work/work.js';

afterEach(() => {
  setProcessorClock(undefined);
  vi.restoreAllMocks();
});

/** Works for some milliseconds of the process. */
function work(milliseconds: number): void {
  const until = processorTime() + milliseconds;
  while (processorTime() < until);
}

describe.runIf(process.platform === 'linux')('the clock of a thread', () => {
  it('counts what this thread does', () => {
    const clock = threadClock() as () => number;
    const before = clock();
    const began = performance.now();
    work(100);
    expect(clock() - before).toBeGreaterThan(0);
    expect(clock() - before).toBeLessThanOrEqual(performance.now() - began + 20);
  });

  it('does not count what other threads do', async () => {
    const clock = threadClock() as () => number;
    const busy = new Worker('for (;;);', { eval: true });
    const before = { thread: clock(), process: processorTime() };
    while (processorTime() - before.process < 400) await wait(50);
    expect(clock() - before.thread).toBeLessThan(200);
    await busy.terminate();
  });
});

describe('a call whose thread waits for a processor', () => {
  const BUDGET = { milliseconds: 60_000, processor: 150, bytes: Number.POSITIVE_INFINITY };

  /** Runs a call of two steps of at least 100 ms each, of which a clock counts a share. */
  function runWith(share: number): Promise<void> {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    setProcessorClock(() => now * share);
    const call = new Work(BUDGET);
    const step = () => {
      for (let i = 0; i < 100; i++) call.check();
    };
    function* task() {
      step();
      yield;
      step();
    }
    return call.run(task());
  }

  it('is charged with what a processor does for it, not with the time that passes', async () => {
    await expect(runWith(1)).rejects.toMatchObject({ budget: 'time', limit: 150 });
    await expect(runWith(0.1)).resolves.toBeUndefined();
  });
});
