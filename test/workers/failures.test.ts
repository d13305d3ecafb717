import { closeSync, copyFileSync, openSync, readFileSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import {
  BudgetExceededError,
  type Catalog,
  ClosedError,
  CorruptCatalogError,
  UnreadableFileError,
  ValidationError,
  WorkerFailedError,
} from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import { createSuggester } from '../../src/suggest/partdex-suggest.js';
import { SEED } from '../support/property/settings.js';
import { CatalogFiles, expectSame, LONG, NO_LIMITS, openPair, openThreads, outcomeOf } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();
let path = '';
beforeAll(async () => {
  path = await catalogFiles.writeSample(2000);
});

const SHORT = { q: 'smd' };

/** Waits until a long call certainly runs: what is sent after it has been answered. */
async function running(catalog: Catalog): Promise<void> {
  await catalog.parts.search(SHORT, { client: 'other' });
}

async function expectSound(catalog: Catalog): Promise<void> {
  const here = await openCatalogFile(path);
  const send = (opened: Catalog) => outcomeOf(() => opened.parts.search(SHORT));
  expectSame(await send(here), await send(catalog));
  await here.close();
}

const exited = (worker: Worker) => new Promise((resolve) => worker.once('exit', resolve));

describe('a thread that dies', () => {
  it('takes its calls with it, and is replaced', async () => {
    const { catalog, threads } = await openThreads(path, 1, NO_LIMITS);
    const lost = outcomeOf(() => catalog.parts.match(LONG));
    await running(catalog);
    await threads[0].terminate();
    const { error } = await lost;
    expect(error).toBeInstanceOf(WorkerFailedError);
    expect(error).toMatchObject({ code: 'worker_failed', status: 503 });
    await expectSound(catalog);
    expect(threads).toHaveLength(2);
    await catalog.close();
  });

  it('is not noticed by calls in other threads, nor by those that wait', async () => {
    const { catalog, threads } = await openThreads(path, 2, NO_LIMITS);
    await Promise.all([1, 2, 3, 4].map(() => catalog.parts.search(SHORT)));
    const calls = Array.from({ length: 40 }, () => outcomeOf(() => catalog.parts.search(SHORT)));
    void threads[0].terminate();
    const outcomes = await Promise.all(calls);
    const failed = outcomes.filter(({ error }) => error !== undefined);
    for (const { error } of failed) expect(error).toBeInstanceOf(WorkerFailedError);
    // A thread has at most that many calls; all others were answered.
    expect(failed.length).toBeLessThanOrEqual(6);
    await expectSound(catalog);
    await catalog.close();
  });

  it('by lack of memory reports it', async () => {
    const limits = { ...NO_LIMITS.limits, bytes: Number.POSITIVE_INFINITY };
    const { catalog, threads } = await openThreads(path, 1, { limits }, { resourceLimits: { maxOldGenerationSizeMb: 48 } });
    const queries = Array.from({ length: 3000 }, () => ({ q: 'r*', limit: 100 }));
    const { error } = await outcomeOf(() => catalog.parts.match({ queries }));
    expect(error).toBeInstanceOf(WorkerFailedError);
    expect((error as Error).message).toContain('memory');
    await expectSound(catalog);
    expect(threads).toHaveLength(2);
    await catalog.close();
  });

  it('is answered with status 503 by the interface of URLs, whose server asks on', async () => {
    const { catalog, threads } = await openThreads(path, 1, NO_LIMITS);
    await catalog.parts.search(SHORT);
    const api = createRestApi(catalog, { isValidKey: () => true });
    const queries = JSON.stringify(Array.from({ length: 600 }, () => ({ q: 'r*', limit: 100 })));
    const answering = api.handle(`/parts/match?apikey=good&queries=${encodeURIComponent(queries)}`);
    // The request has been sent by then, and takes the thread much longer.
    await new Promise(setImmediate);
    await threads.at(-1)?.terminate();
    expect((await answering).status).toBe(503);
    expect((await api.handle('/parts/search?apikey=good')).status).toBe(200);
    await catalog.close();
  });

  it('ends its scans, and no others', async () => {
    const { catalog, threads, ready } = await openThreads(path, 2);
    await Promise.all(ready);
    const scans = [1, 2, 3, 4].map(() => catalog.parts.scan()[Symbol.asyncIterator]());
    // At the same time, so that each thread has some.
    for (const { done } of await Promise.all(scans.map((scan) => scan.next()))) expect(done).toBe(false);
    const dead = exited(threads[0]);
    await threads[0].terminate();
    await dead;
    const ends = await Promise.all(
      scans.map(async (scan) => {
        const { error } = await outcomeOf(async () => {
          while (!(await scan.next()).done);
        });
        return error;
      }),
    );
    const failed = ends.filter((error) => error !== undefined);
    for (const error of failed) expect(error).toBeInstanceOf(WorkerFailedError);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(4);
    await catalog.close();
  });

  it('at its start is started again, and its callers get an error', async () => {
    const start = { resourceLimits: { maxOldGenerationSizeMb: 1, maxYoungGenerationSizeMb: 1 } };
    const { catalog, threads } = await openThreads(path, 1, {}, start);
    const { error } = await outcomeOf(() => catalog.parts.search(SHORT));
    expect(error).toBeInstanceOf(WorkerFailedError);
    expect(threads.length).toBeGreaterThanOrEqual(2);
    await catalog.close();
  });
});

describe('a call that is stopped', () => {
  it('rejects with the reason at once, while it waits and while it runs', async () => {
    const { catalog } = await openThreads(path, 1, NO_LIMITS);
    const reason = { any: 'reason' };
    const controllers = Array.from({ length: 8 }, () => new AbortController());
    const calls = controllers.map(({ signal }) => outcomeOf(() => catalog.parts.match(LONG, { signal })));
    await running(catalog);
    for (const controller of controllers) controller.abort(reason);
    for (const { error } of await Promise.all(calls)) expect(error).toBe(reason);
    await expectSound(catalog);
    await catalog.close();
  });

  it('is not begun where its signal was aborted before', async () => {
    const { catalog } = await openThreads(path, 1);
    await expect(catalog.parts.search(SHORT, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
    await catalog.close();
  });

  it('at any moment leaves nothing behind', async () => {
    const pair = await openPair(path, 2, { limits: { waiting: 10_000 } });
    let random = SEED;
    const below = (most: number) => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return random % most;
    };
    const requests = [SHORT, { q: 'r*' }, { filter: { queries: ['descriptions.value:c*'] } }, { sortby: 'mpn desc', limit: 100 }];
    const expected = await Promise.all(requests.map((request) => outcomeOf(() => pair.here.parts.search(request))));
    const stopped = new Error('stopped');
    let answers = 0;
    const calls = Array.from({ length: 300 }, async (_, i) => {
      const controller = new AbortController();
      const call = outcomeOf(() => pair.there.parts.search(requests[i % 4], { signal: controller.signal, client: `${i % 3}` }));
      void wait(below(60)).then(() => controller.abort(stopped));
      const outcome = await call;
      if (outcome.error === stopped) return;
      answers++;
      expectSame(expected[i % 4], outcome);
    });
    await Promise.all(calls).catch((error) => {
      throw new Error(`${error}\n\nAgain: PARTDEX_SEED=${SEED}`);
    });
    for (const [i, request] of requests.entries())
      expectSame(expected[i], await outcomeOf(() => pair.there.parts.search(request)));
    expect(answers).toBeLessThanOrEqual(300);
    await pair.close();
  });

  it('stops a scan, in its loop or by leaving it', async () => {
    const { catalog } = await openThreads(path, 1);
    const controller = new AbortController();
    let seen = 0;
    const { error } = await outcomeOf(async () => {
      for await (const _ of catalog.parts.scan({}, { signal: controller.signal })) if (++seen === 3) controller.abort('enough');
    });
    expect([seen, error]).toEqual([3, 'enough']);
    for await (const _ of catalog.parts.scan()) break;
    await expectSound(catalog);
    await catalog.close();
  });
});

describe('a call that takes too long', () => {
  it('ends with what its thread was doing', async () => {
    const { catalog } = await openThreads(path, 1, NO_LIMITS);
    const { error } = await outcomeOf(() => catalog.parts.match(LONG, { timeout: 300 }));
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'time', limit: 300, status: 503 });
    expect((error as BudgetExceededError).milliseconds).toBeGreaterThanOrEqual(300);
    await expectSound(catalog);
    await catalog.close();
  });

  it('counts the time for which it waited', async () => {
    const { catalog } = await openThreads(path, 1, NO_LIMITS);
    const stop = new AbortController();
    const { signal } = stop;
    const long = Array.from({ length: 6 }, () => outcomeOf(() => catalog.parts.match(LONG, { signal })));
    await running(catalog);
    const { error } = await outcomeOf(() => catalog.parts.match(LONG, { timeout: 50 }));
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({ budget: 'time', limit: 50, step: 'waiting for a worker' });
    stop.abort('over');
    await Promise.all(long);
    await catalog.close();
  });

  it('is refused where too many wait', async () => {
    const { catalog } = await openThreads(path, 1, { limits: { ...NO_LIMITS.limits, waiting: 2 } });
    const stop = new AbortController();
    const { signal } = stop;
    await running(catalog);
    const calls = Array.from({ length: 20 }, () => outcomeOf(() => catalog.parts.match(LONG, { signal })));
    const refused: unknown[] = [];
    for (const call of calls) void call.then(({ error }) => error !== 'over' && refused.push(error));
    // A call that is refused is refused at once.
    await wait(0);
    expect(refused.length).toBeGreaterThanOrEqual(20 - 6 - 2);
    for (const error of refused) {
      expect(error).toBeInstanceOf(BudgetExceededError);
      expect(error).toMatchObject({ budget: 'waiting', limit: 2, step: 'waiting for a worker' });
    }
    stop.abort('over');
    await Promise.all(calls);
    await expectSound(catalog);
    await catalog.close();
  });

  it.each([0, 2])('is not refused while a thread starts that will run it at once, with %i that may wait', async (waiting) => {
    const { catalog } = await openThreads(path, 1, { limits: { ...NO_LIMITS.limits, waiting } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(() => catalog.parts.search(SHORT))));
    const refused = answers.filter(({ error }) => error !== undefined);
    // As in a thread that is ready: it runs two short calls of a client, and as many as may wait follow.
    expect(refused.length).toBe(12 - 2 - waiting);
    for (const { error } of refused) expect(error).toMatchObject({ budget: 'waiting', limit: waiting });
    await catalog.close();
  });

  it('does not hold up those of other clients, though there is one thread', async () => {
    const { catalog } = await openThreads(path, 1, NO_LIMITS);
    let isOver = false;
    const stop = new AbortController();
    const long = outcomeOf(() => catalog.parts.match(LONG, { client: 'slow', signal: stop.signal })).then(() => {
      isOver = true;
    });
    for (let i = 0; i < 20; i++) await catalog.parts.search(SHORT, { client: 'quick' });
    expect(isOver).toBe(false);
    stop.abort();
    await long;
    await catalog.close();
  });
});

