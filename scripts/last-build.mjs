/**
 * Leaves a note in `dist/` of what it was built from, so that the tests of the package can take the build of these sources instead of making
 * another, which takes a minute, most of it for the types. Run after a build, it writes the note.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = 'dist';
/** Not published. */
const NOTE = '.built-from';
/** All that a build reads. */
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsup.config.ts'];

/** Whether `dist/` is, byte for byte, what was built last, and was built from the sources as they are now. */
export function isBuilt() {
  const note = join(FOLDER, NOTE);
  return existsSync(note) && readFileSync(note, 'utf8') === noteOf();
}

function noteOf() {
  return `sources ${digestOf(SOURCES)}\nbuild ${digestOf([FOLDER])}\n`;
}

function digestOf(paths) {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) digest.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return digest.digest('hex');
}

/** @returns in the order of their names */
function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== NOTE)
    .flatMap((name) => filesOf(join(path, name)))
    .sort();
}

const [, script] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) writeFileSync(join(FOLDER, NOTE), noteOf());
