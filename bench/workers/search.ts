/** Opens a catalog and measures its memory and the questions. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { type Measurement, measure } from '../measure/measure.js';
import { answer, type Job, residentMegabytes } from '../measure/worker.js';
import { LIMITS, type QuestionRequest } from '../queries/requests.js';

export interface SearchJob extends Job<{ path: string; questions: readonly QuestionRequests[] }, SearchMeasurement> {}

export interface QuestionRequests {
  readonly name: string;
  readonly requests: readonly QuestionRequest[];
  /** Of a question for whole parts: the same queries for uids alone. */
  readonly uidsOnly?: readonly QuestionRequest[];
}

export interface SearchMeasurement {
  readonly memory: MemoryMeasurement;
  readonly questions: readonly QuestionMeasurement[];
}

/** Resident memory of the process, after a garbage collection. */
export interface MemoryMeasurement {
  /** Before the catalog is opened: Node and the program. */
  readonly before_mb: number;
  readonly opened_mb: number;
}

export interface QuestionMeasurement extends Measurement {
  readonly name: string;
  /** Resident memory after this question and those before it. */
  readonly memory_mb: number;
  readonly uidsOnly?: Measurement;
}

answer<SearchJob>(async ({ path, questions }) => {
  const before_mb = residentMegabytes();
  const catalog = await openCatalogFile(path, { limits: LIMITS });
  const opened_mb = residentMegabytes();
  const measured: QuestionMeasurement[] = [];
  for (const { name, requests, uidsOnly } of questions) {
    const pair = uidsOnly && { uidsOnly: await measure(catalog, uidsOnly) };
    measured.push({ name, ...(await measure(catalog, requests)), ...pair, memory_mb: residentMegabytes() });
  }
  await catalog.close();
  return { memory: { before_mb, opened_mb }, questions: measured };
});
