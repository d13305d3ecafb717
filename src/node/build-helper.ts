import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { encodeUtf8, maxUtf8Length } from '../analysis/utf8.js';
import type { TextSection, TextSink } from '../build/text/text-index-builder.js';
import type { Codec } from '../encoding/codec.js';
import { GrowableBytes, GrowableU32 } from '../encoding/growable.js';
import type { TextField } from '../encoding/impact.js';
import { AbortedError, CatalogTooLargeError, PartdexError } from '../model/errors.js';
import { onAbort } from '../work/on-abort.js';
import { BEGIN_DOCUMENT, type FromHelper, type ToHelper } from './build-messages.js';
import { CompressionGate } from './compression-gate.js';
import { zlibCodec } from './zlib-codec.js';

/** Bytes of text in a message. */
const BATCH_BYTES = 1 << 18;
/** Blocks in a message: sending one costs about as much as compressing a block. */
const BLOCKS_AT_ONCE = 32;
/** Most batches that the helper has not indexed yet; beyond it the build waits, which bounds memory. */
const MOST_BATCHES = 32;

/** A promise that is settled by the messages of the helper. A build that fails for another reason leaves it unobserved. */
class Reply<T> {
  resolve!: (value: T) => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => {});
  }
}

/** A second thread for builds: it compresses documents and builds the text indexes. */
export class BuildHelper {
  readonly codec: Codec;
  private readonly deflating = new Map<number, Reply<Uint8Array>>();
  private readonly texts: HelperText[] = [];
  private readonly blocks: Uint8Array[] = [];
  /** That of `blocks`. */
  private preset: Uint8Array | undefined = undefined;
  private nextDeflate = 0;
  private failure: Error | undefined = undefined;
  private stopped = false;
  private ended = false;
  private readonly forgetSignal: (() => void) | undefined;

  private constructor(
    private readonly worker: Worker,
    private readonly gate: CompressionGate,
    signal: AbortSignal | undefined,
  ) {
    worker.on('message', (message: FromHelper) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => {
      this.ended = true;
      this.fail(new Error('the helper thread of the build has ended'));
    });
    this.forgetSignal = signal && onAbort(signal, () => this.fail(new AbortedError(signal)));
    this.gate.endsWithProcess = true;
    this.codec = { ...zlibCodec, deflate: (bytes, preset) => this.deflate(bytes, preset) };
  }

  /**
   * Starts a helper, or returns undefined if its script is not beside this one (unbuilt sources). Aborting `signal` rejects the
   * promises that the build waits for.
   */
  static start(signal?: AbortSignal, script = new URL('./build-worker.js', import.meta.url)): BuildHelper | undefined {
    if (script.protocol !== 'file:' || !existsSync(fileURLToPath(script))) return undefined;
    const gate = new CompressionGate();
    // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
    return new BuildHelper(new Worker(script, { execArgv: [], workerData: gate.state }), gate, signal);
  }

  createText(fields: readonly TextField[]): TextSink {
    const text = new HelperText(this, this.texts.length);
    this.texts.push(text);
    this.send({ kind: 'text', text: text.number, fields });
    return text;
  }

  private deflate(bytes: Uint8Array, preset: Uint8Array | undefined): Promise<Uint8Array> {
    // Those of one message have one preset.
    if (preset !== this.preset) this.sendBlocks();
    this.preset = preset;
    const reply = new Reply<Uint8Array>();
    if (this.failure) {
      reply.reject(this.failure);
      return reply.promise;
    }
    this.deflating.set(this.nextDeflate++, reply);
    this.blocks.push(bytes);
    if (this.blocks.length === BLOCKS_AT_ONCE) this.sendBlocks();
    // A build that waits for fewer blocks lets the event loop turn.
    else if (this.blocks.length === 1) setImmediate(() => this.sendBlocks());
    return reply.promise;
  }

  private sendBlocks(): void {
    if (this.blocks.length === 0) return;
    const blocks = this.blocks.splice(0);
    this.send({ kind: 'deflate', id: this.nextDeflate - blocks.length, blocks, preset: this.preset });
  }

