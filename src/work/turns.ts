import { unlessAborted } from './within-call.js';

/** Work of which each piece begins when all before it have ended. */
export class Turns {
  /** Resolves when all that was asked for has ended. */
  ended: Promise<void> = Promise.resolve();

  /**
   * Runs after all that was asked for before.
   * @throws the reason of the signal, also while it waits for its turn; what `run` throws
   */
  take<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const before = this.ended;
    const taken = unlessAborted(before, signal).then(() => {
      signal?.throwIfAborted();
      return run();
    });
    const settled = taken.then(
      () => {},
      () => {},
    );
    // One that waits no more lets nobody pass the one that runs.
    this.ended = before.then(() => settled);
    return taken;
  }
}
