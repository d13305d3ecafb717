import { parentPort, workerData } from 'node:worker_threads';
import type { Codec } from '../../encoding/codec.js';
import { CompressionGate } from '../compression-gate.js';
import { packError } from '../workers/carried-errors.js';
import { deflateNow, zlibCodec } from '../zlib-codec.js';
import { buildSegment } from './segment-job.js';
import type { FromSegment, SegmentData } from './segment-thread.js';

/** The thread that builds one segment (segment-thread.ts starts it). It ends when it is done. */
const port = parentPort as NonNullable<typeof parentPort>;
const { job, gate: state } = workerData as SegmentData;
const gate = new CompressionGate(state);

/** The thread must not be terminated while it creates a zlib stream. */
const codec: Codec = {
  ...zlibCodec,
  deflate: (bytes, preset) => gate.pass(() => deflateNow(bytes, preset)),
  inflate: (bytes, length, preset) => gate.pass(() => zlibCodec.inflate(bytes, length, preset)),
};

function send(message: FromSegment): void {
  port.postMessage(message);
}

const onRead = (bytes: number, documents: number) => send({ kind: 'read', bytes, documents });
await buildSegment(job, codec, onRead).then(
  (segment) => send({ kind: 'built', segment }),
  (error) => send({ kind: 'failed', error: packError(error) }),
);
