import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { openCatalogFile } from '../src/node/partdex-node.js';
import type { CatalogInfo } from '../src/partdex.js';
import { type ClassResults, measureClasses } from './class-results.js';
import type { QueryClass } from './classes.js';
import type { DataSet } from './data-set.js';
import { FIXED_QUERIES } from './hard-patterns.js';
import { type PartNumberSizes, partNumberSizes } from './part-number-sizes.js';
import type { LuceneResults, MeasuredPeer } from './peer-results.js';
import type { DrawnQueries } from './queries.js';
import { groupSections, type SizeGroup } from './sizes.js';
import { TYPING } from './typing.js';
import { UsageError } from './usage-error.js';
import { MEGABYTE, runWorker } from './worker.js';
import type { BuildJob, BuildMeasurement } from './workers/build.js';
import type { ParseJob, ParseMeasurement } from './workers/parse.js';
import type { TypingJob, TypingMeasurement } from './workers/typing.js';

/** The measurements of one run. */
export interface Results extends ClassResults {
  readonly data: string;
  readonly machine: Machine;
  /** Undefined if an existing catalog was measured. */
  readonly build: BuildMeasurement | undefined;
  readonly parse: ParseMeasurement | undefined;
  readonly info: CatalogInfo;
  readonly sizes: readonly SizeGroup[];
  readonly part_numbers: readonly PartNumberSizes[];
  readonly typing: TypingMeasurement | undefined;
  readonly lucene: LuceneResults | undefined;
  readonly plain_js: MeasuredPeer | undefined;
}

export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processors: string;
  readonly memory_gb: number;
  readonly started: string;
  /** Runnable processes in the minute before each stage; the benchmark itself accounts for about one. */
  readonly load: Record<string, number>;
}

export interface BenchmarkOptions {
  /** For temporary files. */
  readonly folder: string;
  /** Without them and without typing, only the build is measured. */
  readonly classes: readonly QueryClass[];
  /** Whether completion is measured. */
  readonly typing: boolean;
  /** A catalog file that is kept, and not built again if it exists. */
  readonly catalog?: string | undefined;
}

const NOTHING_ASKED: ClassResults = { open: undefined, memory: undefined, classes: [] };

/** Measures a data set; every measurement runs in a separate process, one after the other. */
export async function benchmark(data: DataSet, { folder, classes, typing, catalog }: BenchmarkOptions): Promise<Results> {
  const machine = thisMachine();
  const stage = (name: string) => {
    machine.load[name] = loadavg()[0];
    console.error(`${name} …`);
  };
  const path = catalog ?? join(folder, 'catalog.pdx');
  let build: BuildMeasurement | undefined;
  let parse: ParseMeasurement | undefined;
  if (!existsSync(path)) {
    stage('write data');
    const files = await data.files(folder);
    stage('parse');
    parse = await runWorker<ParseJob>('parse', { files: files.parts });
    stage('build');
    build = await runWorker<BuildJob>('build', { files, out: path });
  }
  const { lucene, plainJs } = data.peers ?? {};
  const results = { data: data.description, machine, build, parse, ...(await fileSizes(path)), lucene, plain_js: plainJs };
  if (classes.length === 0 && !typing) return { ...results, ...NOTHING_ASKED, typing: undefined };

  stage('draw queries');
  const queries: DrawnQueries = new Map([...FIXED_QUERIES, ...(await data.queries())]);
  const asked = classes.filter(({ argumentsOf }) => queries.has(argumentsOf));
  if (asked.length === 0 && !typing)
    throw new UsageError(`--only: there are no queries of these classes for ${data.description}`);
  const measured = asked.length === 0 ? NOTHING_ASKED : await measureClasses(path, asked, queries, data.peers, stage);
  if (!typing) return { ...results, ...measured, typing: undefined };
  stage('type');
  const texts = (queries.get(TYPING) ?? []).flat();
  return { ...results, ...measured, typing: await runWorker<TypingJob>('typing', { path, texts }) };
}

function thisMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: `${cpus().length} x ${cpus()[0]?.model.trim()}`,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    started: new Date().toISOString(),
    load: {},
  };
}

async function fileSizes(path: string): Promise<Pick<Results, 'info' | 'sizes' | 'part_numbers'>> {
  const catalog = await openCatalogFile(path);
  const { info } = catalog;
  const sections = catalog.sections();
  await catalog.close();
  return { info, sizes: groupSections(sections), part_numbers: partNumberSizes(sections) };
}

/** Bytes of the stored documents, and of everything that finds them. */
export function storedAndIndex(sizes: readonly SizeGroup[]): { stored_mb: number; index_mb: number } {
  const sum = (isStored: boolean) =>
    sizes.reduce((bytes, group) => (group.isStored === isStored ? bytes + group.bytes : bytes), 0);
  return { stored_mb: sum(true) / MEGABYTE, index_mb: sum(false) / MEGABYTE };
}
