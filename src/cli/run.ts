import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addBuildCommand } from './commands/build.js';
import { addInfoCommand } from './commands/info.js';
import { addSampleCommand } from './commands/sample.js';
import { addSearchCommand } from './commands/search.js';
import { EXIT, reportFailure } from './failure.js';
import type { Terminal } from './terminal.js';

/**
 * Runs the command line.
 * @param argv the arguments after the program's name
 * @returns the exit status: 0, also where nothing was found; 2 for a bad request or wrong arguments; 1 for other failures
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(argv, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('partdex')
    .description('Search catalogs of electronic parts.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      getOutHasColors: () => terminal.isTTY,
      getErrHasColors: () => terminal.isTTY,
    })
    .showHelpAfterError('(partdex --help tells more)');
  addSampleCommand(program, terminal);
  addBuildCommand(program, terminal);
  addSearchCommand(program, terminal);
  addInfoCommand(program, terminal);
  return program;
}

/** Of package.json, which is two folders up from here and from the built command alike. */
function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
