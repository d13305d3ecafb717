import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { openCatalogFile } from '../src/node/partdex-node.js';
import type { CatalogInfo } from '../src/partdex.js';
import { type QueryClass, requestOf } from './classes.js';
import type { DataSet } from './data-set.js';
import { quantile } from './measure.js';
import type { PeerCounts } from './peer-counter.js';
import { compareTotals, type LuceneResults, sumOf, type TotalsComparison } from './peer-results.js';
import { countPeerTotals } from './peer-totals.js';
import type { DrawnQueries } from './queries.js';
import { groupSections, type SizeGroup } from './sizes.js';
import { UsageError } from './usage-error.js';
import { MEGABYTE, runWorker } from './worker.js';
import type { BuildJob, BuildMeasurement } from './workers/build.js';
import type { OpenJob, OpenMeasurement } from './workers/open.js';
import type { ParseJob, ParseMeasurement } from './workers/parse.js';
import type { ClassMeasurement, MemoryMeasurement, SearchJob } from './workers/search.js';

/** All that one run has measured. */
export interface Results {
  readonly data: string;
  readonly machine: Machine;
  /** Undefined where an earlier catalog was measured. */
  readonly build: BuildMeasurement | undefined;
  readonly parse: ParseMeasurement | undefined;
  readonly info: CatalogInfo;
  readonly sizes: readonly SizeGroup[];
  readonly open: OpenMeasurement | undefined;
  readonly memory: MemoryMeasurement | undefined;
  readonly classes: readonly ClassResult[];
  readonly lucene: LuceneResults | undefined;
}

export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processors: string;
  readonly memory_gb: number;
  readonly started: string;
  /** Processes that wanted to run in the minute before each stage; the benchmark itself is about one of them. */
  readonly load: Record<string, number>;
}

/** Times are medians and 95th percentiles over the queries, of the median time of each. */
export interface ClassResult {
  readonly id: string;
  readonly title: string;
  readonly queries: number;
  readonly median_ms: number;
  readonly p95_ms: number;
  /** The same of the fastest time of each. */
  readonly fastest: { readonly median_ms: number; readonly p95_ms: number };
  readonly first_ms: number;
  readonly cpu_share: number;
  readonly totals_sum: number;
  readonly totals: readonly number[];
  /** The counts of all facets' values and statistics together; 0 of a class that asks for none. */
  readonly facet_sum: number;
  /** Queries that nothing matches: none of those drawn from the catalog's own parts should be one. */
  readonly without_hits: number;
  /** Resident memory after this class and those before it. */
  readonly memory_mb: number;
  /** Of a class of whole parts: how much longer than the same queries for uids alone. */
  readonly over_uids: { readonly median_ms: number; readonly p95_ms: number } | undefined;
  readonly peers: TotalsComparison | undefined;
}

export interface BenchmarkOptions {
  /** For temporary files. */
  readonly folder: string;
  /** None: only the build. */
  readonly classes: readonly QueryClass[];
  /** A catalog file that is kept, and not built again if it is there. */
  readonly catalog?: string | undefined;
}

const OPENINGS = 5;

