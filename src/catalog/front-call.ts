import { type Admission, readAdmission } from '../model/admission.js';
import { type Call, checkCall, pollOf } from '../model/call.js';
import { BudgetExceededError } from '../model/errors.js';
import { onAbort } from '../work/on-abort.js';
import { overTime } from '../work/stopped.js';
import { MOST_TIMER_MS } from '../work/within-call.js';
import type { Catalog } from './catalog.js';
import { internalsOf } from './internals.js';

/** A response with a status other than 200. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whole seconds until the client may try again, where that is known. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** The headers that the response has besides those of its body. */
  get headers(): Record<string, string> {
    return this.retryAfter === undefined ? {} : { 'retry-after': String(this.retryAfter) };
  }
}

/** The catalog of an interface, or the server's function that returns it. */
export type CatalogProvider = Catalog | (() => Catalog | Promise<Catalog>);

/** The catalog for a request. A function that returns something else is a fault of the server. */
export function currentCatalog(provider: CatalogProvider): Catalog | Promise<Catalog> {
  return typeof provider === 'function' ? providedCatalog(provider) : provider;
}

async function providedCatalog(provider: () => Catalog | Promise<Catalog>): Promise<Catalog> {
  const catalog = await provider();
  try {
    internalsOf(catalog);
    return catalog;
  } catch (cause) {
    throw new Error('the function passed as catalog did not return a catalog', { cause });
  }
}

/**
 * A call of an interface that asks functions of the embedding program before a catalog answers it: a rate limiter, a list of keys.
 * They take no part in the work of the call, but its signal and its timeout bound how long it waits for them.
 */
export class FrontCall {
  private readonly began = performance.now();
  /** The timeout of what `rest` has returned. */
  private left: number | undefined = undefined;

  private constructor(private readonly call: Call) {}

  /** @throws ValidationError for an invalid call; the reason of the signal if it is aborted already */
  static begin(given: Call | null | undefined): FrontCall {
    const { signal, timeout, client } = given ?? {};
    const call = checkCall({ signal, timeout, client });
    if (call.signal?.aborted) throw call.signal.reason;
    return new FrontCall(call);
  }

  /** Whether its signal has been aborted. */
  get isAborted(): boolean {
    const { signal } = this.call;
    return signal !== undefined && (signal.aborted || pollOf(signal)?.() === true);
  }

  /** The error to reject with: the reason of a call that was aborted, whatever it is, else `error`. */
  rejection(error: unknown): unknown {
    const { signal } = this.call;
    return signal?.aborted ? signal.reason : error;
  }

  /**
   * What a function of the embedding program answers.
   * Rejects with what it throws, with the reason of the signal as soon as that is aborted, and, where a step is named, with
   * BudgetExceededError when the call's timeout has passed.
   * @param step what is waited for, in words of the request; without it the timeout does not count
   */
  async wait<T>(ask: () => T | Promise<T>, step?: string): Promise<T> {
    const { signal } = this.call;
    if (signal?.aborted) throw signal.reason;
    const answer = ask();
    if (isPromise(answer)) return this.waitFor(answer, step);
    // Most servers know their keys, and have one catalog: nothing is to be waited for.
    if (signal?.aborted) throw signal.reason;
    return answer;
  }

  private waitFor<T>(answer: PromiseLike<T>, step: string | undefined): Promise<T> {
    const { signal, timeout } = this.call;
    const isTimed = step !== undefined && timeout !== undefined && timeout <= MOST_TIMER_MS;
    return new Promise<T>((resolve, reject) => {
      const abort = () => reject((signal as AbortSignal).reason);
      const expire = () => reject(this.overdue(step as string));
      const forget = signal && onAbort(signal, abort);
      const timer = isTimed ? setTimeout(expire, Math.max(0, timeout - this.elapsed)) : undefined;
      const settle = () => {
        forget?.();
        clearTimeout(timer);
      };
      Promise.resolve(answer).finally(settle).then(resolve, reject);
      // The program may have aborted the call while it was asked; the handlers of the answer stay, so that no rejection is unhandled.
      if (signal?.aborted) abort();
    });
  }

  /**
   * Asks the server whether to admit a request.
   * @param admit admits everything if it is absent
   * @throws Refusal with status 429; Error for an answer that is not an admission, a fault of the server
   */
  async admit<Client>(admit: ((client: Client) => Admission | Promise<Admission>) | undefined, client: Client): Promise<void> {
    if (!admit) return;
    const admission = await this.wait(() => admit(client), 'waiting to be admitted');
    if (admission === true) return;
    const { admitted, message, retryAfter } = readAdmission(admission);
    if (admitted) return;
    throw new Refusal(429, message ?? 'too many requests; try again later', retryAfter);
  }

  /** Reports an unexpected error to the server. If its callback fails too, or takes longer than the call may, there is nowhere to report that. */
  async report(onError: ((error: unknown) => void | Promise<void>) | undefined, error: unknown): Promise<void> {
    try {
      await this.wait(() => onError?.(error), 'reporting an error');
    } catch {
      if (this.isAborted) throw this.rejection(error);
    }
  }

  /** The call that is left for the catalog. @throws BudgetExceededError where no time is */
  rest(): Call {
    const { timeout } = this.call;
    if (timeout === undefined || this.elapsed < 1) return this.call;
    const left = Math.round(timeout - this.elapsed);
    if (left <= 0) throw this.overdue('waiting to be admitted');
    this.left = left;
    return { ...this.call, timeout: left };
  }

  /** The same error; where the catalog has used up what was left of the timeout, it names the whole of it. */
  inWhole(error: unknown): unknown {
    if (!(error instanceof BudgetExceededError) || error.budget !== 'time' || error.estimated) return error;
    if (error.limit !== this.left) return error;
    const { step, clause } = error;
    return overTime({ limit: this.call.timeout as number, took: this.elapsed, step, clause });
  }

  private get elapsed(): number {
    return performance.now() - this.began;
  }

  private overdue(step: string): BudgetExceededError {
    return overTime({ limit: this.call.timeout as number, took: this.elapsed, step });
  }
}

/** As `await` decides it. */
function isPromise<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return typeof (answer as PromiseLike<T> | undefined | null)?.then === 'function';
}
