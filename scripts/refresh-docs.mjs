/**
 * Writes what each command prints now into the console blocks of the documents: of all of them, or of those that are named.
 * CONTRIBUTING.md says how such blocks are written. The work is done by the test of the documents, which runs them anyway.
 */
import { spawnSync } from 'node:child_process';

const documents = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'package', 'test/package/documents.test.ts'],
  { stdio: 'inherit', env: { ...process.env, PARTDEX_REFRESH: documents.length > 0 ? documents.join(',') : 'all' } },
);
process.exitCode = status ?? 1;
