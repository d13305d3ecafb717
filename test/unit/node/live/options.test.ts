import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { ValidationError } from '../../../../src/partdex.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'live-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a live catalog and a folder', () => {
  it('refuse options and listeners of other types, all at once', async () => {
    const wrong = { create: 'yes', base: ['a.pdx', 'b.pdx'], commit: 'newest-whole', onInvalid: 5, onNotice: 1 } as never;
    const error = await openLiveCatalog(folder, wrong).catch((reason) => reason);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues.map(({ path }: { path: string }) => path).sort()).toEqual(Object.keys(wrong).sort());
    const live = await openLiveCatalog(folder, { create: true });
    expect(() => live.onCommit(5 as never)).toThrow(ValidationError);
    await expect(openCatalogFolder(folder, { watch: 5 as never })).rejects.toBeInstanceOf(ValidationError);
    const reader = await openCatalogFolder(folder);
    expect(() => reader.watch('often' as never)).toThrow(ValidationError);
    await reader.close();
    await live.close();
  });
});
