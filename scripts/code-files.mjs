/** The files with code below some folders. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of generated files. */
const GENERATED = new Set(['node_modules', 'dist']);

export function codeFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return GENERATED.has(entry.name) ? [] : codeFiles([path]);
      return /\.[cm]?[jt]s$/.test(entry.name) ? [path] : [];
    }),
  );
}
