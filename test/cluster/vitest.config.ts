import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { whyNoCluster } from '../support/cluster/cluster.js';

/** Apart from the projects of `npm test`, which runs where there is neither Java nor Maven. */
const reason = process.env.PARTDEX_CLUSTER ? undefined : whyNoCluster();
if (reason !== undefined) process.stdout.write(`test:cluster is skipped: ${reason}\n`);

process.env.PARTDEX_SEED ??= '1';

/** They change a setting of the whole cluster. */
const ALONE = ['test/cluster/buckets.test.ts'];
const ALL = ['test/cluster/**/*.test.ts'];

/** Takes half of the time of all tests: it begins first, and the others run beside it. */
const LONGEST = 'nodes.test.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(`/${LONGEST}`);
    return (await super.sort(files)).sort((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

/** @param groupOrder the second group begins when the first one has ended */
const project = (name: string, include: string[], exclude: string[], groupOrder: number) => ({
  resolve: { tsconfigPaths: true },
  test: {
    name,
    include: reason === undefined ? include : [],
    exclude,
    // Modules are loaded once by each of the two processes: no test here replaces one.
    isolate: false,
    // A test waits for the cluster while that works, and the other way round: two at a time use two cores.
    maxWorkers: 2,
    sequence: { groupOrder },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});

export default defineConfig({
  test: {
    passWithNoTests: reason !== undefined,
    sequence: { sequencer: LongestFirst },
    // Once, for all of them.
    ...(reason === undefined && { globalSetup: ['test/support/cluster/setup.ts'] }),
    projects: [project('cluster', ALL, ALONE, 0), project('cluster, alone', ALONE, [], 1)],
  },
});
