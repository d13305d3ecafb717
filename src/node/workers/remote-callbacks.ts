import { packError, ThrownByCallback } from './carried-errors.js';
import type { FromThread, ToThread } from './messages.js';

interface PendingCallback {
  resolve(value: boolean): void;
  reject(error: unknown): void;
}

type CallbackMessage = Extract<FromThread, { kind: 'callback' }>;

let nextCallback = 1;

/** Calls the callbacks of one call, which run in its caller's thread. */
export class RemoteCallbacks {
  /** Made with the first of them: most calls have none. */
  private pending: Map<number, PendingCallback> | undefined = undefined;
  private isClosed = false;
  private waitingSince = 0;
  /** Milliseconds spent waiting for callbacks. */
  waited = 0;

  constructor(
    private readonly call: number,
    private readonly send: (message: FromThread) => void,
  ) {}

  /** Calls a callback; returns whether its result is true. Rejects if the callback throws or the call is stopped. */
  run(name: string, argument: unknown): Promise<boolean> {
    return this.request(name, { argument });
  }

  /** The same with an error as the argument. */
  report(name: string, error: unknown): Promise<boolean> {
    return this.request(name, { argument: undefined, error: packError(error) });
  }

  private request(name: string, passed: Pick<CallbackMessage, 'argument' | 'error'>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new Error('the call was stopped'));
      const id = nextCallback++;
      this.pending ??= new Map();
      if (this.pending.size === 0) this.waitingSince = performance.now();
      this.pending.set(id, { resolve, reject });
      this.send({ kind: 'callback', call: this.call, id, name, ...passed });
    });
  }

  /** Settles the callback with this id, if it belongs to this call. */
  settle({ id, value, thrown }: Extract<ToThread, { kind: 'callback-result' }>): void {
    const pending = this.pending?.get(id);
    if (!this.pending || !pending) return;
    this.pending.delete(id);
    if (this.pending.size === 0) this.waited += performance.now() - this.waitingSince;
    if (thrown === undefined) pending.resolve(value as boolean);
    else pending.reject(new ThrownByCallback(thrown));
  }

  /** The call was stopped: rejects pending callbacks, and all later ones. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.pending?.values() ?? []) reject(new Error('the call was stopped'));
    this.pending?.clear();
  }
}
