import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const UNIT = 'test/unit';
/** Folders of `test/unit` that mirror others than those of `src`. */
const MIRRORED: Readonly<Record<string, string>> = {
  arbitraries: 'test/arbitraries',
  bench: 'bench',
  docs: 'docs',
  'examples/offline-page': 'examples/offline-page/src',
  'examples/server': 'examples/server/src',
  examples: 'examples',
  oracle: 'test/oracle',
  scripts: 'scripts',
  support: 'test/support',
};

/** Paths of the folders below one, relative to it. */
function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.parentPath.includes('__snapshots__') && !entry.name.startsWith('__'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1));
}

const mirroredBy = (folder: string) => {
  const root = Object.keys(MIRRORED).find((name) => folder === name || folder.startsWith(`${name}/`));
  return root === undefined ? `src/${folder}` : MIRRORED[root] + folder.slice(root.length);
};

describe('the folders of test/README.md', () => {
  it.each(foldersIn(UNIT))('test/unit/%s mirrors a folder', (folder) => {
    expect(existsSync(mirroredBy(folder)), `there is no folder ${mirroredBy(folder)}`).toBe(true);
  });

  it.each(['property', 'faults', 'workers', 'unit', 'package'])('test/%s contains tests alone', (folder) => {
    const files = readdirSync(`test/${folder}`, { withFileTypes: true, recursive: true });
    const others = files.filter((entry) => entry.isFile() && /\.[cm]?ts$/.test(entry.name) && !entry.name.endsWith('.test.ts'));
    const isConsumer = ({ parentPath }: { parentPath: string }) => parentPath.startsWith('test/package/consumer');
    expect(others.filter((entry) => !isConsumer(entry)).map(({ parentPath, name }) => `${parentPath}/${name}`)).toEqual([]);
  });
});
