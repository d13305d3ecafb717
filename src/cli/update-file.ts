import { open, rename, rm, stat } from 'node:fs/promises';
import { type CatalogChanges, overlay, type UpdateReport } from '../partdex.js';
import { withCatalog } from './catalog-file.js';
import { CommandError, EXIT } from './failure.js';
import { systemFailure } from './report-failure.js';

/**
 * Applies changes to a catalog file: a new one is written beside it and takes its name when it is whole. One that is open in other
 * processes answers there as before.
 */
export async function updateFile(path: string, changes: CatalogChanges, signal: AbortSignal): Promise<UpdateReport> {
  return withCatalog(path, async (catalog) => {
    const began = performance.now();
    const changed = await overlay(catalog, changes, { signal });
    try {
      const { report } = changed;
      if (changed.info.commit === 0) return report;
      await replaceFile(path, changed.toBlobParts({ signal }));
      return { ...report, milliseconds: performance.now() - began };
    } finally {
      await changed.close();
    }
  });
}

/** @throws CommandError if the file cannot be written */
async function replaceFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'wx', (await stat(path)).mode);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandError(`cannot write ${systemFailure(error, path)}; it is as it was`, EXIT.failure);
    throw error;
  }
}
