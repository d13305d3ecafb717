import { type Call, checkCall } from '../../model/call.js';
import type { Answer, Task } from './messages.js';
import type { Callbacks } from './pending-call.js';
import type { Pool } from './pool.js';

/** Sends calls to the threads of a catalog. */
export class Caller {
  /** @param milliseconds the limit on every call */
  constructor(
    readonly pool: Pool,
    private readonly milliseconds: number,
  ) {}

  /** Runs a task for a caller. Rejects with ClosedError, ValidationError for an invalid call, and as `Pool.run`. */
  async call(given: Call | undefined, makeTask: () => Task, options: CallerOptions = {}): Promise<Answer> {
    this.pool.checkOpen();
    const { signal, timeout, client } = checkCall(given);
    if (signal?.aborted) throw signal.reason;
    const { limit = this.milliseconds, ...others } = options;
    const milliseconds = Math.min(limit, timeout ?? Number.POSITIVE_INFINITY);
    return this.pool.run({ task: makeTask(), signal, timeout, client, milliseconds, ...others });
  }
}

interface CallerOptions {
  /** The limit on this call, instead of the general one, in milliseconds. */
  readonly limit?: number;
  /** When its time began, if before this call. */
  readonly began?: number;
  readonly callbacks?: Callbacks;
  readonly thread?: number;
  readonly onPlaced?: (thread: number) => void;
}
