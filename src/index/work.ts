import { pollOf } from '../model/call.js';
import { BudgetExceededError } from '../model/errors.js';
import { type Steps, turn } from './pauses.js';
import type { Scratch, ScratchPool } from './docset/scratch.js';

/** Units (rows, values, postings) that are worked off before the clock is looked at: well below a millisecond of any loop. */
const UNITS_PER_LOOK = 50_000;

/** A request gives way to the event loop when it has run for so long; docs/semantics.md, "Calls that end". */
const GIVE_WAY_MS = 8;

const NOT_COUNTED = Number.POSITIVE_INFINITY;

/** What a call may use up. */
export interface WorkBudget {
  /** Most milliseconds from its beginning to its end. */
  readonly milliseconds: number;
  /** Most milliseconds of a processor. */
  readonly processor: number;
  /** Most bytes of scratch and answer. */
  readonly bytes: number;
}

/** A budget without bounds. */
export const UNBOUNDED: WorkBudget = {
  milliseconds: Number.POSITIVE_INFINITY,
  processor: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};

/**
 * The work of one call: what it may still use up, when it gives way to others, and the scratch that it has been lent.
 *
 * Steps of the work call `spend` in their outer loops; where it returns true they yield, and `run` gives way. What is long only
 * seldom calls `check` now and then and cannot give way in between.
 */
export class Work {
  readonly began: number;
  /** What the call is doing, in words of the request. */
  step = 'reading the request';
  /** The clause that it is doing it for. */
  clause: string | undefined;
  private unitsLeft = UNITS_PER_LOOK;
  private turnEnds: number;
  /** Processor time of the stretches that have ended, and the beginning of this one. What waits for a file counts no time. */
  private used = 0;
  private stretchBegan = NOT_COUNTED;
  private answerBytes = 0;
  private ended: { readonly reason: unknown } | undefined;
  private readonly isAborted: (() => boolean) | undefined;
  private readonly lent = new Map<ScratchPool, Scratch>();

  /**
   * @param giveWayAfter milliseconds after which it gives way
   * @param waited milliseconds that count towards its time already
   * @param goOn whether it may go on when it has given way, and has used a processor for so many milliseconds; undefined: at once
   */
  constructor(
    readonly budget: WorkBudget,
    private readonly signal?: AbortSignal | undefined,
    private readonly giveWayAfter = GIVE_WAY_MS,
    waited = 0,
    private readonly goOn?: ((used: number) => Promise<void> | undefined) | undefined,
  ) {
    const now = performance.now();
    this.began = now - waited;
    this.turnEnds = now + giveWayAfter;
    this.isAborted = signal && pollOf(signal);
  }

  /** @throws the signal's reason, or BudgetExceededError, where the call has ended */
  check(): void {
    this.checkAt(performance.now());
  }

  private checkAt(now: number): void {
    if (this.ended) throw this.ended.reason;
    if (this.signal?.aborted) throw this.end(this.signal.reason);
    if (this.isAborted?.()) throw this.end(new DOMException('This operation was aborted', 'AbortError'));
    const { budget } = this;
    if (now - this.began > budget.milliseconds) throw this.end(this.overTime(now));
    if (this.used + now - this.stretchBegan > budget.processor) throw this.end(this.overProcessor(now));
  }

  /**
   * Tells of so many units of work; true where it is time to give way.
   * @throws as `check`
   */
  spend(units: number): boolean {
    this.unitsLeft -= units;
    return this.unitsLeft < 0 && this.look();
  }

  private look(): boolean {
    this.unitsLeft = UNITS_PER_LOOK;
    const now = performance.now();
    this.checkAt(now);
    return now >= this.turnEnds;
  }

  /** Whether it is time to give way. @throws as `check` */
  isDue(): boolean {
    return this.look();
  }

  /** Gives way if it is time to. @throws as `check` */
  async pause(): Promise<void> {
    if (this.isDue()) await this.giveWay();
  }

  /** Lets the event loop turn. @throws as `check` */
  async giveWay(): Promise<void> {
    const isCounted = this.leave();
    await turn();
    await this.goOn?.(this.used);
    this.turnEnds = performance.now() + this.giveWayAfter;
    if (isCounted) this.enter();
    this.check();
  }

