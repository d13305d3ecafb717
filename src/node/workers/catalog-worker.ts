import { parentPort, workerData } from 'node:worker_threads';
import { openSource } from '../../catalog/catalog.js';
import { setProcessorClock } from '../../work/processor-time.js';
import { CompressionGate } from '../compression-gate.js';
import { FileSource } from '../file-source.js';
import { zlibCodec } from '../zlib-codec.js';
import { packError } from './carried-errors.js';
import type { FromThread, ThreadData, ToThread } from './messages.js';
import { SharedSections } from './shared-sections.js';
import { ShortCallsFirst } from './short-calls-first.js';
import { ThreadCalls } from './thread-calls.js';
import { threadClock } from './thread-clock.js';

/**
 * A thread that answers requests to a catalog (thread.ts starts it): it reads the file that the caller's thread has opened, and
 * shares its sections with the other threads.
 */
const port = parentPort as NonNullable<typeof parentPort>;
const { file, limits, synonyms, rates, flags, gate: gateState } = workerData as ThreadData;
const gate = new CompressionGate(gateState);

/** Milliseconds after which calls of a thread yield to each other: within them a new call starts and an aborted one ends. */
const GIVE_WAY_MS = 4;

/** Copies or shares buffers and never transfers them: after a transfer, V8 reads typed arrays of that thread more slowly. */
function send(message: FromThread): void {
  port.postMessage(message);
}

const sections = new SharedSections({
  want: (name) => send({ kind: 'wanted', name }),
  loaded: (name, buffer) => send({ kind: 'loaded', name, buffer }),
  failed: (name) => send({ kind: 'loaded', name }),
});

function handle(message: ToThread): void {
  switch (message.kind) {
    case 'section':
      if (message.buffer) sections.give(message.name, message.buffer);
      else void sections.load(message.name);
      return;
    default:
      void calls.then((started) => started.handle(message));
  }
}

async function start(): Promise<ThreadCalls> {
  // Inflating creates a zlib stream; the thread must not be terminated during that.
  const codec = {
    ...zlibCodec,
    inflate: (bytes: Uint8Array, length: number, preset?: Uint8Array) =>
      gate.pass(() => zlibCodec.inflate(bytes, length, preset)),
  };
  const order = new ShortCallsFirst();
  const pacing = { giveWayAfter: GIVE_WAY_MS, goOn: order.goOn };
  const catalog = await openSource(
    FileSource.share(file, { mayWait: true }),
    codec,
    { limits, synonyms, ...(rates && { rates }) },
    { share: sections, pacing },
  );
  return new ThreadCalls(catalog, flags, order, send);
}

setProcessorClock(threadClock());
port.on('message', handle);
const calls = start();
try {
  await calls;
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unopened', error: packError(error) });
  port.close();
}
