import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { SnapshotSegment } from '../../catalog/snapshot/state.js';
import type { MergedState } from '../../live/merge-segments.js';
import { AbortedError, ClosedError, WorkerFailedError } from '../../model/errors.js';
import { invalid, wrongArgument } from '../../model/issues.js';
import { CompressionGate } from '../compression-gate.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';

/** In the same folder as the code that starts it, which may be an entry or a chunk of the built package. */
const SCRIPT = new URL('./merge-worker.js', import.meta.url);
const MOST_WORKERS = 128;

/** How a thread that merges is started; tests override it. */
export interface MergeStart {
  readonly script: URL;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Called with each thread that is started. */
  readonly onStart?: ((worker: Worker) => void) | undefined;
  /** Milliseconds without an update after which small segments are merged; 0: never. Default 1000. */
  readonly settling?: number | undefined;
  /** Parts for whose merge no thread is started, except by `compact`. Default 128. */
  readonly few?: number | undefined;
}

/** Segments to merge. */
export interface MergeJob {
  readonly folder: string;
  readonly state: MergedState;
  readonly sources: readonly MergeSource[];
  /** The name of the segment to write, and of the file of its places where they do not follow one another. */
  readonly segment: string;
  readonly placesFile: string;
}

interface MergeSource extends Pick<SnapshotSegment, 'places' | 'first'> {
  readonly segment: string;
  readonly dead: Int32Array | undefined;
}

/** The data for starting the thread. */
export interface MergeData {
  readonly job: MergeJob;
  readonly gate: Int32Array<SharedArrayBuffer>;
}

/** The places of the merged segment. */
export type MergedPlaces = Pick<SnapshotSegment, 'places' | 'first'>;

/** The message of the thread. */
export type FromMerge = ({ readonly kind: 'merged' } & MergedPlaces) | { readonly kind: 'failed'; readonly error: CarriedError };

/**
 * How merges run: undefined in the caller's thread.
 * @throws ValidationError for an invalid number of threads, and for one above 0 without their script
 */
export function mergeStart(workers: unknown, { script = SCRIPT, ...start }: Partial<MergeStart>): MergeStart | undefined {
  const isCount = typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= MOST_WORKERS;
  if (workers !== undefined && !isCount) throw wrongArgument('workers', `an integer between 0 and ${MOST_WORKERS}`, workers);
  if (workers === 0) return undefined;
  if (script.protocol === 'file:' && existsSync(fileURLToPath(script))) return { script, ...start };
  if (workers === undefined) return undefined;
  const text = `: the script of the threads is not at "${script.href}"; use the built package, and keep its files together`;
  throw invalid('wrong_type', ['workers'], text, { found: script.href });
}

/** A thread that merges segments once. */
export class MergeThread {
  private readonly worker: Worker;
  private readonly gate = new CompressionGate();
  private readonly places: Promise<MergedPlaces>;
  private hasExited = false;
  private fail: (error: unknown) => void = () => {};

  constructor({ script, resourceLimits, onStart }: MergeStart, job: MergeJob) {
    this.gate.endsWithProcess = true;
    this.worker = new Worker(script, {
      // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
      execArgv: [],
      name: 'partdex-merge',
      workerData: { job, gate: this.gate.state } satisfies MergeData,
      ...(resourceLimits && { resourceLimits }),
    });
    this.places = new Promise((resolve, reject) => {
      this.fail = reject;
      let failure: Error | undefined;
      this.worker.on('message', (message: FromMerge) => {
        if (message.kind === 'merged') resolve(message);
        else reject(unpackError(message.error));
      });
      this.worker.on('messageerror', reject);
      this.worker.on('error', (error: Error) => {
        failure = error;
      });
      this.worker.on('exit', (status) => {
        this.hasExited = true;
        this.gate.endsWithProcess = false;
        reject(new WorkerFailedError(failure?.message ?? `it was ended with status ${status}`, failure && { cause: failure }));
      });
    });
    onStart?.(this.worker);
  }

  /**
   * The places of the merged segment, whose files are whole. Aborting `signal` ends the thread.
   * @throws AbortedError; ClosedError after `end`; WorkerFailedError if the thread dies; what merging throws
   */
  async result(signal: AbortSignal | undefined): Promise<MergedPlaces> {
    const abort = () => this.fail(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    try {
      return await this.places;
    } finally {
      signal?.removeEventListener('abort', abort);
      await this.terminate();
    }
  }

  /** Ends the thread and drops its work. */
  async end(): Promise<void> {
    this.fail(new ClosedError());
    await this.terminate();
  }

  private async terminate(): Promise<void> {
    this.gate.close();
    while (this.gate.isBusy && !this.hasExited) await wait(1);
    await this.worker.terminate();
  }
}
