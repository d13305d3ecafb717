/** Bundles the benchmarks with the engine's sources, as a program would have them, and runs them. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = `${root}node_modules/.cache/partdex/bench`;
process.chdir(root);
await build({
  entryPoints: ['bench/run.ts', 'bench/workers/*.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  packages: 'external',
  outbase: 'bench',
  outdir,
  outExtension: { '.js': '.mjs' },
  sourcemap: true,
  logLevel: 'warning',
});
await import(`${outdir}/run.mjs`);
