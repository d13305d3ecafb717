import { type QueryArguments, type QueryClass, requestOf } from './classes.js';
import { quantile } from './measure.js';
import type { PeerCounts } from './peer-counter.js';
import { compareTotals, type PeerResults, sumOf, type TotalsComparison } from './peer-results.js';
import { countPeerTotals } from './peer-totals.js';
import type { DrawnQueries } from './queries.js';
import { runWorker } from './worker.js';
import type { OpenJob, OpenMeasurement } from './workers/open.js';
import type { ClassMeasurement, MemoryMeasurement, SearchJob } from './workers/search.js';

/** What the query classes of a run give. */
export interface ClassResults {
  /** Undefined if no class was measured. */
  readonly open: OpenMeasurement | undefined;
  readonly memory: MemoryMeasurement | undefined;
  readonly classes: readonly ClassResult[];
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
  /** Of a class whose queries have rows of their own. */
  readonly each: readonly QueryResult[] | undefined;
}

export interface QueryResult {
  readonly query: string;
  readonly hits: number;
  readonly median_ms: number;
  readonly fastest_ms: number;
}

const OPENINGS = 5;

/**
 * Measures opening the catalog, its memory and the query classes.
 * @param stage called at the beginning of each stage
 */
export async function measureClasses(
  path: string,
  classes: readonly QueryClass[],
  queries: DrawnQueries,
  peers: PeerResults | undefined,
  stage: (name: string) => void,
): Promise<ClassResults> {
  stage('open');
  const open = await measureOpening(path, classes[0], queries);
  stage('search');
  const requests = classes.map((queryClass) => requestsOf(queryClass, queries));
  const measured = await runWorker<SearchJob>('search', { path, classes: requests });
  const counts = peers && (await peerCounts(peers, classes, stage));
  const results = classes.map((queryClass, i) => {
    const args = queries.get(queryClass.argumentsOf) ?? [];
    const ours = measured.classes[i];
    const expected = queryClass.hasPeerTotals ? counts?.get(queryClass.argumentsOf) : undefined;
    const compared = expected && compareTotals(args, ours, expected, peers?.lucene?.classes[queryClass.id]);
    return classResult(queryClass, args, ours, compared);
  });
  return { open, memory: measured.memory, classes: results };
}

/** What the peers count for the classes that can be compared. */
async function peerCounts(
  { flat, queries }: PeerResults,
  classes: readonly QueryClass[],
  stage: (name: string) => void,
): Promise<ReadonlyMap<string, PeerCounts>> {
  const compared = new Set(classes.filter(({ hasPeerTotals }) => hasPeerTotals).map(({ argumentsOf }) => argumentsOf));
  stage('count totals');
  return countPeerTotals(flat, new Map([...queries].filter(([id]) => compared.has(id))));
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

function classResult(
  { id, title, isListed }: QueryClass,
  args: readonly QueryArguments[],
  measured: ClassMeasurement,
  peers: TotalsComparison | undefined,
): ClassResult {
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
    each: isListed
      ? times_ms.map((time, i) => ({ query: args[i].join(' '), hits: totals[i], median_ms: time, fastest_ms: fastest_ms[i] }))
      : undefined,
  };
}

function mediansOf(times: readonly number[]): { median_ms: number; p95_ms: number } {
  return { median_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) };
}
