import type { TestProject } from 'vitest/node';
import { TestCluster } from './cluster.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The nodes of the cluster that all tests but those of faults share. */
    clusterUrls: string[];
  }
}

/** One node for all tests, or PARTDEX_CLUSTER_NODES; PARTDEX_CLUSTER names a cluster that runs already, which is left as it is. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.PARTDEX_CLUSTER;
  if (given !== undefined && given !== '') {
    project.provide('clusterUrls', given.split(','));
    return undefined;
  }
  const cluster = await TestCluster.start({ nodes: Number(process.env.PARTDEX_CLUSTER_NODES ?? 1), isBrief: true });
  project.provide('clusterUrls', cluster.urls);
  return () => cluster.stop();
}
