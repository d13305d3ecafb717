import type { SnapshotSegment } from '../../catalog/snapshot/state.js';
import type { MergedState } from '../../live/merge-segments.js';
import { AbortedError, ClosedError } from '../../model/errors.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import { LiveThread, type ThreadStart } from './live-thread.js';

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

/** The places of the merged segment. */
export type MergedPlaces = Pick<SnapshotSegment, 'places' | 'first'>;

/** The message of the thread. */
export type FromMerge = ({ readonly kind: 'merged' } & MergedPlaces) | { readonly kind: 'failed'; readonly error: CarriedError };

/** A thread that merges segments once. */
export class MergeThread {
  private readonly thread: LiveThread<FromMerge>;
  private readonly places: Promise<MergedPlaces>;
  private succeed: (places: MergedPlaces) => void = () => {};
  private fail: (error: unknown) => void = () => {};

  constructor(start: ThreadStart, job: MergeJob) {
    this.places = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    this.thread = new LiveThread<FromMerge>(start, 'partdex-merge', job, {
      onMessage: (message) => {
        if (message.kind === 'merged') this.succeed(message);
        else this.fail(unpackError(message.error));
      },
      onEnd: (error) => this.fail(error),
    });
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
      await this.thread.terminate();
    }
  }

  /** Ends the thread and drops its work. */
  async end(): Promise<void> {
    this.fail(new ClosedError());
    await this.thread.terminate();
  }
}
