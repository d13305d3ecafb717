import { PartdexError } from 'partdex';
import { readOptions, USAGE } from './options.js';
import { PartServer } from './part-server.js';
import { StartError } from './start-error.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  if (options) serve(await PartServer.start(options, print));
  else print(USAGE);
} catch (error) {
  if (!(error instanceof StartError || error instanceof PartdexError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function serve(server: PartServer): void {
  process.on('SIGHUP', () => void server.reload());
  const stop = async (signal: string) => {
    // The next signal, whichever it is, ends the process immediately: that is the system's default.
    for (const name of SIGNALS) process.off(name, stop);
    print(`${signal}: running requests end, no new connections`);
    await server.stop();
    print('stopped');
  };
  for (const name of SIGNALS) process.on(name, stop);
  // Only now: a program that reads this line may send a signal at once.
  print(`listening on ${server.url}, process ${process.pid}`);
}
