import type { Collection } from '../../catalog/collection.js';
import type { PartCollection } from '../../catalog/parts.js';
import type { AskRequest, AskResponse, Interpretation } from '../../model/ask.js';
import { type Call, checkCall } from '../../model/call.js';
import type { FilterCompletion } from '../../model/completions.js';
import type { Part } from '../../model/documents.js';
import { WorkerFailedError } from '../../model/errors.js';
import type { Explanation } from '../../model/explanation.js';
import type { CollectionName } from '../../model/fields.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse } from '../../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../../model/similar.js';
import { packRequest } from './carried-requests.js';
import { unpackValue } from './carried-values.js';
import type { Answer, Method, Task } from './messages.js';
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
  readonly callbacks?: Callbacks;
  readonly thread?: number;
  readonly onPlaced?: (thread: number) => void;
}

/** A collection of a catalog whose requests run in worker threads. */
export class RemoteCollection<T extends object> implements Collection<T> {
  constructor(
    protected readonly caller: Caller,
    private readonly name: CollectionName,
  ) {}

  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined> {
    return this.value('get', [uid, directives], call) as Promise<T | undefined>;
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>> {
    return this.value('getMulti', [uids, directives], call) as Promise<Record<string, T>>;
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>> {
    return this.value('search', [request], call) as Promise<SearchResponse<T>>;
  }

  async searchText(request?: SearchRequest, call?: Call): Promise<string> {
    const answer = await this.caller.call(call, () => this.task('searchText', [request]));
    return (answer as Extract<Answer, { kind: 'text' }>).text;
  }

  protected async value(method: Method, args: readonly unknown[], call: Call | undefined): Promise<unknown> {
    const answer = await this.caller.call(call, () => this.task(method, args));
    return unpackValue((answer as Extract<Answer, { kind: 'value' }>).value);
  }

  private task(method: Method, args: readonly unknown[]): Task {
    return { kind: 'method', collection: this.name, method, args: packRequest(args) };
  }

  /** Requests the next batch while the caller uses the current one. */
  async *scan(request?: SearchRequest, call?: Call): AsyncIterable<T> {
    const scan = new RemoteScan(this.caller, this.name, request, call);
    try {
      let batch = await scan.first();
      for (;;) {
        const next = batch.isLast ? undefined : scan.next();
        // A rejection is thrown where it is awaited.
        next?.catch(() => {});
        for (const item of (await unpackValue(batch.items)) as T[]) {
          if (call?.signal?.aborted) throw call.signal.reason;
          yield item;
        }
        if (!next) return;
        batch = await next;
      }
    } finally {
      scan.end();
    }
  }
}

type Batch = Extract<Answer, { kind: 'batch' }>;

/** A scan, which stays in one thread. */
class RemoteScan {
  private readonly pool: Pool;
  private readonly began = performance.now();
  private readonly number: number;
  private seat = -1;
  private thread: unknown;
  private isOver = false;

  constructor(
    private readonly caller: Caller,
    private readonly collection: CollectionName,
    private readonly request: SearchRequest | undefined,
    private readonly given: Call | undefined,
  ) {
    this.pool = caller.pool;
    this.number = this.pool.numberScan();
  }

  first(): Promise<Batch> {
    const { number: scan, collection, request } = this;
    return this.batch(() => ({ kind: 'scan', scan, collection, request: packRequest(request) }));
  }

  next(): Promise<Batch> {
    return this.batch(() => ({ kind: 'scan-next', scan: this.number }));
  }

  private async batch(makeTask: () => Task): Promise<Batch> {
    const place = this.seat < 0 ? { onPlaced: this.placed } : { thread: this.livingSeat() };
    // The limit does not shorten a timeout that the caller set for the whole scan.
    const limit = typeof this.given?.timeout === 'number' ? { limit: Number.POSITIVE_INFINITY } : {};
    const answer = (await this.caller.call(this.rest(), makeTask, { ...place, ...limit })) as Batch;
    this.isOver = answer.isLast;
    return answer;
  }

  private readonly placed = (seat: number) => {
    this.seat = seat;
    this.thread = this.pool.threadAt(seat);
  };

  /** @throws WorkerFailedError if the scan's thread has ended */
  private livingSeat(): number {
    if (this.thread === this.pool.threadAt(this.seat)) return this.seat;
    this.isOver = true;
    throw new WorkerFailedError('it was running a scan, which cannot continue in another thread');
  }

  /** The call with the rest of the timeout, which applies to the whole scan. */
  private rest(): Call | undefined {
    const timeout = this.given?.timeout;
    if (this.seat < 0 || typeof timeout !== 'number') return this.given;
    return { ...this.given, timeout: Math.max(timeout - (performance.now() - this.began), Number.MIN_VALUE) };
  }

  /** Ends the scan in its thread if it has more records. */
  end(): void {
    if (this.isOver || this.seat < 0) return;
    if (this.thread === this.pool.threadAt(this.seat)) this.pool.endScan(this.number, this.seat);
  }
}

/** The parts of a catalog whose requests run in worker threads. */
export class RemoteParts extends RemoteCollection<Part> implements PartCollection {
  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.value('match', [request], call) as Promise<PartsMatchResponse>;
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.value('explain', [request, uid], call) as Promise<Explanation>;
  }

  interpret(text: string, call?: Call): Promise<Interpretation> {
    return this.value('interpret', [text], call) as Promise<Interpretation>;
  }

  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse> {
    return this.value('ask', [text, request], call) as Promise<AskResponse>;
  }

  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse> {
    return this.value('similar', [uid, request], call) as Promise<SimilarResponse>;
  }

  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]> {
    return this.value('completeFilter', [text, offset], call) as Promise<FilterCompletion[]>;
  }
}
