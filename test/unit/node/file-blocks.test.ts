import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileBlocks } from '../../../src/node/file-blocks.js';
import { buildCatalogFile, openCatalogFile } from '../../../src/node/partdex-node.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-blocks-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('blocks in a file', () => {
  const blockOf = (i: number) => new Uint8Array((i * 7919) % 40_000).fill(i);

  it('are returned by their numbers, and the file is removed', async () => {
    const blocks = await FileBlocks.create(join(folder, 'parts.pdx'));
    for (let i = 0; i < 100; i++) await blocks.put(blockOf(i));
    await blocks.put(new Uint8Array(3_000_000).fill(1));
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.parts\.pdx\..*\.tmp$/)]);
    for (const i of [99, 0, 1, 50, 0]) expect(Buffer.compare(await blocks.get(i), blockOf(i))).toBe(0);
    expect(Buffer.compare(await blocks.get(100), new Uint8Array(3_000_000).fill(1))).toBe(0);
    await blocks.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('report a file that cannot be made or has become shorter', async () => {
    expect(await rejectionOf(FileBlocks.create(join(folder, 'none', 'parts.pdx')))).toMatchObject({ code: 'unwritable' });
    const blocks = await FileBlocks.create(join(folder, 'parts.pdx'));
    await blocks.put(new Uint8Array(100));
    await blocks.get(0);
    await truncate(join(folder, (await readdir(folder))[0]), 50);
    expect(await rejectionOf(Promise.resolve(blocks.get(0)))).toMatchObject({ code: 'unreadable' });
    await blocks.close();
  });
});

describe('a catalog file of several files', () => {
  const write = async (name: string, parts: readonly unknown[]) => {
    const path = join(folder, name);
    await writeFile(path, parts.map((part) => `${JSON.stringify(part)}\n`).join(''));
    return path;
  };
  const partsOf = (seller: string, from: number, to: number): Part[] =>
    Array.from({ length: to - from }, (_, i) => ({
      uid: `${seller}${from + i}`,
      mpn: `AB-${from + i}`,
      brand: { name: 'Acme' },
      offers: [{ sku: `${seller}-${from + i}`, seller: { uid: seller, name: seller } }],
      catalog_url: seller,
    }));

  it('is the one that a build in memory makes, and leaves no temporary file', async () => {
    const sources = [partsOf('a', 0, 3_000), partsOf('b', 1_000, 5_000), partsOf('c', 0, 500)];
    const parts = [];
    for (const [i, source] of sources.entries()) parts.push(await write(`${i}.ndjson`, source));
    const out = join(folder, 'merged.pdx');
    const phases = new Set<string>();
    const onProgress = ({ phase }: { phase: string }) => phases.add(phase);
    const report = await buildCatalogFile({ parts, out, merge: 'brand and part number', onProgress });
    expect(report).toMatchObject({ parts: 5_000, merged: 2_500, skipped: 0, conflictCount: 2_500, notices: [] });
    expect(report.conflicts).toHaveLength(1_000);
    expect(report.conflicts[0]).toEqual({ uid: 'a0', path: 'catalog_url', kept: 'a', given: 'c', source: parts[2] });
    expect([...phases]).toEqual(['read', 'merge', 'index']);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const file = await openCatalogFile(out);
    const memory = await buildCatalog({ parts: sources.flat() }, { merge: 'brand and part number' });
    const answer = async (catalog: typeof file) => {
      const { hits, results } = await catalog.parts.search({ q: 'AB-1400', sortby: 'uid asc', include: ['redirected_uids'] });
      return { hits, results };
    };
    expect(await answer(file)).toEqual(await answer(memory));
    expect((await file.parts.get('b1400'))?.offers?.map(({ sku }) => sku)).toEqual(['a-1400', 'b-1400']);
    await file.close();
    await memory.close();
  });

  it('is left as it was by a build that fails, without temporary files', async () => {
    const path = await write('bad.ndjson', [...partsOf('a', 0, 100), { uid: 'x' }]);
    const out = join(folder, 'bad.pdx');
    expect(await rejectionOf(buildCatalogFile({ parts: path, out, merge: 'uid' }))).toMatchObject({ line: 101 });
    expect((await readdir(folder)).filter((name) => name.includes('bad.pdx'))).toEqual([]);
    expect(await rejectionOf(buildCatalogFile({ parts: path, out, merge: 'x' as never }))).toMatchObject({ code: 'validation' });
  });
});
