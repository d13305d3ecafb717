import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { DEFAULT_LIMITS, type Limits } from '../../src/partdex.js';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { packageFolder } from '../measure/engine.js';
import { runWorker } from '../measure/worker.js';
import type { BuildJob } from '../workers/build.js';
import { KINDS } from '../worst/kinds.js';
import { MeasuredEngine } from '../worst/measured-engine.js';
import { embeddingTable, type WorstOfKind, type WorstResults, worstReport } from '../worst/report.js';
import { measureKnown, worstOf } from '../worst/search.js';
import { positiveNumber, readOptions, wholeNumber } from './options.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:worst -- [options]

  --catalog <file>    this catalog; else one is built of --data
  --data <set>        generated (default), real, or peers:<folder>
  --parts <number>    how many parts; default 100,000 generated ones, all real ones, a million of the peers
  --minutes <number>  how long worse requests are looked for, all kinds together; 0 for the known cases alone. Default 10.
                      Measuring the worst again takes some more
  --only <kinds>      kinds whose name has one of these texts, and not the known cases: q,match,facets
  --seed <number>     another search; default 1
  --limits <limits>   default, or some limits as JSON: '{"milliseconds":1000}'
  --workers <number>  threads that the catalog is opened with
  --package <folder>  another build of the package: a folder with its dist
  --deadline <s>      seconds after which a request's process is killed; default 60
  --markdown          print the table of docs/embedding.md alone
  --json              print the results as JSON instead of tables
`;
const RESULTS = 'bench/results';

const OPTIONS = {
  catalog: { type: 'string' },
  data: { type: 'string', default: 'generated' },
  parts: { type: 'string' },
  minutes: { type: 'string', default: '10' },
  only: { type: 'string' },
  seed: { type: 'string', default: '1' },
  limits: { type: 'string', default: 'default' },
  workers: { type: 'string' },
  package: { type: 'string' },
  deadline: { type: 'string', default: '60' },
  markdown: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parseOptions>;

const parseOptions = (args: readonly string[]) => readOptions(args, OPTIONS);

/** Searches for the most expensive requests, and measures the known ones. @throws UsageError */
export async function worstCommand(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options.help) {
    console.log(HELP);
    return;
  }
  const results = await searchAll(options);
  if (!results) return;
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, 'worst.json'), `${JSON.stringify(results, null, 1)}\n`);
  console.log(
    options.json ? JSON.stringify(results, null, 1) : options.markdown ? embeddingTable(results) : worstReport(results),
  );
}

async function searchAll(options: Options): Promise<WorstResults | undefined> {
  const stage = (name: string) => console.error(`${name} …`);
  const minutes = positiveNumber('--minutes', options.minutes);
  const seed = wholeNumber('--seed', options.seed) as number;
  const deadline = 1000 * positiveNumber('--deadline', options.deadline, 0.1);
  const given = readGivenLimits(options.limits);
  const kinds = chosenKinds(options.only);
  const source = { folder: packageFolder(options.package), workers: wholeNumber('--workers', options.workers) };
  const catalog = await catalogFile(options, stage);
  if (!catalog) return undefined;
  const engine = new MeasuredEngine(
    { package: source.folder, catalog: catalog.path, limits: given, workers: source.workers },
    deadline,
  );
  stage('draw words');
  const words = await engine.words();
  const known = options.only === undefined ? await measureKnown(engine, words, stage) : [];
  const worst: WorstOfKind[] = [];
  const limits = { ...DEFAULT_LIMITS, ...given };
  if (minutes > 0) {
    for (const kind of kinds) {
      stage(kind.name);
      worst.push(await worstOf(kind, { engine, words, limits, seed, milliseconds: (minutes * 60_000) / kinds.length }));
    }
  }
  await engine.end();
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`;
  return {
    package: options.package ?? '.',
    data: catalog.description,
    parts: wholeNumber('--parts', options.parts),
    seed,
    minutes,
    machine,
    known,
    worst,
  };
}

/** @throws UsageError */
function readGivenLimits(text: string): Partial<Limits> {
  if (text === 'default') return {};
  try {
    return JSON.parse(text) as Partial<Limits>;
  } catch (cause) {
    throw new UsageError(`--limits: "${text}" is neither default nor JSON`, { cause });
  }
}

/** @throws UsageError */
function chosenKinds(only: string | undefined) {
  if (only === undefined) return KINDS;
  const chosen = KINDS.filter(({ name }) => only.split(',').some((text) => name.toLowerCase().includes(text.toLowerCase())));
  if (chosen.length === 0)
    throw new UsageError(`--only: no kind is called so; there are ${KINDS.map(({ name }) => name).join(', ')}`);
  return chosen;
}

/** The file of the catalog; undefined if its data is missing. */
async function catalogFile(options: Options, stage: (name: string) => void) {
  if (options.catalog !== undefined && existsSync(options.catalog))
    return { path: options.catalog, description: basename(options.catalog) };
  const data = await openData(options.data, wholeNumber('--parts', options.parts));
  if (typeof data === 'string') {
    console.log(`skipped: ${data}`);
    return undefined;
  }
  const folder = temporaryFolder();
  const path = options.catalog ?? join(folder, 'catalog.pdx');
  stage('build');
  await runWorker<BuildJob>('build', { files: await data.files(folder), out: path });
  return { path, description: data.description };
}
