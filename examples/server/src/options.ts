import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Timeouts } from './connections.js';
import { StartError } from './start-error.js';

/** The options of the server. */
export interface ServerOptions {
  /** Path of the catalog file, or of the folder of a live catalog; or the address of a catalog on a cluster. */
  readonly catalog: string;
  /** Path of the file with the keys. */
  readonly keys: string;
  /** Path of the file with the keys that may change the catalog of a folder; undefined: the server only reads it. */
  readonly adminKeys?: string | undefined;
  /** The address to listen on. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Requests per second of one client address. */
  readonly rate: number;
  /** Parts that a key may get by GraphQL in a month; undefined: any number. */
  readonly quota?: number | undefined;
  /** Path of the file that keeps what was used of the quotas; undefined: they are kept in memory. */
  readonly usage?: string | undefined;
  /** Threads that answer requests; 0: the thread of the connections. */
  readonly workers: number;
  /** The maximum number of accepted requests without an answer. */
  readonly waiting: number;
  /** The maximum time of one request in milliseconds. */
  readonly timeout: number;
  /** Whether keywords of parts are questions. */
  readonly assist: boolean;
  /** Timeouts of connections that differ from {@link TIMEOUTS}. */
  readonly timeouts?: Partial<Timeouts>;
}

export const USAGE = `Usage: server [options] <catalog.pdx, folder or opensearch+https://host:9200/parts>

  --keys <file>       valid keys, one per line; lines that begin with # are comments (needed)
  --admin-keys <file> keys that may change the catalog of a folder, likewise (default: none)
  --port <number>     port to listen on; 0 selects a free one (default 8080)
  --host <address>    address to listen on (default 127.0.0.1)
  --rate <number>     requests per second of one client address (default 3)
  --quota <number>    parts that a key may get by GraphQL in a month (default: any number)
  --usage <file>      file that keeps what was used of the quotas over a restart (default: memory)
  --workers <number>  threads that answer requests; 0: only the main thread (default: cores less one, at least 2)
  --waiting <number>  maximum number of pending requests (default 64)
  --timeout <number>  maximum time of a request in milliseconds (default 5000)
  --assist            reads q of parts as a question, as an engineer asks it
  --help              this text`;

const HIGHEST_PORT = 65_535;
const HIGHEST_RATE = 1_000_000;
const HIGHEST_QUOTA = 999_999_999;
const MOST_WORKERS = 128;
const MOST_WAITING = 100_000;
const LONGEST_TIMEOUT = 3_600_000;
/** With fewer threads, one long request would block all others. */
const FEWEST_DEFAULT_WORKERS = 2;

/**
 * Reads the command line. The last one of a repeated option counts.
 * @returns undefined if help is requested
 * @throws {@link StartError}
 */
export function readOptions(args: readonly string[]): ServerOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [catalog, ...more] = positionals;
  if (catalog === undefined) throw new StartError(`which catalog? Name its file.\n\n${USAGE}`);
  if (more.length > 0) throw new StartError(`one catalog at a time: "${more.join(' ')}" is too much.\n\n${USAGE}`);
  if (values.keys === undefined) throw new StartError('who may ask? Name a file of keys with --keys; it has one key a line.');
  return {
    catalog,
    keys: values.keys,
    adminKeys: values['admin-keys'],
    host: values.host,
    port: integer('--port', values.port, 0, HIGHEST_PORT),
    rate: integer('--rate', values.rate, 1, HIGHEST_RATE),
    quota: values.quota === undefined ? undefined : integer('--quota', values.quota, 0, HIGHEST_QUOTA),
    usage: values.usage,
    workers: integer('--workers', values.workers, 0, MOST_WORKERS),
    waiting: integer('--waiting', values.waiting, 1, MOST_WAITING),
    assist: values.assist,
    timeout: integer('--timeout', values.timeout, 1, LONGEST_TIMEOUT),
  };
}

/** Whether a catalog is the address of one on a cluster rather than a path. */
export function isOnCluster(catalog: string): boolean {
  return catalog.startsWith('opensearch+');
}

/** One core is left for the connections, unless that leaves too few threads. */
export function defaultWorkers(): number {
  return Math.max(FEWEST_DEFAULT_WORKERS, availableParallelism() - 1);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        'admin-keys': { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        rate: { type: 'string', default: '3' },
        quota: { type: 'string' },
        usage: { type: 'string' },
        workers: { type: 'string', default: String(defaultWorkers()) },
        waiting: { type: 'string', default: '64' },
        timeout: { type: 'string', default: '5000' },
        assist: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new StartError(`${name} must be an integer between ${least} and ${most}, not "${text}".`);
}
