import { ClosedError } from '../model/errors.js';

/** Counts the requests that run, so that closing can wait for them and refuse later ones. */
export class Running {
  private count = 0;
  private closed = false;
  private readonly waiting: (() => void)[] = [];

  /** @throws ClosedError after `close` */
  checkOpen(): void {
    if (this.closed) throw new ClosedError();
  }

  /** @throws ClosedError after `close` */
  async run<T>(request: () => Promise<T>): Promise<T> {
    this.checkOpen();
    this.count++;
    try {
      return await request();
    } finally {
      this.count--;
      if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  /** Refuses later requests and waits for those that run. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
