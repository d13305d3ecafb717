import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../node/workers/carried-errors.js';
import { tableFile } from './inputs.js';
import { categoryLines, openTableFiles, partLines } from './read-tables.js';
import { type FromTableThread, MOST_PIECES, type TableJob, type ToTableThread } from './table-messages.js';

/** The thread that reads the tables of a build (table-thread.ts), while the build indexes their parts. */
const port = parentPort as NonNullable<typeof parentPort>;
const { paths, options } = workerData as TableJob;
let waiting = 0;
let taken: (() => void) | undefined;

function send(message: FromTableThread): void {
  port.postMessage(message);
}

async function open() {
  const tables = await openTableFiles(paths.map(tableFile), options);
  const categories: string[] = [];
  for await (const line of categoryLines(tables)) categories.push(line);
  send({ kind: 'opened', categories });
  return tables;
}

const opened = open();
opened.catch(fail);

function fail(error: unknown): void {
  send({ kind: 'failed', error: packError(error) });
}

async function read(file: number | undefined): Promise<void> {
  const tables = await opened;
  for await (const bytes of partLines(file === undefined ? tables.batches() : tables.batchesOf(file))) {
    send({ kind: 'piece', bytes });
    waiting++;
    while (waiting >= MOST_PIECES) {
      await new Promise<void>((resolve) => {
        taken = resolve;
      });
    }
  }
  send({ kind: 'end', report: tables.report() });
}

port.on('message', (message: ToTableThread) => {
  if (message.kind === 'read') read(message.file).catch(fail);
  else {
    waiting--;
    taken?.();
  }
});
