/** The benchmarks' command line; bench/README.md describes the measurements. */
import { HELP as CLASSES_HELP, classesCommand } from './commands/classes.js';
import { HELP as COMPARE_HELP, compareCommand } from './commands/compare.js';
import { HELP as WORKERS_HELP, workersCommand } from './commands/workers.js';
import { HELP as WORST_HELP, worstCommand } from './commands/worst.js';
import { UsageError } from './usage-error.js';

interface Command {
  readonly help: string;
  run(args: readonly string[]): Promise<void>;
}

const CLASSES: Command = { help: CLASSES_HELP, run: classesCommand };
/** By the first argument; the default is the query classes. */
const COMMANDS: Readonly<Record<string, Command>> = {
  compare: { help: COMPARE_HELP, run: compareCommand },
  workers: { help: WORKERS_HELP, run: workersCommand },
  worst: { help: WORST_HELP, run: worstCommand },
};

const [name = '', ...rest] = process.argv.slice(2);
const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const { help, run } = named ?? CLASSES;
try {
  await run(named ? rest : process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${help}` : error);
  process.exitCode = 1;
}
