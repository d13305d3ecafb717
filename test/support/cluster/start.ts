/** The command line of scripts/cluster.mjs, which bundles it. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { TestCluster, whyNoCluster } from './cluster.js';

const HELP = `npm run cluster -- [options]

Starts a cluster of OpenSearch on this machine for a trial, prints its addresses, and runs until it is interrupted or its standard
input ends. Its data is removed then. Needs a JDK 17 and, the first time, Maven.

  --nodes <number>  1 to 9; default 3
  --port <number>   of the first node, the others have the next ones; default 9200
  --heap <size>     memory of each node; default 1g`;

/** The nodes talk to each other on ports that are 100 higher. */
const HIGHEST_PORT = 65_400;

interface Options {
  readonly nodes: number;
  readonly heap: string;
  readonly port: number;
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    port: { type: 'string', default: '9200' },
    heap: { type: 'string', default: '1g' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(`${HELP}\n`);
else {
  await run({ nodes: Number(values.nodes), heap: values.heap, port: Number(values.port) }).catch(({ message }: Error) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}

async function run(options: Options): Promise<void> {
  const { nodes } = options;
  const reason = whyNoCluster() ?? wrongOption(options);
  if (reason !== undefined) {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    return;
  }
  const end = Promise.race([
    ...['SIGINT', 'SIGTERM'].map((signal) => once(process, signal).then(() => 'interrupted')),
    ...(process.stdin.isTTY ? [] : [once(process.stdin.resume(), 'end').then(() => 'its standard input has ended')]),
  ]);
  process.stderr.write(`Starting ${nodes === 1 ? 'a node' : `${nodes} nodes`}: about half a minute\n`);
  const cluster = await TestCluster.start({ ...options, port: options.port || undefined });
  process.stdout.write(`${cluster.urls.join(',')}\n`);
  process.stderr.write(`Runs until ${process.stdin.isTTY ? 'Ctrl-C' : 'it is interrupted or its standard input ends'}\n`);
  process.stderr.write(`Stopping: ${await end}\n`);
  await cluster.stop();
  process.exit();
}

function wrongOption({ nodes, heap, port }: Options): string | undefined {
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT)
    return `--port is a number from 1 to ${HIGHEST_PORT}, or 0 for any`;
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 9) return '--nodes is a number from 1 to 9';
  return /^\d+[mg]$/.test(heap) ? undefined : '--heap is a size such as 768m or 2g';
}
