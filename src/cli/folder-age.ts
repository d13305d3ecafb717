import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from './catalog-file.js';

/** The name of a manifest; docs/live.md, "The folder". */
const MANIFEST = /^commit-\d{12}$/;

/** When the newest update of a live catalog was written, or the catalog if there was none; undefined for what is not one. */
export async function lastWritten(path: string): Promise<Date | undefined> {
  if (!(await isFolder(path))) return undefined;
  const names = (await readdir(path)).filter((name) => MANIFEST.test(name));
  const newest = names.sort().at(-1);
  if (newest === undefined) return undefined;
  // A writer may replace it just now.
  return writtenAt(join(path, newest)).catch(() => new Date());
}

/** Merges write manifests too, and keep the time of the update. */
async function writtenAt(path: string): Promise<Date> {
  const text = await readFile(path, 'utf8');
  const { written } = JSON.parse(text.slice(text.indexOf('\n') + 1)) as { written?: number };
  return written === undefined ? (await stat(path)).mtime : new Date(written);
}
