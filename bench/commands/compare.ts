import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareBuilds, type QuestionComparison } from '../compare/compare.js';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { packageFolder } from '../measure/engine.js';
import { runWorker } from '../measure/worker.js';
import { FIXED_QUERIES } from '../queries/hard-patterns.js';
import { chosenQuestions } from '../queries/questions.js';
import { count, figure, markedName, table } from '../report/table.js';
import type { BuildJob } from '../workers/build.js';
import { positiveNumber, readOptions, wholeNumber } from './options.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:compare -- --with <folder> [options]

  --with <folder>     the package to compare with: a folder with its dist
  --package <folder>  another package in place of the one of these sources
  --data <set>        generated (default), real, or peers:<folder>
  --parts <number>    how many parts; default 100,000 generated ones, all real ones, a million of the peers
  --only <questions>  names or letters; default those of the peers, a to n
  --catalog <file>    keep the catalog there; if it is there already it is not built again. Both packages read it, unless:
  --old-catalog <file>  likewise for the package to compare with. Without either option each package builds its own
  --rounds <number>   turns of each package for each question; default 12
  --pairs <number>    pairs of processes; default 3
  --turn <ms>         least length of a turn; default 150
  --json              print the results as JSON instead of a table
`;
const RESULTS = 'bench/results';
/** The questions of the peers, by their first letters. */
const PEER_QUESTIONS = 'a,b,c,d,e,f,g,h,i,j,k,l,m,n';

const OPTIONS = {
  with: { type: 'string' },
  package: { type: 'string' },
  data: { type: 'string', default: 'generated' },
  parts: { type: 'string' },
  only: { type: 'string', default: PEER_QUESTIONS },
  catalog: { type: 'string' },
  'old-catalog': { type: 'string' },
  rounds: { type: 'string', default: '12' },
  pairs: { type: 'string', default: '3' },
  turn: { type: 'string', default: '150' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Compares the times of two builds for the same queries. @throws UsageError */
export async function compareCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, OPTIONS);
  if (options.help) {
    console.log(HELP);
    return;
  }
  if (options.with === undefined) throw new UsageError('--with: name the folder of the package to compare with');
  const packages = { old: packageFolder(options.with), new: packageFolder(options.package) };
  const { questions } = chosenQuestions(options.only.split(','));
  const data = await openData(options.data, wholeNumber('--parts', options.parts));
  if (typeof data === 'string') {
    console.log(`skipped: ${data}`);
    return;
  }
  const folder = temporaryFolder();
  const stage = (name: string) => console.error(`${name} …`);
  const built = async (side: 'old' | 'new', given: string | undefined) => {
    const catalog = given ?? join(folder, `${side}.pdx`);
    if (existsSync(catalog)) return { package: packages[side], catalog };
    stage(`build, ${side}`);
    await runWorker<BuildJob>('build', { files: await data.files(folder), out: catalog, package: packages[side] });
    return { package: packages[side], catalog };
  };
  const compared = {
    new: await built('new', options.catalog),
    old: await built('old', options['old-catalog'] ?? options.catalog),
  };
  stage('draw queries');
  const queries = new Map([...FIXED_QUERIES, ...(await data.queries())]);
  const times = {
    rounds: wholeNumber('--rounds', options.rounds) as number,
    pairs: wholeNumber('--pairs', options.pairs) as number,
    turn: positiveNumber('--turn', options.turn, 1),
  };
  const results = await compareBuilds({ ...compared, questions, queries, ...times }, stage);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${data.name}-compare.json`), `${JSON.stringify(results, null, 1)}\n`);
  console.log(options.json ? JSON.stringify(results, null, 1) : comparisonReport(data.description, results));
}

function comparisonReport(description: string, questions: readonly QuestionComparison[]): string {
  const share = (ratio: number) => `${ratio >= 1 ? '+' : '−'}${(100 * Math.abs(ratio - 1)).toFixed(1)} %`;
  const rows = questions.map((compared) => [
    markedName(compared),
    count(compared.queries),
    figure(compared.old_ms),
    figure(compared.new_ms),
    share(compared.ratio),
    compared.quartiles.map(share).join(' … '),
    compared.pairs.map(share).join(', '),
    share(compared.cpu_ratio),
    share(compared.fastest),
  ]);
  const titles = [
    'question',
    'queries',
    'old ms',
    'new ms',
    'difference',
    'half of the rounds',
    'each pair',
    'CPU',
    'fastest pass',
  ];
  const mean = Math.exp(questions.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / questions.length);
  return [`# ${description}`, table(titles, rows), `Mean over the questions (geometric): ${share(mean)}`].join('\n\n');
}
