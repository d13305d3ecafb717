/** Opens a catalog and runs one query. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { timed } from '../measure/measure.js';
import { answer, type Job } from '../measure/worker.js';
import { ask, LIMITS, type QuestionRequest } from '../queries/requests.js';

export interface OpenJob extends Job<{ path: string; request: QuestionRequest }, OpenMeasurement> {}

export interface OpenMeasurement {
  readonly open_ms: number;
  readonly first_answer_ms: number;
}

answer<OpenJob>(async ({ path, request }) => {
  const began = performance.now();
  const catalog = await openCatalogFile(path, { limits: LIMITS });
  const open_ms = performance.now() - began;
  const first_answer_ms = await timed(() => ask(catalog, request));
  await catalog.close();
  return { open_ms, first_answer_ms };
});
