import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { readPriceRates } from '../analysis/price-rates.js';
import type { BuildInput } from '../build/build-settings.js';
import { CatalogBuilder } from '../build/catalog-builder.js';
import { readMerge } from '../build/part-merger.js';
import { BUILD_OPTIONS, type BuildOptions, checkBuildOptions, SOURCE_MEMBERS } from '../catalog/options.js';
import { MOST_SEGMENTS } from '../index/manifest.js';
import type { MergeConflict } from '../merge/conflict.js';
import { AbortedError, EmptyCatalogError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { readOwnFields } from '../model/own-fields.js';
import { isPlainObject } from '../model/plain.js';
import { readSynonyms } from '../model/synonyms.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { withinTimeout } from '../work/within-call.js';
import { BuildHelper } from './build-helper.js';
import { FileBlocks } from './file-blocks.js';
import { FileSink } from './file-sink.js';
import { LineDocument } from './line-document.js';
import { type Files, type NamedStream, readNdjson } from './ndjson.js';
import type { SegmentsToBuild } from './segments/build-segments.js';
import { defaultSegments, lookAt } from './segments/line-files.js';
import type { GivenLine } from './segments/segment-job.js';
import { zlibCodec } from './zlib-codec.js';

export type { Files } from './ndjson.js';

/** The input files of a catalog, and its output file: what `CatalogSource` is for documents in memory. */
export interface BuildFileOptions extends BuildOptions {
  /** Files of parts. */
  parts: Files;
  /** Files of categories. */
  categories?: Files | undefined;
  /** Files of brands; further brands are gathered from the parts. */
  brands?: Files | undefined;
  /** Files of manufacturers, likewise. */
  manufacturers?: Files | undefined;
  /** Files of sellers, likewise. */
  sellers?: Files | undefined;
  /** Files of default metadata for spec values without their own. */
  spec_metadata?: Files | undefined;
  /** The catalog file. It is replaced only when the new one is complete. */
  out: string;
  /**
   * Permits a catalog without parts. Default `false`: an empty input makes an empty catalog only where `out` does not exist; otherwise,
   * and where all parts are invalid, the build fails and `out` stays as it was.
   */
  allowEmpty?: boolean | undefined;
  /**
   * Segments of the file, up to 1024: each is built by itself, by several threads at the same time, and each request searches all of them.
   * Default by the size of the files of parts: one up to 2 GiB of text, else one for each GiB. No answer depends on it. docs/embedding.md,
   * "Large catalogs".
   */
  segments?: number | undefined;
  /**
   * Threads that build segments, up to 128. Default: as many as there are processors. With 1, everything is built in the caller's thread.
   * The file does not depend on it.
   */
  threads?: number | undefined;
  /**
   * Called for each file or stream that has documents, after all of them have been checked. An error that it throws stops the
   * build.
   */
  onFileRead?: ((file: FileRead) => void) | undefined;
}

const FILE_OPTIONS: readonly string[] = [
  ...BUILD_OPTIONS,
  ...SOURCE_MEMBERS,
  ...(['out', 'allowEmpty', 'onFileRead', 'segments', 'threads'] satisfies (keyof BuildFileOptions)[]),
];

/** A file or stream that a build has read. */
export interface FileRead {
  /** Its path as the caller wrote it, or its name. */
  readonly source: string;
  /** Number of its documents, including skipped ones. */
  readonly documents: number;
}

/** The report of a build. */
export interface BuildReport {
  /** Parts in the catalog. */
  readonly parts: number;
  /** Documents skipped as invalid (each was reported to `onInvalid`). */
  readonly skipped: number;
  /** Documents that were merged into an earlier one: option `merge`. */
  readonly merged: number;
  /** Values of those that are not kept, the first thousand; `conflictCount` is the number of all. */
  readonly conflicts: readonly MergeConflict[];
  /** Number of the values of merged documents that are not kept. */
  readonly conflictCount: number;
  /** Time taken. */
  readonly seconds: number;
  /** Length of the catalog file. */
  readonly bytes: number;
  /** One line for each oddity of the data that was not an error, without conflicts. */
  readonly notices: readonly string[];
  /** Absolute path of the catalog file. */
  readonly path: string;
}

function namesOf(files: Files): string[] {
  return [files].flat().map((file: string | NamedStream) => (typeof file === 'string' ? file : file.name));
}

type Progress = (progress: { bytesRead: number; totalBytes: number }) => void;

async function* lineDocuments(
  files: Files,
  { signal, onFileRead }: BuildFileOptions,
  onProgress?: Progress,
): AsyncIterable<LineDocument[]> {
  const options = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  let read = { source: '', documents: 0 };
  const reportRead = () => {
    if (read.documents > 0) onFileRead?.(read);
  };
  for await (const { source, lines } of readNdjson(files, options)) {
    // A reader that requests a batch has checked the previous one.
    if (source !== read.source) {
      reportRead();
      read = { source, documents: 0 };
    }
    read.documents += lines.length;
    yield lines.map(({ line, bytes }) => new LineDocument(source, line, bytes));
  }
  reportRead();
}

/** Whether a path, or the target of a link, is there. */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Builds a catalog file: `buildCatalogFile`, loaded on first use. */
export async function buildFiles(options: BuildFileOptions): Promise<BuildReport> {
  checkBuild(options);
  return withinTimeout(options, 'building a catalog file', (signal) => buildFile({ ...options, ...(signal && { signal }) }));
}

async function buildFile(options: BuildFileOptions): Promise<BuildReport> {
  const began = performance.now();
  const { signal, out, allowEmpty = false, parts, merge } = options;
  const threads = checkCount('threads', options.threads, MOST_THREADS) ?? availableParallelism();
  const asked = checkCount('segments', options.segments, MOST_SEGMENTS);
  if (merge !== undefined && (asked ?? 1) > 1) throw wrongArgument('segments', '1 where documents are merged', asked);
  if (signal?.aborted) throw new AbortedError(signal);
  const path = resolve(out);
  const sink = await FileSink.create(path, inputPaths(options));
  const check = async (count: number, skipped: number) => {
    if (count === 0 && !allowEmpty && (skipped > 0 || (await exists(path)))) throw new EmptyCatalogError(namesOf(parts), skipped);
  };
  try {
    const target: Target = { path, sink, check, threads };
    const inputs = asked === 1 || merge !== undefined ? undefined : await lookAt(parts);
    const segments = asked ?? (inputs ? defaultSegments(inputs) : 1);
    const built =
      inputs && segments > 1 ? await buildSeveral(options, target, { inputs, segments }) : await buildOne(options, target);
    await sink.commit();
    return { ...built, seconds: (performance.now() - began) / 1000, path };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

const MOST_THREADS = 128;

/** Where a catalog is built. */
interface Target {
  readonly path: string;
  readonly sink: FileSink;
  readonly threads: number;
  check(parts: number, skipped: number): Promise<void>;
}

type Built = Omit<BuildReport, 'seconds' | 'path'>;

/** @throws ValidationError */
function checkBuild(options: BuildFileOptions): void {
  if (!isPlainObject(options)) throw wrongArgument('options', 'an object with "parts" and "out"', options);
  checkBuildOptions(options, FILE_OPTIONS);
  for (const name of ['parts', ...RECORDS] as const) {
    if (name === 'parts' || options[name] !== undefined) checkFiles(name, options[name]);
  }
  if (typeof options.out !== 'string' || options.out === '') throw wrongArgument('out', 'the path of a file', options.out);
  readOwnFields(options.fields);
  readSynonyms(options.synonyms);
  readPriceRates(options.rates);
  readMerge(options.merge);
}

/** @throws ValidationError for what is not a path, a stream or a list of these */
function checkFiles(name: string, files: unknown): void {
  if (!Array.isArray(files)) {
    if (!isFile(files)) throw wrongArgument(name, 'a path, a { name, stream } or a list of these', files);
    return;
  }
  // By index: an array may have holes.
  for (let i = 0; i < files.length; i++) {
    if (!isFile(files[i])) throw wrongArgument([name, i], 'a path or a { name, stream }', files[i]);
  }
}

function isFile(file: unknown): boolean {
  if (typeof file === 'string') return true;
  if (typeof file !== 'object' || file === null) return false;
  const { name, stream } = file as Partial<NamedStream>;
  return typeof name === 'string' && typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream;
}

/** The documents of all files. @param onProgress for those of the parts */
function documentsOf(options: BuildFileOptions, onProgress: Progress): BuildInput {
  const documents = (files: Files | undefined) => (files === undefined ? undefined : lineDocuments(files, options));
  return {
    parts: lineDocuments(options.parts, options, onProgress),
    categories: documents(options.categories),
    brands: documents(options.brands),
    manufacturers: documents(options.manufacturers),
    sellers: documents(options.sellers),
    spec_metadata: documents(options.spec_metadata),
  };
}

/** @throws ValidationError */
function checkCount(name: string, given: unknown, most: number): number | undefined {
  if (given === undefined) return undefined;
  const isCount = typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most;
  if (!isCount) throw wrongArgument(name, `an integer between 1 and ${most}`, given);
  return given;
}

/** The paths of all files. */
function inputPaths({ parts, categories, brands, manufacturers, sellers, spec_metadata }: BuildFileOptions): string[] {
  const inputs = [parts, categories, brands, manufacturers, sellers, spec_metadata].flatMap((files) => files ?? []);
  return inputs.filter((input) => typeof input === 'string');
}

const RECORDS = ['categories', 'brands', 'manufacturers', 'sellers', 'spec_metadata'] as const;

/** Builds a file of several segments. */
async function buildSeveral(
  options: BuildFileOptions,
  target: Target,
  { inputs, segments }: Pick<SegmentsToBuild, 'inputs' | 'segments'>,
): Promise<Built> {
  new CatalogBuilder(new CatalogWriter(target.sink, zlibCodec), zlibCodec, options);
  const records: Partial<Record<(typeof RECORDS)[number], GivenLine[]>> = {};
  for (const name of RECORDS) {
    const files = options[name];
    if (files === undefined) continue;
    const lines: GivenLine[] = [];
    for await (const batch of lineDocuments(files, options)) {
      for (const { source, line, text } of batch) lines.push({ source, line, bytes: text.slice() });
    }
    records[name] = lines;
  }
  const { buildSegments } = await import('./segments/build-segments.js');
  const { onFileRead } = options;
  const built = await buildSegments({ ...target, inputs, segments, records, options, ...(onFileRead && { onFileRead }) });
  return { ...built, merged: 0, conflicts: [], conflictCount: 0 };
}

/** Builds a file of one segment. */
async function buildOne(options: BuildFileOptions, { path, sink, threads, check }: Target): Promise<Built> {
  const { signal, onProgress } = options;
  const helper = threads === 1 && options.threads !== undefined ? undefined : BuildHelper.start(signal);
  let partsRead = 0;
  try {
    const codec = helper?.codec ?? zlibCodec;
    const writer = new CatalogWriter(sink, codec);
    await writer.begin();
    const builder = new CatalogBuilder(writer, codec, {
      ...options,
      createText: helper?.createText.bind(helper),
      createBlocks: () => FileBlocks.create(path),
      // Bytes show how much is left to read; the builder itself can only count documents.
      onProgress: (progress) => {
        if (progress.phase === 'read') partsRead = progress.done;
        else onProgress?.(progress);
      },
    });
    const { facts: _, ...summary } = await builder.build(
      documentsOf(options, ({ bytesRead, totalBytes }) =>
        onProgress?.({ phase: 'read', done: bytesRead, total: totalBytes, parts: partsRead }),
      ),
    );
    await check(summary.parts, summary.skipped);
    return { ...summary, bytes: await writer.finish() };
  } finally {
    await helper?.stop();
  }
}
