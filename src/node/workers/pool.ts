import type { ResourceLimits, Worker } from 'node:worker_threads';
import { BudgetExceededError, ClosedError, WorkerFailedError } from '../../model/errors.js';
import type { Limits } from '../../model/limits.js';
import type { Rates } from '../../model/rates.js';
import type { Synonyms } from '../../model/synonyms.js';
import { overTime } from '../../work/stopped.js';
import type { OpenFile } from '../file-source.js';
import { CallTable } from './call-table.js';
import { type CarriedError, unpackError } from './carried-errors.js';
import { Estimates, shapeOf } from './estimates.js';
import type { Answer, EndedCall, FromThread } from './messages.js';
import { PendingCall, type PoolRequest } from './pending-call.js';
import { Scheduler } from './scheduler.js';
import type { SectionRegistry } from './section-registry.js';
import { Thread, type ThreadStart } from './thread.js';

/** Options of a pool. */
export interface PoolOptions {
  readonly script: URL;
  readonly workers: number;
  /** The synonyms that the catalog is opened with. */
  readonly synonyms: Synonyms;
  /** What converts prices. */
  readonly rates?: Rates | undefined;
  readonly resourceLimits?: ResourceLimits | undefined;
  readonly onStart?: ((worker: Worker) => void) | undefined;
}

/** More calls than ever run in a thread at the same time (scheduler.ts). */
const FLAGS_PER_THREAD = 64;
/** Milliseconds that a thread has to report a timeout itself: its error names the current step. */
const GRACE_MS = 15;
/** While calls wait, the scheduler runs at this interval: short calls become long, and clients become idle. */
const TICK_MS = 5;
/** The delay in milliseconds before a thread that ended before it was ready is restarted; it doubles each time. */
const FIRST_RESTART_MS = 50;
const LAST_RESTART_MS = 10_000;
/** After this many threads that ended before they were ready, calls no longer wait for the next one. */
const STARTS_BEFORE_GIVING_UP = 2;
/** Messages of a turn of the event loop: a millisecond or two. */
const MOST_AT_ONCE = 64;
const WAITING = 'waiting for a worker';

/** A message that has come. */
interface Received {
  readonly message: Exclude<FromThread, { kind: 'ready' | 'unopened' }>;
  readonly thread: Thread;
}

interface Seat {
  thread: Thread | undefined;
  /** Consecutive threads that ended before they were ready. */
  failedStarts: number;
  /** Why the last of them could not open the catalog, if it reported that. */
  unopened?: CarriedError;
}

/** The threads of a catalog, the calls that wait for them, and those that run. */
export class Pool {
  private readonly scheduler: Scheduler<PendingCall>;
  private readonly estimates = new Estimates();
  private readonly seats: Seat[];
  private readonly start: ThreadStart;
  private readonly flags: Int32Array<SharedArrayBuffer>;
  private readonly freeFlags: number[];
  private readonly calls = new CallTable((call) => this.overdue(call));
  private readonly inbox: Received[] = [];
  /** Messages since some last waited. */
  private taken = 0;
  private nextScan = 1;
  private unsettled = 0;
  private closing: Promise<void> | undefined = undefined;
  private onIdle = () => {};
  private ticking: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(
    file: OpenFile,
    private readonly limits: Limits,
    private readonly sections: SectionRegistry,
    { workers, synonyms, rates, ...start }: PoolOptions,
  ) {
    const cells = workers * FLAGS_PER_THREAD;
    this.flags = new Int32Array(new SharedArrayBuffer(cells * Int32Array.BYTES_PER_ELEMENT));
    this.freeFlags = Array.from({ length: cells }, (_, i) => i);
    this.start = { ...start, data: { file, limits, synonyms, rates, flags: this.flags } };
    this.scheduler = new Scheduler(workers);
    this.seats = Array.from({ length: workers }, () => ({ thread: undefined, failedStarts: 0 }));
    for (let seat = 0; seat < workers; seat++) this.startThread(seat);
  }

  /** @throws ClosedError after `close` */
  checkOpen(): void {
    if (this.closing) throw new ClosedError();
  }

