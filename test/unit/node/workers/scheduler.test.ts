import { beforeEach, describe, expect, it } from 'vitest';
import { type Job, LONG_MS, Scheduler } from '../../../../src/node/workers/scheduler.js';

interface TestJob extends Job {
  readonly name: string;
}

let now = 0;
let scheduler: Scheduler<TestJob>;

/** A scheduler whose threads are ready. */
function start(threads: number): void {
  now = 0;
  scheduler = new Scheduler(threads);
  for (let thread = 0; thread < threads; thread++) scheduler.setReady(thread, true);
}

function add(client: string | undefined, name: string, isLong = false, thread?: number): TestJob {
  const job = { client, name, isLong, thread };
  scheduler.add(job, now);
  return job;
}

/** All that can be started now: `name@thread`. */
function started(): string[] {
  const placed: string[] = [];
  for (let next = scheduler.next(now); next; next = scheduler.next(now)) placed.push(`${next.job.name}@${next.thread}`);
  return placed;
}

beforeEach(() => start(2));

describe('one client', () => {
  it('uses all threads, the idle ones first', () => {
    for (const name of ['a', 'b', 'c']) add('A', name);
    expect(started()).toEqual(['a@0', 'b@1', 'c@0']);
  });

  it('has two short calls in a thread, and no more until one has ended', () => {
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((name) => add('A', name));
    expect(started()).toEqual(['a@0', 'b@1', 'c@0', 'd@1']);
    expect(scheduler.waiting).toBe(1);
    scheduler.ended(jobs[1], 1, now);
    expect(started()).toEqual(['e@1']);
  });

  it('has its short calls before its long ones, each in the order in which they came', () => {
    start(1);
    const first = ['a', 'b'].map((name) => add('A', name));
    started();
    add('A', 'long', true);
    add('A', 'short');
    add('A', 'short too');
    scheduler.ended(first[0], 0, now);
    expect(started()).toEqual(['short@0']);
    scheduler.ended(first[1], 0, now);
    expect(started()).toEqual(['short too@0']);
  });

  it('has one long call in a thread', () => {
    for (const name of ['a', 'b', 'c']) add('A', name, true);
    expect(started()).toEqual(['a@0', 'b@1']);
    now += 10_000;
    expect(started()).toEqual([]);
  });

  it('may have a short call beside its own long one', () => {
    add('A', 'a', true);
    add('A', 'b', true);
    add('A', 'short');
    expect(started()).toEqual(['short@0', 'a@1', 'b@0']);
  });

  it('never fills a thread', () => {
    start(1);
    for (let i = 0; i < 20; i++) {
      add('A', `a${i}`);
      started();
      now += LONG_MS;
    }
    expect(started()).toEqual([]);
    expect(scheduler.waiting).toBe(17);
    add('B', 'b');
    expect(started()).toEqual(['b@0']);
  });
});

describe('tiny calls', () => {
  const addTiny = (client: string, name: string) =>
    scheduler.add({ client, name, isLong: false, isTiny: true, thread: undefined }, now);

  it('are four in a thread, three of them of one client', () => {
    start(1);
    for (const name of ['a', 'b', 'c', 'd']) addTiny('A', name);
    expect(started()).toEqual(['a@0', 'b@0', 'c@0']);
    for (const name of ['e', 'f', 'g']) addTiny('B', name);
    expect(started()).toEqual(['e@0']);
  });

  it('count as short ones when they take longer than expected', () => {
    start(1);
    for (const name of ['a', 'b']) addTiny('A', name);
    expect(started()).toEqual(['a@0', 'b@0']);
    now += 6;
    addTiny('A', 'c');
    expect(started()).toEqual([]);
    addTiny('B', 'd');
    expect(started()).toEqual(['d@0']);
  });
});

