/** Builds the package as it is published, to a separate folder, and runs the benchmarks against it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { build as buildPackage } from 'tsup';

process.chdir(fileURLToPath(new URL('../', import.meta.url)));
/** A separate folder for each working tree: several may share their node_modules. */
const folder = `${process.cwd()}/node_modules/.cache/partdex/bench-${basename(process.cwd())}`;

/** The sources' entries replace those of the built package. */
const publishedEntries = {
  name: 'published-entries',
  setup({ onResolve }) {
    onResolve(
      { filter: /\/src\/((node|suggest|rest|opensearch|bom)\/)?partdex(-node|-suggest|-rest|-opensearch|-bom)?\.js$/ },
      ({ path }) => ({
        path: pathToFileURL(`${folder}/dist/${path.slice(path.lastIndexOf('/') + 1)}`).href,
        external: true,
      }),
    );
  },
};

await mkdir(folder, { recursive: true });
await writeFile(`${folder}/package.json`, '{ "type": "module" }\n');
const options = {
  outbase: 'bench',
  outdir: folder,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
};
if (process.argv[2] === 'kernels') {
  // Kernels are not entries of the package, so they are bundled from their sources.
  await bundle({ ...options, entryPoints: ['bench/kernels/main.ts'] });
  await import(pathToFileURL(`${folder}/kernels/main.js`).href);
} else {
  await buildPackage({ outDir: `${folder}/dist`, dts: false });
  await bundle({ ...options, entryPoints: ['bench/run.ts', 'bench/workers/*.ts'], plugins: [publishedEntries] });
  await import(pathToFileURL(`${folder}/run.js`).href);
}
