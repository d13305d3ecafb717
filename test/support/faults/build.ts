import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommand } from '../built-command.js';

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
  const command = await buildCommand(folder);
  execFileSync(process.execPath, [command, 'sample', String(PARTS), '-o', folder]);
  project.provide('built', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
