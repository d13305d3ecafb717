import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ImportReport } from '../../import/partdex-import.js';
import { unpackError } from '../../node/workers/carried-errors.js';
import type { BuildTables } from './build-tables.js';
import type { TableFile } from './inputs.js';
import { checkTableOptions, type TableFileOptions } from './read-tables.js';
import type { FromTableThread, TableJob, ToTableThread } from './table-messages.js';

/**
 * Rows and parts live shortly, and many at a time: with room for more of them, fewer are copied by the collector. It is a quarter of the
 * CPU time (`npm run bench:tables`).
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 192 };

/** A thread that reads tables and passes their parts on as NDJSON. */
export class TableThread implements BuildTables {
  private readonly messages: FromTableThread[] = [];
  private arrived: (() => void) | undefined = undefined;
  private failure: unknown;
  private categories: readonly string[] = [];
  private lastReport: ImportReport = [];

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: FromTableThread) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => this.fail(new Error('the thread that reads the tables has ended')));
  }

  /**
   * Starts a thread and waits until it has decided how the columns are read; undefined if its script is not beside this one (unbuilt
   * sources). @throws as `openTableFiles`
   */
  static async start(
    files: readonly TableFile[],
    options: TableFileOptions,
    script = new URL('./table-worker.js', import.meta.url),
  ): Promise<TableThread | undefined> {
    if (script.protocol !== 'file:' || !existsSync(fileURLToPath(script))) return undefined;
    // Faults of the map are those of the command: they are found here.
    await checkTableOptions(options);
    const workerData: TableJob = { paths: files.map(({ name }) => name), options };
    // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
    const thread = new TableThread(new Worker(script, { execArgv: [], workerData, resourceLimits: RESOURCE_LIMITS }));
    try {
      const message = await thread.next();
      if (message.kind === 'opened') thread.categories = message.categories;
    } catch (error) {
      await thread.close();
      throw error;
    }
    return thread;
  }

  private receive(message: FromTableThread): void {
    if (message.kind === 'failed') this.fail(unpackError(message.error));
    else {
      this.messages.push(message);
      this.arrived?.();
    }
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.arrived?.();
  }

  /** The next message. @throws what the thread failed with, behind the messages before it */
  private async next(): Promise<FromTableThread> {
    for (;;) {
      const message = this.messages.shift();
      if (message) return message;
      if (this.failure !== undefined) throw this.failure;
      await new Promise<void>((resolve) => {
        this.arrived = resolve;
      });
    }
  }

  private send(message: ToTableThread): void {
    this.worker.postMessage(message);
  }

  partLines(): AsyncIterable<Uint8Array> {
    return this.read(undefined);
  }

  partLinesOf(file: number): AsyncIterable<Uint8Array> {
    return this.read(file);
  }

  private async *read(file: number | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    this.send({ kind: 'read', file });
    for (;;) {
      const message = await this.next();
      if (message.kind === 'piece') {
        this.send({ kind: 'taken' });
        yield message.bytes;
      } else if (message.kind === 'end') {
        this.lastReport = message.report;
        return;
      }
    }
  }

  async *categoryLines(): AsyncGenerator<string, void, undefined> {
    yield* this.categories;
  }

  report(): ImportReport {
    return this.lastReport;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
