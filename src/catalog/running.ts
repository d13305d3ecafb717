import { UNBOUNDED, Work, type WorkBudget } from '../index/work.js';
import { type Call, checkCall, waitOf } from '../model/call.js';
import { ClosedError } from '../model/errors.js';

/** Calls that wait for a file, or for others, are looked at so often, in milliseconds. */
const WATCH_MS = 10;

/** How calls share their thread, where that is not as `Work` has it by default. */
export interface Pacing {
  /** Milliseconds after which a call gives way to others. */
  readonly giveWayAfter?: number;
  /** Until a call may go on that has given way, given the milliseconds for which it has run; undefined: at once. */
  readonly goOn?: (used: number) => Promise<void> | undefined;
}

/** The calls that run: each ends in time, closing waits for them, and later ones are refused. */
export class Running {
  private count = 0;
  private closed = false;
  private readonly waiting: (() => void)[] = [];
  private readonly watched = new Map<Work, (reason: unknown) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly budget: WorkBudget = UNBOUNDED,
    private readonly pacing: Pacing = {},
  ) {}

  /** @throws ClosedError after `close` */
  checkOpen(): void {
    if (this.closed) throw new ClosedError();
  }

  /**
   * What a call answers, within the budget of every call and its own timeout.
   * @param budget of calls that have one of their own
   * Rejects with ClosedError after `close`, with ValidationError for a call that is none, with the reason of its signal, and with
   * BudgetExceededError.
   */
  answer<T>(call: Call | undefined, request: (work: Work) => Promise<T>, budget = this.budget): Promise<T> {
    return new Promise((resolve, reject) => {
      this.checkOpen();
      const { signal, timeout } = checkCall(call);
      if (signal?.aborted) throw signal.reason;
      const within = timeout === undefined ? budget : withTimeout(budget, timeout);
      const work = new Work(within, signal, this.pacing.giveWayAfter, waitOf(signal), this.pacing.goOn);
      const abort = signal && (() => reject(work.end(signal.reason)));
      if (signal && abort) signal.addEventListener('abort', abort);
      this.watch(work, reject);
      this.count++;
      const finish = () => {
        if (signal && abort) signal.removeEventListener('abort', abort);
        this.watched.delete(work);
        work.finish();
        this.leave();
      };
      request(work).then(
        (answer) => {
          finish();
          resolve(answer);
        },
        (error) => {
          finish();
          reject(error);
        },
      );
    });
  }

  /** Something that has no budget. Rejects with ClosedError after `close`. */
  async run<T>(request: () => Promise<T>): Promise<T> {
    this.checkOpen();
    this.count++;
    try {
      return await request();
    } finally {
      this.leave();
    }
  }

  /** Refuses later requests and waits for those that run. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(): void {
    this.count--;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Rejects a call that is over its time even while it waits for something that does not come. */
  private watch(work: Work, reject: (reason: unknown) => void): void {
    this.watched.set(work, reject);
    if (this.timer !== undefined) return;
    this.timer = setTimeout(this.look, WATCH_MS);
    // A program with nothing else to do may end.
    if (typeof this.timer === 'object') this.timer.unref();
  }

  private readonly look = () => {
    this.timer = undefined;
    const now = performance.now();
    for (const [work, reject] of this.watched) {
      const error = work.overdue(now);
      if (error) reject(error);
    }
    if (this.watched.size === 0) return;
    this.timer = setTimeout(this.look, WATCH_MS);
    if (typeof this.timer === 'object') this.timer.unref();
  };
}

function withTimeout(budget: WorkBudget, timeout: number): WorkBudget {
  return timeout < budget.milliseconds ? { ...budget, milliseconds: timeout } : budget;
}
