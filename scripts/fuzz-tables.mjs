/** Reads 100,000 malformed tables, or as many as the first argument says: each gives parts and a report, or a clear error. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = '100000';
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', 'test/unit/import/malformed.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PARTDEX_RUNS: process.argv[2] ?? FILES },
});
process.exitCode = status ?? 1;
