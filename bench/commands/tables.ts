import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { csvOf } from '../data/table-rows.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { MEGABYTE, runWorker } from '../measure/worker.js';
import { SEED } from '../queries/draw.js';
import { figure, table } from '../report/table.js';
import type { CommandJob, CommandMeasurement } from '../workers/command.js';
import { readOptions, wholeNumber } from './options.js';

export const HELP = `npm run bench:tables -- [options]

Builds a catalog of a CSV, and of the NDJSON of the same parts, with the command.

  --parts <number>   rows of the CSV; default 100000
  --times <number>   builds of each, in turns, of which the fastest counts; default 3
  --json             print the figures as JSON instead of a table
`;

/** The time of the CSV, as a multiple of that of the same parts as NDJSON. */
const GOAL = 1.5;
/** Columns of specs; a table of one kind of part has about as many. */
const SPECS = [
  'resistance',
  'capacitance',
  'tolerance',
  'voltage_rating',
  'case_package',
  'number_of_pins',
  'mounting_style',
  'rohs',
];

interface Measured extends CommandMeasurement {
  readonly name: string;
  readonly megabytes: number;
}

/** Measures a build of a table beside one of the same documents. */
export async function tablesCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    parts: { type: 'string' },
    times: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  const parts = wholeNumber('--parts', options.parts) ?? 100_000;
  const times = wholeNumber('--times', options.times) ?? 3;
  const folder = temporaryFolder();
  const csv = join(folder, 'parts.csv');
  const { categories } = sampleMetadata(SEED);
  await pipeline(Readable.from(csvOf(generateSample(parts, SEED), categories, SPECS)), createWriteStream(csv));
  const catalog = join(folder, 'catalog.pdx');
  await run('build', csv, '-o', catalog);
  // What the table was read as: both builds make the same catalog.
  const exported = join(folder, 'documents');
  await run('export', catalog, '-o', exported);
  const inputs = [
    { name: 'NDJSON', args: [join(exported, 'parts.ndjson'), '--categories', join(exported, 'categories.ndjson')] },
    { name: 'CSV', args: [csv] },
  ];
  const best = new Map<string, CommandMeasurement>();
  for (let turn = 0; turn < times; turn++) {
    for (const { name, args } of inputs) {
      const measured = await run('build', ...args, '-o', catalog, '--force');
      const known = best.get(name);
      if (!known || measured.seconds < known.seconds) best.set(name, measured);
    }
  }
  const measured: Measured[] = [];
  for (const { name, args } of inputs) {
    const { size } = await stat(args[0]);
    measured.push({ name, megabytes: size / MEGABYTE, ...(best.get(name) as CommandMeasurement) });
  }
  console.log(options.json ? JSON.stringify({ parts, measured }, null, 1) : report(parts, measured));
}

function run(...args: readonly string[]): Promise<CommandMeasurement> {
  return runWorker<CommandJob>('command', { args });
}

function report(parts: number, measured: readonly Measured[]): string {
  const [documents, csv] = measured;
  const rows = measured.map(({ name, megabytes, seconds, cpu_seconds: cpu, peak_mb: peak }) => [
    name,
    ...[megabytes, seconds, cpu, peak].map(figure),
  ]);
  const ratio = csv.seconds / documents.seconds;
  const cpuRatio = csv.cpu_seconds / documents.cpu_seconds;
  return [
    `${parts.toLocaleString('en-US')} generated parts, ${SPECS.length} of their specs`,
    table(['input', 'MB', 'seconds', 'CPU seconds', 'peak MB'], rows),
    `the CSV takes ${figure(ratio)} times the time of the NDJSON (goal: at most ${GOAL}), ${figure(cpuRatio)} times its CPU time ` +
      `and ${figure(csv.peak_mb / documents.peak_mb)} times its memory`,
  ].join('\n\n');
}
