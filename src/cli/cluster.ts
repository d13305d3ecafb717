import { readFile } from 'node:fs/promises';
import type { OpenSearchClient } from '../opensearch/partdex-opensearch.js';
import type { ClusterError } from '../partdex.js';
import { type ClusterAddress, parseClusterUrl } from './cluster-url.js';
import { CommandError, EXIT } from './failure.js';

/** The environment of the process, or of a test. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A request that a busy cluster needs longer for ends; a load sends megabytes at a time. */
const REQUEST_MILLISECONDS = 300_000;
const RETRIES = 3;

/** What is sent to a cluster, and to whom it is shown. */
export interface ClientSettings {
  readonly node: string;
  readonly auth?: { readonly username: string; readonly password: string };
  /** Certificates to trust in place of those of the system, in PEM. */
  readonly ca?: string;
}

/** A connection to a cluster. */
export interface ClusterClient {
  readonly client: OpenSearchClient;
  readonly index: string;
  close(): Promise<void>;
}

/**
 * Connects to the cluster of an address. Credentials come from the environment or from a file that it names.
 * @throws CommandError
 */
export async function connectTo(text: string, environment: Environment = process.env): Promise<ClusterClient> {
  const address = parseClusterUrl(text);
  const { node, auth, ca } = await settingsOf(address, environment);
  const { Client } = await loadClient();
  const client = new Client({
    node,
    requestTimeout: REQUEST_MILLISECONDS,
    maxRetries: RETRIES,
    ...(auth && { auth: { ...auth } }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  return { client, index: address.index, close: () => client.close() };
}

/** @throws CommandError for half of a pair, and for a file that cannot be read or says something else */
export async function settingsOf({ node }: ClusterAddress, environment: Environment): Promise<ClientSettings> {
  const auth = await credentials(environment);
  if (auth && node.startsWith('http://') && !isLoopback(node)) {
    throw new CommandError('a user and a password are not sent over http://, where anybody could read them; use https://');
  }
  const certificates = environment.PARTDEX_OPENSEARCH_CA;
  const ca = certificates ? await readNamed('PARTDEX_OPENSEARCH_CA', certificates) : undefined;
  return { node, ...(auth && { auth }), ...(ca !== undefined && { ca }) };
}

function isLoopback(node: string): boolean {
  const { hostname } = new URL(node);
  // Names may begin with a number. Addresses of other forms, such as 127.1, have this one in a URL.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]+){3}$/.test(hostname);
}

async function credentials(environment: Environment): Promise<ClientSettings['auth'] | undefined> {
  const username = environment.PARTDEX_OPENSEARCH_USER;
  const password = environment.PARTDEX_OPENSEARCH_PASSWORD;
  const file = environment.PARTDEX_OPENSEARCH_CREDENTIALS;
  if (username && password) return { username, password };
  if (username || password) throw new CommandError('PARTDEX_OPENSEARCH_USER and PARTDEX_OPENSEARCH_PASSWORD must both be set');
  if (!file) return undefined;
  const [line] = (await readNamed('PARTDEX_OPENSEARCH_CREDENTIALS', file)).split(/\r?\n/);
  const colon = line.indexOf(':');
  if (colon <= 0)
    throw new CommandError(`the first line of "${file}", which PARTDEX_OPENSEARCH_CREDENTIALS names, is not user:password`);
  return { username: line.slice(0, colon), password: line.slice(colon + 1) };
}

async function readNamed(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandError(`"${path}", which ${name} names, cannot be read`, EXIT.failure);
  }
}

/** What helps against an error of a cluster; undefined for others. */
export function adviceFor({ clusterStatus, reason }: ClusterError): string | undefined {
  if (clusterStatus === 401) {
    return 'set PARTDEX_OPENSEARCH_USER and PARTDEX_OPENSEARCH_PASSWORD, or PARTDEX_OPENSEARCH_CREDENTIALS to a file with user:password';
  }
  if (clusterStatus === undefined && /certificate/i.test(reason)) {
    return 'set PARTDEX_OPENSEARCH_CA to a file of the certificates to trust';
  }
  return undefined;
}

/** The client is an optional peer of the package. */
async function loadClient(): Promise<typeof import('@opensearch-project/opensearch')> {
  try {
    return await import('@opensearch-project/opensearch');
  } catch {
    const advice = 'install it beside partdex: npm install @opensearch-project/opensearch';
    throw new CommandError(`clusters need the client of OpenSearch; ${advice}`, EXIT.failure);
  }
}
