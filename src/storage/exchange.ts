/** Timers do not count further: about 25 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** An HTTP request and its response. It can be ended at any time, and ends itself when no byte arrives for too long. */
export class Exchange {
  /** Why it ended early; undefined if it did not. */
  failure: unknown;
  private readonly controller = new AbortController();
  /** Rejects when the exchange ends: a `fetch` of the caller's own may ignore the signal. */
  private readonly ended: Promise<never>;
  private reject!: (failure: unknown) => void;
  private isEnded = false;
  private timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /**
   * @param idleTimeout milliseconds without a byte after which the exchange ends; 0 or Infinity for none
   * @param timeoutError creates the error of that end
   */
  constructor(
    private readonly idleTimeout: number,
    private readonly timeoutError: () => Error,
  ) {
    this.ended = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.ended.catch(() => {});
    this.restartTimer();
  }

  /** Aborted when the exchange ends. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The result of a step of the exchange; rejects if the exchange ends before. */
  within<T>(step: Promise<T>): Promise<T> {
    return Promise.race([step, this.ended]);
  }

  /** The body of the response; each chunk that passes restarts the idle timeout. */
  watched(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.restartTimer();
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, out) => {
        this.restartTimer();
        out.enqueue(chunk);
      },
    });
    return body.pipeThrough(watch, { signal: this.signal });
  }

  /** Ends the exchange and rejects its pending steps. */
  end(failure?: unknown): void {
    this.failure ??= failure;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.reject(failure);
    this.controller.abort(failure);
  }

  private restartTimer(): void {
    clearTimeout(this.timer);
    if (this.isEnded || this.idleTimeout === 0 || this.idleTimeout > LONGEST_TIMER) return;
    this.timer = setTimeout(() => this.end(this.timeoutError()), this.idleTimeout);
  }
}
