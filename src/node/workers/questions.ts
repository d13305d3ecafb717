import { packError, ThrownByCallback } from './carried-errors.js';
import type { FromThread, ToThread } from './messages.js';

interface Question {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

let nextQuestion = 1;

/** What a call asks the functions of its caller, in the caller's thread. */
export class Questions {
  private readonly open = new Map<number, Question>();
  private isClosed = false;
  private askedAt = 0;
  /** Milliseconds in which answers were waited for. */
  waited = 0;

  constructor(
    private readonly call: number,
    private readonly tell: (message: FromThread) => void,
  ) {}

  /** What a callback returns: whether it is true. Rejects where it throws, and where the call is stopped. */
  ask(callback: string, argument: unknown): Promise<boolean> {
    return this.put(callback, { argument });
  }

  /** The same with an error as its argument. */
  report(callback: string, error: unknown): Promise<boolean> {
    return this.put(callback, { argument: undefined, error: packError(error) });
  }

  private put(callback: string, said: Pick<Extract<FromThread, { kind: 'ask' }>, 'argument' | 'error'>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new Error('the call was stopped'));
      const question = nextQuestion++;
      if (this.open.size === 0) this.askedAt = performance.now();
      this.open.set(question, { resolve: resolve as Question['resolve'], reject });
      this.tell({ kind: 'ask', call: this.call, question, callback, ...said });
    });
  }

  told({ question, value, thrown }: Extract<ToThread, { kind: 'told' }>): void {
    const asked = this.open.get(question);
    if (!asked) return;
    this.open.delete(question);
    if (this.open.size === 0) this.waited += performance.now() - this.askedAt;
    if (thrown === undefined) asked.resolve(value);
    else asked.reject(new ThrownByCallback(thrown));
  }

  /** Nobody answers any more. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.open.values()) reject(new Error('the call was stopped'));
    this.open.clear();
  }
}
