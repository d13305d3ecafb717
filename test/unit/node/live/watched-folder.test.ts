import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-')), 'catalog');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

it('a folder looks for commits while it has a watcher, and always with the option `watch`', async () => {
  await (await openLiveCatalog(folder, { create: true })).close();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [reader, always] = [await openCatalogFolder(folder), await openCatalogFolder(folder, { watch: true })];
    const timers = () => vi.getTimerCount();
    const listener = () => {};
    expect(timers()).toBe(1);
    const ends = [reader.watch(listener), reader.watch(listener)];
    expect(timers()).toBe(2);
    ends[0]();
    ends[0]();
    expect(timers()).toBe(2);
    ends[1]();
    always.watch(listener)();
    expect(timers()).toBe(1);
    reader.watch(listener);
    expect(timers()).toBe(2);
    await reader.close();
    reader.watch(listener);
    await always.close();
    expect(timers()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
