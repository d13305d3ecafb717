/** Creates a suggester and types. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { createSuggester } from '../../src/suggest/partdex-suggest.js';
import { quantile } from '../measure/measure.js';
import { answer, type Job, residentMegabytes } from '../measure/worker.js';

export interface TypingJob extends Job<{ path: string; texts: readonly string[] }, TypingMeasurement> {}

export interface TypingMeasurement {
  readonly texts: number;
  readonly create_ms: number;
  readonly opened_mb: number;
  /** Memory with the suggester and everything that it has read. */
  readonly created_mb: number;
  /** Times when each text is typed for the first time. */
  readonly first: TypingTimes;
  /** Times of the median of five more runs. */
  readonly again: TypingTimes;
}

export interface TypingTimes {
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly worst_ms: number;
  readonly worst_text: string;
}

const PASSES = 5;

answer<TypingJob>(async ({ path, texts }) => {
  const catalog = await openCatalogFile(path);
  const opened_mb = residentMegabytes();
  const began = performance.now();
  const suggester = await createSuggester(catalog);
  const create_ms = performance.now() - began;
  const created_mb = residentMegabytes();
  const pass = () =>
    texts.map((text) => {
      const started = performance.now();
      suggester.suggest(text);
      return performance.now() - started;
    });
  const first = pass();
  const passes = Array.from({ length: PASSES }, pass);
  const again = texts.map((_, i) =>
    quantile(
      passes.map((times) => times[i]),
      0.5,
    ),
  );
  await catalog.close();
  return { texts: texts.length, create_ms, opened_mb, created_mb, first: timesOf(first, texts), again: timesOf(again, texts) };
});

function timesOf(times: readonly number[], texts: readonly string[]): TypingTimes {
  const worst_ms = Math.max(...times);
  return {
    median_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    worst_ms,
    worst_text: texts[times.indexOf(worst_ms)],
  };
}
