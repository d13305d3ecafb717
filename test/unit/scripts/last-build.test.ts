import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = resolve('scripts/last-build.mjs');
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsup.config.ts', 'src/a.ts', 'scripts/b.mjs', 'dist/a.js'];
const ASK = `import { isBuilt } from ${JSON.stringify(pathToFileURL(SCRIPT).href)}; process.stdout.write(String(isBuilt()));`;

let folder: string;
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const isBuilt = () =>
  execFileSync(process.execPath, ['--input-type=module', '-e', ASK], { cwd: folder, encoding: 'utf8' }) === 'true';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-last-build-'));
  for (const name of ['src', 'scripts', 'dist']) mkdirSync(join(folder, name));
  for (const file of FILES) write(file, file);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a build is that of the sources only as long as neither has changed', () => {
  expect(isBuilt()).toBe(false);
  execFileSync(process.execPath, [SCRIPT], { cwd: folder });
  expect(isBuilt()).toBe(true);
  for (const file of ['src/a.ts', 'package-lock.json', 'dist/a.js']) {
    write(file, 'changed');
    expect(isBuilt(), file).toBe(false);
    write(file, file);
    expect(isBuilt(), file).toBe(true);
  }
  for (const file of ['src/new.ts', 'dist/new.js']) {
    write(file, '');
    expect(isBuilt(), file).toBe(false);
    rmSync(join(folder, file));
  }
});
