import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from '../../../src/node/partdex-node.js';
import { ClosedError, UnreadableFileError, UnwritableFileError, ValidationError } from '../../../src/partdex.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-quota-'));
  path = join(folder, 'quota');
});
afterEach(() => rm(folder, { recursive: true }));

const KEY = '2026-11 token "ä"\n';

describe('fileStore', () => {
  it('keeps the sums over a restart', async () => {
    const store = await fileStore(path);
    expect([await store.add(KEY, 0), await store.add(KEY, 10), await store.add('2026-11 b', 1), await store.add(KEY, 5)]).toEqual(
      [0, 10, 1, 15],
    );
    await store.close();
    const again = await fileStore(path);
    expect([await again.add(KEY, 0), await again.add('2026-11 b', 0)]).toEqual([15, 1]);
    await again.close();
  });

  it('appends a line for each addition, which is in the file when add resolves', async () => {
    const store = await fileStore(path);
    await store.add('2026-11 a', 10);
    expect(await readFile(path, 'utf8')).toBe('["2026-11 a",10]\n');
    await Promise.all(Array.from({ length: 50 }, () => store.add('2026-11 a', 1)));
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(52);
    await store.close();
    await store.close();
    await expect(store.add('2026-11 a', 1)).rejects.toThrow(ClosedError);
  });

  it('cuts off what a crash has left of a line', async () => {
    await writeFile(path, '["2026-11 a",10]\n["2026-11 a",');
    const store = await fileStore(path);
    expect(await store.add('2026-11 a', 1)).toBe(11);
    await store.close();
    expect(await readFile(path, 'utf8')).toBe('["2026-11 a",10]\n["2026-11 a",1]\n');
    await writeFile(path, '["2026-');
    const empty = await fileStore(path);
    expect(await empty.add('2026-11 a', 0)).toBe(0);
    await empty.close();
  });

  it('writes a long file anew, with the sums of the two latest months', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `["2026-${['09', '10', '11'][i % 3]} t${i % 9}",1]\n`);
    await writeFile(path, lines.join(''), { mode: 0o600 });
    const store = await fileStore(path);
    expect(await store.add('2026-10 t1', 0)).toBe(2223);
    await store.close();
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(6);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const again = await fileStore(path);
    expect(await again.add('2026-10 t1', 0)).toBe(2223);
    await again.close();
  });

  it('refuses a file that is not one of quotas, and a path that is none', async () => {
    await writeFile(path, '["2026-11 a",10]\nhello\n');
    await expect(fileStore(path)).rejects.toThrow(UnreadableFileError);
    await expect(fileStore(path)).rejects.toThrow('line 2');
    await expect(fileStore(folder)).rejects.toThrow('it is a folder');
    await expect(fileStore(join(folder, 'no', 'where'))).rejects.toThrow(UnwritableFileError);
    await expect(fileStore('')).rejects.toThrow(ValidationError);
  });
});
