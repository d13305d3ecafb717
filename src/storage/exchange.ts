/** Longer than timers count: about 25 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A request and its answer, which can be ended at any time, and are when nothing has come for too long. */
export class Exchange {
  /** Why it has ended early, if it has. */
  failure: unknown;
  private readonly stopper = new AbortController();
  /** Rejects at the end: whoever sends the request may not look at the signal. */
  private readonly ended: Promise<never>;
  private reject!: (failure: unknown) => void;
  private isEnded = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param timeout milliseconds without a byte after which it ends; 0 or Infinity for none
   * @param silence makes the error of that end
   */
  constructor(
    private readonly timeout: number,
    private readonly silence: () => Error,
  ) {
    this.ended = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.ended.catch(() => {});
    this.heard();
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.stopper.signal;
  }

  /** What is awaited of it, unless it ends before. */
  within<T>(awaited: Promise<T>): Promise<T> {
    return Promise.race([awaited, this.ended]);
  }

  /** The body of an answer, of which each piece is heard. */
  hearing(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.heard();
    const ear = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, out) => {
        this.heard();
        out.enqueue(piece);
      },
    });
    return body.pipeThrough(ear, { signal: this.signal });
  }

  /** Ends it: nothing more is awaited of it. */
  end(failure?: unknown): void {
    this.failure ??= failure;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.reject(failure);
    this.stopper.abort(failure);
  }

  private heard(): void {
    clearTimeout(this.timer);
    if (this.isEnded || this.timeout === 0 || this.timeout > LONGEST_TIMER) return;
    this.timer = setTimeout(() => this.end(this.silence()), this.timeout);
  }
}
