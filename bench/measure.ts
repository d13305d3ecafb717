import type { Catalog, SearchRequest } from '../src/partdex.js';

export interface Measurement {
  /** Median over the requests of each one's median time, in milliseconds. */
  readonly median: number;
  readonly p95: number;
  /** Median number of hits. */
  readonly hits: number;
}

const WARM_UP_MS = 500;
const MEASURE_MS = 2000;
const PASSES = 20;

/** Asks each request several times, warm, one after the other. */
export async function measure(catalog: Catalog, requests: readonly SearchRequest[]): Promise<Measurement> {
  const hits: number[] = [];
  const warm = performance.now();
  do {
    hits.length = 0;
    for (const request of requests) hits.push((await catalog.parts.search(request)).hits);
  } while (performance.now() - warm < WARM_UP_MS);

  const times = requests.map((): number[] => []);
  const start = performance.now();
  for (let pass = 0; pass < PASSES && (pass < 3 || performance.now() - start < MEASURE_MS); pass++) {
    for (const [i, request] of requests.entries()) {
      const started = performance.now();
      await catalog.parts.search(request);
      times[i].push(performance.now() - started);
    }
  }
  const medians = times.map((all) => quantile(all, 0.5));
  return { median: quantile(medians, 0.5), p95: quantile(medians, 0.95), hits: quantile(hits, 0.5) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
