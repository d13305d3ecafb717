import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { count, figure, table } from '../report/table.js';
import type { LoadResult } from '../threads/load.js';
import { measureThreads, type ThreadsResult } from '../threads/measure-threads.js';
import type { Stall } from '../threads/stalls.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:workers -- --catalog <file> [options]

  --catalog <file>     a catalog file, such as npm run bench -- --catalog <file> leaves
  --workers <number>   threads; default 2
  --seconds <number>   how long each load lasts; default 5
  --json               print the results as JSON instead of tables
`;

const OPTIONS = {
  catalog: { type: 'string' },
  workers: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Measures a catalog that answers requests in threads. */
export async function workersCommand(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options.help) {
    console.log(HELP);
    return;
  }
  if (options.catalog === undefined) throw new UsageError('--catalog: which file?');
  const result = await measureThreads({
    path: resolve(options.catalog),
    workers: positive('--workers', options.workers),
    milliseconds: positive('--seconds', options.seconds) * 1000,
  });
  console.log(options.json ? JSON.stringify(result, null, 1) : report(result));
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`${name}: "${text}" is not a number above 0`);
  return number;
}

function report({ workers, memory, throughput, fairness, aborts }: ThreadsResult): string {
  const { here, there, stall, apart } = throughput;
  const ratio = there.perSecond / here.perSecond;
  return [
    table(
      ['mixed load', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'failures'],
      [loadRow('the caller’s thread, 1 client', here), loadRow(`${workers} workers, ${4 * workers} clients`, there)],
    ),
    `${figure(ratio)} times the requests; the caller’s thread was held up for ${stallText(stall)} at most.`,
    `${workers} processes that share nothing, 1 client each, answer ${count(apart)} requests/s: ${figure(apart / here.perSecond)} times those of one thread.`,
    table(
      ['beside one hostile client', 'p50 alone', 'p50 beside', 'times', 'p99 alone', 'p99 beside', 'times', 'stall ms'],
      fairness.map(({ hostile, alone, beside, stall: held }) => [
        hostile,
        ...[alone.p50, beside.p50, beside.p50 / alone.p50, alone.p99, beside.p99, beside.p99 / alone.p99].map(figure),
        stallText(held),
      ]),
    ),
    table(
      ['from the signal of a call', 'median ms', 'longest ms'],
      [
        ['until it rejects', figure(aborts.rejected_p50), figure(aborts.rejected_max)],
        ['until its thread answers others', figure(aborts.free_p50), figure(aborts.free_max)],
      ],
    ),
    `Memory: ${figure(memory.here_mb)} MB without workers, ${figure(memory.there_mb)} MB with ${workers} workers.`,
  ].join('\n\n');
}

function loadRow(name: string, { perSecond, p50, p99, cpu, failures }: LoadResult): string[] {
  return [name, figure(perSecond), figure(p50), figure(p99), figure(cpu), String(failures)];
}

function stallText({ wall_ms, own_ms }: Stall): string {
  return own_ms === undefined ? figure(wall_ms) : `${figure(wall_ms)} (own ${figure(own_ms)})`;
}
