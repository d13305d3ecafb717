import { describe, expect, it } from 'vitest';
import { Estimates } from '../../../../src/node/workers/estimates.js';
import { type Job, LONG_MS, Scheduler } from '../../../../src/node/workers/scheduler.js';

/** The time after which a call yields, and the resolution of time here, in milliseconds. */
const SLICE = 4;
const TICK = 0.5;
const TIMEOUT = 5000;
/** How long a long call waits while short ones run in its thread. */
const PACE = 16;

interface SimulatedJob extends Job {
  readonly client: string;
  readonly began: number;
  readonly work: number;
  left: number;
  /** When it last yielded. */
  yielded: number;
}

/** Threads that carry out the calls of a scheduler in simulated time, yielding between them. */
class Simulation {
  readonly waits = new Map<string, number[]>();
  private readonly scheduler: Scheduler<SimulatedJob>;
  private readonly estimates = new Estimates();
  private readonly queues: SimulatedJob[][];
  private readonly slices: number[];
  private now = 0;

  constructor(threads: number) {
    this.scheduler = new Scheduler(threads);
    this.queues = Array.from({ length: threads }, () => []);
    this.slices = this.queues.map(() => 0);
    for (let thread = 0; thread < threads; thread++) this.scheduler.setReady(thread, true);
  }

  send(client: string, work: number): void {
    const isLong = this.estimates.expect(`${work}`, client) === 'long';
    this.scheduler.add({ client, began: this.now, work, left: work, yielded: 0, isLong }, this.now);
  }

  /** @param ended called for each call that has ended */
  run(milliseconds: number, tick: (now: number) => void, ended: (client: string) => void): void {
    for (const end = this.now + milliseconds; this.now < end; this.now += TICK) {
      tick(this.now);
      for (let next = this.scheduler.next(this.now); next; next = this.scheduler.next(this.now)) {
        this.queues[next.thread].push(next.job);
      }
      for (let thread = 0; thread < this.queues.length; thread++) {
        const done = this.work(thread);
        if (done) ended(done.client);
      }
    }
  }

  private work(thread: number): SimulatedJob | undefined {
    const queue = this.queues[thread];
    if (queue.length === 0) return undefined;
    const isShort = ({ work, left }: SimulatedJob) => work - left < LONG_MS;
    const mustWait = (job: SimulatedJob) => !isShort(job) && this.now - job.yielded < PACE && queue.some(isShort);
    const at = this.slices[thread] > 0 ? 0 : queue.findIndex((candidate) => !mustWait(candidate));
    const [job] = queue.splice(at, 1);
    queue.unshift(job);
    job.left -= TICK;
    this.slices[thread] += TICK;
    const isOver = job.left <= 0 || this.now - job.began > TIMEOUT;
    if (!isOver && this.slices[thread] < SLICE) return undefined;
    this.slices[thread] = 0;
    queue.shift();
    job.yielded = this.now;
    if (!isOver) queue.push(job);
    else this.end(job, thread);
    return isOver ? job : undefined;
  }

  private end(job: SimulatedJob, thread: number): void {
    const took = this.now - job.began;
    this.estimates.learn(`${job.work}`, job.client, took, job.left <= 0);
    this.scheduler.ended(job, thread, this.now);
    const waits = this.waits.get(job.client) ?? [];
    waits.push(took);
    this.waits.set(job.client, waits);
  }

  /** What a share of the calls of all good clients took at most. */
  quantile(share: number): number {
    const all = [...this.waits].filter(([client]) => client.startsWith('good')).flatMap(([, waits]) => waits);
    return all.sort((a, b) => a - b)[Math.floor(all.length * share)];
  }
}

/** Clients that send their next call when they have the answer to the last: mostly short ones, some of 10 ms. */
function simulate(threads: number, clients: number, hostile: (simulation: Simulation, now: number) => void): Simulation {
  const simulation = new Simulation(threads);
  let sent = 0;
  const send = (client: string) => simulation.send(client, sent++ % 10 === 0 ? 10 : 2);
  for (let i = 0; i < clients; i++) send(`good ${i}`);
  simulation.run(
    20_000,
    (now) => hostile(simulation, now),
    (client) => {
      if (client.startsWith('good')) send(client);
    },
  );
  return simulation;
}

describe.each([2, 3, 4])('with %i threads and as many or more clients', (threads) => {
  it.each([threads, 4, 8])('one hostile client does not hold up %i others', (clients) => {
    const alone = simulate(threads, clients, () => {});
    const beside = simulate(threads, clients, (simulation, now) => {
      if (now % 1000 === 0) simulation.send('hostile', 2000);
    });
    expect(beside.quantile(0.5)).toBeLessThanOrEqual(2 * alone.quantile(0.5));
    expect(beside.quantile(0.99)).toBeLessThanOrEqual(5 * alone.quantile(0.99));
  });
});

it('a client that sends a hundred long calls at once delays no other client', () => {
  const alone = simulate(2, 4, () => {});
  const beside = simulate(2, 4, (simulation, now) => {
    if (now === 0) for (let i = 0; i < 100; i++) simulation.send('hostile', 500);
  });
  expect(beside.quantile(0.5)).toBeLessThanOrEqual(3 * alone.quantile(0.5));
  expect(beside.quantile(0.99)).toBeLessThanOrEqual(5 * alone.quantile(0.99));
});

it('one thread is shared: no client waits for the end of a long call', () => {
  const beside = simulate(1, 2, (simulation, now) => {
    if (now % 1000 === 0) simulation.send('hostile', 2000);
  });
  expect(beside.quantile(0.99)).toBeLessThan(100);
});

it('long calls of a client are carried out beside the short ones of others', () => {
  const simulation = simulate(2, 2, (running, now) => {
    if (now % 1000 === 0) running.send('other', 100);
  });
  expect(simulation.waits.get('other')?.length).toBeGreaterThanOrEqual(19);
  expect(Math.max(...(simulation.waits.get('other') ?? []))).toBeLessThan(1000);
});
