import { PartdexError } from 'partdex';
import { readOptions, USAGE } from './options.js';
import { PartServer } from './part-server.js';
import { StartError } from './start-error.js';

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await serve(await PartServer.start(options, print));
  else print(USAGE);
} catch (error) {
  if (!(error instanceof StartError || error instanceof PartdexError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function serve(server: PartServer): Promise<void> {
  print(`listening on ${server.url}, process ${process.pid}`);
  process.on('SIGHUP', () => void server.reload());
  // A second signal ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, signal));
}

async function stop(server: PartServer, signal: string): Promise<void> {
  print(`${signal}: running requests end, new ones are refused`);
  await server.stop();
  print('stopped');
}
