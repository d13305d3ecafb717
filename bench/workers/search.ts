/** Opens a catalog and measures its memory and the query classes. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { type Measurement, measure } from '../measure.js';
import { type ClassRequest, LIMITS } from '../requests.js';
import { answer, type Job, residentMegabytes } from '../worker.js';

export interface SearchJob extends Job<{ path: string; classes: readonly ClassRequests[] }, SearchMeasurement> {}

export interface ClassRequests {
  readonly id: string;
  readonly requests: readonly ClassRequest[];
  /** For a class of whole parts: the same queries for uids only. */
  readonly uidsOnly?: readonly ClassRequest[];
}

export interface SearchMeasurement {
  readonly memory: MemoryMeasurement;
  readonly classes: readonly ClassMeasurement[];
}

/** Resident memory of the process, after a garbage collection. */
export interface MemoryMeasurement {
  /** Before the catalog is opened: Node and the program. */
  readonly before_mb: number;
  readonly opened_mb: number;
}

export interface ClassMeasurement extends Measurement {
  readonly id: string;
  /** Resident memory after this class and those before it. */
  readonly memory_mb: number;
  readonly uidsOnly?: Measurement;
}

answer<SearchJob>(async ({ path, classes }) => {
  const before_mb = residentMegabytes();
  const catalog = await openCatalogFile(path, { limits: LIMITS });
  const opened_mb = residentMegabytes();
  const measured: ClassMeasurement[] = [];
  for (const { id, requests, uidsOnly } of classes) {
    const pair = uidsOnly && { uidsOnly: await measure(catalog, uidsOnly) };
    measured.push({ id, ...(await measure(catalog, requests)), ...pair, memory_mb: residentMegabytes() });
  }
  await catalog.close();
  return { memory: { before_mb, opened_mb }, classes: measured };
});
