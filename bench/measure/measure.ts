import type { Catalog } from '../../src/partdex.js';
import { ask, countsOf, type QuestionRequest } from '../queries/requests.js';

/** How long the queries of a question take. */
export interface Measurement {
  /** The first query, which may have loaded sections. */
  readonly first_ms: number;
  /** Median of the passes of each query. */
  readonly times_ms: readonly number[];
  /** Fastest pass of each query: the time without disturbances. */
  readonly fastest_ms: readonly number[];
  /** Exact number of hits of each query. */
  readonly totals: readonly number[];
  /** For each query the sum of the counts of its facets' values and of its statistics. */
  readonly facet_sums: readonly number[];
  /** CPU time of the process divided by elapsed time; well under 1 if the machine was busy with something else. */
  readonly cpu_share: number;
}

const WARM_UP_MS = 2500;
const LEAST_WARM_UP_MS = 1000;
const PASSES = 5;
/** A question is cut off after this time, and gets no further pass after a third of it. */
const CAP_MS = 15_000;

/** Asks all for at least a second, so that what is measured then is compiled. */
export async function warmUp<R>(requests: readonly R[], ask: (request: R) => Promise<unknown>): Promise<void> {
  const began = performance.now();
  do {
    for (const request of requests) {
      await ask(request);
      if (performance.now() - began > WARM_UP_MS) return;
    }
  } while (performance.now() - began < LEAST_WARM_UP_MS);
}

/**
 * Sends the queries one after the other, warm, as the peers' harness does: all of them for at least a second, then in up to five
 * timed passes.
 */
export async function measure(catalog: Catalog, requests: readonly QuestionRequest[]): Promise<Measurement> {
  const first_ms = await timed(() => ask(catalog, requests[0]));
  await warmUp(requests, (request) => ask(catalog, request));
  const totals: number[] = [];
  const facet_sums: number[] = [];
  const times = requests.map((): number[] => []);
  const cpu = process.cpuUsage();
  const began = performance.now();
  const isOver = (milliseconds: number) => performance.now() - began > milliseconds;
  for (let pass = 0; pass < PASSES && !isOver(CAP_MS / 3); pass++) {
    for (let i = 0; i < requests.length && !isOver(CAP_MS); i++) {
      const started = performance.now();
      const response = await ask(catalog, requests[i]);
      times[i].push(performance.now() - started);
      const counts = countsOf(response);
      totals[i] = counts.total;
      facet_sums[i] = counts.facet_sum;
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpu_share = (user + system) / 1000 / (performance.now() - began);
  const asked = times.filter((passes) => passes.length > 0);
  return {
    first_ms,
    times_ms: asked.map((passes) => quantile(passes, 0.5)),
    fastest_ms: asked.map((passes) => Math.min(...passes)),
    totals,
    facet_sums,
    cpu_share,
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
