import { pollOf } from '../model/call.js';
import type { BudgetExceededError } from '../model/errors.js';
import type { WorkBudget } from './budget.js';
import { type Task, turn } from './pauses.js';
import { processorTime } from './processor-time.js';
import { overProcessor, overTime, refused, type StoppedCall, stopped } from './stopped.js';

export { UNBOUNDED, type WorkBudget } from './budget.js';

/** Units (rows, values, postings) of work between two looks at the clock: well below a millisecond in any loop. */
const UNITS_PER_LOOK = 50_000;

/** Milliseconds that a request runs before it yields to the event loop; docs/semantics.md, "Calls that end". */
const GIVE_WAY_MS = 5;

/** Memory that is lent to a call. */
export interface Loan {
  /** Bytes of it that the call holds now. */
  readonly bytesLent: number;
}

/** Lends memory to calls and takes it back when they end. */
export interface Lender<T extends Loan> {
  lend(work: Work): T;
  takeBack(loan: T): void;
}

/** A clause of a request, or a function that returns it. */
export type Clause = string | (() => string);

/** Milliseconds after which a call reads the processor's clock: reading it takes as long as a short call. */
const UNCLOCKED_MS = 20;

const NOT_BEGUN = Number.POSITIVE_INFINITY;

/** The reason that an ended call throws if some part of it continues. */
const FINISHED = { reason: new Error('the call has ended') };

const NO_LENDERS: Lender<Loan>[] = [];
const NO_LOANS: Loan[] = [];

/**
 * The work of one call: the budget that is left, when to yield to other calls, and the scratch that it holds.
 *
 * Steps of the work call `spend` in their outer loops. If it returns true they yield, and `run` lets the event loop turn. Code
 * that is rarely long calls `check` now and then; it cannot yield in between.
 */
export class Work {
  private began: number;
  /** What the call is doing, in words of the request. */
  step = 'reading the request';
  /** The clause that it is evaluating; formatted only if the call ends. */
  clause: Clause | undefined = undefined;
  private unitsLeft = UNITS_PER_LOOK;
  private turnEnds: number;
  /** Processor time of the stretches that have ended, and the beginning of this one. Waiting for a file counts no time. */
  private used = 0;
  private isCounting = false;
  private stretchBegan = NOT_BEGUN;
  private stretchClock = NaN;
  /** The processor's clock when the call began, once it is known. */
  private clockBegan = NaN;
  private answerBytes = 0;
  private kept: Set<object> | undefined = undefined;
  private ended: { readonly reason: unknown } | undefined = undefined;
  private readonly isAborted: (() => boolean) | undefined;
  /** From so many counted milliseconds of processor time on, all that the thread uses counts. */
  private readonly mostCounted: number;
  // Lists of their own once something is lent.
  private lenders: Lender<Loan>[] = NO_LENDERS;
  private loans: Loan[] = NO_LOANS;
  /** When the clock was read, if no stretch has begun since; reading it takes a good part of a short call. */
  private read: number;

  /**
   * @param giveWayAfter milliseconds after which it yields
   * @param waited milliseconds that count towards its time already
   * @param goOn whether it may continue after it has yielded, given the milliseconds of processor time used; undefined: at once
   */
  constructor(
    readonly budget: WorkBudget,
    readonly signal?: AbortSignal | undefined,
    private readonly giveWayAfter = GIVE_WAY_MS,
    waited = 0,
    private readonly goOn?: ((used: number) => Promise<void> | undefined) | undefined,
  ) {
    const now = performance.now();
    this.read = now;
    this.began = now - waited;
    this.turnEnds = now + giveWayAfter;
    this.isAborted = signal && pollOf(signal);
    this.mostCounted = budget.processor * (budget.countedShare ?? 1);
  }

  /** When the call began, as `performance.now()` counts; earlier if it waited before. */
  get started(): number {
    return this.began;
  }

  /** @throws the signal's reason, or BudgetExceededError, if the call has ended */
  check(): void {
    this.checkAt(performance.now());
  }

  private checkAt(now: number): void {
    if (this.ended) throw this.ended.reason;
    if (this.signal?.aborted) throw this.end(this.signal.reason);
    if (this.isAborted?.()) throw this.end(new DOMException('This operation was aborted', 'AbortError'));
    if (now - this.began > this.budget.milliseconds) throw this.end(this.overTime(now));
    if (this.used + now - this.stretchBegan <= this.mostCounted) return;
    if (this.isOver(this.used + this.stretch(now))) throw this.end(this.overProcessor(now));
  }