  /** The result of some steps, giving way between them. @throws as `check` */
  async run<T>(steps: Steps<T>): Promise<T> {
    const isOutermost = this.enter();
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await this.giveWay();
      }
    } finally {
      if (isOutermost) this.leave();
    }
  }

  /** The result of a computation that needs no steps; its time is counted. */
  measure<T>(compute: () => T): T {
    const isOutermost = this.enter();
    try {
      return compute();
    } finally {
      if (isOutermost) this.leave();
    }
  }

  /** Begins to count processor time; false if it is counted already. */
  private enter(): boolean {
    if (this.stretchBegan !== NOT_COUNTED) return false;
    this.stretchBegan = performance.now();
    return true;
  }

  /** Ends to count processor time; false if it was not counted. */
  private leave(): boolean {
    if (this.stretchBegan === NOT_COUNTED) return false;
    this.used += performance.now() - this.stretchBegan;
    this.stretchBegan = NOT_COUNTED;
    return true;
  }

  /** Says what the call does next. */
  begin(step: string, clause?: string): void {
    this.step = step;
    this.clause = clause;
  }

  /** The scratch of a segment: the call's own until it ends. */
  scratch(pool: ScratchPool): Scratch {
    let scratch = this.lent.get(pool);
    if (!scratch) {
      scratch = pool.lend(this);
      this.lent.set(pool, scratch);
    }
    return scratch;
  }

  /** Takes note of bytes of the answer. @throws BudgetExceededError */
  hold(bytes: number): void {
    this.answerBytes += bytes;
    this.checkBytes();
  }

  /** Forgets bytes that were given away, as those of a scan are. */
  release(bytes: number): void {
    this.answerBytes -= bytes;
  }

  /** @throws BudgetExceededError where scratch and answer together are too large */
  checkBytes(): void {
    let bytes = this.answerBytes;
    for (const scratch of this.lent.values()) bytes += scratch.bytesLent;
    if (bytes > this.budget.bytes) throw this.end(this.over('bytes', this.budget.bytes, `needs more than ${this.budget.bytes} bytes`));
  }

  /** Ends the call: the next check throws the reason. Returns the reason. */
  end<T>(reason: T): T {
    this.ended ??= { reason };
    return reason;
  }

  /** Gives everything back that was lent. */
  finish(): void {
    for (const [pool, scratch] of this.lent) pool.takeBack(scratch);
    this.lent.clear();
  }

  /** The error of a call that has taken too long, if it has. */
  overdue(now: number): BudgetExceededError | undefined {
    return now - this.began > this.budget.milliseconds ? this.end(this.overTime(now)) : undefined;
  }

  private overTime(now: number): BudgetExceededError {
    const { milliseconds } = this.budget;
    return this.over('time', milliseconds, `takes longer than ${milliseconds} ms`, now);
  }

  private overProcessor(now: number): BudgetExceededError {
    const { processor } = this.budget;
    return this.over('time', processor, `needs a processor for longer than ${processor} ms`, now);
  }

  private over(budget: 'time' | 'bytes', limit: number, what: string, now = performance.now()): BudgetExceededError {
    const { step, clause } = this;
    const milliseconds = Math.round(now - this.began);
    const place = clause === undefined ? step : `${step}: ${clause}`;
    const message = `the request ${what}; it was stopped after ${milliseconds} ms (${place})`;
    return new BudgetExceededError(message, { budget, limit, milliseconds, step, clause });
  }

  /**
   * Refuses work that would surely take more than half of what there is.
   * @param milliseconds that it takes at least
   * @throws BudgetExceededError
   */
  refuseLongerThanHalf(milliseconds: number, step: string, clause?: string): void {
    const limit = Math.min(this.budget.milliseconds, this.budget.processor);
    if (!(milliseconds * 2 > limit)) return;
    const place = clause === undefined ? step : `${step}: ${clause}`;
    const least = Math.round(milliseconds);
    const message = `the request would take ${least} ms or more, and may take ${limit} ms; it was not begun (${place})`;
    throw this.end(new BudgetExceededError(message, { budget: 'time', limit, milliseconds: least, step, clause, estimated: true }));
  }
}
