/** Starts a cluster of OpenSearch for a trial or a benchmark, as the tests do: `npm run cluster -- --help`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('../', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'partdex-start-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'start.mjs');
const entryPoints = ['test/support/cluster/start.ts'];
await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'es2023', logLevel: 'warning' });
await import(pathToFileURL(outfile).href);
