import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, inject } from 'vitest';
import { openCatalogFile } from '../../../src/node/partdex-node.js';
import type { FromThread } from '../../../src/node/workers/messages.js';
import { openWithWorkers, type WorkerStart } from '../../../src/node/workers/remote-catalog.js';
import { buildCatalog, type Catalog, type CatalogSource, type OpenOptions } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/** A catalog that answers in this thread, and the same one that answers in others. */
export interface Pair {
  readonly here: Catalog;
  readonly there: Catalog;
  /** The threads that were started for `there`, those that have ended too. */
  readonly threads: readonly Worker[];
  close(): Promise<void>;
}

/** Catalog files in a folder that is cleared away after the tests of a file. */
export class CatalogFiles {
  private readonly folder = mkdtempSync(join(tmpdir(), 'partdex-workers-'));
  private files = 0;

  static create(): CatalogFiles {
    const catalogFiles = new CatalogFiles();
    afterAll(() => rmSync(catalogFiles.folder, { recursive: true, force: true }));
    return catalogFiles;
  }

  /** Writes a catalog file and gives its path. */
  async write(source: CatalogSource, priceCurrency?: string): Promise<string> {
    const catalog = await buildCatalog(source, priceCurrency === undefined ? {} : { priceCurrency });
    const path = join(this.folder, `${this.files++}.pdx`);
    writeFileSync(path, await catalog.toBytes());
    await catalog.close();
    return path;
  }

  /** The same of generated parts. */
  writeSample(parts: number): Promise<string> {
    return this.write({ parts: generateSample(parts), ...sampleMetadata() } as CatalogSource);
  }
}

/** Opens a catalog whose requests are answered in threads; returns the threads as well, and for each when it takes calls. */
export async function openThreads(
  path: string,
  workers: number,
  options: OpenOptions = {},
  start: WorkerStart = {},
): Promise<{ catalog: Catalog; threads: Worker[]; ready: Promise<void>[] }> {
  const threads: Worker[] = [];
  const ready: Promise<void>[] = [];
  const script = pathToFileURL(join(inject('threads'), 'catalog-worker.js'));
  const onStart = (worker: Worker) => {
    threads.push(worker);
    ready.push(new Promise((resolve) => worker.on('message', ({ kind }: FromThread) => kind === 'ready' && resolve())));
  };
  return { catalog: await openWithWorkers(path, workers, options, { script, onStart, ...start }), threads, ready };
}

export async function openPair(path: string, workers: number, options: OpenOptions = {}, start: WorkerStart = {}): Promise<Pair> {
  const here = await openCatalogFile(path, options);
  const { catalog: there, threads } = await openThreads(path, workers, options, start);
  const close = async () => {
    await Promise.all([here.close(), there.close()]);
  };
  return { here, there, threads, close };
}

/** Options without a limit of queries or of time. */
export const NO_LIMITS = { limits: { matchQueries: Number.POSITIVE_INFINITY, milliseconds: Number.POSITIVE_INFINITY } };

/** A match request that takes many seconds, and yields all the time. */
export const LONG = { queries: Array.from({ length: 20_000 }, (_, i) => ({ q: `*${(i * 7919).toString(36)}?a* *${i}?b*` })) };

/** The outcome of a call, without its times. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

export async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: timeless(await call()) };
  } catch (error) {
    return { error };
  }
}

/** Asserts that two calls have come to the same, to the last prototype and sign of zero. */
export function expectSame(expected: Outcome, found: Outcome): void {
  deepStrictEqual(found.value, expected.value);
  const [a, b] = [expected.error, found.error] as [Error | undefined, Error | undefined];
  deepStrictEqual(describeError(b), describeError(a));
}

function describeError(error: Error | undefined): unknown {
  if (!(error instanceof Error)) return error;
  return { class: error.constructor, message: error.message, members: Object.entries(error) };
}

const TIMES: ReadonlySet<string> = new Set(['msec', 'microseconds']);

/** The value with its times set to 0: of answers, and of texts of JSON. */
function timeless(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/("(?:msec|microseconds)": ?)[\d.e-]+/g, '$10');
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const without = TIMES.has(name) && typeof member === 'number' ? 0 : timeless(member);
    if (without !== member) members[name] = without;
  }
  // What has been read of the file by then differs.
  if ('kind' in members && Array.isArray(members.steps)) {
    members.steps = (members.steps as { kind: string }[]).filter(({ kind }) => kind !== 'load');
  }
  return value;
}
