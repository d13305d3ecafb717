import { defineConfig } from 'vitest/config';
import { whyNoCluster } from '../support/cluster/cluster.js';

/** Apart from the projects of `npm test`, which runs where there is neither Java nor Maven. */
const reason = process.env.PARTDEX_CLUSTER ? undefined : whyNoCluster();
if (reason !== undefined) process.stdout.write(`test:cluster is skipped: ${reason}\n`);

process.env.PARTDEX_SEED ??= '1';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'cluster',
    include: reason === undefined ? ['test/cluster/**/*.test.ts'] : [],
    passWithNoTests: reason !== undefined,
    ...(reason === undefined && { globalSetup: ['test/support/cluster/setup.ts'] }),
    // A test waits for the cluster while that works, and the other way round: two at a time use two cores.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
