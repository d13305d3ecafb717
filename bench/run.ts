/** The benchmarks' command line; bench/README.md tells what they measure. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark } from './benchmark.js';
import { chosenClasses } from './classes.js';
import { HELP as WORKERS_HELP, workersCommand } from './commands/workers.js';
import { openData } from './data.js';
import { report } from './report.js';
import { UsageError } from './usage-error.js';

const HELP = `npm run bench -- [options]

  --data <set>        generated (default), real, or peers:<folder>, a copy of the peers in which they have been run
  --parts <number>    how many parts; default 100,000 generated ones, all real ones, a million of the peers
  --only <classes>    these query classes alone, such as a,b,p
  --build             the build and the sizes alone, no queries
  --catalog <file>    keep the catalog there; if it is there already it is not built again
  --json              print the results as JSON instead of tables
`;
const RESULTS = 'bench/results';

const OPTIONS = {
  data: { type: 'string', default: 'generated' },
  parts: { type: 'string' },
  only: { type: 'string' },
  build: { type: 'boolean', default: false },
  catalog: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parseOptions>;

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === 'workers') await workersCommand(rest);
  else await measureClasses();
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${command === 'workers' ? WORKERS_HELP : HELP}` : error);
  process.exitCode = 1;
}

async function measureClasses(): Promise<void> {
  const options = parseOptions();
  if (options.help) console.log(HELP);
  else await run(options);
}

function parseOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function run(options: Options): Promise<void> {
  const chosen = options.build ? { classes: [], typing: false } : chosenClasses(options.only?.split(','));
  const data = await openData(options.data, wholeNumber('--parts', options.parts));
  if (typeof data === 'string') {
    console.log(`skipped: ${data}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'partdex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  const results = await benchmark(data, { folder, ...chosen, catalog: options.catalog });
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${resultsName(data.name, options)}.json`), `${JSON.stringify(results, null, 1)}\n`);
  console.log(options.json ? JSON.stringify(results, null, 1) : report(results));
}

/** Part of a run does not replace the results of a whole one. */
function resultsName(data: string, { build, only }: Options): string {
  if (build) return `${data}-build`;
  return only === undefined ? data : `${data}-${only.replaceAll(',', '-')}`;
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`${name}: "${text}" is no whole number from 1 on`);
  return number;
}
