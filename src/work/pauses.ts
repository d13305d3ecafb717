import { AbortedError } from '../model/errors.js';

/** A long computation goes on for about so long before it lets something else happen: a click, a signal, a timer. */
const MOST_MS = 50;

/** A long computation that may be left for a while at each step. */
export type Steps<T> = Generator<undefined, T>;

/** A computation that may also wait for something, such as a part of the file, which it yields. */
export type Task<T> = Generator<Promise<unknown> | undefined, T>;

/** The result of a promise, for which the task waits. */
export function* waitFor<T>(promise: Promise<T>): Task<T> {
  let result: { readonly value: T } | undefined;
  yield promise.then((value) => {
    result = { value };
  });
  return (result as unknown as { value: T }).value;
}

/** The result of a computation that nothing else waits for. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The pauses of a long computation, in which it also hears of its abort signal. */
export class Pauses {
  private last = performance.now();

  constructor(private readonly signal?: AbortSignal | undefined) {}

  /** @throws AbortedError */
  checkAborted(): void {
    if (this.signal?.aborted) throw new AbortedError(this.signal);
  }

  /** Pauses if it is time to. @throws AbortedError */
  async pause(): Promise<void> {
    this.checkAborted();
    if (performance.now() - this.last < MOST_MS) return;
    await turn();
    this.last = performance.now();
    this.checkAborted();
  }

  /** The result of a computation, with pauses between its steps. @throws AbortedError */
  async run<T>(task: Task<T>): Promise<T> {
    for (;;) {
      const step = task.next();
      if (step.done) return step.value;
      if (step.value) await step.value;
      if (performance.now() - this.last >= MOST_MS) await this.pause();
    }
  }
}

/** Where a platform has it, the quickest way to let the event loop turn. */
const { setImmediate: immediately = afterMessage } = globalThis as { setImmediate?: (callback: () => void) => void };

/** In browsers by a message, since they hold up the timers of pages in the background. */
function afterMessage(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
}

/** Those who wait for a turn, first come first served. */
const waiting: (() => void)[] = [];
let first = 0;

/**
 * A turn of the event loop. One of those who wait goes on in each turn: many long computations together hold up what else happens
 * no longer than one of them does.
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

/** The items of a source. Waiting for the next one ends as soon as `signal` is aborted. @throws AbortedError */
export async function* abortable<T>(source: AsyncIterable<T> | Iterable<T>, signal: AbortSignal | undefined): AsyncIterable<T> {
  if (!signal) {
    yield* source;
    return;
  }
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let abort = () => {};
  const heard = () => abort();
  signal.addEventListener('abort', heard);
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
    signal.removeEventListener('abort', heard);
    const ended = Promise.resolve(iterator.return?.());
    // What is waited for may never come: the source ends when it can.
    if (signal.aborted) ended.catch(() => {});
    else await ended;
  }
}
