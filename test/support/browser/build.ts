import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the built page of examples/offline-page. */
    builtPage: string;
  }
}

/** Builds the offline page: each test file has a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-built-page-'));
  await build({
    configFile: 'examples/offline-page/vite.config.ts',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  project.provide('builtPage', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
