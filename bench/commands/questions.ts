import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { benchmark } from '../measure/benchmark.js';
import { chosenQuestions } from '../queries/questions.js';
import { report } from '../report/report.js';
import { readOptions, wholeNumber } from './options.js';

export const HELP = `npm run bench -- [options]

  --data <set>        generated (default), real, or peers:<folder>, a copy of the peers in which they have been run
  --parts <number>    how many parts; default 100,000 generated ones, all real ones, a million of the peers
  --only <questions>  these questions alone, such as infix-wildcard,exact-mpn, or by letters: e,g
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

const parseOptions = (args: readonly string[]) => readOptions(args, OPTIONS);

/** Measures the build, memory and the questions of a data set. @throws UsageError */
export async function questionsCommand(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options.help) {
    console.log(HELP);
    return;
  }
  const chosen = options.build ? { questions: [], typing: false } : chosenQuestions(options.only?.split(','));
  const data = await openData(options.data, wholeNumber('--parts', options.parts));
  if (typeof data === 'string') {
    console.log(`skipped: ${data}`);
    return;
  }
  const folder = temporaryFolder();
  const results = await benchmark(data, { folder, ...chosen, catalog: options.catalog });
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${resultsName(data.name, options)}.json`), `${JSON.stringify(results, null, 1)}\n`);
  console.log(options.json ? JSON.stringify(results, null, 1) : report(results));
}

/** A partial run does not replace the results of a complete one. */
function resultsName(data: string, { build, only }: Options): string {
  if (build) return `${data}-build`;
  return only === undefined ? data : `${data}-${only.replaceAll(',', '-')}`;
}
