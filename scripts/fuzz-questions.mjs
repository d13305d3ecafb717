/** Interprets 100,000 texts of every kind over invented parts, or as many as the first argument says. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const TEXTS = '100000';
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'property', 'test/property/questions.test.ts', '-t', 'no text is too much'],
  { stdio: 'inherit', env: { ...process.env, PARTDEX_RUNS: process.argv[2] ?? TEXTS } },
);
process.exitCode = status ?? 1;
