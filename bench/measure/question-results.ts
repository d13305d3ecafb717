import type { PeerCounts } from '../peers/peer-counter.js';
import { compareTotals, type PeerResults, sumOf, type TotalsComparison } from '../peers/peer-results.js';
import { countPeerTotals } from '../peers/peer-totals.js';
import type { DrawnQueries } from '../queries/draw.js';
import { type QueryArguments, type Question, requestOf } from '../queries/questions.js';
import type { OpenJob, OpenMeasurement } from '../workers/open.js';
import type { MemoryMeasurement, QuestionMeasurement, SearchJob } from '../workers/search.js';
import { quantile } from './measure.js';
import { runWorker } from './worker.js';

/** The results of the questions of a run. */
export interface QuestionResults {
  /** Undefined if no question was measured. */
  readonly open: OpenMeasurement | undefined;
  readonly memory: MemoryMeasurement | undefined;
  readonly questions: readonly QuestionResult[];
}

/** Times are medians and 95th percentiles over the queries, of the median time of each. */
export interface QuestionResult {
  readonly name: string;
  readonly letters: string;
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
  /** The counts of all facets' values and statistics together; 0 without facets. */
  readonly facet_sum: number;
  /** Queries that nothing matches: none of those drawn from the catalog's own parts should be one. */
  readonly without_hits: number;
  /** Resident memory after this question and those before it. */
  readonly memory_mb: number;
  /** Of a question for whole parts: how much longer than the same queries for uids alone. */
  readonly over_uids: { readonly median_ms: number; readonly p95_ms: number } | undefined;
  readonly peers: TotalsComparison | undefined;
  /** Of a question whose queries have rows of their own. */
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
 * Measures opening the catalog, its memory and the questions.
 * @param stage called at the beginning of each stage
 */
export async function measureQuestions(
  path: string,
  questions: readonly Question[],
  queries: DrawnQueries,
  peers: PeerResults | undefined,
  stage: (name: string) => void,
): Promise<QuestionResults> {
  stage('open');
  const open = await measureOpening(path, questions[0], queries);
  stage('search');
  const requests = questions.map((question) => requestsOf(question, queries));
  const measured = await runWorker<SearchJob>('search', { path, questions: requests });
  const counts = peers && (await peerCounts(peers, questions, stage));
  const results = questions.map((question, i) => {
    const args = queries.get(question.argumentsOf) ?? [];
    const ours = measured.questions[i];
    const expected = question.hasPeerTotals ? counts?.get(question.argumentsOf) : undefined;
    const compared = expected && compareTotals(args, ours, expected, peers?.lucene?.classes[question.letters]);
    return questionResult(question, args, ours, compared);
  });
  return { open, memory: measured.memory, questions: results };
}

/** The peers' counts of the questions that can be compared. */
async function peerCounts(
  { flat, queries }: PeerResults,
  questions: readonly Question[],
  stage: (name: string) => void,
): Promise<ReadonlyMap<string, PeerCounts>> {
  const compared = new Set(questions.filter(({ hasPeerTotals }) => hasPeerTotals).map(({ argumentsOf }) => argumentsOf));
  stage('count totals');
  return countPeerTotals(flat, new Map([...queries].filter(([name]) => compared.has(name))));
}

/** Several processes open the catalog and ask the first query of a question; the one in the middle counts. */
async function measureOpening(path: string, question: Question, queries: DrawnQueries): Promise<OpenMeasurement> {
  const { requests } = requestsOf(question, queries);
  const openings: OpenMeasurement[] = [];
  for (let i = 0; i < OPENINGS; i++) openings.push(await runWorker<OpenJob>('open', { path, request: requests[0] }));
  const sum = ({ open_ms, first_answer_ms }: OpenMeasurement) => open_ms + first_answer_ms;
  return openings.sort((a, b) => sum(a) - sum(b))[OPENINGS >> 1];
}

function requestsOf(question: Question, queries: DrawnQueries): SearchJob['input']['questions'][number] {
  const all = queries.get(question.argumentsOf) ?? [];
  const requests = all.map((args) => requestOf(question, args));
  if (question.answer === 'uids') return { name: question.name, requests };
  return { name: question.name, requests, uidsOnly: all.map((args) => requestOf(question, args, 'uids')) };
}

function questionResult(
  { name, letters, title, isListed }: Question,
  args: readonly QueryArguments[],
  measured: QuestionMeasurement,
  peers: TotalsComparison | undefined,
): QuestionResult {
  const { times_ms, fastest_ms, totals, facet_sums, first_ms, cpu_share, uidsOnly, memory_mb } = measured;
  return {
    name,
    letters,
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
