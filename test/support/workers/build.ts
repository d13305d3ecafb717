import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the built threads (`catalog-worker.js`, `live-worker.js`) and the library that starts them (`partdex-node.js`). */
    threads: string;
  }
}

/** Builds the threads of catalogs, which sources unbuilt have not. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-threads-'));
  await build({
    entryPoints: {
      'catalog-worker': 'src/node/workers/catalog-worker.ts',
      'live-worker': 'src/node/live/live-worker.ts',
      'partdex-node': 'src/node/partdex-node.ts',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  project.provide('threads', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