  /**
   * Copies buffers instead of transferring them: after a thread has transferred a buffer, V8 reads its typed arrays more slowly, and
   * this thread continues to build and perhaps to search.
   */
  send(message: ToHelper): void {
    try {
      this.worker.postMessage(message);
    } catch (error) {
      // The copy could not be allocated.
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private receive(message: FromHelper): void {
    switch (message.kind) {
      case 'deflated':
        message.blocks.forEach((block, i) => {
          this.deflating.get(message.id + i)?.resolve(block);
          this.deflating.delete(message.id + i);
        });
        return;
      case 'failed':
        this.fail(message.tooLarge ? new CatalogTooLargeError(message.message) : new Error(message.message));
        return;
      default:
        this.texts[message.text].receive(message);
    }
  }

  private fail(error: Error): void {
    if (this.stopped) return;
    this.failure ??=
      error instanceof PartdexError
        ? error
        : new Error(`the helper thread of the build failed: ${error.message}`, { cause: error });
    for (const reply of this.deflating.values()) reply.reject(this.failure);
    this.deflating.clear();
    for (const text of this.texts) text.fail(this.failure);
  }

  /** Ends the thread and drops its remaining work. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.forgetSignal?.();
    this.gate.close();
    while (this.gate.isBusy && !this.ended) await wait(1);
    await this.worker.terminate();
    this.gate.endsWithProcess = false;
  }
}

/** A text index that the helper builds. */
class HelperText implements TextSink {
  private readonly bytes = new GrowableBytes();
  private readonly entries = new GrowableU32();
  private batches = 0;
  private nextMessage: Reply<void> | undefined = undefined;
  private readonly sectionsReady: TextSection[] = [];
  private done = false;
  private failure: Error | undefined = undefined;

  constructor(
    private readonly helper: BuildHelper,
    readonly number: number,
  ) {}

  beginDocument(): Promise<void> | undefined {
    if (this.bytes.length >= BATCH_BYTES) this.flush();
    this.entries.push(BEGIN_DOCUMENT);
    this.entries.push(0);
    if (this.batches < MOST_BATCHES && !this.failure) return undefined;
    return this.message();
  }

  add(field: number, text: string): void {
    const { bytes, entries } = this;
    bytes.reserve(maxUtf8Length(text.length));
    const from = bytes.length;
    bytes.length = encodeUtf8(text, bytes.array, from);
    entries.push(field);
    entries.push(bytes.length - from);
  }

  addUtf8(field: number, source: Uint8Array, from: number, to: number): void {
    this.bytes.append(source, from, to);
    this.entries.push(field);
    this.entries.push(to - from);
  }

  sections(documentOf: Uint32Array, uidRank: Uint32Array): AsyncIterable<TextSection> {
    this.flush();
    this.helper.send({ kind: 'index', text: this.number, documentOf, uidRank });
    return this.receiveSections();
  }

  private async *receiveSections(): AsyncIterable<TextSection> {
    for (;;) {
      for (const section of this.sectionsReady.splice(0)) yield section;
      if (this.done && this.sectionsReady.length === 0) return;
      if (this.sectionsReady.length === 0) await this.message();
    }
  }

  private flush(): void {
    const { entries, bytes } = this;
    // Copies of their own size: sending a view copies the whole buffer behind it.
    this.helper.send({ kind: 'values', text: this.number, entries: entries.view().slice(), bytes: bytes.view().slice() });
    entries.length = 0;
    bytes.length = 0;
    this.batches++;
  }

  /** Resolves with the next message about this text index. */
  private message(): Promise<void> {
    this.nextMessage = new Reply<void>();
    if (this.failure) this.nextMessage.reject(this.failure);
    return this.nextMessage.promise;
  }

  receive(message: FromHelper): void {
    if (message.kind === 'taken') this.batches--;
    else if (message.kind === 'section') this.sectionsReady.push({ name: message.name, arrays: message.arrays });
    else if (message.kind === 'indexed') this.done = true;
    this.nextMessage?.resolve();
  }

  fail(error: Error): void {
    this.failure = error;
    this.nextMessage?.reject(error);
  }
}