  /** Whether so much counted processor time is too much: with what the thread has used since the call began, which may be more than the call has. */
  private isOver(counted: number): boolean {
    const { processor } = this.budget;
    return counted > processor || (counted > this.mostCounted && !(processorTime() - this.clockBegan <= processor));
  }

  /**
   * Counts units of work. Returns true if it is time to yield.
   * @throws as `check`
   */
  spend(units: number): boolean {
    this.unitsLeft -= units;
    return this.unitsLeft < 0 && this.isDue();
  }

  /**
   * Whether it is time to yield.
   * @throws as `check`
   */
  isDue(): boolean {
    this.unitsLeft = UNITS_PER_LOOK;
    const now = performance.now();
    this.checkAt(now);
    return now >= this.turnEnds;
  }

  /**
   * Yields if it is time to.
   * @throws as `check`
   */
  async pause(): Promise<void> {
    if (this.isDue()) await this.giveWay();
  }

  /**
   * Lets the event loop turn.
   * @throws as `check`
   */
  async giveWay(): Promise<void> {
    const isCounted = this.leave();
    await turn();
    await this.goOn?.(this.used);
    this.turnEnds = performance.now() + this.giveWayAfter;
    if (isCounted) this.enter();
    this.check();
  }

  /**
   * The first stretch of a task. A task that neither yields nor waits, as most do, is done when this returns, and its time is not
   * counted unless `rest` is called. If it throws, the call is over. @throws as `check`
   */
  start<T>(task: Task<T>): IteratorResult<Promise<unknown> | undefined, T> {
    this.isCounting = true;
    this.stretchBegan = this.read >= 0 ? this.read : performance.now();
    this.stretchClock = this.clock();
    this.read = NaN;
    const step = task.next();
    if (!step.done) this.leave();
    return step;
  }

  /** Counts the time of a piece that was done when `start` returned. */
  rest(): void {
    this.leave();
  }

  /**
   * The result of a task. Yields between its steps, and waits when it waits.
   * @throws as `check`
   */
  async run<T>(task: Task<T>): Promise<T> {
    const isOutermost = this.enter();
    try {
      return await this.finishTask(task, task.next());
    } finally {
      if (isOutermost) this.leave();
    }
  }

  /**
   * The result of a task that has been started.
   * @param step what it has yielded
   */
  async goOnFrom<T>(task: Task<T>, step: IteratorResult<Promise<unknown> | undefined, T>): Promise<T> {
    try {
      return await this.finishTask(task, step);
    } finally {
      this.leave();
    }
  }

  private async finishTask<T>(task: Task<T>, begun: IteratorResult<Promise<unknown> | undefined, T>): Promise<T> {
    let step = begun;
    while (!step.done) {
      if (step.value === undefined) {
        await this.giveWay();
        this.enter();
        step = task.next();
      } else step = await this.wait(task, step.value);
    }
    return step.value;
  }

  /** Waits for what a task has yielded. The wait is not processor time. */
  private async wait<T>(task: Task<T>, awaited: Promise<unknown>): Promise<IteratorResult<Promise<unknown> | undefined, T>> {
    this.leave();
    let failure: { readonly error: unknown } | undefined;
    await awaited.catch((error) => {
      failure = { error };
    });
    this.check();
    this.enter();
    return failure ? task.throw((failure as { error: unknown }).error) : task.next();
  }

  /** The result of a computation without steps; its time is counted. */
  measure<T>(compute: () => T): T {
    const isOutermost = this.enter();
    try {
      return compute();
    } finally {
      if (isOutermost) this.leave();
    }
  }

  /**
   * Counts processor time that passed outside of `run` and `measure`, as in a library that calls back.
   * @throws as `check`
   */
  charge(milliseconds: number): void {
    this.used += milliseconds;
    this.check();
    if (this.isOver(this.used)) throw this.end(this.overProcessor(performance.now()));
  }

  /** Begins to count processor time; returns false if it is counted already. */
  private enter(): boolean {
    if (this.isCounting) return false;
    this.isCounting = true;
    this.stretchBegan = performance.now();
    this.stretchClock = this.clock();
    return true;
  }

