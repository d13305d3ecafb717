import type { Elsewhere } from '../../build/build-settings.js';
import type { BuildOptions } from '../../catalog/options.js';
import { AbortedError, InvalidDocumentError } from '../../model/errors.js';
import { onAbort } from '../../work/on-abort.js';
import { zlibCodec } from '../zlib-codec.js';
import type { Portion } from './portions.js';
import { type BuiltSegment, buildSegment, type GivenRecords, type OnRead, type SegmentJob } from './segment-job.js';
import { buildInThread, hasSegmentThread } from './segment-thread.js';

/** How segments are built. */
interface Settings {
  readonly records: GivenRecords;
  readonly options: BuildOptions;
  readonly threads: number;
  /** A name for the file of a segment. */
  outOf(): string;
}

/** A segment that was built, and its file. */
export interface Segmented {
  readonly portion: Portion;
  readonly out: string;
  readonly built: BuiltSegment;
}

/** What stopped a segment. */
interface Failure {
  readonly number: number;
  readonly error: unknown;
}

/** Builds segments, some at the same time. Which thread builds which, and when, changes nothing. */
export class SegmentBuilds {
  /** All files that were begun; the caller removes them. */
  readonly files: string[] = [];
  private readonly inThreads: boolean;

  constructor(private readonly settings: Settings) {
    this.inThreads = settings.threads > 1 && hasSegmentThread();
  }

  /**
   * Builds all portions.
   * @throws for the first portion that cannot be built, whichever fails first
   */
  async all(portions: AsyncGenerator<Portion>, threads: number, onRead: OnRead): Promise<Segmented[]> {
    const { signal } = this.settings.options;
    const built: Segmented[] = [];
    const failures: Failure[] = [];
    const running = new Map<number, AbortController>();
    const reads: (readonly [bytes: number, documents: number])[] = [];
    let started = 0;
    const isOver = () => failures.length > 0 || (signal?.aborted ?? false);
    const abortFrom = (number: number) => {
      for (const [other, controller] of running) if (other > number) controller.abort();
    };
    const abortAll = () => abortFrom(-1);
    const forget = signal && onAbort(signal, abortAll);
    const one = async (portion: Portion) => {
      const number = started++;
      const controller = new AbortController();
      running.set(number, controller);
      try {
        built[number] = await this.build({ portion }, controller.signal, (...read) => {
          reads[number] = read;
          onRead(sumOf(reads, 0), sumOf(reads, 1));
        });
      } catch (error) {
        if (controller.signal.aborted) return;
        failures.push({ number, error });
        // A document that comes earlier may be invalid too.
        abortFrom(error instanceof InvalidDocumentError ? number : -1);
      } finally {
        running.delete(number);
      }
    };
    const runner = async () => {
      while (!isOver()) {
        const { done, value } = await portions.next();
        if (done || isOver()) return;
        await one(value);
      }
    };
    try {
      await Promise.all(Array.from({ length: this.inThreads ? threads : 1 }, runner));
    } finally {
      forget?.();
      abortAll();
      await portions.return(undefined);
    }
    if (signal?.aborted) throw new AbortedError(signal);
    const [first] = failures.sort((a, b) => a.number - b.number);
    if (first) throw first.error;
    return built;
  }

  /** Builds a portion again, without what other segments have. */
  again(portion: Portion, elsewhere: Elsewhere): Promise<Segmented> {
    return this.build({ portion, elsewhere }, this.settings.options.signal ?? new AbortController().signal, () => {});
  }

  private async build(
    { portion, elsewhere }: Pick<SegmentJob, 'portion' | 'elsewhere'>,
    signal: AbortSignal,
    onRead: OnRead,
  ): Promise<Segmented> {
    const { records, options, outOf } = this.settings;
    const { priceCurrency, fields, synonyms, authorized, onInvalid } = options;
    const out = outOf();
    this.files.push(out);
    const job: SegmentJob = {
      portion,
      records,
      settings: {
        ...(priceCurrency !== undefined && { priceCurrency }),
        ...(fields && { fields }),
        ...(synonyms && { synonyms }),
        ...(authorized && { authorized }),
      },
      out,
      skips: typeof onInvalid === 'function',
      ...(elsewhere && { elsewhere }),
    };
    const built = this.inThreads ? await buildInThread(job, onRead, signal) : await buildSegment(job, zlibCodec, onRead, signal);
    return { portion, out, built };
  }
}

function sumOf(reads: readonly (readonly [number, number])[], member: 0 | 1): number {
  return reads.reduce((sum, read) => sum + (read?.[member] ?? 0), 0);
}
