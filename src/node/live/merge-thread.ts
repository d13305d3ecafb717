import type { SnapshotSegment } from '../../catalog/snapshot/state.js';
import type { MergedState } from '../../live/merge-segments.js';
import { AbortedError } from '../../model/errors.js';
import { onAbort } from '../../work/on-abort.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import { KeptThread, type ThreadStart } from './live-thread.js';

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

/** A message to the thread. */
export interface ToMerge {
  readonly kind: 'merge';
  readonly job: MergeJob;
}

/** A message of the thread. */
export type FromMerge = ({ readonly kind: 'merged' } & MergedPlaces) | { readonly kind: 'failed'; readonly error: CarriedError };

/** The merge that runs. */
interface Merging {
  readonly done: (places: MergedPlaces) => void;
  readonly fail: (error: unknown) => void;
}

/** Merges segments in a thread of its own, one merge after the other. */
export class MergeThread {
  private readonly thread: KeptThread<FromMerge>;
  private merging: Merging | undefined = undefined;

  constructor(start: ThreadStart) {
    this.thread = new KeptThread(start, 'partdex-merge', {
      onMessage: (message: FromMerge) => {
        if (message.kind === 'merged') this.merging?.done(message);
        else this.merging?.fail(unpackError(message.error));
      },
      onEnd: (error) => this.merging?.fail(error),
    });
  }

  /**
   * Merges segments. Aborting `signal` ends the thread.
   * @returns the places of the merged segment, whose files are whole
   * @throws AbortedError; ClosedError after `end`; WorkerFailedError if the thread dies; what merging throws
   */
  async merge(job: MergeJob, signal: AbortSignal | undefined): Promise<MergedPlaces> {
    const merged = new Promise<MergedPlaces>((done, fail) => {
      this.merging = { done, fail };
    });
    const { merging } = this;
    const abort = () => merging?.fail(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) abort();
    const forget = signal && onAbort(signal, abort);
    try {
      this.thread.use().postMessage({ kind: 'merge', job } satisfies ToMerge);
      return await merged;
    } catch (error) {
      await this.thread.end();
      throw error;
    } finally {
      forget?.();
      this.merging = undefined;
      this.thread.rest();
    }
  }

  /** Ends the thread and drops its work. */
  end(): Promise<void> {
    return this.thread.end();
  }
}
