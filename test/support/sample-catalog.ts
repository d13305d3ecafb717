import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../src/cli/run.js';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { Catalog, Part } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { CapturedTerminal } from './captured-terminal.js';

export const PARTS = 500;
export const METADATA = ['categories', 'brands', 'manufacturers', 'sellers', 'spec-metadata'];
export const metadata = sampleMetadata();
export const parts: readonly Part[] = [...generateSample(PARTS)];

/** What a command line wrote, and its exit status. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line; `terminal` decides what its output is connected to. */
export async function runOn(terminal: CapturedTerminal, ...args: string[]): Promise<Ended> {
  const status = await run(args, terminal);
  return { status, out: terminal.out, err: terminal.err };
}

/** Runs a command line whose output is a pipe. */
export function partdex(...args: string[]): Promise<Ended> {
  return runOn(new CapturedTerminal(), ...args);
}

/** A folder with the files of a sample, and the catalog of them, both made by the command. */
export class SampleCatalog {
  private constructor(
    readonly folder: string,
    /** Path of the catalog file. */
    readonly path: string,
    readonly catalog: Catalog,
    /** What the build printed. */
    readonly built: Ended,
  ) {}

  static async create(): Promise<SampleCatalog> {
    const folder = await mkdtemp(join(tmpdir(), 'partdex-cli-'));
    const path = join(folder, 'catalog.pdx');
    expect(await partdex('sample', String(PARTS), '-o', folder)).toMatchObject({ status: 0, err: '' });
    const options = METADATA.flatMap((name) => [`--${name}`, join(folder, `${name}.ndjson`)]);
    const built = await partdex('build', join(folder, 'parts.ndjson'), ...options, '-o', path);
    expect(built).toMatchObject({ status: 0, err: '' });
    return new SampleCatalog(folder, path, await openCatalogFile(path), built);
  }

  async remove(): Promise<void> {
    await this.catalog.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes a file of lines into the folder. */
  async write(name: string, lines: readonly string[]): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  }

  /** The path of a file that need not exist. */
  file(name: string): string {
    return join(this.folder, name);
  }
}
