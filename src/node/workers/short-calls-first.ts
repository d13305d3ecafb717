import { LONG_MS } from './scheduler.js';

/** The longest that a long call waits for short calls in its thread, in milliseconds. */
const MOST_MS = 16;

/** A call that runs in this thread. */
export interface StartedCall {
  readonly began: number;
}

/**
 * Runs the short calls of a thread before its long ones. It is not enough that long calls yield: a short call that waits for the
 * file, or for its caller, would have to wait for a turn of the long call each time.
 */
export class ShortCallsFirst {
  private readonly calls: StartedCall[] = [];
  private readonly waiting = new Set<() => void>();

  begin(): StartedCall {
    const call = { began: performance.now() };
    this.calls.push(call);
    return call;
  }

  end(call: StartedCall): void {
    this.calls.splice(this.calls.indexOf(call), 1);
    if (this.waiting.size > 0 && !this.hasShort()) for (const goOn of this.waiting) goOn();
  }

  /**
   * Resolves when a call that has yielded may continue; undefined if it may at once.
   * @param used milliseconds for which the call has run
   */
  readonly goOn = (used: number): Promise<void> | undefined => {
    if (used < LONG_MS || !this.hasShort()) return undefined;
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, MOST_MS);
      this.waiting.add(goOn);
    });
  };

  private hasShort(): boolean {
    const now = performance.now();
    for (const { began } of this.calls) if (now - began < LONG_MS) return true;
    return false;
  }
}
