import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { MEGABYTE, runWorker } from '../measure/worker.js';
import { figure, table } from '../report/table.js';
import type { BuildJob, BuildMeasurement } from '../workers/build.js';
import { readOptions, wholeNumber } from './options.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:build -- [options]

Builds a catalog of generated parts as one segment and as several, with one thread and with several.

  --parts <number>     default 1000000
  --segments <number>  of the builds of several segments; default 2
  --threads <number>   of the last build; default 2
  --json               print the figures as JSON instead of a table
`;

/** The time of two threads, as a share of that of one. */
const GOAL = 0.6;

interface Measured extends BuildMeasurement {
  readonly name: string;
}

/** Measures builds in threads beside one in a single thread. */
export async function buildCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    parts: { type: 'string' },
    segments: { type: 'string' },
    threads: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  const [parts, segments, most] = [
    wholeNumber('--parts', options.parts) ?? 1_000_000,
    wholeNumber('--segments', options.segments) ?? 2,
    wholeNumber('--threads', options.threads) ?? 2,
  ];
  const data = await openData('generated', parts);
  if (typeof data === 'string') throw new UsageError(data);
  const folder = temporaryFolder();
  const files = await data.files(folder);
  const measured: Measured[] = [];
  for (const [of, threads] of [
    [1, 1],
    [1, most],
    [segments, 1],
    [segments, most],
  ]) {
    const out = join(folder, 'built.pdx');
    const measurement = await runWorker<BuildJob>('build', { files, out, segments: of, threads });
    measured.push({ name: `${of} of ${threads}`, ...measurement });
    await rm(out);
  }
  console.log(options.json ? JSON.stringify({ parts, measured }, null, 1) : report(parts, measured));
}

function report(parts: number, measured: readonly Measured[]): string {
  const rows = measured.map(({ name, seconds, cpu_seconds, peak_mb, bytes }) => [
    name,
    figure(seconds),
    figure(cpu_seconds),
    figure(peak_mb),
    figure(bytes / MEGABYTE),
  ]);
  const ratio = measured[3].seconds / measured[0].seconds;
  return [
    `${parts.toLocaleString('en-US')} generated parts`,
    table(['segments of threads', 's', 'CPU s', 'peak MB', 'file MB'], rows),
    `Threads and segments take ${figure(ratio)} of the time of one thread and one segment; the goal is ${GOAL}.`,
  ].join('\n\n');
}
