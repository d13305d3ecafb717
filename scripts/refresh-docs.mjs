/**
 * Updates the output of commands in the console blocks of all documents, or of the given ones. CONTRIBUTING.md describes these
 * blocks. The test of the documents does the work, since it runs the commands anyway.
 */
import { spawnSync } from 'node:child_process';

const documents = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'package', 'test/package/documents.test.ts'],
  { stdio: 'inherit', env: { ...process.env, PARTDEX_REFRESH: documents.length > 0 ? documents.join(',') : 'all' } },
);
process.exitCode = status ?? 1;
