import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CorruptCatalogError, UnsupportedError } from '../model/errors.js';
import { openCatalogFile, openCatalogFolder } from '../node/partdex-node.js';
import type { OpenSearchCatalog } from '../opensearch/partdex-opensearch.js';
import type { Catalog, CatalogSection, OpenOptions } from '../partdex.js';
import { isClusterUrl } from './cluster-url.js';
import { CommandError, EXIT } from './failure.js';

/** The first bytes of a catalog file of any format version (docs/format.md). */
const MAGIC = 'PARTDEX\0';

/** Opens a catalog, a file, a folder or on a cluster, runs `work` with it and closes it. */
export async function withCatalog<T>(path: string, work: (catalog: Catalog) => Promise<T>, options?: OpenOptions): Promise<T> {
  if (isClusterUrl(path)) return withClusterCatalog(path, work, options);
  const catalog = await openNamed(path, options);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

/** Opens a catalog on a cluster, runs `work` with it and closes it. */
export async function withClusterCatalog<T>(
  address: string,
  work: (catalog: OpenSearchCatalog) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  // Both are loaded for clusters alone.
  const [{ connectTo }, { openOpenSearchCatalog }] = await Promise.all([
    import('./cluster.js'),
    import('../opensearch/partdex-opensearch.js'),
  ]);
  const { client, index, close } = await connectTo(address);
  try {
    const catalog = await openOpenSearchCatalog(client, { ...options, index });
    try {
      return await work(catalog);
    } finally {
      await catalog.close();
    }
  } finally {
    await close();
  }
}

/** The sections of a catalog file; a catalog on a cluster has none. */
export function sectionsOf(catalog: Catalog): CatalogSection[] {
  try {
    return catalog.sections();
  } catch (error) {
    if (error instanceof UnsupportedError) return [];
    throw error;
  }
}

/** Whether a path leads to a folder, as live catalogs are. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Opens a catalog; errors name the file, or say that it is not a catalog. */
async function openNamed(path: string, options?: OpenOptions): Promise<Catalog> {
  // A damaged file of a folder is named by its error.
  if (await isFolder(path)) return openCatalogFolder(path, options);
  try {
    return await openCatalogFile(path, options);
  } catch (error) {
    if (!(error instanceof CorruptCatalogError)) throw error;
    if ((await beginning(path)) !== MAGIC) throw new CommandError(`"${path}" is not a partdex catalog`, EXIT.failure);
    throw new CommandError(`"${path}": ${error.message}`, EXIT.failure);
  }
}

/** @throws CommandError if a file exists that is neither empty nor a catalog */
export async function checkReplaceable(path: string): Promise<void> {
  const start = await beginning(path);
  if (start === undefined || start === '' || start === MAGIC) return;
  throw new CommandError(`"${path}" exists and is not a partdex catalog; choose another name, or --force to replace it`);
}

/** Whether two paths name the same file; a device such as /dev/null or a pipe is none. */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([path, other].map((name) => stat(name, { bigint: true }).catch(() => undefined)));
  if (a && !a.isFile() && !a.isDirectory()) return false;
  if (resolve(path) === resolve(other)) return true;
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev && a.ino !== 0n;
}

/** A file that an option names. */
export interface NamedOutput {
  /** `--report` */
  readonly option: string;
  readonly path: string | undefined;
}

/** Refuses an output that is an input, or another output before it. @throws CommandError */
export async function checkDistinct(outputs: readonly NamedOutput[], inputs: readonly string[], command: string): Promise<void> {
  const taken = [...inputs];
  for (const { option, path } of outputs) {
    if (path === undefined) continue;
    for (const other of taken) {
      if (await isSameFile(path, other))
        throw new CommandError(`${option} "${path}": that is "${other}" of this ${command}; name another file`);
    }
    taken.push(path);
  }
}

/** The first bytes of a regular file; undefined if it cannot be read, and for a device or a pipe, which could block. */
async function beginning(path: string): Promise<string | undefined> {
  const isFile = await stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
  const file = isFile ? await open(path, 'r').catch(() => undefined) : undefined;
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
