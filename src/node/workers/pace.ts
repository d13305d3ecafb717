import { LONG_MS } from './scheduler.js';

/** A long call waits for short ones in its thread at most so long, in milliseconds; then it has its turn. */
const MOST_MS = 16;

/** A call that runs in this thread. */
export interface Pacer {
  readonly began: number;
}

/**
 * Lets short calls of a thread go before long ones. Giving way is not enough for that: a short call that waits for the file, or for its
 * caller, would get the thread back after a turn of the long call each time.
 */
export class Pace {
  private readonly calls = new Set<Pacer>();
  private readonly waiting = new Set<() => void>();

  begin(): Pacer {
    const call = { began: performance.now() };
    this.calls.add(call);
    return call;
  }

  end(call: Pacer): void {
    this.calls.delete(call);
    if (this.waiting.size > 0 && !this.hasShort()) for (const goOn of this.waiting) goOn();
  }

  /**
   * Until a call may go on that has given way; undefined if it may at once.
   * @param used milliseconds for which it has run
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
