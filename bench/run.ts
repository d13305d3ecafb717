/** The benchmarks' command line; bench/README.md describes what they measure. */

import { HELP as ASK_HELP, askCommand } from './commands/ask.js';
import { HELP as BUILD_HELP, buildCommand } from './commands/build.js';
import { HELP as CLUSTER_HELP, clusterCommand } from './commands/cluster.js';
import { HELP as COMPARE_HELP, compareCommand } from './commands/compare.js';
import { HELP as LIVE_HELP, liveCommand } from './commands/live.js';
import { HELP as OFFERS_HELP, offersCommand } from './commands/offers.js';
import { HELP as QUESTIONS_HELP, questionsCommand } from './commands/questions.js';
import { HELP as TABLES_HELP, tablesCommand } from './commands/tables.js';
import { UsageError } from './commands/usage-error.js';
import { HELP as WORKERS_HELP, workersCommand } from './commands/workers.js';
import { HELP as WORST_HELP, worstCommand } from './commands/worst.js';

interface Command {
  readonly help: string;
  run(args: readonly string[]): Promise<void>;
}

const QUESTIONS: Command = { help: QUESTIONS_HELP, run: questionsCommand };
/** By the first argument; without one of these names the questions are measured. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ask: { help: ASK_HELP, run: askCommand },
  build: { help: BUILD_HELP, run: buildCommand },
  cluster: { help: CLUSTER_HELP, run: clusterCommand },
  compare: { help: COMPARE_HELP, run: compareCommand },
  offers: { help: OFFERS_HELP, run: offersCommand },
  live: { help: LIVE_HELP, run: liveCommand },
  tables: { help: TABLES_HELP, run: tablesCommand },
  workers: { help: WORKERS_HELP, run: workersCommand },
  worst: { help: WORST_HELP, run: worstCommand },
};

const [name = '', ...rest] = process.argv.slice(2);
const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const { help, run } = named ?? QUESTIONS;
try {
  await run(named ? rest : process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${help}` : error);
  process.exitCode = 1;
}
