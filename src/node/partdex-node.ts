/**
 * Catalogs in files: built from NDJSON files, and opened without reading them as a whole.
 * @module partdex/node
 */
import { type Catalog, openSource } from '../catalog/catalog.js';
import type { OpenOptions } from '../catalog/options.js';
import type { NamedSource } from '../catalog/several-files.js';
import { wrongArgument } from '../model/issues.js';
// Loaded with this module and not with the first build: a module that cannot be read once, since too many files are open, never can.
import { type BuildFileOptions, type BuildReport, buildFiles } from './build-files.js';
import { FileSource } from './file-source.js';
import { zlibCodec } from './zlib-codec.js';

export type { QuotaStore } from '../limits/quota-store.js';
export type { MergeConflict } from '../merge/conflict.js';
export type { BuildFileOptions, BuildReport, FileRead, Files } from './build-files.js';
export { type ChangeFilesOptions, readChanges } from './change-files.js';
export { fileStore } from './file-store.js';
export { type FolderCatalog, type FolderOptions, openCatalogFolder } from './live/catalog-folder.js';
export { type CatalogSnapshot, type Commit, type LiveCatalog, openLiveCatalog } from './live/live-catalog.js';
export type { LiveOptions } from './live/live-options.js';
export type { NamedStream } from './ndjson.js';

/**
 * Builds a catalog file from NDJSON files, streaming: memory holds the index, not the text. A build that fails or is
 * stopped leaves an earlier file of the same name as it was.
 * Progress phases: `read` (bytes of the parts' files), `merge` (parts), `index` (fields). With `merge` the documents of parts are kept,
 * compressed, in a temporary file beside the output until they are merged.
 * @throws `InvalidDocumentError` (unless `onInvalid` takes it), `EmptyCatalogError` (see `allowEmpty`),
 * `UnreadableFileError`, `UnwritableFileError`, `CatalogTooLargeError`, `AbortedError`; `ValidationError` for an unknown option
 * and for an invalid one
 */
export async function buildCatalogFile(options: BuildFileOptions): Promise<BuildReport> {
  return buildFiles(options);
}

const MOST_WORKERS = 128;

/** Options for opening a catalog file. */
export interface OpenFileOptions extends OpenOptions {
  /**
   * Threads that run the requests, up to 128, which share one copy of the index. Default 0: requests run in the caller's thread.
   * docs/embedding.md, "Requests in threads of their own".
   */
  workers?: number | undefined;
}

/**
 * Opens a catalog file. Only its header and tables are read; requests read the rest as they need it. With `workers`, the requests
 * of a thread that dies reject with `WorkerFailedError`; others are not affected.
 * @throws `UnreadableFileError`, `CorruptCatalogError`; `ValidationError` for invalid limits or an invalid number of workers, and
 * if the script of the workers is not beside this module
 */
export async function openCatalogFile(path: string, options: OpenFileOptions = {}): Promise<Catalog> {
  const workers = checkWorkers(options.workers);
  if (workers > 0) {
    const { openWithWorkers } = await import('./workers/remote-catalog.js');
    return openWithWorkers(path, workers, options);
  }
  const source = FileSource.open(path);
  try {
    return await openSource(source, zlibCodec, options);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Opens several catalog files as one catalog, which answers as one build of all their documents does, file after file. Of records
 * with the same uid the first file's counts, those that were given before those gathered from parts; the category tree is that of
 * all files' records, and the type of a spec key follows from the values of all files. Records, spec keys and uids of all files are
 * read when they are opened, and the parts of a file where the others change how its values are compared.
 * `toBytes()` and `toBlobParts()` build one file of all documents in memory. docs/embedding.md, "Several files".
 * @param options `workers` is for one file
 * @throws as `openCatalogFile`; `InvalidDocumentError` naming both files for a uid of two files and for a merged uid that is a part
 * of another file or listed there too; `ValidationError` for two price currencies, a field of two kinds, `workers` above 0, or no file
 */
export async function openCatalogFiles(paths: readonly string[], options: OpenFileOptions = {}): Promise<Catalog> {
  const isList = Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string');
  if (!isList) throw wrongArgument('paths', 'a list of at least one path', paths);
  if (paths.length === 1) return openCatalogFile(paths[0], options);
  if (checkWorkers(options.workers) > 0) throw wrongArgument('workers', '0 where several files are opened', options.workers);
  const { openSources } = await import('../catalog/several-files.js');
  const sources: NamedSource[] = [];
  try {
    for (const path of paths) sources.push({ name: path, source: FileSource.open(path) });
    return await openSources(sources, zlibCodec, options);
  } catch (error) {
    for (const { source } of sources) await source.close();
    throw error;
  }
}

/** @returns the number of threads, 0 by default @throws ValidationError */
function checkWorkers(workers: unknown): number {
  if (workers === undefined || workers === null) return 0;
  const isCount = typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= MOST_WORKERS;
  if (!isCount) throw wrongArgument('workers', `an integer between 0 and ${MOST_WORKERS}`, workers);
  return workers;
}
