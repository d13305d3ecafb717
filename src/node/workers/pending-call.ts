import { onAbort } from '../../work/on-abort.js';
import type { Expected } from './estimates.js';
import type { Answer, Task } from './messages.js';
import type { Job } from './scheduler.js';

/** Functions of the caller that a call may run, by their names. */
export type Callbacks = Readonly<Record<string, ((argument: never) => unknown) | undefined>>;

/** A task for a pool, and how to run it. */
export interface PoolRequest {
  readonly task: Task;
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The timeout that the caller gave. */
  readonly timeout?: number | undefined;
  /** Milliseconds after which the call has failed, whether it waits or runs. */
  readonly milliseconds: number;
  /** When its time began, as `performance.now()` counts, if before this call. */
  readonly began?: number | undefined;
  readonly callbacks?: Callbacks | undefined;
  /** The thread that must run it. */
  readonly thread?: number | undefined;
  /** Called with the thread that gets the call. */
  readonly onPlaced?: ((thread: number) => void) | undefined;
}

/** A call, until its thread has ended it, which may be after its caller got an answer. */
export class PendingCall implements Job {
  readonly client: string | undefined;
  readonly task: Task;
  readonly thread: number | undefined;
  readonly isLong: boolean;
  readonly isTiny: boolean;
  readonly began: number;
  /** When to look whether its time is over, as `performance.now()` counts. */
  due: number;
  /** The values that its callbacks threw. */
  readonly thrown: unknown[] = [];
  /** Its thread; -1 while it waits. */
  runsIn = -1;
  /** Its cell of the flags while it runs. */
  flag = -1;
  isSettled = false;

  constructor(
    readonly id: number,
    readonly request: PoolRequest,
    readonly shape: string,
    expected: Expected,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (reason: unknown) => void,
    private readonly onSettled: (call: PendingCall) => void,
  ) {
    this.client = request.client;
    this.task = request.task;
    this.thread = request.thread;
    this.isLong = expected === 'long';
    this.isTiny = expected === 'tiny';
    this.began = request.began ?? performance.now();
    this.due = this.began + request.milliseconds;
  }

  get isWaiting(): boolean {
    return this.runsIn < 0;
  }

  /** Milliseconds since its time began. */
  get age(): number {
    return performance.now() - this.began;
  }

  /** Calls `stop` when the call's signal is aborted. */
  watch(stop: (call: PendingCall, reason: unknown) => void): void {
    const { signal } = this.request;
    if (signal) this.forgetSignal = onAbort(signal, () => stop(this, signal.reason));
  }

  private forgetSignal: () => void = () => {};

  succeed(answer: Answer): void {
    if (this.settle()) this.resolve(answer);
  }

  fail(reason: unknown): void {
    if (this.settle()) this.reject(reason);
  }

  private settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.forgetSignal();
    this.onSettled(this);
    return true;
  }
}
