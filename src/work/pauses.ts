import { AbortedError } from '../model/errors.js';
import { onAbort } from './on-abort.js';

/** Milliseconds that a long computation runs before it lets the event loop turn: for a click, a signal, a timer. */
const MOST_MS = 10;

/** A long computation, which may pause at each step. */
export type Steps<T> = Generator<undefined, T>;

/** A computation that may also wait, for example for a part of the file: it yields the promise. */
export type Task<T> = Generator<Promise<unknown> | undefined, T>;

/** The result of a promise that the task waits for. */
export function* waitFor<T>(promise: Promise<T>): Task<T> {
  let result: { readonly value: T } | undefined;
  yield promise.then((value) => {
    result = { value };
  });
  return (result as unknown as { value: T }).value;
}

/** The result of a computation that runs without pauses. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The pauses of a long computation. Each of them checks its abort signal. */
export class Pauses {
  private last = performance.now();

  constructor(private readonly signal?: AbortSignal | undefined) {}

  /** @throws AbortedError */
  checkAborted(): void {
    if (this.signal?.aborted) throw new AbortedError(this.signal);
  }

  /**
   * Pauses if it is time to.
   * @throws AbortedError
   */
  async pause(): Promise<void> {
    this.checkAborted();
    if (performance.now() - this.last < MOST_MS) return;
    await turn();
    this.last = performance.now();
    this.checkAborted();
  }

  /**
   * The result of a computation, with pauses between its steps.
   * @throws AbortedError
   */
  async run<T>(task: Task<T>): Promise<T> {
    for (;;) {
      const step = task.next();
      if (step.done) return step.value;
      if (step.value) await step.value;
      if (performance.now() - this.last >= MOST_MS) await this.pause();
    }
  }
}

/** The fastest way to let the event loop turn, if the platform has it. */
const { setImmediate: immediately = afterMessage } = globalThis as { setImmediate?: (callback: () => void) => void };

/** By a message in browsers, because they delay the timers of background pages. */
function afterMessage(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
}

/** Callers that wait for a turn, first come, first served. */
const waiting: (() => void)[] = [];
let first = 0;

/**
 * Waits for a turn of the event loop. Only one caller continues in each turn, so several long computations together block the event
 * loop no longer than one does.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length - first === 1) immediately(letGo);
  });
}

function letGo(): void {
  const resolve = waiting[first++];
  if (first === waiting.length) first = waiting.length = 0;
  else immediately(letGo);
  resolve();
}

/**
 * The items of a source. Aborting `signal` ends the wait for the next item.
 * @throws AbortedError
 */
export async function* abortable<T>(source: AsyncIterable<T> | Iterable<T>, signal: AbortSignal | undefined): AsyncIterable<T> {
  if (!signal) {
    yield* source;
    return;
  }
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let abort = () => {};
  const forget = onAbort(signal, () => abort());
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        abort = () => reject(new AbortedError(signal));
        if (signal.aborted) abort();
        else Promise.resolve(iterator.next()).then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    forget();
    const ended = Promise.resolve(iterator.return?.());
    // The pending item may never come: the source ends when it can.
    if (signal.aborted) ended.catch(() => {});
    else await ended;
  }
}
