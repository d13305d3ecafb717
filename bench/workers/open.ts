/** Opens a catalog and asks it one thing. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { SearchRequest } from '../../src/partdex.js';
import { timed } from '../measure.js';
import { answer, type Job } from '../worker.js';

export interface OpenJob extends Job<{ path: string; request: SearchRequest }, OpenMeasurement> {}

export interface OpenMeasurement {
  readonly open_ms: number;
  readonly first_answer_ms: number;
}

answer<OpenJob>(async ({ path, request }) => {
  const began = performance.now();
  const catalog = await openCatalogFile(path);
  const open_ms = performance.now() - began;
  const first_answer_ms = await timed(() => catalog.parts.search(request));
  await catalog.close();
  return { open_ms, first_answer_ms };
});
