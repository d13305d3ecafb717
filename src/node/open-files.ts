import { type Catalog, openSource } from '../catalog/catalog.js';
import { OPEN_OPTIONS, type OpenOptions } from '../catalog/options.js';
import type { NamedSource } from '../catalog/several-files.js';
import { checkOptions } from '../model/check-options.js';
import { FileSource } from './file-source.js';
import { zlibCodec } from './zlib-codec.js';

/** The options of a file. */
export const OPEN_FILE_OPTIONS: readonly string[] = [...OPEN_OPTIONS, 'workers'];

/** Opens a catalog file whose requests run in the caller's thread: `openCatalogFile`, loaded on first use. */
export async function openFile(path: string, options: OpenOptions | undefined): Promise<Catalog> {
  const given = checkOptions(options, OPEN_FILE_OPTIONS);
  const source = FileSource.open(path);
  try {
    return await openSource(source, zlibCodec, given);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Opens several files as one catalog: `openCatalogFiles`, likewise. */
export async function openFiles(paths: readonly string[], options: OpenOptions | undefined): Promise<Catalog> {
  const given = checkOptions(options, OPEN_FILE_OPTIONS);
  const { openSources } = await import('../catalog/several-files.js');
  const sources: NamedSource[] = [];
  try {
    for (const path of paths) sources.push({ name: path, source: FileSource.open(path) });
    return await openSources(sources, zlibCodec, given);
  } catch (error) {
    for (const { source } of sources) await source.close();
    throw error;
  }
}
