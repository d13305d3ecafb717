import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { runWorker } from '../measure/worker.js';
import { type AskResults, askReport } from '../questions/report.js';
import type { AskedQuestion, Gold } from '../questions/score.js';
import type { AskJob } from '../workers/ask.js';
import type { BuildJob } from '../workers/build.js';
import { readOptions, wholeNumber } from './options.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:questions -- [options]

  --catalog <file>    a catalog of the real parts; built there if it is missing. Default: built in a temporary folder
  --parts <number>    how many of the real parts, rounded up to whole files; default all. Of a catalog of fewer parts only
                      questions that have an answer in it are scored
  --questions <name>  questions-<name>.ndjson and gold-<name>.json; default open
  --folder <folder>   where they are; default ../shared/questions
  --only <texts>      questions whose id or kind has one of these texts: o01,range
  --passes <number>   how often each question is timed; default 5
  --no-times          the hits alone, without times
  --details           a line for each question
  --json              print the results as JSON instead of tables
`;
const RESULTS = 'bench/results';

const OPTIONS = {
  catalog: { type: 'string' },
  parts: { type: 'string' },
  questions: { type: 'string', default: 'open' },
  folder: { type: 'string', default: '../shared/questions' },
  only: { type: 'string' },
  passes: { type: 'string', default: '5' },
  'no-times': { type: 'boolean', default: false },
  details: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const parseOptions = (args: readonly string[]) => readOptions(args, OPTIONS);
type Options = ReturnType<typeof parseOptions>;

interface GoldFile {
  readonly parts: number;
  readonly questions: Readonly<Record<string, Gold>>;
}

/** Asks the questions that people type, and prints what was found beside the goals. @throws UsageError */
export async function askCommand(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options.help) {
    console.log(HELP);
    return;
  }
  const results = await askAll(options);
  if (!results) return;
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, 'asked.json'), `${JSON.stringify(results, null, 1)}\n`);
  console.log(options.json ? JSON.stringify(results, null, 1) : askReport(results, options.details));
}

async function askAll(options: Options): Promise<AskResults | undefined> {
  const folder = resolve(options.folder);
  const passes = options['no-times'] ? 0 : (wholeNumber('--passes', options.passes) as number);
  const path = join(folder, `questions-${options.questions}.ndjson`);
  if (!existsSync(path)) {
    console.log(`skipped: the questions are not here (${options.folder})`);
    return undefined;
  }
  const gold = JSON.parse(await readFile(join(folder, `gold-${options.questions}.json`), 'utf8')) as GoldFile;
  const questions = chosen(await questionsOf(path), options.only);
  const catalog = await catalogFile(options);
  if (!catalog) return undefined;
  console.error('ask …');
  const measured = await runWorker<AskJob>('ask', {
    catalog: catalog.path,
    questions,
    gold: Object.fromEntries(questions.map(({ id }) => [id, gold.questions[id]])),
    passes,
  });
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`;
  return { data: catalog.description, machine, ...measured };
}

async function questionsOf(path: string): Promise<AskedQuestion[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { id, q, kind } = JSON.parse(line) as AskedQuestion;
    return { id, q, kind };
  });
}

/** @throws UsageError */
function chosen(questions: readonly AskedQuestion[], only: string | undefined): readonly AskedQuestion[] {
  if (only === undefined) return questions;
  const texts = only.split(',');
  const some = questions.filter(({ id, kind }) => texts.some((text) => id.includes(text) || kind.includes(text)));
  if (some.length === 0) throw new UsageError(`--only: no question has an id or a kind like ${only}`);
  return some;
}

/** The file of the catalog; undefined if its data is missing. */
async function catalogFile(options: Options): Promise<{ path: string; description: string } | undefined> {
  if (options.catalog !== undefined && existsSync(options.catalog))
    return { path: options.catalog, description: basename(options.catalog) };
  const data = await openData('real', wholeNumber('--parts', options.parts));
  if (typeof data === 'string') {
    console.log(`skipped: ${data}`);
    return undefined;
  }
  const folder = temporaryFolder();
  const path = options.catalog ?? join(folder, 'catalog.pdx');
  console.error('build …');
  await runWorker<BuildJob>('build', { files: await data.files(folder), out: path });
  return { path, description: data.description };
}
