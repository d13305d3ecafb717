import { Command, CommanderError } from 'commander';
import { EXIT } from './failure.js';
import { printableLines } from './terminal/format.js';
import { colorsOf, type Output, print, type Terminal } from './terminal/terminal.js';
import { packageVersion } from './version.js';

/** A command of the program. Only the used one is loaded; help needs just the summaries of the others. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ addTo(command: Command, terminal: Terminal): void }>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'build',
    summary: 'build a catalog file from spreadsheets, CSV or NDJSON files',
    load: () => import('./commands/build.js'),
  },
  {
    name: 'import',
    summary: 'show how tables are read, and write a map of their columns',
    load: () => import('./commands/import.js'),
  },
  { name: 'info', summary: 'show what a catalog contains', load: () => import('./commands/info.js') },
  {
    name: 'search',
    summary: 'find parts, or brands, categories, sellers, manufacturers',
    load: () => import('./commands/search.js'),
  },
  { name: 'match', summary: 'find the parts of a bill of materials', load: () => import('./commands/match.js') },
  { name: 'get', summary: 'show records by their uids', load: () => import('./commands/get.js') },
  {
    name: 'explain',
    summary: 'show how a search runs, and why a part matches or not',
    load: () => import('./commands/explain.js'),
  },
  {
    name: 'export',
    summary: 'write what a catalog was built from as NDJSON',
    load: () => import('./commands/export.js'),
  },
  { name: 'diff', summary: 'show the parts that differ between two catalogs', load: () => import('./commands/diff.js') },
  {
    name: 'update',
    summary: 'change the parts and records of a catalog',
    load: () => import('./commands/update.js'),
  },
  { name: 'live', summary: 'make a folder of a catalog file, for many updates', load: () => import('./commands/live.js') },
  { name: 'compact', summary: 'make one segment of those of a folder', load: () => import('./commands/compact.js') },
  {
    name: 'push',
    summary: 'put a catalog on a cluster of OpenSearch',
    load: () => import('./commands/push.js'),
  },
  { name: 'validate', summary: 'check every byte of a catalog', load: () => import('./commands/validate.js') },
  { name: 'sample', summary: 'generate sample parts', load: () => import('./commands/sample.js') },
];

const NOTES = `
Exit status:
  0        success, also if a search finds nothing
  1        failure: a file cannot be read, a catalog is damaged, a record does not exist;
           with match --strict also: a line is ambiguous or not found
  2        invalid command line or request
  130 143  stopped by Ctrl-C or a kill signal

Colors and bars are for terminals. NO_COLOR=1 turns colors off, FORCE_COLOR=1 turns them on in a pipe.
"partdex <command> --help" shows the options of a command and examples.`;

/** Wider lines are hard to read. */
const WIDEST_HELP = 110;

/**
 * Runs the command line.
 * @param argv the arguments after the program's name
 * @returns the exit status: 0, also if nothing was found; 2 for a bad request or invalid arguments; 1 for other failures; 128
 * plus the number of the signal that stopped it
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await createProgram(argv, terminal);
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // It has already printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.badRequest;
    // The module that knows all errors of the engine loads the engine.
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error, terminal);
  }
}

async function createProgram(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('partdex')
    .description('Builds catalogs of electronic parts and searches them.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .addHelpText('after', NOTES)
    .showHelpAfterError('(partdex --help has details)');
  configure(program, terminal);
  for (const { name, summary, load } of COMMANDS) {
    const command = program
      .command(name)
      .description(`${summary[0].toUpperCase()}${summary.slice(1)}.`)
      .summary(summary);
    command.showHelpAfterError(`(partdex ${name} --help has details)`);
    if (argv.includes(name)) (await load()).addTo(command, terminal);
  }
  return program;
}

function configure(program: Command, { stdout, stderr }: Terminal): void {
  const helpColors = colorsOf(stdout);
  const errorColors = colorsOf(stderr);
  const widthOf = (output: Output) => Math.min(output.columns, WIDEST_HELP);
  program
    .configureOutput({
      writeOut: (text) => print(stdout, text),
      writeErr: (text) => print(stderr, text),
      outputError: (text, write) => write(printableLines(text).replace(/^error:/, errorColors.red('error:'))),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => stdout.hasColors,
      getErrHasColors: () => stderr.hasColors,
    })
    .configureHelp({
      styleTitle: (title) => helpColors.bold(title),
      styleOptionTerm: (term) => helpColors.cyan(term),
      styleSubcommandTerm: (term) => helpColors.cyan(term),
      styleArgumentTerm: (term) => helpColors.cyan(term),
    });
}
