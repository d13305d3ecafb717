import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from './catalog-file.js';

/** The name of a manifest; docs/live.md, "The folder". */
const MANIFEST = /^commit-\d{12}$/;

/** When the newest commit or merge of a live catalog was written; undefined for what is not one. */
export async function lastWritten(path: string): Promise<Date | undefined> {
  if (!(await isFolder(path))) return undefined;
  const names = (await readdir(path)).filter((name) => MANIFEST.test(name));
  const newest = names.sort().at(-1);
  if (newest === undefined) return undefined;
  // A writer may replace it just now.
  return stat(join(path, newest)).then(
    ({ mtime }) => mtime,
    () => new Date(),
  );
}