describe('several clients', () => {
  it('take turns, whatever each has waiting', () => {
    start(1);
    const first = add('A', 'a0');
    const second = add('A', 'a00');
    started();
    for (const name of ['a1', 'a2', 'a3']) add('A', name);
    // A client with nothing running starts beside them.
    add('B', 'b1');
    expect(started()).toEqual(['b1@0']);
    for (const name of ['b2', 'b3']) add('B', name);
    scheduler.ended(first, 0, now);
    expect(started()).toEqual([]);
    scheduler.ended(second, 0, now);
    expect(started()).toEqual(['a1@0']);
  });

  it('are served one call each, those without a name being one of them', () => {
    start(1);
    const running = ['x', 'y', 'z'].map((client) => add(client, client));
    started();
    for (const client of ['A', undefined, 'B']) for (const n of [1, 2]) add(client, `${client}${n}`);
    const order: string[] = [];
    for (const job of running) {
      scheduler.ended(job, 0, now);
      order.push(...started());
    }
    expect(order.slice(0, 3)).toEqual(['A1@0', 'undefined1@0', 'B1@0']);
  });

  it('leave a thread to each other: a client has no long call in the last of them', () => {
    add('B', 'b');
    add('A', 'a1', true);
    add('A', 'a2', true);
    expect(started()).toEqual(['b@0', 'a1@1']);
    now += 500;
    expect(started()).toEqual([]);
  });

  it('that have been silent for a second count no longer', () => {
    const b = add('B', 'b');
    started();
    scheduler.ended(b, 0, now);
    add('A', 'a1', true);
    add('A', 'a2', true);
    expect(started()).toEqual(['a1@0']);
    now += 999;
    expect(started()).toEqual([]);
    now += 1;
    expect(started()).toEqual(['a2@1']);
  });

  it('do not wait for the end of long calls: a thread takes a short one in', () => {
    add('A', 'a1', true);
    add('A', 'a2', true);
    expect(started()).toEqual(['a1@0', 'a2@1']);
    add('B', 'b1');
    add('B', 'b2');
    add('B', 'b3');
    expect(started()).toEqual(['b1@0', 'b2@1', 'b3@0']);
  });

  it('do not wait for a call that was taken for short: it counts as long when it has run for long', () => {
    start(1);
    for (const client of ['A', 'B', 'C', 'D']) add(client, client);
    expect(started()).toEqual(['A@0', 'B@0', 'C@0']);
    now += LONG_MS - 1;
    expect(started()).toEqual([]);
    now += 1;
    expect(started()).toEqual(['D@0']);
  });

  it('share the only thread, also with long calls', () => {
    start(1);
    add('A', 'a', true);
    expect(started()).toEqual(['a@0']);
    add('B', 'b', true);
    expect(started()).toEqual(['b@0']);
    add('C', 'c', true);
    expect(started()).toEqual([]);
  });

  it('share threads with the long calls that one client has in all of them, however many were taken for short', () => {
    const jobs = Array.from({ length: 8 }, (_, i) => add('A', `a${i}`));
    expect(started()).toEqual(['a0@0', 'a1@1', 'a2@0', 'a3@1']);
    now += LONG_MS;
    expect(started()).toEqual(['a4@0', 'a5@1']);
    now += LONG_MS;
    expect(started()).toEqual([]);
    add('B', 'b', true);
    add('C', 'c', true);
    add('D', 'd', true);
    expect(started()).toEqual(['b@0', 'c@1']);
    scheduler.ended(jobs[0], 0, now);
    expect(started()).toEqual(['a6@0']);
  });

  it('find a place where others have all that one thread runs at a time', () => {
    start(1);
    for (const client of ['A', 'B']) for (const name of ['1', '2', '3']) add(client, client + name);
    for (let i = 0; i < 4; i++) {
      started();
      now += LONG_MS;
    }
    expect(scheduler.waiting).toBe(0);
    for (const client of ['C', 'D', 'E']) add(client, client);
    expect(started()).toEqual(['C@0', 'D@0']);
  });

  it('have long calls in threads of their own where no client holds all', () => {
    add('A', 'a', true);
    add('B', 'b', true);
    add('C', 'c', true);
    expect(started()).toEqual(['a@0', 'b@1']);
  });
});

it('gives a call only to the thread that it needs, and lets those behind it pass', () => {
  const busy = ['a', 'b'].map((name) => add('A', name, false, 1));
  started();
  add('A', 'pinned', false, 1);
  add('A', 'free');
  expect(started()).toEqual(['free@0']);
  scheduler.ended(busy[0], 1, now);
  expect(started()).toEqual(['pinned@1']);
});

