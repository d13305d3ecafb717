import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type { ForgedRequest } from './forged-requests.js';

/** So long a request may be silent, on a busy machine, before it is taken to hang. */
const SILENCE_MS = 20_000;
/** What a thread may hold of JavaScript objects. */
const HEAP_MEGABYTES = 512;
/** Every request gets so long by itself: it must end with a BudgetExceededError and not go on. */
const TIMEOUT_MS = 10_000;

/** The thread: opens each file that it is sent, requests everything, and says what goes on. */
const READER = `
const { parentPort, workerData } = require('node:worker_threads');
(async () => {
  const { openCatalog, PartdexError } = await import(workerData.library);
  const call = { timeout: ${TIMEOUT_MS} };
  const answerers = {
    async scan(collection, request) {
      let count = 0;
      for await (const _ of collection.scan(request, call)) if (++count > 5_000) return;
    },
    get: (collection, uid, directives) => collection.get(uid, directives, call),
    getMulti: (collection, uids, directives) => collection.getMulti(uids, directives, call),
    explain: (collection, request, uid) => collection.explain(request, uid, call),
    search: (collection, request) => collection.search(request, call),
    match: (collection, request) => collection.match(request, call),
  };
  const outcome = async (work) => {
    try {
      await work();
      return 'answer';
    } catch (error) {
      return error instanceof PartdexError ? error.code : { foreign: String(error && error.stack || error) };
    }
  };
  parentPort.on('message', async ({ bytes, requests }) => {
    const codes = [];
    let catalog;
    const opened = await outcome(async () => void (catalog = await openCatalog(bytes)));
    if (typeof opened === 'object') return parentPort.postMessage({ fault: opened.foreign, request: -1 });
    codes.push(opened);
    if (catalog) {
      for (let request = 0; request < requests.length; request++) {
        parentPort.postMessage({ request });
        const [collection, method, ...args] = requests[request];
        const result = await outcome(() =>
          collection === 'validate' ? catalog.validate(call) : answerers[method](catalog[collection], ...args));
        if (typeof result === 'object') return parentPort.postMessage({ fault: result.foreign, request });
        codes.push(result);
      }
      await catalog.close();
    }
    parentPort.postMessage({ codes });
  });
  parentPort.postMessage({ ready: true });
})();
`;

type Message = { ready?: true; request?: number; fault?: string; codes?: string[] };

/** Reads forged files in a thread of its own, which is ended where a request hangs. */
export class ForgedReader {
  private worker: Worker | undefined;

  private constructor(
    private readonly folder: string,
    private readonly requests: readonly ForgedRequest[],
  ) {}

  static async create(requests: readonly ForgedRequest[]): Promise<ForgedReader> {
    const folder = await mkdtemp(join(tmpdir(), 'partdex-forged-'));
    // Threads cannot run the sources as they are.
    await build({
      entryPoints: ['src/partdex.ts'],
      outfile: join(folder, 'partdex.mjs'),
      bundle: true,
      format: 'esm',
      sourcemap: 'inline',
      logLevel: 'error',
    });
    return new ForgedReader(folder, requests);
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Opens a file without validating it and requests everything.
   * @returns how each request ended (`answer`, or the code of a PartdexError), the opening first; or what is wrong
   */
  read(bytes: Uint8Array): Promise<{ readonly codes: readonly string[] } | { readonly fault: string }> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      let request = -1;
      const end = (fault: string) => {
        finish();
        this.worker = undefined;
        void worker.terminate().then(() => resolve({ fault: `${fault}: ${this.describe(request)}` }));
      };
      const timeout = () => end(`no message for ${SILENCE_MS / 1000} s`);
      let timer = setTimeout(timeout, SILENCE_MS);
      const crash = (error: Error) => end(`the thread has ended (${error.message})`);
      const onMessage = (message: Message) => {
        clearTimeout(timer);
        if (message.fault !== undefined) return end(message.fault);
        if (message.codes) {
          finish();
          return resolve({ codes: message.codes });
        }
        request = message.request ?? request;
        timer = setTimeout(timeout, SILENCE_MS);
      };
      const finish = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', crash);
      };
      worker.on('message', onMessage).on('error', crash);
      worker.postMessage({ bytes, requests: this.requests });
    });
  }

  private describe(request: number): string {
    return request < 0 ? 'while it is opened' : JSON.stringify(this.requests[request]);
  }

  private start(): Worker {
    const library = pathToFileURL(join(this.folder, 'partdex.mjs')).href;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES };
    return new Worker(READER, { eval: true, workerData: { library }, resourceLimits, execArgv: ['--enable-source-maps'] });
  }
}
