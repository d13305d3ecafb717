import { setTimeout as wait } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { CompressionGate } from '../compression-gate.js';
import type { FromThread, ThreadData, ToThread } from './messages.js';
import type { SectionReader } from './section-registry.js';

/** Listeners to the messages and the end of a thread. */
export interface ThreadListener {
  onMessage(message: FromThread): void;
  /** It has ended by itself. */
  onEnd(reason: string, cause: unknown): void;
}

/** Options for starting threads. */
export interface ThreadStart {
  readonly script: URL;
  readonly data: Omit<ThreadData, 'gate'>;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Called with each thread that is started: tests use it to end one. */
  readonly onStart?: ((worker: Worker) => void) | undefined;
}

/** A thread that answers requests, as the caller's thread sees it. */
export class Thread implements SectionReader {
  private readonly worker: Worker;
  private readonly gate = new CompressionGate();
  private failure: unknown;
  /** The listeners are removed. */
  private isOver = false;
  private hasExited = false;

  constructor({ script, data, resourceLimits, onStart }: ThreadStart, listener: ThreadListener) {
    this.gate.endsWithProcess = true;
    this.worker = new Worker(script, {
      // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
      execArgv: [],
      name: 'partdex',
      workerData: { ...data, gate: this.gate.state } satisfies ThreadData,
      ...(resourceLimits && { resourceLimits }),
    });
    this.worker.on('message', (message: FromThread) => {
      if (!this.isOver) listener.onMessage(message);
    });
    this.worker.on('messageerror', (error) => {
      // A message could not be allocated: its receiver must not wait for ever.
      this.failure ??= error;
      void this.terminate();
    });
    this.worker.on('error', (error) => {
      this.failure ??= error;
    });
    this.worker.on('exit', (status) => {
      this.hasExited = true;
      this.gate.endsWithProcess = false;
      if (this.isOver) return;
      this.isOver = true;
      listener.onEnd(reasonOf(this.failure, status), this.failure);
    });
    // After the listeners, which would keep the process waiting for the thread.
    this.worker.unref();
    onStart?.(this.worker);
  }

  /** @throws DataCloneError, or RangeError if there is no memory for the message */
  send(message: ToThread): void {
    this.worker.postMessage(message);
  }

  give(name: string, buffer: SharedArrayBuffer): void {
    this.send({ kind: 'section', name, buffer });
  }

  load(name: string): void {
    this.send({ kind: 'section', name });
  }

  /** Whether the process waits for this thread before it exits. */
  set keepsProcess(keeps: boolean) {
    if (keeps) this.worker.ref();
    else this.worker.unref();
  }

  /** Ends the thread and drops its remaining work. */
  end(): Promise<void> {
    this.isOver = true;
    return this.terminate();
  }

  private async terminate(): Promise<void> {
    // Its end is awaited.
    this.worker.ref();
    this.gate.close();
    while (this.gate.isBusy && !this.hasExited) await wait(1);
    await this.worker.terminate();
  }
}

function reasonOf(failure: unknown, status: number): string {
  if (failure === undefined) return `it was ended with status ${status}`;
  if ((failure as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it ran out of memory';
  return failure instanceof Error ? failure.message : String(failure);
}
