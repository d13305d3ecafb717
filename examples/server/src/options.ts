import { parseArgs } from 'node:util';
import { StartError } from './start-error.js';

/** What the server is told when it starts. */
export interface ServerOptions {
  /** Path of the catalog file. */
  readonly catalog: string;
  /** Path of the file with the keys. */
  readonly keys: string;
  /** The address to listen on. */
  readonly host: string;
  /** 0: any port that is free. */
  readonly port: number;
  /** Requests per second of one client address. */
  readonly rate: number;
}

export const USAGE = `Usage: server [options] <catalog.pdx>

  --keys <file>    keys that may ask, one a line; lines that begin with # are comments (needed)
  --port <number>  port to listen on; 0 is any that is free (default 8080)
  --host <address> address to listen on (default 127.0.0.1)
  --rate <number>  requests per second of one client address (default 3)
  --help           this text`;

const HIGHEST_PORT = 65_535;
const HIGHEST_RATE = 1_000_000;

/**
 * Reads the command line. Of an option that stands there twice the last one counts.
 * @returns undefined where help is wanted
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
    host: values.host,
    port: integer('--port', values.port, 0, HIGHEST_PORT),
    rate: integer('--rate', values.rate, 1, HIGHEST_RATE),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        rate: { type: 'string', default: '3' },
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
