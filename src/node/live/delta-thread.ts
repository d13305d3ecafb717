import type { Delta, DeltaPart, DeltaState } from '../../live/delta.js';
import { AbortedError, ClosedError } from '../../model/errors.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import { LiveThread, type ThreadStart } from './live-thread.js';

/** After so long without an update the thread ends: it takes some 40 MB. */
const IDLE_MS = 30_000;
/** Texts that are sent together, in bytes. */
const MESSAGE_BYTES = 1 << 18;
/** Messages that the thread has not read yet: more wait here, where large updates keep their texts in a file. */
const MOST_UNREAD = 8;

/** A segment for the thread to write. */
export interface DeltaJob extends Pick<Delta, 'records'> {
  readonly folder: string;
  /** Its name. */
  readonly segment: string;
  readonly state: DeltaState;
}

/** Parts in a message: their texts one after the other. */
export interface PackedParts {
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: Uint32Array;
  readonly lines: Float64Array;
  /** The source of the parts from `from` on. */
  readonly sources: readonly { readonly from: number; readonly source: string }[];
}

/** A message to the thread. */
export type ToDelta =
  | { readonly kind: 'begin'; readonly job: DeltaJob }
  | { readonly kind: 'parts'; readonly parts: PackedParts }
  | { readonly kind: 'end' };

/** A message of the thread. */
export type FromDelta =
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly notices: readonly string[] }
  | { readonly kind: 'failed'; readonly error: CarriedError };

/** The segment that is being written. */
interface Writing {
  readonly done: (notices: readonly string[]) => void;
  readonly fail: (error: unknown) => void;
  unread: number;
  /** Called when a message was read. */
  onTaken: () => void;
}

/** Writes the segments of updates in a thread of its own, one after the other. It is started on first use, and again after a failure. */
export class DeltaThread {
  private thread: LiveThread<FromDelta> | undefined;
  private writing: Writing | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly start: ThreadStart) {}

  /**
   * Writes a segment, whose file is whole then. Aborting `signal` ends the thread.
   * @returns what there is to report
   * @throws AbortedError; ClosedError after `end`; WorkerFailedError if the thread dies; what building throws
   */
  async write(job: DeltaJob, parts: Delta['parts'], signal: AbortSignal | undefined): Promise<readonly string[]> {
    const { worker } = this.running();
    worker.ref();
    const written = new Promise<readonly string[]>((done, fail) => {
      this.writing = { done, fail, unread: 0, onTaken: () => {} };
    });
    const { writing } = this;
    const abort = () => writing?.fail(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    try {
      const sending = this.send(job, parts, writing as Writing);
      // The first failure counts, and ends the wait for the other one.
      const [notices] = await Promise.all([written, sending]);
      return notices;
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.writing = undefined;
      worker.unref();
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  private async send(job: DeltaJob, parts: Delta['parts'], writing: Writing): Promise<void> {
    this.post({ kind: 'begin', job }, writing);
    let packer = new PartsPacker();
    for await (const batch of parts) {
      for (const part of batch) packer.add(part);
      if (packer.length < MESSAGE_BYTES) continue;
      await this.sendParts(packer, writing);
      packer = new PartsPacker();
    }
    await this.sendParts(packer, writing);
    this.post({ kind: 'end' }, writing);
  }

  private async sendParts(packer: PartsPacker, writing: Writing): Promise<void> {
    if (packer.length === 0) return;
    if (writing.unread === MOST_UNREAD) await new Promise<void>((resolve) => (writing.onTaken = resolve));
    writing.unread++;
    const parts = packer.pack();
    this.post({ kind: 'parts', parts }, writing, [parts.bytes.buffer, parts.ends.buffer, parts.lines.buffer]);
  }

  /** Sends a message, unless the segment was given up. */
  private post(message: ToDelta, writing: Writing, transferred: ArrayBufferLike[] = []): void {
    if (this.writing === writing) this.thread?.worker.postMessage(message, transferred as ArrayBuffer[]);
  }

  private running(): LiveThread<FromDelta> {
    clearTimeout(this.idle);
    if (this.thread) return this.thread;
    const thread: LiveThread<FromDelta> = new LiveThread<FromDelta>(this.start, 'partdex-updates', undefined, {
      onMessage: (message) => this.receive(message),
      onEnd: (error) => {
        if (this.thread !== thread) return;
        this.thread = undefined;
        this.writing?.fail(error);
      },
    });
    this.thread = thread;
    return thread;
  }

  private receive(message: FromDelta): void {
    const { writing } = this;
    if (!writing) return;
    if (message.kind === 'written') writing.done(message.notices);
    else if (message.kind === 'failed') writing.fail(unpackError(message.error));
    else {
      writing.unread--;
      writing.onTaken();
    }
  }

  /** Ends the thread and drops its work. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const { thread, writing } = this;
    this.thread = undefined;
    writing?.fail(new ClosedError());
    await thread?.terminate();
  }
}

/** Gathers parts for a message. */
class PartsPacker {
  /** Bytes of their texts. */
  length = 0;
  private readonly parts: DeltaPart[] = [];

  add(part: DeltaPart): void {
    this.parts.push(part);
    this.length += part.text.length;
  }

  pack(): PackedParts {
    const { parts } = this;
    const bytes = new Uint8Array(this.length);
    const ends = new Uint32Array(parts.length);
    const sources: { from: number; source: string }[] = [];
    let at = 0;
    for (const [i, { text, source }] of parts.entries()) {
      bytes.set(text, at);
      ends[i] = at += text.length;
      if (sources.at(-1)?.source !== source) sources.push({ from: i, source });
    }
    return { bytes, ends, lines: Float64Array.from(parts, ({ line }) => line), sources };
  }
}
