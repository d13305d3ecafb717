/** Builds a catalog file, with the sources as they are or with a built package. */
import { type BuildReport, buildCatalogFile } from '../../src/node/partdex-node.js';
import type { DataFiles } from '../data/data-set.js';
import { loadEngine } from '../measure/engine.js';
import { answer, cpuSeconds, type Job, MEGABYTE } from '../measure/worker.js';

export interface BuildJob
  extends Job<{ files: DataFiles; out: string; package?: string; segments?: number; threads?: number }, BuildMeasurement> {}

export interface BuildMeasurement {
  readonly parts: number;
  readonly seconds: number;
  /** Until the last document was read. */
  readonly read_seconds: number;
  /** More than `seconds` if threads of the runtime worked at the same time. */
  readonly cpu_seconds: number;
  readonly peak_mb: number;
  readonly bytes: number;
  readonly notices: readonly string[];
}

answer<BuildJob>(async ({ files, out, package: folder, segments, threads }) => {
  const build = folder === undefined ? buildCatalogFile : (await loadEngine(folder)).buildCatalogFile;
  const began = performance.now();
  let readUntil = began;
  const report: BuildReport = await build({
    ...files,
    out,
    ...(segments !== undefined && { segments }),
    ...(threads !== undefined && { threads }),
    onProgress: ({ phase }) => {
      if (phase === 'read') readUntil = performance.now();
    },
  });
  return {
    parts: report.parts,
    seconds: report.seconds,
    read_seconds: (readUntil - began) / 1000,
    cpu_seconds: cpuSeconds(),
    peak_mb: peakMegabytes(),
    bytes: report.bytes,
    notices: report.notices,
  };
});

function peakMegabytes(): number {
  const kilobytes = process.resourceUsage().maxRSS;
  return (kilobytes * 1024) / MEGABYTE;
}
