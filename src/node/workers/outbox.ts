import { packError } from './carried-errors.js';
import type { EndedCall, FromThread } from './messages.js';

/**
 * The answers that a thread sends: at once, or together with the next one where that is expected to be there at once. Each message wakes
 * the caller's thread, which on a busy machine interrupts one that works: docs/decisions/0100-two-answers-in-a-message.md.
 */
export class Outbox {
  private held: EndedCall | undefined = undefined;

  constructor(private readonly send: (message: FromThread) => void) {}

  /** @param mayWait whether the next call of the thread begins in the next turn of the event loop, and is expected to be tiny */
  add(call: EndedCall, mayWait: boolean): void {
    const { held } = this;
    if (held) {
      this.held = undefined;
      this.sendAll([held, call]);
    } else if (mayWait) {
      this.held = call;
      // After the beginning of that call, which may take longer than expected.
      setImmediate(this.flush);
    } else this.sendAll([call]);
  }

  /** Sends what is held. */
  readonly flush = () => {
    if (!this.held) return;
    const calls = [this.held];
    this.held = undefined;
    this.sendAll(calls);
  };

  /** An answer that cannot be sent, for lack of memory for example, fails its own call alone. */
  private sendAll(calls: readonly EndedCall[]): void {
    try {
      this.send({ kind: 'ended', calls });
    } catch (error) {
      if (calls.length > 1) for (const call of calls) this.sendAll([call]);
      else this.send({ kind: 'ended', calls: [{ call: calls[0].call, ran: calls[0].ran, error: packError(error) }] });
    }
  }
}
