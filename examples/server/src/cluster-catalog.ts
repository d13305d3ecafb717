import { readFile } from 'node:fs/promises';
import { Client } from '@opensearch-project/opensearch';
import { type OpenSearchCatalog, openOpenSearchCatalog } from 'partdex/opensearch';
import type { ServedCatalog } from './served-catalog.js';
import { StartError } from './start-error.js';

/** `opensearch+https://host-1:9200,host-2:9200/parts`. */
const ADDRESS = /^opensearch\+(https?):\/\/([^/@?#\s]+)\/([^/?#\s]+)\/?$/;

/** A catalog on a cluster of OpenSearch: requests are answered by the index behind its alias, and nothing is swapped. */
export class ClusterCatalog implements ServedCatalog {
  readonly writable = undefined;

  private constructor(
    private readonly client: Client,
    private readonly catalog: OpenSearchCatalog,
  ) {}

  /** @throws {@link StartError} for an address or certificates that cannot be used; what `openOpenSearchCatalog` throws */
  static async open(address: string, milliseconds: number): Promise<ClusterCatalog> {
    const [, scheme, hosts, index] = ADDRESS.exec(address) ?? [];
    if (index === undefined) {
      throw new StartError(
        'A catalog on a cluster is opensearch+https://host:9200/parts, with commas between several hosts and without a password.',
      );
    }
    const nodes = hosts.split(',').map((host) => `${scheme}://${host}`);
    // Set by who starts the server, never on the command line, which other users of the machine can read.
    const { PARTDEX_OPENSEARCH_USER: username, PARTDEX_OPENSEARCH_PASSWORD: password, PARTDEX_OPENSEARCH_CA: file } = process.env;
    const client = new Client({
      nodes,
      ...(username && password && { auth: { username, password } }),
      ...(file && { ssl: { ca: await certificates(file) } }),
    });
    try {
      return new ClusterCatalog(client, await openOpenSearchCatalog(client, { index, limits: { milliseconds } }));
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  readonly get = (): OpenSearchCatalog => this.catalog;

  during<T>(request: () => Promise<T>): Promise<T> {
    return request();
  }

  /** Takes the index that the alias is for now; without it, the catalog notices within a minute. */
  async swap(): Promise<void> {
    await this.catalog.refresh();
  }

  /** Others write, and do not tell. */
  onCommit(): void {}

  async close(): Promise<void> {
    await this.catalog.close();
    await this.client.close();
  }
}

async function certificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new StartError(`"${file}", which PARTDEX_OPENSEARCH_CA names, cannot be read.`);
  }
}
