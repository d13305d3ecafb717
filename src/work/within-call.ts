import { type Call, checkCall, isSignal, isTimeout, SIGNAL, TIMEOUT } from '../model/call.js';
import { AbortedError, BudgetExceededError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { onAbort } from './on-abort.js';
import { turn } from './pauses.js';
import { overTime } from './stopped.js';
import { withReason } from './with-reason.js';

/** Timers cannot be set for longer: they would end at once. */
export const MOST_TIMER_MS = 2 ** 31 - 1;

/** Builds and updates are not requests: their step says what they are. */
const SUBJECT = 'it';

/**
 * Runs what has no time budget but that of its call: updates, `compact`, `refresh` (time, 3).
 * @param step what it does, in words of the error
 * @param run ends with `AbortedError` when its signal is aborted
 * @throws ValidationError for an invalid call; the reason of the call's signal; BudgetExceededError after its timeout
 */
export async function withinCall<T>(
  given: Call | undefined,
  step: string,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const { signal, timeout } = checkCall(given);
  return withTimer({ signal, timeout, step }, (stop) => withReason(stop, () => run(stop)));
}

/** The option `timeout` of a build or a push. @throws ValidationError */
export function readTimeout(timeout: unknown): number | undefined {
  if (timeout === undefined || timeout === null || isTimeout(timeout)) return timeout ?? undefined;
  throw wrongArgument('timeout', TIMEOUT, timeout);
}

/** The option `signal` of a build or a push. @throws ValidationError */
function readSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || signal === null || isSignal(signal)) return signal ?? undefined;
  throw wrongArgument('signal', SIGNAL, signal);
}

/**
 * Runs a build. Unlike a call it ends with `AbortedError` for its signal (time, 2).
 * @throws ValidationError for an invalid signal or timeout; BudgetExceededError after it
 */
export async function withinTimeout<T>(
  { signal, timeout }: Pick<Call, 'signal' | 'timeout'>,
  step: string,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  return withTimer({ signal: readSignal(signal), timeout: readTimeout(timeout), step }, async (stop) => {
    try {
      return await run(stop);
    } catch (error) {
      const isOver = error instanceof AbortedError && stop?.reason instanceof BudgetExceededError;
      throw isOver ? stop.reason : error;
    }
  });
}

interface Timed {
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  readonly step: string;
}

/** Runs something with a signal that is aborted with the given one, and after a timeout. */
async function withTimer<T>(
  { signal, timeout = Number.POSITIVE_INFINITY, step }: Timed,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeout > MOST_TIMER_MS) return run(signal);
  const began = performance.now();
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  const forget = signal && onAbort(signal, abort);
  const timer = setTimeout(
    () => stop.abort(overTime({ limit: timeout, took: performance.now() - began, step }, SUBJECT)),
    timeout,
  );
  try {
    return await run(stop.signal);
  } finally {
    clearTimeout(timer);
    forget?.();
  }
}

/** The result of a promise, unless a signal is aborted first: then it rejects with the reason, and the promise goes on alone. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    forget();
  }
}

/** Milliseconds between two turns of the event loop: as of a request, since the requests between the steps may take as long. */
const GIVE_WAY_MS = 5;

/** The signal and the timeout of a call, for work that checks them between its steps. */
export class StepBounds {
  private readonly began = performance.now();
  private turned = this.began;
  private readonly call: Call;

  /** @throws ValidationError for an invalid call; the reason of its signal */
  constructor(
    given: Call | undefined,
    private readonly step: string,
  ) {
    this.call = checkCall(given);
    this.call.signal?.throwIfAborted();
  }

  /** @throws the reason of the signal; BudgetExceededError after the timeout */
  check(): void {
    const { signal, timeout = Number.POSITIVE_INFINITY } = this.call;
    signal?.throwIfAborted();
    const took = performance.now() - this.began;
    if (took > timeout) throw overTime({ limit: timeout, took, step: this.step }, SUBJECT);
  }

  /**
   * Checks, and yields if it is time to: quick requests leave no turn to a timer.
   * @returns undefined if it is not time to yield
   * @throws as `check`; the promise rejects with the same
   */
  pause(): Promise<void> | undefined {
    this.check();
    return performance.now() - this.turned < GIVE_WAY_MS ? undefined : this.giveWay();
  }

  private async giveWay(): Promise<void> {
    await turn();
    this.turned = performance.now();
    this.check();
  }
}
