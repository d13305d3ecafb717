import { Client } from '@opensearch-project/opensearch';
import { inject } from 'vitest';

/** A client of the shared cluster, or of some nodes. */
export function connected(urls: readonly string[] = inject('clusterUrls'), options: { maxRetries?: number } = {}): Client {
  return new Client({ nodes: [...urls], requestTimeout: 120_000, maxRetries: 3, ...options });
}

let number = 0;

/** A name that no other test uses; the cluster may be one that runs on. */
export function freshIndex(): string {
  return `t-${process.pid}-${Date.now().toString(36)}-${++number}`;
}

/** Removes everything with the name of an alias. */
export async function removeIndices(client: Client, alias: string): Promise<void> {
  await client.indices.delete({ index: `${alias}-*`, ignore_unavailable: true });
}
