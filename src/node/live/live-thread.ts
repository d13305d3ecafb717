import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ClosedError, WorkerFailedError } from '../../model/errors.js';
import { invalid, wrongArgument } from '../../model/issues.js';
import { CompressionGate } from '../compression-gate.js';

/** In the same folder as the code that starts it, which may be an entry or a chunk of the built package. */
const SCRIPT = new URL('./live-worker.js', import.meta.url);
const MOST_WORKERS = 128;
/** One merges segments, another one writes those of updates. */
const USUAL_WORKERS = 2;

/** How the threads of a live catalog are started; tests override it. */
export interface ThreadStart {
  readonly script: URL;
  /** Whether a thread writes the segments of updates, beside the one that merges. */
  readonly writesUpdates: boolean;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Called with each thread that is started. */
  readonly onStart?: ((worker: Worker) => void) | undefined;
  /** Milliseconds without an update after which small segments are merged; 0: never. Default 1000. */
  readonly settling?: number | undefined;
  /** Parts for which no thread is started, to merge them (except by `compact`) or to write them. Default 128 and 4. */
  readonly few?: number | undefined;
}

/** After so long without work a thread ends: it takes about 40 MB. Until then its code is compiled, which takes longer than most work. */
const IDLE_MS = 30_000;

/** The data for starting a thread. */
export interface ThreadData {
  readonly gate: Int32Array<SharedArrayBuffer>;
}

/**
 * How threads are started: undefined where all runs in the caller's thread.
 * @throws ValidationError for an invalid number of threads, and for one above 0 without their script
 */
export function threadStart(workers: unknown, { script = SCRIPT, ...start }: Partial<ThreadStart>): ThreadStart | undefined {
  const isCount = typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= MOST_WORKERS;
  if (workers !== undefined && !isCount) throw wrongArgument('workers', `an integer between 0 and ${MOST_WORKERS}`, workers);
  if (workers === 0) return undefined;
  const writesUpdates = (workers ?? USUAL_WORKERS) >= USUAL_WORKERS;
  if (script.protocol === 'file:' && existsSync(fileURLToPath(script))) return { script, writesUpdates, ...start };
  if (workers === undefined) return undefined;
  const text = `: the script of the threads is not at "${script.href}"; use the built package, and keep its files together`;
  throw invalid('wrong_type', ['workers'], text, { found: script.href });
}

/** What becomes of a thread. */
export interface ThreadEvents<M> {
  onMessage(message: M): void;
  /** Called where it can send nothing more. */
  onEnd(error: unknown): void;
}

/** A thread, until it ends. */
class LiveThread<M> {
  readonly worker: Worker;
  private readonly gate = new CompressionGate();
  private hasExited = false;

  constructor({ script, resourceLimits, onStart }: ThreadStart, name: string, { onMessage, onEnd }: ThreadEvents<M>) {
    this.gate.endsWithProcess = true;
    this.worker = new Worker(script, {
      // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
      execArgv: [],
      name,
      workerData: { gate: this.gate.state } satisfies ThreadData,
      ...(resourceLimits && { resourceLimits }),
    });
    let failure: Error | undefined;
    this.worker.on('message', onMessage);
    this.worker.on('messageerror', onEnd);
    this.worker.on('error', (error: Error) => {
      failure = error;
    });
    this.worker.on('exit', (status) => {
      this.hasExited = true;
      this.gate.endsWithProcess = false;
      onEnd(new WorkerFailedError(failure?.message ?? `it was ended with status ${status}`, failure && { cause: failure }));
    });
    onStart?.(this.worker);
  }

  /** Ends the thread, whatever it does. */
  async terminate(): Promise<void> {
    this.gate.close();
    while (this.gate.isBusy && !this.hasExited) await wait(1);
    await this.worker.terminate();
  }
}

/** A thread of a live catalog: started on first use, and again after it has ended. */
export class KeptThread<M> {
  private thread: LiveThread<M> | undefined = undefined;
  private idle: NodeJS.Timeout | undefined = undefined;

  constructor(
    private readonly start: ThreadStart,
    private readonly name: string,
    private readonly events: ThreadEvents<M>,
  ) {}

  /** The thread, which the process waits for until it rests. */
  use(): Worker {
    clearTimeout(this.idle);
    this.thread ??= this.started();
    this.thread.worker.ref();
    return this.thread.worker;
  }

  private started(): LiveThread<M> {
    const thread: LiveThread<M> = new LiveThread<M>(this.start, this.name, {
      onMessage: (message) => {
        if (this.thread === thread) this.events.onMessage(message);
      },
      onEnd: (error) => {
        if (this.thread !== thread) return;
        this.thread = undefined;
        this.events.onEnd(error);
      },
    });
    return thread;
  }

  /** Sends a message, if the thread is there. */
  post(message: unknown, transferred: readonly ArrayBufferLike[] = []): void {
    this.thread?.worker.postMessage(message, transferred as ArrayBuffer[]);
  }

  /** Lets the process end if nothing else runs, and the thread if nothing comes. */
  rest(): void {
    clearTimeout(this.idle);
    if (!this.thread) return;
    this.thread.worker.unref();
    this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  /** Ends the thread and drops its work. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    if (!thread) return;
    this.thread = undefined;
    this.events.onEnd(new ClosedError());
    await thread.terminate();
  }
}
