/**
 * The larger variants of the tests of clusters, of `npm run test:all`: 20,000 random requests on one node and on three, each index with three
 * shards, all written questions on one node, and all real parts on three nodes while one is killed. Random tests draw others in each run;
 * `PARTDEX_SEED` sets where they start.
 *
 *   npm run test:cluster:all                     all of it: more than an hour
 *   npm run test:cluster:all -- one-node         that variant alone; there are one-node, three-nodes and all-parts
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The properties ask more than seven times as many requests as `PARTDEX_RUNS` says, in all. */
const RUNS = '2800';
const conformance = (nodes, ...others) => ({
  files: ['test/cluster/conformance.test.ts', ...others],
  environment: { PARTDEX_CLUSTER_NODES: nodes, PARTDEX_CLUSTER_SHARDS: '3', PARTDEX_RUNS: RUNS },
});
const VARIANTS = {
  'one-node': conformance('1', 'test/cluster/questions.test.ts'),
  'three-nodes': conformance('3'),
  'all-parts': { files: ['test/cluster/nodes.test.ts'], environment: { PARTDEX_REAL_PARTS: 'all' } },
};
const HOUR = '3600000';

process.env.PARTDEX_SEED ??= String(randomInt(2 ** 31));
const manifest = join(process.cwd(), 'node_modules/vitest/package.json');
const vitest = join(dirname(manifest), createRequire(import.meta.url)(manifest).bin.vitest);
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(VARIANTS);
const unknown = names.find((name) => !Object.hasOwn(VARIANTS, name));
if (unknown !== undefined) throw new Error(`there is no variant "${unknown}", but ${Object.keys(VARIANTS).join(', ')}`);

const failed = names.filter((name) => {
  console.log(`${name}: PARTDEX_SEED=${process.env.PARTDEX_SEED} npm run test:cluster:all -- ${name}`);
  const { files, environment } = VARIANTS[name];
  const args = [vitest, 'run', '--config', 'test/cluster/vitest.config.ts', `--testTimeout=${HOUR}`, ...files];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status !== 0;
});
console.log(failed.length === 0 ? `${names.join(', ')}: passed` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
