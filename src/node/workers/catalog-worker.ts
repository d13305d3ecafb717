import { parentPort, workerData } from 'node:worker_threads';
import { openSource } from '../../catalog/catalog.js';
import { CompressionGate } from '../compression-gate.js';
import { FileSource } from '../file-source.js';
import { zlibCodec } from '../zlib-codec.js';
import { packError } from './carried-errors.js';
import type { FromThread, ThreadData, ToThread } from './messages.js';
import { Pace } from './pace.js';
import { SharedSections } from './shared-sections.js';
import { ThreadCalls } from './thread-calls.js';

/**
 * A thread that answers requests to a catalog (thread.ts starts it): it reads the file that the caller's thread has opened, and
 * shares its sections with the other threads.
 */
const port = parentPort as NonNullable<typeof parentPort>;
const { file, limits, flags, gate: gateState } = workerData as ThreadData;
const gate = new CompressionGate(gateState);

/** Calls of a thread give way to each other after so many milliseconds: a new one is begun, and an aborted one ended, within it. */
const GIVE_WAY_MS = 4;

/** Buffers are copied or shared, never handed over: V8 reads typed arrays more slowly in a thread that ever gave one away. */
function tell(message: FromThread): void {
  port.postMessage(message);
}

const sections = new SharedSections({
  want: (name) => tell({ kind: 'wanted', name }),
  loaded: (name, buffer) => tell({ kind: 'loaded', name, buffer }),
  failed: (name) => tell({ kind: 'loaded', name }),
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
  // Inflating makes a stream of zlib, and no thread may be ended while it does.
  const codec = {
    ...zlibCodec,
    inflate: (bytes: Uint8Array, length: number) => gate.pass(() => zlibCodec.inflate(bytes, length)),
  };
  const pace = new Pace();
  const pacing = { giveWayAfter: GIVE_WAY_MS, goOn: pace.goOn };
  const catalog = await openSource(FileSource.share(file), codec, { limits }, { share: sections, pacing });
  return new ThreadCalls(catalog, flags, pace, tell);
}

port.on('message', handle);
const calls = start();
try {
  await calls;
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'unopened', error: packError(error) });
  port.close();
}
