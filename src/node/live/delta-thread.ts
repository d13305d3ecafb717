import type { Delta, DeltaPart, DeltaState } from '../../live/delta.js';
import { AbortedError } from '../../model/errors.js';
import { onAbort } from '../../work/on-abort.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import { KeptThread, type ThreadStart } from './live-thread.js';
import { type PackedTexts, packTexts, unpackTexts } from './packed-texts.js';

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

/** Parts in a message. */
export interface PackedParts extends PackedTexts {
  readonly lines: Float64Array;
  /** The source of the parts from `from` on. */
  readonly sources: readonly { readonly from: number; readonly source: string }[];
}

/** Stored parts to read. */
export interface StoredTexts {
  readonly folder: string;
  /** The name of their segment. */
  readonly segment: string;
  /** Those of its documents. */
  readonly numbers: readonly number[];
  /** The names of all segments of the catalog: others are read no more. */
  readonly segments: readonly string[];
}

/** A message to the thread. */
export type ToDelta =
  | { readonly kind: 'read'; readonly id: number; readonly stored: StoredTexts }
  | { readonly kind: 'begin'; readonly job: DeltaJob }
  | { readonly kind: 'parts'; readonly parts: PackedParts }
  | { readonly kind: 'end' };

/** A message of the thread. */
export type FromDelta =
  | { readonly kind: 'read'; readonly id: number; readonly texts: PackedTexts | undefined }
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

/** Reads what updates change and writes their segments, one after the other, in a thread of its own. */
export class DeltaThread {
  private readonly thread: KeptThread<FromDelta>;
  private writing: Writing | undefined = undefined;
  /** What is being read, by its id. */
  private readonly reading = new Map<number, (texts: PackedTexts | undefined) => void>();
  private nextId = 0;

  constructor(start: ThreadStart) {
    this.thread = new KeptThread(start, 'partdex-updates', {
      onMessage: (message: FromDelta) => this.receive(message),
      onEnd: (error) => {
        for (const read of this.reading.values()) read(undefined);
        this.writing?.fail(error);
      },
    });
  }

  /** The texts of stored parts; undefined where the thread cannot read them: the caller's may, or says why it cannot. */
  async read(stored: StoredTexts): Promise<Uint8Array[] | undefined> {
    const worker = this.thread.use();
    const id = this.nextId++;
    try {
      const texts = await new Promise<PackedTexts | undefined>((resolve) => {
        this.reading.set(id, resolve);
        worker.postMessage({ kind: 'read', id, stored } satisfies ToDelta);
      });
      return texts && unpackTexts(texts);
    } finally {
      this.reading.delete(id);
      this.rest();
    }
  }

  private rest(): void {
    if (this.reading.size === 0 && !this.writing) this.thread.rest();
  }

  /**
   * Writes a segment, whose file is whole then. Aborting `signal` ends the thread.
   * @returns what there is to report
   * @throws AbortedError; ClosedError after `end`; WorkerFailedError if the thread dies; what building throws
   */
  async write(job: DeltaJob, parts: Delta['parts'], signal: AbortSignal | undefined): Promise<readonly string[]> {
    this.thread.use();
    const written = new Promise<readonly string[]>((done, fail) => {
      this.writing = { done, fail, unread: 0, onTaken: () => {} };
    });
    const { writing } = this;
    const abort = () => writing?.fail(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) abort();
    const forget = signal && onAbort(signal, abort);
    try {
      const sending = this.send(job, parts, writing as Writing);
      // The first failure counts, and ends the wait for the other one.
      const [notices] = await Promise.all([written, sending]);
      return notices;
    } catch (error) {
      // Nothing that comes for this segment may reach the next one.
      await this.end();
      throw error;
    } finally {
      forget?.();
      this.writing = undefined;
      this.rest();
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
    if (this.writing === writing) this.thread.post(message, transferred);
  }

  private receive(message: FromDelta): void {
    if (message.kind === 'read') {
      this.reading.get(message.id)?.(message.texts);
      return;
    }
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
  end(): Promise<void> {
    return this.thread.end();
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
    const sources: { from: number; source: string }[] = [];
    for (const [from, { source }] of parts.entries()) {
      if (sources.at(-1)?.source !== source) sources.push({ from, source });
    }
    const texts = packTexts(parts.map(({ text }) => text));
    return { ...texts, lines: Float64Array.from(parts, ({ line }) => line), sources };
  }
}
