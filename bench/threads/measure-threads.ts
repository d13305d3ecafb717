import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { Catalog, SearchRequest } from '../../src/partdex.js';
import { quantile } from '../measure/measure.js';
import { TalkingProcess } from '../measure/talking-process.js';
import { residentMegabytes } from '../measure/worker.js';
import type { LoadAnswer, LoadQuestion } from '../workers/load.js';
import { apiOf, drawUrls, type LoadResult, load } from './load.js';
import { type Stall, watchStalls } from './stalls.js';

export interface ThreadsOptions {
  readonly path: string;
  readonly workers: number;
  /** Milliseconds of each load. */
  readonly milliseconds: number;
}

export interface ThreadsResult {
  readonly workers: number;
  readonly memory: { readonly here_mb: number; readonly there_mb: number };
  readonly throughput: Throughput;
  readonly fairness: readonly FairnessResult[];
  readonly aborts: {
    readonly rejected_p50: number;
    readonly rejected_max: number;
    readonly free_p50: number;
    readonly free_max: number;
  };
}

/** The mixed load in the caller's thread, in threads, each in a process of its own, and in as many processes that share nothing. */
export interface Throughput {
  readonly here: LoadResult;
  readonly there: LoadResult;
  readonly stall: Stall;
  /** Requests a second of all processes together: what the processors give at once. */
  readonly apart: number;
}

export interface FairnessResult {
  readonly hostile: string;
  readonly alone: LoadResult;
  readonly beside: LoadResult;
  readonly stall: Stall;
}

const PASSES = 3;
const GOOD_CLIENTS = 4;
const ABORTS = 25;

/** The requests of one client, one per second: each would take up to the two seconds of CPU time that a request may use. */
const HOSTILE: Readonly<Record<string, SearchRequest>> = {
  'wildcards in descriptions': {
    filter: { queries: [['ab', 'cd', '1k', 'ef', 'gh'].map(([a, b]) => `descriptions.value:*${a}*${b}*`).join(' OR ')] },
  },
  '50 wildcards in q': {
    q: Array.from({ length: 50 }, (_, i) => `*${(i % 36).toString(36)}*${((i * 7) % 36).toString(36)}*`).join(' '),
  },
  '20 sort keys': { q: '-zzz', sortby: 'avg_price desc,mpn asc,score desc,brand.name asc', limit: 100, start: 1000 },
};

/** Memory first: each catalog in its state before the loads. */
export async function measureThreads(options: ThreadsOptions): Promise<ThreadsResult> {
  const { path, workers } = options;
  const before = residentMegabytes();
  const here = await openCatalogFile(path);
  const urls = await drawUrls(here);
  const all = [...urls.mixed, ...urls.quick];
  for (const url of all) await apiOf(here).handle(url);
  const here_mb = residentMegabytes() - before;
  const there = await openCatalogFile(path, { workers });
  for (const url of all) await Promise.all(Array.from({ length: 2 * workers }, () => apiOf(there).handle(url)));
  const memory = { here_mb, there_mb: residentMegabytes() - before - here_mb };
  await here.close();
  const throughput = await measureThroughput(urls.mixed, options);
  const fairness: FairnessResult[] = [];
  for (const [name, request] of Object.entries(HOSTILE))
    fairness.push(await measureFairness(there, urls.quick, name, request, options));
  const aborts = await measureAborts(path);
  await there.close();
  return { workers, memory, throughput, fairness, aborts };
}

/** A process with the catalog open: each has a heap and code of its own, as a server has. */
class LoadProcess {
  private readonly process = new TalkingProcess<LoadQuestion, LoadAnswer | undefined>('load');

  static async open(path: string, workers: number, urls: readonly string[]): Promise<LoadProcess> {
    const opened = new LoadProcess();
    await opened.ask({ open: path, workers, urls });
    return opened;
  }

  async load(urls: readonly string[], clients: number, milliseconds: number): Promise<LoadAnswer> {
    return (await this.ask({ urls, clients, milliseconds })) as LoadAnswer;
  }

  private async ask(question: LoadQuestion): Promise<LoadAnswer | undefined> {
    const reply = await this.process.ask(question);
    if ('answer' in reply) return reply.answer;
    throw new Error(`a measured process has ended: ${reply.by}`);
  }

  end(): Promise<void> {
    return this.process.end();
  }
}

/** In turns, so that other load of the machine affects both; the median of the passes counts. */
async function measureThroughput(urls: readonly string[], { path, workers, milliseconds }: ThreadsOptions): Promise<Throughput> {
  const here = await LoadProcess.open(path, 0, urls);
  const there = await LoadProcess.open(path, workers, urls);
  const apart = await Promise.all(Array.from({ length: workers }, () => LoadProcess.open(path, 0, urls)));
  const passes: Throughput[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const alone = await here.load(urls, 1, milliseconds);
    const inThreads = await there.load(urls, 4 * workers, milliseconds);
    const loads = await Promise.all(apart.map((process) => process.load(urls, 1, milliseconds)));
    const sum = loads.reduce((perSecond, { load }) => perSecond + load.perSecond, 0);
    passes.push({ here: alone.load, there: inThreads.load, stall: inThreads.stall, apart: sum });
  }
  await Promise.all([here, there, ...apart].map((process) => process.end()));
  const ratio = (pass: Throughput) => pass.there.perSecond / pass.here.perSecond;
  return passes.sort((a, b) => ratio(a) - ratio(b))[PASSES >> 1];
}

async function measureFairness(
  catalog: Catalog,
  urls: readonly string[],
  hostile: string,
  request: SearchRequest,
  { milliseconds }: ThreadsOptions,
): Promise<FairnessResult> {
  const api = apiOf(catalog);
  const alone = await load(api, urls, GOOD_CLIENTS, milliseconds);
  const stop = new AbortController();
  const send = () => void catalog.parts.search(request, { client: 'hostile', signal: stop.signal }).catch(() => {});
  const stall = watchStalls();
  send();
  const timer = setInterval(send, 1000);
  const beside = await load(api, urls, GOOD_CLIENTS, 3 * milliseconds);
  clearInterval(timer);
  stop.abort();
  return { hostile, alone, beside, stall: stall() };
}

/** How soon a stopped call frees its only thread: another call is answered as quickly as alone. */
async function measureAborts(path: string): Promise<ThreadsResult['aborts']> {
  const catalog = await openCatalogFile(path, { workers: 1 });
  const quick = () => catalog.parts.search({ limit: 1, show: ['uid'] }, { client: 'other' });
  const slow = (signal?: AbortSignal) =>
    catalog.parts.search(HOSTILE['wildcards in descriptions'], signal && { signal }).catch(() => {});
  await slow();
  const quickTimes: number[] = [];
  for (let i = 0; i < ABORTS; i++) quickTimes.push(await timeOf(quick));
  const usual = quantile(quickTimes, 0.5);
  const rejected: number[] = [];
  const free: number[] = [];
  for (let i = 0; i < ABORTS; i++) {
    const controller = new AbortController();
    const call = slow(controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20 + 7 * i));
    const began = performance.now();
    controller.abort();
    await call;
    rejected.push(performance.now() - began);
    await quick();
    free.push(Math.max(0, performance.now() - began - usual));
  }
  await catalog.close();
  return {
    rejected_p50: quantile(rejected, 0.5),
    rejected_max: Math.max(...rejected),
    free_p50: quantile(free, 0.5),
    free_max: Math.max(...free),
  };
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
