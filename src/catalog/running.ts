import { type Call, checkCall, waitOf } from '../model/call.js';
import { ClosedError } from '../model/errors.js';
import { UNBOUNDED, Work, type WorkBudget } from '../work/work.js';

/** Calls that wait for a file, or for others, are looked at so often, in milliseconds. */
const WATCH_MS = 10;

/** How calls share their thread, where that is not as `Work` has it by default. */
export interface Pacing {
  /** Milliseconds after which a call gives way to others. */
  readonly giveWayAfter?: number;
  /** Until a call may go on that has given way, given the milliseconds for which it has run; undefined: at once. */
  readonly goOn?: (used: number) => Promise<void> | undefined;
}

/** A call that is answered in pieces. */
export interface CallInPieces {
  /** The next piece. Rejects as a whole call does. */
  next<T>(request: (work: Work) => Promise<T>): Promise<T>;
  /** Gives back what was lent. */
  end(): void;
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
   * What a call answers, within the budget of every call and its own timeout. Rejects with ClosedError after `close`, with
   * ValidationError for a call that is none, with the reason of its signal, and with BudgetExceededError.
   * @param budget of a call that has a budget of its own
   */
  answer<T>(call: Call | undefined, request: (work: Work) => Promise<T>, budget = this.budget): Promise<T> {
    return new Promise((resolve, reject) => {
      this.checkOpen();
      const { signal, timeout } = checkCall(call);
      if (signal?.aborted) throw signal.reason;
      const work = this.newWork(timeout === undefined ? budget : withTimeout(budget, timeout), signal);
      this.supervise(work, signal, request, resolve, reject, true);
    });
  }

  /**
   * A call that is answered in pieces, as a scan is: begun with the first of them.
   * @param limits of each piece
   */
  inPieces(call: Call | undefined, limits = this.budget): CallInPieces {
    const { signal, timeout } = checkCall(call);
    // A timeout of the caller bounds the whole, and then no limit shortens it.
    const { bytes } = limits;
    const budget = timeout === undefined ? limits : { milliseconds: timeout, processor: Number.POSITIVE_INFINITY, bytes };
    const work = this.newWork(budget, signal);
    return {
      next: (request) =>
        new Promise((resolve, reject) => {
          this.checkOpen();
          if (signal?.aborted) throw signal.reason;
          if (timeout === undefined) work.renew();
          this.supervise(work, signal, request, resolve, reject, false);
        }),
      end: () => work.finish(),
    };
  }

  private newWork(budget: WorkBudget, signal: AbortSignal | undefined): Work {
    const { giveWayAfter, goOn } = this.pacing;
    return new Work(budget, signal, giveWayAfter, signal && waitOf(signal), goOn);
  }

  /** Runs a call, or a piece of one, and rejects as soon as it is aborted or over its time. */
  private supervise<T>(
    work: Work,
    signal: AbortSignal | undefined,
    request: (work: Work) => Promise<T>,
    resolve: (answer: T) => void,
    reject: (reason: unknown) => void,
    isLast: boolean,
  ): void {
    const abort = signal && (() => reject(work.end(signal.reason)));
    if (abort) signal.addEventListener('abort', abort);
    this.watch(work, reject);
    this.count++;
    const leave = () => {
      if (abort) signal.removeEventListener('abort', abort);
      this.watched.delete(work);
      if (isLast) work.finish();
      this.leave();
    };
    // What throws at once rejects like what throws later.
    let answered: Promise<T>;
    try {
      answered = request(work);
    } catch (error) {
      answered = Promise.reject(error);
    }
    answered.then(
      (answer) => {
        leave();
        resolve(answer);
      },
      (error) => {
        leave();
        reject(error);
      },
    );
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
    if (this.timer === undefined) this.lookAgain();
  }

  private lookAgain(): void {
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
    if (this.watched.size > 0) this.lookAgain();
  };
}

function withTimeout(budget: WorkBudget, timeout: number): WorkBudget {
  return timeout < budget.milliseconds ? { ...budget, milliseconds: timeout } : budget;
}