describe('closing', () => {
  it('waits for calls that run or wait, refuses later ones, and ends the threads', async () => {
    const { catalog, threads } = await openThreads(path, 2);
    const calls = Array.from({ length: 50 }, () => catalog.parts.search(SHORT));
    const closed = catalog.close();
    for (const late of [catalog.parts.search(SHORT), catalog.validate(), catalog.parts.get('a'), catalog.toBytes()])
      await expect(late).rejects.toBeInstanceOf(ClosedError);
    for (const { hits } of await Promise.all(calls)) expect(hits).toBeGreaterThan(0);
    await closed;
    await catalog.close();
    for (const { threadId } of threads) expect(threadId).toBe(-1);
  });

  it('ends scans that go on', async () => {
    const { catalog } = await openThreads(path, 1);
    const scan = catalog.parts.scan()[Symbol.asyncIterator]();
    await scan.next();
    await catalog.close();
    const { error } = await outcomeOf(async () => {
      while (!(await scan.next()).done);
    });
    expect(error).toBeInstanceOf(ClosedError);
  });

  it('is possible before any thread is ready', async () => {
    const { catalog } = await openThreads(path, 3);
    await catalog.close();
    await expect(catalog.parts.search()).rejects.toBeInstanceOf(ClosedError);
  });
});

