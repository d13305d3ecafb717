import { type Call, checkCall, waitOf } from '../model/call.js';
import { ClosedError } from '../model/errors.js';
import { type Link, LinkedList } from '../work/linked-list.js';
import { onAbort } from '../work/on-abort.js';
import { type Task, turn, waitFor } from '../work/pauses.js';
import { UNBOUNDED, Work, type WorkBudget } from '../work/work.js';

const NO_CALL: Call = {};
/** What is done when the work of a call, or of a piece of one, has ended: that may be after it was rejected. */
type End = (work: Work) => void;

const finish: End = (work) => work.finish();
const rest: End = (work) => work.rest();

/** Calls that wait for a file, or for others, are looked at so often, in milliseconds. */
const WATCH_MS = 10;

/** How calls share their thread, if not as `Work` does by default. */
export interface Pacing {
  /** Milliseconds after which a call yields to others. */
  readonly giveWayAfter?: number;
  /** Resolves when a call that has yielded may continue, given the milliseconds for which it has run; undefined: at once. */
  readonly goOn?: (used: number) => Promise<void> | undefined;
}

/** A call that is answered in pieces. */
export interface CallInPieces {
  /** The next piece. Rejects as a whole call does. */
  next<T>(request: (work: Work) => Task<T>): Promise<T>;
  /**
   * Checks the call between two records of a piece: its caller may take long with each.
   * @throws the reason of its signal, or BudgetExceededError after its own timeout
   */
  check(): void;
  /** Gives back what was lent. */
  end(): void;
}

/** A call that runs, and how to reject it. */
interface Watched {
  readonly work: Work;
  readonly reject: (reason: unknown) => void;
}

/** The calls that run: each ends in time, closing waits for them, and later ones are refused. */
export class Running {
  private count = 0;
  private closed = false;
  private readonly waiting: (() => void)[] = [];
  private readonly watched = new LinkedList<Watched>();
  private timer: ReturnType<typeof setTimeout> | undefined = undefined;

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
   * ValidationError for an invalid call, with the reason of its signal, and with BudgetExceededError.
   * @param budget of a call that has a budget of its own
   */
  async answer<T>(call: Call | undefined, request: (work: Work) => Task<T>, budget = this.budget): Promise<T> {
    this.checkOpen();
    const { signal, timeout } = call === undefined ? NO_CALL : checkCall(call);
    if (signal?.aborted) throw signal.reason;
    const work = this.newWork(timeout === undefined ? budget : withTimeout(budget, timeout), signal);
    // What ends at once, as most calls do, takes one promise: that of this function.
    return this.perform(work, signal, request, finish);
  }

  /**
   * Runs a call, or a piece of one. What ends at once, as most calls do, needs no watching.
   * @throws what the request does before it waits or yields
   */
  private perform<T>(work: Work, signal: AbortSignal | undefined, request: (work: Work) => Task<T>, end: End): T | Promise<T> {
    let task: Task<T>;
    let first: IteratorResult<Promise<unknown> | undefined, T>;
    try {
      task = request(work);
      first = work.start(task);
    } catch (error) {
      end(work);
      throw error;
    }
    if (!first.done)
      return this.supervise(
        work,
        signal,
        work.goOnFrom(task, first).finally(() => end(work)),
      );
    end(work);
    return first.value;
  }

  /** The same of a request that is answered by promises, as those of the interfaces are. */
  answerAsync<T>(call: Call | undefined, request: (work: Work) => Promise<T>, budget = this.budget): Promise<T> {
    return this.answer(call, (work) => waitFor(request(work)), budget);
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
      next: async (request) => {
        this.checkOpen();
        if (signal?.aborted) throw signal.reason;
        if (timeout === undefined) work.renew();
        return this.perform(work, signal, request, rest);
      },
      check: () => {
        if (signal?.aborted) throw signal.reason;
        if (timeout !== undefined) work.check();
      },
      end: () => work.finish(),
    };
  }

  private newWork(budget: WorkBudget, signal: AbortSignal | undefined): Work {
    const { giveWayAfter, goOn } = this.pacing;
    return new Work(budget, signal, giveWayAfter, signal && waitOf(signal), goOn);
  }

  /** Rejects a call as soon as it is aborted or over its time, also while it waits for something that does not come. */
  private supervise<T>(work: Work, signal: AbortSignal | undefined, answer: Promise<T>): Promise<T> {
    this.count++;
    return new Promise<T>((resolve, reject) => {
      const forget = signal && onAbort(signal, () => reject(work.end(signal.reason)));
      const watched = this.watch(work, reject);
      const leave = () => {
        forget?.();
        this.watched.remove(watched);
        this.leave();
      };
      answer.finally(leave).then(resolve, reject);
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
    if (this.count === 0) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    // The callers have their answers before anything is closed.
    await turn();
  }

  private leave(): void {
    this.count--;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Rejects a call that is over its time even while it waits for something that does not come. */
  private watch(work: Work, reject: (reason: unknown) => void): Link<Watched> {
    if (this.timer === undefined) this.lookAgain();
    return this.watched.add({ work, reject });
  }

  private lookAgain(): void {
    this.timer = setTimeout(this.look, WATCH_MS);
    // A program with nothing else to do may end.
    if (typeof this.timer === 'object') this.timer.unref();
  }

  private readonly look = () => {
    this.timer = undefined;
    const now = performance.now();
    for (const { work, reject } of this.watched.values()) {
      const error = work.overdue(now);
      if (error) reject(error);
    }
    if (this.watched.size > 0) this.lookAgain();
  };
}

function withTimeout(budget: WorkBudget, timeout: number): WorkBudget {
  return timeout < budget.milliseconds ? { ...budget, milliseconds: timeout } : budget;
}
