import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AbortedError, WorkerFailedError } from '../../model/errors.js';
import { onAbort } from '../../work/on-abort.js';
import { CompressionGate } from '../compression-gate.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import type { BuiltSegment, OnRead, SegmentJob } from './segment-job.js';

/** In the same folder as the code that starts it, which may be an entry or a chunk of the built package. */
const SCRIPT = new URL('./segment-worker.js', import.meta.url);

/** The data for starting the thread. */
export interface SegmentData {
  readonly job: SegmentJob;
  readonly gate: Int32Array<SharedArrayBuffer>;
}

/** The messages of the thread. */
export type FromSegment =
  | { readonly kind: 'read'; readonly bytes: number; readonly documents: number }
  | { readonly kind: 'built'; readonly segment: BuiltSegment }
  | { readonly kind: 'failed'; readonly error: CarriedError };

/** Whether the script of the thread is beside this one; not in unbuilt sources. */
export function hasSegmentThread(): boolean {
  return SCRIPT.protocol === 'file:' && existsSync(fileURLToPath(SCRIPT));
}

/** Builds a segment in a thread of its own. Aborting `signal` ends the thread. @throws as `buildSegment`; WorkerFailedError */
export async function buildInThread(job: SegmentJob, onRead: OnRead, signal: AbortSignal): Promise<BuiltSegment> {
  const gate = new CompressionGate();
  gate.endsWithProcess = true;
  // Without the program's own flags: some of them (`--input-type`) are invalid for a file.
  const workerData: SegmentData = { job, gate: gate.state };
  const worker = new Worker(SCRIPT, { execArgv: [], name: 'partdex-segment', workerData });
  let hasExited = false;
  let forget = () => {};
  try {
    return await new Promise<BuiltSegment>((resolve, reject) => {
      let failure: Error | undefined;
      const abort = () => reject(new AbortedError(signal));
      worker.on('message', (message: FromSegment) => {
        if (message.kind === 'read') onRead(message.bytes, message.documents);
        else if (message.kind === 'built') resolve(message.segment);
        else reject(unpackError(message.error));
      });
      worker.on('messageerror', reject);
      worker.on('error', (error: Error) => {
        failure = error;
      });
      worker.on('exit', (status) => {
        hasExited = true;
        reject(new WorkerFailedError(failure?.message ?? `it was ended with status ${status}`, failure && { cause: failure }));
      });
      forget = onAbort(signal, abort);
      if (signal.aborted) abort();
    });
  } finally {
    forget();
    gate.close();
    while (gate.isBusy && !hasExited) await wait(1);
    await worker.terminate();
    gate.endsWithProcess = false;
  }
}
