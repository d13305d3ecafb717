import { parentPort, workerData } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import type { Codec } from '../../encoding/codec.js';
import { DeadRows } from '../../index/alive/dead-rows.js';
import { mergeSegments } from '../../live/merge-segments.js';
import { CompressionGate } from '../compression-gate.js';
import { packError } from '../workers/carried-errors.js';
import { DEFLATE_LEVEL, zlibCodec } from '../zlib-codec.js';
import { serveUpdates } from './delta-writer.js';
import { writeFramed } from './framed-file.js';
import { LiveFolder, segmentTarget } from './live-folder.js';
import type { ThreadData } from './live-thread.js';
import type { FromMerge, MergeJob } from './merge-thread.js';

/** A thread of a live catalog: it merges segments and ends (merge-thread.ts starts it), or serves updates (delta-thread.ts). */
const port = parentPort as NonNullable<typeof parentPort>;
const { job, gate: state } = workerData as ThreadData;
const gate = new CompressionGate(state);

/** The thread must not be terminated while it creates a zlib stream. */
const codec: Codec = {
  ...zlibCodec,
  deflate: (bytes) => gate.pass(() => new Uint8Array(deflateRawSync(bytes, { level: DEFLATE_LEVEL }))),
  inflate: (bytes, length) => gate.pass(() => zlibCodec.inflate(bytes, length)),
};

async function merge(job: MergeJob): Promise<FromMerge> {
  const folder = new LiveFolder(job.folder, codec);
  const segments = [];
  for (const { segment, dead, places, first } of job.sources) {
    const file = await folder.openSegment(segment);
    segments.push({ file, dead: dead && new DeadRows(dead, file.segments.parts.rowCount), places, first });
  }
  const { places, first } = await mergeSegments(job.state, segments, segmentTarget(folder, job.segment, codec), undefined);
  if (places) await writeFramed(folder.file(job.placesFile), 'places', Array.from(places));
  return { kind: 'merged', places, first };
}

if (job)
  port.postMessage(await merge(job as MergeJob).catch((error): FromMerge => ({ kind: 'failed', error: packError(error) })));
else serveUpdates(port, codec);
