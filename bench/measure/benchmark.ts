import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { CatalogInfo } from '../../src/partdex.js';
import { UsageError } from '../commands/usage-error.js';
import type { DataSet } from '../data/data-set.js';
import type { LuceneResults, MeasuredPeer } from '../peers/peer-results.js';
import type { DrawnQueries } from '../queries/draw.js';
import { FIXED_QUERIES } from '../queries/hard-patterns.js';
import type { Question } from '../queries/questions.js';
import { TYPING } from '../queries/typing.js';
import { type PartNumberSizes, partNumberSizes } from '../report/part-number-sizes.js';
import { groupSections, type SizeGroup } from '../report/sizes.js';
import type { BuildJob, BuildMeasurement } from '../workers/build.js';
import type { ParseJob, ParseMeasurement } from '../workers/parse.js';
import type { TypingJob, TypingMeasurement } from '../workers/typing.js';
import { measureQuestions, type QuestionResults } from './question-results.js';
import { MEGABYTE, runWorker } from './worker.js';

/** The measurements of one run. */
export interface Results extends QuestionResults {
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
  readonly questions: readonly Question[];
  /** Whether completion is measured. */
  readonly typing: boolean;
  /** A catalog file that is kept, and not built again if it exists. */
  readonly catalog?: string | undefined;
}

const NOTHING_ASKED: QuestionResults = { open: undefined, memory: undefined, questions: [] };

/** Measures a data set; every measurement runs in a separate process, one after the other. */
export async function benchmark(data: DataSet, { folder, questions, typing, catalog }: BenchmarkOptions): Promise<Results> {
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
  if (questions.length === 0 && !typing) return { ...results, ...NOTHING_ASKED, typing: undefined };

  stage('draw queries');
  const queries: DrawnQueries = new Map([...FIXED_QUERIES, ...(await data.queries())]);
  const asked = questions.filter(({ argumentsOf }) => queries.has(argumentsOf));
  if (asked.length === 0 && !typing)
    throw new UsageError(`--only: there are no queries of these questions for ${data.description}`);
  const measured = asked.length === 0 ? NOTHING_ASKED : await measureQuestions(path, asked, queries, data.peers, stage);
  if (!typing) return { ...results, ...measured, typing: undefined };
  stage('type');
  const texts = (queries.get(TYPING.name) ?? []).flat();
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
