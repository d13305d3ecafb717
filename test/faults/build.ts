import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the built command (`cli/partdex.js`), the library (`partdex-node.js`) and `parts.ndjson`. */
    built: string;
  }
}

/** Parts of `parts.ndjson`: half a second of building. */
export const PARTS = 2000;

/** Builds what is killed, stopped and starved in these tests: the real thing has a helper thread, which sources unbuilt have not. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-faults-'));
  mkdirSync(join(folder, 'cli'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "version": "0.0.0" }');
  await build({
    entryPoints: {
      'partdex-node': 'src/node/partdex-node.ts',
      'build-worker': 'src/node/build-worker.ts',
      'cli/partdex': 'src/cli/partdex.ts',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Libraries of CommonJS ask for modules of Node by `require`.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: 'error',
  });
  execFileSync(process.execPath, [join(folder, 'cli/partdex.js'), 'sample', String(PARTS), '-o', folder]);
  project.provide('built', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
