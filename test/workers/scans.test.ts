import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { BudgetExceededError, type Call, type Catalog } from '../../src/partdex.js';
import { CatalogFiles, LONG, NO_LIMITS, openThreads, outcomeOf } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();
let path = '';
beforeAll(async () => {
  path = await catalogFiles.writeSample(2000);
});

/** Counts the messages to a thread that end a scan. */
function endedScans(worker: Worker): () => number {
  const sent = vi.spyOn(worker, 'postMessage');
  return () => sent.mock.calls.filter(([{ kind }]) => kind === 'scan-end').length;
}

describe('a scan that is not read on', () => {
  it('ends in its thread when its signal is aborted', async () => {
    const { catalog, threads } = await openThreads(path, 1);
    const ended = endedScans(threads[0]);
    const controller = new AbortController();
    const scan = catalog.parts.scan({}, { signal: controller.signal })[Symbol.asyncIterator]();
    await scan.next();
    expect(ended()).toBe(0);
    controller.abort('enough');
    expect(ended()).toBe(1);
    await expect(scan.next()).rejects.toBe('enough');
    expect(ended()).toBe(1);
    await catalog.close();
  });

  it('ends in its thread when its iterator is collected', async () => {
    const { catalog, threads } = await openThreads(path, 1);
    const ended = endedScans(threads[0]);
    const begun = 20;
    for (let i = 0; i < begun; i++) await catalog.parts.scan()[Symbol.asyncIterator]().next();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await vi.waitFor(() => {
      collect();
      // The last one may still be on the stack.
      expect(ended()).toBeGreaterThanOrEqual(begun - 1);
    });
    expect((await catalog.parts.search()).hits).toBe(2000);
    await catalog.close();
  });
});

describe('the timeout of a scan', () => {
  /** Reads a scan to its end, and calls `use` for each record. */
  async function errorOf(catalog: Catalog, call: Call, use: (seen: number) => Promise<unknown> | undefined): Promise<unknown> {
    let seen = 0;
    const { error } = await outcomeOf(async () => {
      for await (const _ of catalog.parts.scan({}, call)) await use(++seen);
    });
    return error;
  }

  it('includes the time of its caller', async () => {
    const { catalog } = await openThreads(path, 1);
    await catalog.parts.search();
    let last = 0;
    const error = await errorOf(catalog, { timeout: 1000 }, (seen) => {
      last = seen;
      return wait(1100);
    });
    expect(last).toBe(1);
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'time', limit: 1000, status: 503 });
    expect((error as BudgetExceededError).milliseconds).toBeGreaterThanOrEqual(1000);
    await catalog.close();
  });

  it('is reported as a whole, though a later batch is too late', async () => {
    const { catalog } = await openThreads(path, 1, NO_LIMITS);
    await catalog.parts.search();
    const stop = new AbortController();
    const { signal } = stop;
    const others: Promise<unknown>[] = [];
    // From the tenth record on, calls of others fill the thread.
    const error = await errorOf(catalog, { timeout: 1500, client: 'scan' }, (seen) => {
      if (seen !== 10) return undefined;
      for (let i = 0; i < 8; i++) others.push(outcomeOf(() => catalog.parts.match(LONG, { signal, client: `${i}` })));
      return wait(50);
    });
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'time', limit: 1500 });
    expect((error as BudgetExceededError).milliseconds).toBeGreaterThanOrEqual(1500);
    stop.abort();
    await Promise.all(others);
    await catalog.close();
  });
});
