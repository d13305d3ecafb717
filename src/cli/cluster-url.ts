import { CommandError } from './failure.js';

/** A catalog on a cluster. */
export interface ClusterAddress {
  /** The node: `https://host:9200`. */
  readonly node: string;
  /** The alias. */
  readonly index: string;
}

/** What an address that cannot be read may have of a user and a password: all up to the last `@`, since either may have one, too. */
const CREDENTIALS = /\/\/.*@/s;
const SCHEME = /^opensearch\+(https?:\/\/)/i;

/** Whether a word of a command line names a catalog on a cluster rather than a file. */
export function isClusterUrl(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * The address of a catalog on a cluster: `opensearch+https://host:9200/parts`, where `opensearch+` may be left out if the word can only be
 * a cluster.
 * @throws CommandError for another text, and for one with a password in it
 */
export function parseClusterUrl(text: string): ClusterAddress {
  const address = text.replace(SCHEME, '$1');
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.username !== '' || url.password !== '')) {
    // The text itself is in the shell's history already; it is not printed again.
    throw new CommandError(
      'the address of the cluster has a user or a password in it; leave them out, and set PARTDEX_OPENSEARCH_USER and PARTDEX_OPENSEARCH_PASSWORD, or PARTDEX_OPENSEARCH_CREDENTIALS to a file with user:password',
    );
  }
  const index = url ? decoded(url.pathname) : undefined;
  if (!url || !index || url.search !== '' || url.hash !== '') {
    throw new CommandError(
      `"${text.replace(CREDENTIALS, '//…@')}" is not the address of a catalog on a cluster, such as https://host:9200/parts`,
    );
  }
  return { node: url.origin, index };
}

/** The only step of a path; undefined for another path. */
function decoded(path: string): string | undefined {
  const [, step] = /^\/([^/]+)\/?$/.exec(path) ?? [];
  try {
    return step === undefined ? undefined : decodeURIComponent(step);
  } catch {
    return undefined;
  }
}
