import type { Call } from '../../model/call.js';
import { WorkerFailedError } from '../../model/errors.js';
import type { CollectionName } from '../../model/fields.js';
import type { SearchRequest } from '../../model/requests.js';
import { onAbort } from '../../work/on-abort.js';
import { overTime } from '../../work/stopped.js';
import type { Caller } from './caller.js';
import { packRequest } from './carried-requests.js';
import { unpackValue } from './carried-values.js';
import type { Answer, Task } from './messages.js';

type Batch = Extract<Answer, { kind: 'batch' }>;

/** The records of a scan that runs in a thread. The next batch is requested while the caller uses the current one. */
export function scanRemotely<T>(
  caller: Caller,
  collection: CollectionName,
  request: SearchRequest | undefined,
  call: Call | undefined,
): AsyncIterable<T> {
  const scan = new RemoteScan(caller, collection, request, call);
  const records = recordsOf<T>(scan);
  abandoned.register(records, scan);
  return records;
}

/** Scans whose iterators are collected before their end, which their threads learn from this alone. */
const abandoned = new FinalizationRegistry<RemoteScan>((scan) => scan.end());

async function* recordsOf<T>(scan: RemoteScan): AsyncIterable<T> {
  try {
    let batch = await scan.first();
    for (;;) {
      const next = batch.isLast ? undefined : scan.next();
      // A rejection is thrown where it is awaited.
      next?.catch(() => {});
      for (const item of (await unpackValue(batch.items)) as T[]) {
        scan.check();
        yield item;
      }
      if (!next) return;
      batch = await next;
    }
  } finally {
    scan.end();
  }
}

/** A scan, which stays in one thread. It does not know its iterator, whose end it must not outlast. */
class RemoteScan {
  private began = Number.NaN;
  private readonly number: number;
  private seat = -1;
  private thread: unknown;
  private isOver = false;
  private forgetSignal: () => void = () => {};

  constructor(
    private readonly caller: Caller,
    private readonly collection: CollectionName,
    private readonly request: SearchRequest | undefined,
    private readonly call: Call | undefined,
  ) {
    this.number = caller.pool.numberScan();
  }

  async first(): Promise<Batch> {
    this.began = performance.now();
    const { number: scan, collection, request } = this;
    const batch = await this.batch(() => ({ kind: 'scan', scan, collection, request: packRequest(request) }));
    // While the caller uses a batch, no call of the pool watches the signal.
    if (this.call?.signal) this.forgetSignal = onAbort(this.call.signal, this.end);
    return batch;
  }

  next(): Promise<Batch> {
    return this.batch(() => ({ kind: 'scan-next', scan: this.number }));
  }

  /**
   * Checks the call between two records.
   * @throws the reason of its signal, or BudgetExceededError after its timeout, which applies to the whole scan
   */
  check(): void {
    const { signal, timeout } = this.call ?? {};
    if (signal?.aborted) throw signal.reason;
    if (typeof timeout !== 'number') return;
    const took = performance.now() - this.began;
    if (took > timeout) throw overTime({ limit: timeout, took, step: 'reading the documents of the answer' });
  }

  private async batch(makeTask: () => Task): Promise<Batch> {
    const place = this.seat < 0 ? { onPlaced: this.placed } : { thread: this.livingSeat() };
    // The limit does not shorten a timeout that the caller set for the whole scan.
    const whole = typeof this.call?.timeout === 'number' ? { limit: Number.POSITIVE_INFINITY, began: this.began } : {};
    const answer = (await this.caller.call(this.call, makeTask, { ...place, ...whole })) as Batch;
    this.isOver ||= answer.isLast;
    return answer;
  }

  private readonly placed = (seat: number) => {
    this.seat = seat;
    this.thread = this.caller.pool.threadAt(seat);
  };

  /** @throws WorkerFailedError if the scan's thread has ended */
  private livingSeat(): number {
    if (this.isInThread) return this.seat;
    throw new WorkerFailedError('it was running a scan, which cannot continue in another thread');
  }

  private get isInThread(): boolean {
    return this.seat >= 0 && this.thread === this.caller.pool.threadAt(this.seat);
  }

  /** Ends the scan in its thread if it has more records. */
  readonly end = (): void => {
    this.forgetSignal();
    if (!this.isOver && this.isInThread) this.caller.pool.endScan(this.number, this.seat);
    this.isOver = true;
  };
}