describe('files', () => {
  it("that are damaged are reported as in the caller's thread, each time", async () => {
    const damaged = `${path}.damaged`;
    copyFileSync(path, damaged);
    const here = await openCatalogFile(damaged);
    const { catalog } = await openThreads(damaged, 2);
    const bytes = readFileSync(damaged);
    let at = 64;
    for (const { name, bytes: length } of here.sections()) {
      at = (at + 7) & ~7;
      if (name === 'parts/texts/keywords/postings' || name === 'parts/fields/mpn/codes') bytes[at + (length >> 1)] ^= 1;
      at += length;
    }
    const file = openSync(damaged, 'r+');
    writeSync(file, bytes);
    closeSync(file);
    for (const request of [SHORT, { sortby: 'mpn asc' }, SHORT]) {
      const [expected, ...found] = await Promise.all(
        [here, catalog, catalog, catalog].map((opened) => outcomeOf(() => opened.parts.search(request))),
      );
      for (const outcome of found) expectSame(expected, outcome);
    }
    const { error } = await outcomeOf(() => catalog.validate());
    expect(error).toBeInstanceOf(CorruptCatalogError);
    await Promise.all([here.close(), catalog.close()]);
  });

  it('that become shorter are reported', async () => {
    const shorter = `${path}.shorter`;
    copyFileSync(path, shorter);
    const { catalog } = await openThreads(shorter, 2);
    truncateSync(shorter, 1000);
    for (const client of ['a', 'b']) {
      const { error } = await outcomeOf(() => catalog.parts.search(SHORT, { client }));
      expect(error).toBeInstanceOf(UnreadableFileError);
    }
    await catalog.close();
  });

  it('that are replaced are read on, also by threads that start later', async () => {
    const replaced = `${path}.replaced`;
    copyFileSync(path, replaced);
    const { catalog, threads } = await openThreads(replaced, 1);
    writeFileSync(`${replaced}.new`, readFileSync(await catalogFiles.writeSample(10)));
    renameSync(`${replaced}.new`, replaced);
    await threads[0].terminate();
    await expectSound(catalog);
    await catalog.validate();
    await catalog.close();
  });
});

it('a suggester is made of the same sections', async () => {
  const pair = await openPair(path, 1);
  const [here, there] = [await createSuggester(pair.here), await createSuggester(pair.there)];
  for (const text of ['r', 'res', 'capcitor', '0603']) expect(there.suggest(text)).toEqual(here.suggest(text));
  await pair.close();
  expect(() => there.suggest('r')).toThrow(ClosedError);
});

describe('opening', () => {
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1000, '2', true, {}])('refuses %j workers', async (workers) => {
    await expect(openCatalogFile(path, { workers: workers as number })).rejects.toMatchObject({
      name: 'ValidationError',
      argument: 'workers',
    });
  });

  it('reports a missing script of the threads', async () => {
    const { error } = await outcomeOf(() => openCatalogFile(path, { workers: 2 }));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as Error).message).toContain('catalog-worker.js');
  });

  it('refuses files and limits as without workers', async () => {
    const { error } = await outcomeOf(() => openThreads(`${path}.none`, 1));
    expect(error).toBeInstanceOf(UnreadableFileError);
    const { error: second } = await outcomeOf(() => openThreads(path, 1, { limits: { limit: -1 } }));
    expect(second).toBeInstanceOf(ValidationError);
  });
});