it('starts nothing in a thread that is not ready', () => {
  scheduler.setReady(0, false);
  add('A', 'a');
  expect(started()).toEqual(['a@1']);
  scheduler.setReady(1, false);
  add('A', 'b');
  expect(started()).toEqual([]);
  expect(scheduler.hasReady).toBe(false);
});

describe('calls that wait for threads alone', () => {
  it('are those that a thread takes as soon as it is ready', () => {
    start(2);
    for (const thread of [0, 1]) scheduler.setReady(thread, false);
    for (const name of ['a', 'b', 'c']) add('A', name);
    expect([scheduler.waiting, scheduler.waitingOnceReady([0, 1], now)]).toEqual([3, 0]);
    for (const name of ['d', 'e', 'f']) add('A', name);
    expect([scheduler.waiting, scheduler.waitingOnceReady([0, 1], now), scheduler.waitingOnceReady([1], now)]).toEqual([6, 2, 4]);
    expect(scheduler.waitingOnceReady([], now)).toBe(6);
    // Nothing was started.
    expect([scheduler.waiting, started()]).toEqual([6, []]);
    scheduler.setReady(0, true);
    expect([started(), scheduler.waiting]).toEqual([['a@0', 'b@0'], 4]);
    expect(scheduler.waitingOnceReady([0, 1], now)).toBe(2);
    scheduler.setReady(1, true);
    expect([started(), scheduler.waitingOnceReady([0, 1], now)]).toEqual([['c@1', 'd@1'], 2]);
  });

  it('leave the turns and loads of clients as they were', () => {
    start(1);
    scheduler.setReady(0, false);
    for (const client of ['A', 'B', 'C', 'D']) for (const name of ['1', '2']) add(client, `${client}${name}`);
    for (let i = 0; i < 3; i++) expect(scheduler.waitingOnceReady([0], now)).toBe(5);
    scheduler.setReady(0, true);
    expect(started()).toEqual(['A1@0', 'B1@0', 'C1@0']);
  });
});

it('takes a call out of its queue', () => {
  start(1);
  add('A', 'a');
  add('A', 'b');
  started();
  const waiting = add('A', 'c');
  expect(scheduler.waiting).toBe(1);
  expect(scheduler.remove(waiting)).toBe(true);
  expect(scheduler.remove(waiting)).toBe(false);
  expect(scheduler.waiting).toBe(0);
});

describe('a call that waits for its caller', () => {
  it('leaves its place to another, and goes on at once', () => {
    start(1);
    const [a] = ['a', 'b'].map((name) => add('A', name));
    started();
    add('A', 'c');
    add('A', 'd');
    expect(started()).toEqual([]);
    scheduler.suspend(a, 0, now);
    expect(started()).toEqual(['c@0']);
    scheduler.resume(a, 0, now);
    expect(started()).toEqual([]);
    scheduler.ended(a, 0, now);
    expect(started()).toEqual([]);
  });

  it('has not run while it waited', () => {
    start(1);
    const a = add('A', 'a');
    add('A', 'b');
    started();
    scheduler.suspend(a, 0, now);
    now += 10 * LONG_MS;
    scheduler.resume(a, 0, now);
    add('A', 'c');
    // b is long by now, a is not.
    expect(started()).toEqual(['c@0']);
    add('B', 'd');
    expect(started()).toEqual(['d@0']);
    add('C', 'e');
    expect(started()).toEqual([]);
  });

  it('may end while it waits', () => {
    start(1);
    const a = add('A', 'a');
    started();
    scheduler.suspend(a, 0, now);
    scheduler.ended(a, 0, now);
    scheduler.resume(a, 0, now);
    for (const name of ['b', 'c', 'd']) add('A', name);
    expect(started()).toEqual(['b@0', 'c@0']);
  });
});

it('serves very many clients, and forgets those that are gone', () => {
  for (let i = 0; i < 2000; i++) {
    const job = add(`client ${i}`, 'x');
    expect(started()).toHaveLength(1);
    scheduler.ended(job, 0, now);
    scheduler.ended(job, 1, now);
    now += 10;
  }
  expect(scheduler.waiting).toBe(0);
  expect(scheduler.clientsKnown).toBeLessThan(600);
});
