import { parentPort, workerData } from 'node:worker_threads';
import type { SnapshotSegment } from '../../catalog/snapshot/state.js';
import type { Codec } from '../../encoding/codec.js';
import { DeadRows } from '../../index/alive/dead-rows.js';
import { mergeSegments } from '../../live/merge-segments.js';
import { CompressionGate } from '../compression-gate.js';
import { giveWay } from '../thread-priority.js';
import { packError } from '../workers/carried-errors.js';
import { deflateNow, zlibCodec } from '../zlib-codec.js';
import { serveUpdates } from './delta-writer.js';
import { writeFramed } from './framed-file.js';
import { closeSegment, LiveFolder, segmentTarget } from './live-folder.js';
import type { ThreadData } from './live-thread.js';
import type { FromMerge, MergeJob, ToMerge } from './merge-thread.js';

/** A thread of a live catalog, which merges segments (merge-thread.ts) or serves updates (delta-thread.ts). */
const port = parentPort as NonNullable<typeof parentPort>;
const { gate: state } = workerData as ThreadData;
const gate = new CompressionGate(state);

/** The thread must not be terminated while it creates a zlib stream. */
const codec: Codec = {
  ...zlibCodec,
  deflate: (bytes, preset) => gate.pass(() => deflateNow(bytes, preset)),
  inflate: (bytes, length, preset) => gate.pass(() => zlibCodec.inflate(bytes, length, preset)),
};

async function merge({ folder: path, sources, state, segment: name, placesFile }: MergeJob): Promise<FromMerge> {
  const folder = new LiveFolder(path, codec, { mayWait: true });
  const segments: SnapshotSegment[] = [];
  try {
    for (const { segment, dead, places, first } of sources) {
      const file = await folder.openSegment(segment);
      segments.push({ file, dead: dead && new DeadRows(dead, file.segments.parts.rowCount), places, first });
    }
    const merged = await mergeSegments(state, segments, segmentTarget(folder, name, codec), undefined);
    const { places, first } = merged;
    segments.push(merged);
    if (places) await writeFramed(folder.file(placesFile), 'places', Array.from(places));
    return { kind: 'merged', places, first };
  } finally {
    // The thread goes on, and what it has open takes room on the disk after it was removed.
    await Promise.all(segments.map(({ file }) => closeSegment(file)));
  }
}

giveWay();
port.on('message', ({ kind, job }: ToMerge) => {
  if (kind !== 'merge') return;
  merge(job).then(
    (message) => port.postMessage(message),
    (error) => port.postMessage({ kind: 'failed', error: packError(error) } satisfies FromMerge),
  );
});
serveUpdates(port, codec);
