/** Opens a catalog with any build of the package, and measures one request after the other. */
import { Worker } from 'node:worker_threads';
import type { Limits } from '../../src/partdex.js';
import { loadEngine } from '../measure/engine.js';
import { answerQuestions } from '../measure/talking-process.js';
import { MEGABYTE } from '../measure/worker.js';
import { type Asked, carryOut, type Outcome, prepared } from '../worst/ask.js';
import type { WorstRequest } from '../worst/requests.js';
import { drawWords, type Words } from '../worst/words.js';

/** First the catalog to open, then one request after the other. */
export type WorstQuestion = OpenQuestion | { readonly request: WorstRequest };

export interface OpenQuestion {
  readonly package: string;
  readonly catalog: string;
  readonly limits: Partial<Limits>;
  /** The number of worker threads of the catalog; undefined for a build without them. */
  readonly workers: number | undefined;
}

export type WorstAnswer = { readonly words: Words } | Cost;

/** The cost of a request. */
export interface Cost {
  readonly outcome: Outcome;
  /** CPU time of the process, including its collector's threads. */
  readonly cpu_ms: number;
  readonly wall_ms: number;
  /** Longest time for which a timer of a millisecond did not run; the CPU time of the process in it if that is less. */
  readonly stall_ms: number;
  /** The largest growth of the process while it ran. */
  readonly grown_mb: number;
  /** The growth that remains after a garbage collection. */
  readonly kept_mb: number;
}

const TIMER_MS = 1;

let asked: Asked | undefined;

/** Watches the memory of the process from a separate thread, since the working thread cannot. */
const watch = new SharedArrayBuffer(8);
const peak = new Float64Array(watch);
new Worker(
  `const { workerData } = require('node:worker_threads');
  const peak = new Float64Array(workerData);
  setInterval(() => { peak[0] = Math.max(peak[0], process.memoryUsage.rss()); }, 5);`,
  { eval: true, workerData: watch },
).unref();

answerQuestions<WorstQuestion, WorstAnswer>(async (question) => {
  if ('request' in question) {
    if (!asked) throw new Error('no catalog is open');
    return measured(asked, question.request);
  }
  const { openCatalogFile, createRestApi, createGraphqlApi } = await loadEngine(question.package);
  const { limits, workers } = question;
  const catalog = await openCatalogFile(question.catalog, { limits, ...(workers !== undefined && { workers }) });
  const rest = createRestApi(catalog, { isValidKey: (key) => key === 'k', admit: () => true });
  asked = { catalog, rest, graphql: createGraphqlApi(catalog, { isValidToken: () => true }) };
  return { words: await drawWords(catalog) };
});

/** The stretches between two turns of the event loop. On a busy machine, CPU time says what a stretch takes. */
class Stretches {
  longest = 0;
  private last = performance.now();
  private used = process.cpuUsage();

  end(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.used);
    this.longest = Math.max(this.longest, Math.min(now - this.last - TIMER_MS, (user + system) / 1000));
    this.last = now;
    this.used = process.cpuUsage();
  }
}

async function measured(to: Asked, given: WorstRequest): Promise<Cost> {
  const request = await prepared(to, given);
  const before = memoryInUse();
  const resident = process.memoryUsage.rss();
  peak[0] = resident;
  const stretches = new Stretches();
  const timer = setInterval(() => stretches.end(), TIMER_MS);
  // The timer starts before the request, so that the first stretch counts too.
  await new Promise((resolve) => setTimeout(resolve, 2 * TIMER_MS));
  const cpu = process.cpuUsage();
  const began = performance.now();
  const outcome = await carryOut(to, request);
  const wall_ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  stretches.end();
  clearInterval(timer);
  const grown_mb = Math.max(0, Math.max(peak[0], process.memoryUsage.rss()) - resident) / MEGABYTE;
  const kept_mb = (memoryInUse() - before) / MEGABYTE;
  return { outcome, cpu_ms: (user + system) / 1000, wall_ms, stall_ms: stretches.longest, grown_mb, kept_mb };
}

/** Bytes of objects and buffers after garbage collection. */
function memoryInUse(): number {
  for (let i = 0; i < 2; i++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