/** Measures a data set; every measurement runs in a process of its own, one after the other. */
export async function benchmark(data: DataSet, { folder, classes, catalog }: BenchmarkOptions): Promise<Results> {
  const machine = thisMachine();
  const stage = (name: string) => {
    machine.load[name] = loadavg()[0];
    console.error(`${name} …`);
  };
  const path = catalog ?? join(folder, 'catalog.pdx');
  let build: BuildMeasurement | undefined;
  let parse: ParseMeasurement | undefined;
  if (!existsSync(path)) {
    stage('write data');
    const files = await data.files(folder);
    stage('parse');
    parse = await runWorker<ParseJob>('parse', { files: files.parts });
    stage('build');
    build = await runWorker<BuildJob>('build', { files, out: path });
  }
  const { info, sizes } = await fileSizes(path);
  const results = { data: data.description, machine, build, parse, info, sizes, lucene: data.peers?.lucene };
  if (classes.length === 0) return { ...results, open: undefined, memory: undefined, classes: [] };

  stage('draw queries');
  const queries = await data.queries();
  const asked = classes.filter(({ argumentsOf }) => queries.has(argumentsOf));
  if (asked.length === 0) throw new UsageError(`--only: there are no queries of these classes for ${data.description}`);
  stage('open');
  const open = await measureOpening(path, asked[0], queries);
  stage('search');
  const measured = await runWorker<SearchJob>('search', {
    path,
    classes: asked.map((queryClass) => requestsOf(queryClass, queries)),
  });
  let peerCounts: ReadonlyMap<string, PeerCounts> | undefined;
  if (data.peers) {
    stage('count totals');
    peerCounts = await countPeerTotals(data.peers.flat, data.peers.queries);
  }
  const classResults = asked.map((queryClass, i) => {
    // A part number through q finds SKUs too, which the peers leave out.
    const expected = queryClass.id === 'gq' ? undefined : peerCounts?.get(queryClass.argumentsOf);
    const ours = measured.classes[i];
    const lucene = data.peers?.lucene?.classes[queryClass.id];
    const peers = expected && compareTotals(queries.get(queryClass.argumentsOf) ?? [], ours, expected, lucene);
    return classResult(queryClass, ours, peers);
  });
  return { ...results, open, memory: measured.memory, classes: classResults };
}

function thisMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: `${cpus().length} x ${cpus()[0]?.model.trim()}`,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    started: new Date().toISOString(),
    load: {},
  };
}

async function fileSizes(path: string): Promise<{ info: CatalogInfo; sizes: SizeGroup[] }> {
  const catalog = await openCatalogFile(path);
  const sizes = groupSections(catalog.sections());
  await catalog.close();
  return { info: catalog.info, sizes };
}

/** Several processes open the catalog and ask the first query of the class; the one in the middle counts. */
async function measureOpening(path: string, queryClass: QueryClass, queries: DrawnQueries): Promise<OpenMeasurement> {
  const { requests } = requestsOf(queryClass, queries);
  const openings: OpenMeasurement[] = [];
  for (let i = 0; i < OPENINGS; i++) openings.push(await runWorker<OpenJob>('open', { path, request: requests[0] }));
  const sum = ({ open_ms, first_answer_ms }: OpenMeasurement) => open_ms + first_answer_ms;
  return openings.sort((a, b) => sum(a) - sum(b))[OPENINGS >> 1];
}

function requestsOf(queryClass: QueryClass, queries: DrawnQueries): SearchJob['input']['classes'][number] {
  const all = queries.get(queryClass.argumentsOf) ?? [];
  const requests = all.map((args) => requestOf(queryClass, args));
  if (queryClass.answer === 'uids') return { id: queryClass.id, requests };
  return { id: queryClass.id, requests, uidsOnly: all.map((args) => requestOf(queryClass, args, 'uids')) };
}

function classResult(queryClass: QueryClass, measured: ClassMeasurement, peers: TotalsComparison | undefined): ClassResult {
  const { id, title } = queryClass;
  const { times_ms, fastest_ms, totals, facet_sums, first_ms, cpu_share, uidsOnly, memory_mb } = measured;
  return {
    id,
    title,
    queries: times_ms.length,
    ...mediansOf(times_ms),
    fastest: mediansOf(fastest_ms),
    first_ms,
    cpu_share,
    totals_sum: sumOf(totals),
    totals: totals.slice(0, 12),
    facet_sum: sumOf(facet_sums),
    without_hits: totals.filter((total) => total === 0).length,
    memory_mb,
    over_uids: uidsOnly && mediansOf(times_ms.map((time, i) => time - uidsOnly.times_ms[i])),
    peers,
  };
}

function mediansOf(times: readonly number[]): { median_ms: number; p95_ms: number } {
  return { median_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) };
}

/** Bytes of all that shows documents, and of all that finds them. */
export function storedAndIndex(sizes: readonly SizeGroup[]): { stored_mb: number; index_mb: number } {
  const sum = (isStored: boolean) =>
    sizes.reduce((bytes, group) => (group.isStored === isStored ? bytes + group.bytes : bytes), 0);
  return { stored_mb: sum(true) / MEGABYTE, index_mb: sum(false) / MEGABYTE };
}
