/**
 * Catalogs in files: built from NDJSON files, and opened without reading them as a whole.
 * @module partdex/node
 */
import { resolve } from 'node:path';
import type { Catalog } from '../catalog/catalog.js';
import type { OpenOptions } from '../catalog/options.js';
import { UnreadableFileError, UnwritableFileError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import type { BuildFileOptions, BuildReport } from './build-files.js';
import { FirstUse } from './first-use.js';
import type { FolderCatalog, FolderOptions } from './live/catalog-folder.js';
import type { LiveCatalog } from './live/live-catalog.js';
import type { LiveOptions } from './live/live-options.js';
import { systemReason } from './system-error.js';

export type { QuotaStore } from '../limits/quota-store.js';
export type { MergeConflict } from '../merge/conflict.js';
export type { BuildFileOptions, BuildReport, FileRead, Files } from './build-files.js';
export { type ChangeFilesOptions, readChanges } from './change-files.js';
export { fileStore } from './file-store.js';
export type { FolderCatalog, FolderOptions } from './live/catalog-folder.js';
export type { CatalogSnapshot, Commit, LiveCatalog } from './live/live-catalog.js';
export type { LiveOptions } from './live/live-options.js';
export type { NamedStream } from './ndjson.js';

// What only errors and types need is loaded with this module, the engine with the first catalog: docs/decisions/0020.
const reading = new FirstUse(() => import('./open-files.js'));
const building = new FirstUse(() => import('./build-files.js'));
const workers = new FirstUse(() => import('./workers/remote-catalog.js'));
const writing = new FirstUse(() => import('./live/live-catalog.js'));
const following = new FirstUse(() => import('./live/catalog-folder.js'));

/** Loads a part of this library. @param path the file or folder that an error names @throws UnreadableFileError */
async function loaded<T>(part: FirstUse<T>, path: string): Promise<T> {
  try {
    return await part.get();
  } catch (cause) {
    throw new UnreadableFileError(path, systemReason(cause), { cause });
  }
}

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
  const { buildFiles } = await building.get().catch((cause) => {
    throw new UnwritableFileError(resolve(String(options?.out)), systemReason(cause), { cause });
  });
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
 * @throws `UnreadableFileError`, `CorruptCatalogError`; `ValidationError` for an unknown or invalid option, and
 * if the script of the workers is not beside this module
 */
export async function openCatalogFile(path: string, options?: OpenFileOptions): Promise<Catalog> {
  const count = checkWorkers(options?.workers);
  if (count === 0) return (await loaded(reading, path)).openFile(path, options);
  const { openWithWorkers } = await loaded(workers, path);
  return openWithWorkers(path, count, options);
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
export async function openCatalogFiles(paths: readonly string[], options?: OpenFileOptions): Promise<Catalog> {
  const isList = Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string');
  if (!isList) throw wrongArgument('paths', 'a list of at least one path', paths);
  if (paths.length === 1) return openCatalogFile(paths[0], options);
  if (checkWorkers(options?.workers) > 0) throw wrongArgument('workers', '0 where several files are opened', options?.workers);
  return (await loaded(reading, paths[0])).openFiles(paths, options);
}

/**
 * Opens a catalog in a folder that changes while it is searched: one process may write it, others read it with `openCatalogFolder`.
 * @throws `LockedError` while another writer has it; `UnreadableFileError` for a folder without a catalog, unless `create` or `base`
 * is given; `ValidationError` for `base` where there is a catalog, for `priceCurrency` without `create`,
 * and for an invalid number of `workers` or one above 0 where their script is not beside this module; `CorruptCatalogError`
 * naming the file that is damaged
 */
export async function openLiveCatalog(path: string, options?: LiveOptions): Promise<LiveCatalog> {
  checkFolder(path);
  return (await loaded(writing, path)).openLive(path, options ?? {}, {});
}

/**
 * Opens the catalog of a folder that another process may write: it needs no lock and writes nothing. It answers by the commit that was
 * newest when it was opened, until `refresh`. docs/live.md, "Readers".
 * @throws `UnreadableFileError` for a folder without a catalog; `CorruptCatalogError` naming the file that is damaged
 */
export async function openCatalogFolder(path: string, options?: FolderOptions): Promise<FolderCatalog> {
  checkFolder(path);
  return (await loaded(following, path)).openFolder(path, options);
}

/** @throws ValidationError */
function checkFolder(path: unknown): void {
  if (typeof path !== 'string') throw wrongArgument('folder', 'a path', path);
}

/** @returns the number of threads, 0 by default @throws ValidationError */
function checkWorkers(workers: unknown): number {
  if (workers === undefined || workers === null) return 0;
  const isCount = typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= MOST_WORKERS;
  if (!isCount) throw wrongArgument('workers', `an integer between 0 and ${MOST_WORKERS}`, workers);
  return workers;
}
