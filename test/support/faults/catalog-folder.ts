import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { buildCatalogFile, openCatalogFile } from '../../../src/node/partdex-node.js';
import { ended } from '../built-command.js';

/** Number of parts in the earlier catalog. The one that replaces it has more. */
export const EARLIER_PARTS = 300;

/** A folder in which a good catalog, `parts.pdx`, is about to be replaced by one of `parts.ndjson`. */
export class CatalogFolder {
  folder = '';
  /** Of the catalog that is there. */
  earlier = '';

  /** Creates a folder before the tests of a file and deletes it after them. */
  static create(): CatalogFolder {
    const catalogs = new CatalogFolder();
    beforeAll(() => catalogs.setUp());
    afterAll(() => rmSync(catalogs.folder, { recursive: true, force: true }));
    return catalogs;
  }

  private async setUp(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'partdex-faults-'));
    copyFileSync(join(inject('built'), 'parts.ndjson'), this.path('parts.ndjson'));
    const lines = readFileSync(this.path('parts.ndjson'), 'utf8').split('\n');
    writeFileSync(this.path('fewer.ndjson'), lines.slice(0, EARLIER_PARTS).join('\n'));
    await buildCatalogFile({ parts: this.path('fewer.ndjson'), out: this.path('good.pdx') });
    this.restore();
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  get target(): string {
    return this.path('parts.pdx');
  }

  /** Puts the earlier catalog back. */
  restore(): void {
    copyFileSync(this.path('good.pdx'), this.target);
    this.earlier = hashOf(this.target);
  }

  temporaries(): string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.tmp'));
  }

  /** Asserts that nothing has happened to the earlier catalog, and that nothing is left of what was to replace it. */
  async expectUntouched(): Promise<void> {
    expect(hashOf(this.target)).toBe(this.earlier);
    expect(this.temporaries()).toEqual([]);
    expect(await partsOf(this.target)).toBe(EARLIER_PARTS);
  }
}

/** What the title of a test says where it is skipped. */
export function skipped(isPossible: boolean, reason: string): string {
  return isPossible ? '' : ` (skipped: ${reason})`;
}

export function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Opens and validates a catalog, and says how many parts it has. */
export async function partsOf(path: string): Promise<number> {
  const catalog = await openCatalogFile(path);
  try {
    await catalog.validate();
    const { hits } = await catalog.parts.search({ limit: 1 });
    expect(hits).toBe(catalog.info.parts);
    return hits;
  } finally {
    await catalog.close();
  }
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** A command that runs the program: its words come first. */
  readonly wrapper?: readonly string[];
  /** Whether it may send messages. */
  readonly sends?: boolean;
  /** Folder of the library, if it is another one than the built one. */
  readonly library?: string;
}

/** Starts a program, an ES module of these lines, in which `library` is what `partdex/node` exports. */
export function start(code: string, options: ProgramOptions = {}): ChildProcess {
  const { cwd, wrapper = [], sends, library = inject('built') } = options;
  const url = pathToFileURL(join(library, 'partdex-node.js')).href;
  const program = `const library = await import(${JSON.stringify(url)});\n${code}`;
  const command = [...wrapper, process.execPath, '--input-type=module', '-e', program];
  return spawn(command[0], command.slice(1), { cwd, stdio: ['ignore', 'pipe', 'pipe', ...(sends ? ['ipc' as const] : [])] });
}

/** The built command. */
export function startCommand(args: readonly string[], cwd?: string): ChildProcess {
  return spawn(process.execPath, [join(inject('built'), 'cli/partdex.js'), ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a program to its end, which must be a good one, and gives what it has printed, JSON. */
export async function output<T>(code: string, options?: ProgramOptions): Promise<T> {
  const { status, stdout, stderr } = await ended(start(code, options));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}