  /** Stops counting processor time; returns false if it was not counted. */
  private leave(): boolean {
    if (!this.isCounting) return false;
    this.isCounting = false;
    this.used += this.stretch(performance.now());
    this.stretchBegan = NOT_BEGUN;
    return true;
  }

  /** The clock of the processor, if the call is a long one. */
  private clock(): number {
    if (!(this.used > UNCLOCKED_MS)) return NaN;
    const clock = processorTime();
    if (Number.isNaN(this.clockBegan)) this.clockBegan = clock - this.used;
    return clock;
  }

  private stretch(now: number): number {
    const passed = now - this.stretchBegan;
    // If others use the processor, the processor time is less than the time that has passed.
    return passed > 0 && this.stretchClock >= 0 ? Math.min(passed, processorTime() - this.stretchClock) : passed;
  }

  /** Records what the call does next. */
  begin(step: string, clause?: Clause): void {
    this.step = step;
    this.clause = clause;
  }

  /** The scratch of a segment: the call owns it until it ends. */
  scratch<T extends Loan>(pool: Lender<T>): T {
    if (this.ended) throw this.ended.reason;
    // A call has few scratches: one for each segment.
    const known = this.lenders.indexOf(pool as Lender<Loan>);
    if (known >= 0) return this.loans[known] as T;
    const loan = pool.lend(this);
    if (this.lenders === NO_LENDERS) {
      this.lenders = [];
      this.loans = [];
    }
    this.lenders.push(pool as Lender<Loan>);
    this.loans.push(loan);
    return loan;
  }

  /** Holds an object until the call ends: what is forgotten when nobody holds it stays. */
  keep(object: object): void {
    this.kept ??= new Set();
    this.kept.add(object);
  }

  /** Bytes of the answer so far. */
  get held(): number {
    return this.answerBytes;
  }

  /**
   * Adds bytes of the answer.
   * @throws BudgetExceededError
   */
  hold(bytes: number): void {
    this.answerBytes += bytes;
    this.checkBytes();
  }

  /** Subtracts bytes that the call no longer holds, such as those of a scan. */
  release(bytes: number): void {
    this.answerBytes -= bytes;
  }

  /** @throws BudgetExceededError if scratch and answer together are too large */
  checkBytes(): void {
    let bytes = this.answerBytes;
    for (const loan of this.loans) bytes += loan.bytesLent;
    const most = this.budget.bytes;
    if (bytes <= most) return;
    throw this.end(stopped('bytes', `the request needs more than ${most} bytes`, this.stoppedAt(performance.now(), most)));
  }

  /** Restores the full time of the call, for its next piece. */
  renew(): void {
    this.read = performance.now();
    this.began = this.read;
    this.used = 0;
    this.clockBegan = NaN;
  }

  /** Ends the call: the next check throws the reason. Returns the reason. */
  end<T>(reason: T): T {
    this.ended ??= { reason };
    return reason;
  }

  /** Returns everything that was lent. If another part of the call has failed, the remaining parts end at their next check. */
  finish(): void {
    this.ended ??= FINISHED;
    const { lenders, loans } = this;
    this.kept = undefined;
    this.lenders = NO_LENDERS;
    this.loans = NO_LOANS;
    for (let i = 0; i < loans.length; i++) lenders[i].takeBack(loans[i]);
  }

  /** The error of a call that has taken too long, if it has. */
  overdue(now: number): BudgetExceededError | undefined {
    return now - this.began > this.budget.milliseconds ? this.end(this.overTime(now)) : undefined;
  }

  private overTime(now: number): BudgetExceededError {
    return overTime(this.stoppedAt(now, this.budget.milliseconds));
  }

  private overProcessor(now: number): BudgetExceededError {
    return overProcessor(this.stoppedAt(now, this.budget.processor));
  }

  private stoppedAt(now: number, limit: number): StoppedCall {
    const clause = typeof this.clause === 'function' ? this.clause() : this.clause;
    return { limit, took: now - this.began, step: this.step, clause };
  }

  /** Whether work of this many milliseconds fits half of the budget. */
  isShorterThanHalf(milliseconds: number): boolean {
    return milliseconds * 2 <= Math.min(this.budget.milliseconds, this.budget.processor);
  }

  /**
   * Rejects work before it begins.
   * @param least milliseconds that it takes at least
   * @throws BudgetExceededError
   */
  refuse(least: number, step: string, clause?: string): never {
    throw this.end(refused(Math.min(this.budget.milliseconds, this.budget.processor), least, step, clause));
  }
}
