import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { requiredBuiltins } from '../../scripts/bundled-libraries.js';

/**
 * Bundles the command (`cli/partdex.js`) and the library (`partdex-node.js`) into a folder, with the threads that
 * sources unbuilt have not, and gives the path of the command.
 */
export async function buildCommand(folder: string): Promise<string> {
  await build({
    entryPoints: {
      'partdex-node': 'src/node/partdex-node.ts',
      'build-worker': 'src/node/build-worker.ts',
      'live-worker': 'src/node/live/live-worker.ts',
      'table-worker': 'src/cli/tables/table-worker.ts',
      'cli/partdex': 'src/cli/partdex.ts',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [requiredBuiltins()],
    logLevel: 'error',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "version": "0.0.0" }');
  return join(folder, 'cli/partdex.js');
}

export interface Ended {
  /** Null where a signal has ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for the end of a process; what it prints from now on is kept. */
export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => (stdout += text));
  child.stderr?.on('data', (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}