  /**
   * Runs a call in a thread. Rejects with the reason of its signal, with the call's own error, with BudgetExceededError if it
   * waits for too long or too many calls wait, and with WorkerFailedError.
   */
  run(request: PoolRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const shape = shapeOf(request.task);
      const expected = this.estimates.expect(shape, request.client);
      const call = new PendingCall(this.calls.number(), request, shape, expected, resolve, reject, this.settled);
      this.calls.add(call);
      this.unsettled++;
      if (this.unsettled === 1) this.keepProcess(true);
      call.watch(this.stop);
      if (this.isHopeless) return this.drop(call, this.startError('no thread can be started', undefined));
      this.scheduler.add(call, performance.now());
      this.dispatch();
      if (call.isWaiting && this.areTooManyWaiting) this.drop(call, this.tooManyWaiting());
    });
  }

  /** A number for a scan. */
  numberScan(): number {
    return this.nextScan++;
  }

  /** Releases a scan in its thread. */
  endScan(scan: number, seat: number): void {
    this.seats[seat].thread?.send({ kind: 'scan-end', scan });
  }

  /** The thread of a seat, to find out later whether it is still the same. */
  threadAt(seat: number): Thread | undefined {
    return this.seats[seat].thread;
  }

  /** Refuses later calls, waits for those that wait or run, and ends the threads. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    if (this.unsettled > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
    clearTimeout(this.ticking);
    await Promise.all(this.seats.map(({ thread }) => thread?.end()));
  }

  private readonly settled = () => {
    this.unsettled--;
    if (this.unsettled > 0) return;
    this.keepProcess(false);
    this.onIdle();
  };

  private keepProcess(keeps: boolean): void {
    this.calls.keepsProcess = keeps;
    for (const { thread } of this.seats) if (thread) thread.keepsProcess = keeps;
  }

  /** Starts the calls that can run. */
  private dispatch(): void {
    for (;;) {
      const placement = this.scheduler.next(performance.now());
      if (!placement) break;
      this.begin(placement.job, placement.thread);
    }
    if (this.scheduler.waiting === 0 || this.ticking !== undefined) return;
    this.ticking = setTimeout(() => {
      this.ticking = undefined;
      this.dispatch();
    }, TICK_MS);
  }

  private begin(call: PendingCall, seat: number): void {
    call.runsIn = seat;
    call.request.onPlaced?.(seat);
    call.flag = this.freeFlags.pop() as number;
    Atomics.store(this.flags, call.flag, 0);
    const { id, task, flag, request } = call;
    try {
      const thread = this.seats[seat].thread as Thread;
      thread.send({ kind: 'call', call: id, task, flag, timeout: request.timeout, waited: call.age, isTiny: call.isTiny });
    } catch (error) {
      call.fail(error);
      this.ended(call);
    }
  }

  /** A call has ended. */
  private ended(call: PendingCall): void {
    this.calls.delete(call);
    this.freeFlags.push(call.flag);
    this.scheduler.ended(call, call.runsIn, performance.now());
  }

  /** Stops a call that its caller has cancelled. */
  private readonly stop = (call: PendingCall, reason: unknown) => {
    this.drop(call, reason);
  };

  /** Answers the caller now and aborts the call if it runs. */
  private drop(call: PendingCall, reason: unknown): void {
    if (call.isWaiting) {
      this.scheduler.remove(call);
      this.calls.delete(call);
    } else {
      Atomics.store(this.flags, call.flag, 1);
      this.seats[call.runsIn].thread?.send({ kind: 'abort', call: call.id });
    }
    call.fail(reason);
  }

  /** A call's time is over. Returns when to look at it again. */
  private overdue(call: PendingCall): number {
    const { age } = call;
    const { milliseconds } = call.request;
    // A thread ends its calls itself, and reports the step; timers may be early, by less than a millisecond.
    const patience = call.isWaiting ? 0 : GRACE_MS;
    if (age < milliseconds + patience) return call.began + milliseconds + patience;
    this.drop(call, overTime({ limit: milliseconds, took: age, step: call.isWaiting ? WAITING : 'working in a thread' }));
    return Number.POSITIVE_INFINITY;
  }

  /** Whether more calls than the limit wait for other calls. Those that a starting thread will run at once wait for none. */
  private get areTooManyWaiting(): boolean {
    const { scheduler, seats } = this;
    const { waiting } = this.limits;
    if (scheduler.waiting <= waiting) return false;
    const starting = seats.flatMap(({ failedStarts }, seat) => (failedStarts < STARTS_BEFORE_GIVING_UP ? [seat] : []));
    return scheduler.waitingOnceReady(starting, performance.now()) > waiting;
  }

  private tooManyWaiting(): BudgetExceededError {
    const limit = this.limits.waiting;
    const message = `${limit} requests are waiting for a worker, and no more may; send the request again later`;
    return new BudgetExceededError(message, { budget: 'waiting', limit, milliseconds: 0, step: WAITING });
  }

  private startThread(seat: number): void {
    if (this.closing && this.unsettled === 0) return;
    let isReady = false;
    const thread = new Thread(this.start, {
      onMessage: (message) => {
        if (message.kind === 'unopened') this.seats[seat].unopened = message.error;
        else if (message.kind === 'ready') {
          isReady = true;
          this.seats[seat] = { thread, failedStarts: 0 };
          this.scheduler.setReady(seat, true);
          this.dispatch();
        } else this.take({ message, thread });
      },
      onEnd: (reason, cause) => this.died(seat, isReady, reason, cause),
    });
    if (this.unsettled > 0) thread.keepsProcess = true;
    this.seats[seat].thread = thread;
  }

  /**
   * Messages come in one turn of the event loop as long as there are any, and each answer may lead to a call and to the next answer: no
   * timer would run meanwhile. So after some of them the others wait for the next turn.
   */
  private take(received: Received): void {
    if (this.inbox.length === 0 && ++this.taken < MOST_AT_ONCE) this.receive(received);
    else if (this.inbox.push(received) === 1) setImmediate(this.readInbox);
  }

  private readonly readInbox = () => {
    this.taken = 0;
    for (const received of this.inbox.splice(0)) this.receive(received);
  };

  private receive({ message, thread }: Received): void {
    switch (message.kind) {
      case 'wanted':
        this.sections.want(message.name, thread);
        return;
      case 'loaded':
        if (message.buffer) this.sections.loaded(message.name, thread, message.buffer);
        else this.sections.failed(message.name, thread);
        return;
      case 'callback':
        void this.callBack(message, thread);
        return;
      default:
        this.answered(message.calls);
    }
  }

  private answered(ended: readonly EndedCall[]): void {
    const known = ended.flatMap((end) => {
      const call = this.calls.get(end.call);
      return call ? [{ call, end }] : [];
    });
    for (const { call, end } of known) {
      if (end.ran > 0) this.estimates.learn(call.shape, call.client, end.ran, 'answer' in end);
      this.ended(call);
    }
    // The next calls start before the callers use these answers.
    this.dispatch();
    for (const { call, end } of known) {
      if ('answer' in end) call.succeed(end.answer);
      else call.fail(unpackError(end.error, call.thrown));
    }
  }

  /** Calls a callback of the caller and sends the result to the thread. */
  private async callBack(message: Extract<FromThread, { kind: 'callback' }>, thread: Thread): Promise<void> {
    const { id, name, argument, error } = message;
    const call = this.calls.get(message.call);
    if (!call || call.isSettled) return;
    this.scheduler.suspend(call, call.runsIn, performance.now());
    this.dispatch();
    const reply = (result: { value: boolean } | { thrown: number }) => {
      if (!this.calls.get(call.id)) return;
      this.scheduler.resume(call, call.runsIn, performance.now());
      thread.send({ kind: 'callback-result', id, ...result });
    };
    try {
      const given = error ? unpackError(error as CarriedError, call.thrown) : argument;
      const value = await call.request.callbacks?.[name]?.(given as never);
      reply({ value: Boolean(value) });
    } catch (reason) {
      reply({ thrown: call.thrown.push(reason) - 1 });
    }
  }

  private died(seat: number, wasReady: boolean, reason: string, cause: unknown): void {
    // What it had answered before counts.
    this.readInbox();
    const { thread } = this.seats[seat];
    this.seats[seat].thread = undefined;
    this.scheduler.setReady(seat, false);
    if (thread) this.sections.gone(thread);
    if (!wasReady) this.seats[seat].failedStarts++;
    this.restart(seat);
    const { isHopeless } = this;
    for (const call of this.calls.values()) {
      const isLost = call.runsIn === seat || (call.isWaiting && (call.thread === seat || isHopeless));
      if (!isLost) continue;
      if (call.isWaiting) this.drop(call, this.startError(reason, cause));
      else {
        this.ended(call);
        call.fail(new WorkerFailedError(reason, { cause }));
      }
    }
    this.dispatch();
  }

  /** Whether threads repeatedly ended before they were ready. */
  private get isHopeless(): boolean {
    return this.seats.every(({ failedStarts }) => failedStarts >= STARTS_BEFORE_GIVING_UP);
  }

  /**
   * The error of calls that no thread can run: why the catalog cannot be opened (a changed file, for example), if that is known.
   */
  private startError(reason: string, cause: unknown): unknown {
    const unopened = this.seats.find(({ unopened }) => unopened)?.unopened;
    return unopened ? unpackError(unopened) : new WorkerFailedError(reason, { cause });
  }

  /** At once, unless the last one ended before it was ready. */
  private restart(seat: number): void {
    const { failedStarts } = this.seats[seat];
    if (failedStarts === 0) {
      this.startThread(seat);
      return;
    }
    const delay = Math.min(LAST_RESTART_MS, FIRST_RESTART_MS * 2 ** (failedStarts - 1));
    const timer = setTimeout(() => this.startThread(seat), delay);
    if (this.unsettled === 0) timer.unref();
  }
}
