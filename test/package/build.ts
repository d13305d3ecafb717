import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with partdex and its dependencies in node_modules, as `npm install partdex` would leave it. */
    consumer: string;
  }
}

/** Packs the package as npm would publish it and installs that in a folder of its own. */
export default function setup(project: TestProject): () => void {
  const consumer = mkdtempSync(join(tmpdir(), 'partdex-consumer-'));
  const modules = join(consumer, 'node_modules');
  mkdirSync(modules);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', consumer], { encoding: 'utf8' });
  execFileSync('tar', ['-xzf', packed.trim().split('\n').at(-1) as string], { cwd: consumer });
  symlinkSync(join(consumer, 'package'), join(modules, 'partdex'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  project.provide('consumer', consumer);
  return () => rmSync(consumer, { recursive: true, force: true });
}
