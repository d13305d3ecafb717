import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveCatalog, openCatalogFiles, openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { zlibCodec } from '../../../../src/node/zlib-codec.js';
import { buildCatalog, type Catalog, type Part } from '../../../../src/partdex.js';
import { MemorySource } from '../../../../src/storage/byte-source.js';
import { SectionStore } from '../../../../src/storage/section-store.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-')), 'catalog');
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

/** Turns a bit in the middle of a section of a file. */
async function damage(file: string, name: string): Promise<void> {
  const bytes = readFileSync(file);
  const store = await SectionStore.open(new MemorySource([new Uint8Array(bytes)]), zlibCodec);
  const { offset, length } = store.section(name);
  bytes[offset + (length >> 1)] ^= 1;
  writeFileSync(file, bytes);
}

/** The files of a kind in the folder, by their numbers. */
function filesOf(kind: 'commit' | 'segment'): string[] {
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  const names = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`));
  return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => join(folder, name));
}

/** Makes two commits, of which the first has `a` and the second `a` and `b`, and leaves the folder as a writer that was killed. */
async function killedAfterTwo(): Promise<void> {
  const live = await openLiveCatalog(folder, { create: true });
  await live.update({ put: [part('a')] });
  await live.update({ put: [part('b')] });
  await kill(live);
}

const part = (uid: string): Part => ({ uid, mpn: uid.toUpperCase(), brand: { uid: 'x', name: 'X' } }) as Part;

/** Closes a catalog, and leaves its folder as if its writer had been killed instead. */
async function kill(live: LiveCatalog): Promise<void> {
  const copy = `${folder}-killed`;
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('lock') });
  await live.close();
  rmSync(folder, { recursive: true });
  renameSync(copy, folder);
}

async function uidsOf(catalog: Catalog): Promise<string[]> {
  const { results } = await catalog.parts.search({ sortby: 'uid', show: ['uid'] });
  return results.map(({ item }) => item.uid as string);
}

describe('a damaged segment of a live catalog', () => {
  it.each(['manifest', 'parts/documents', 'parts/texts/keywords/terms', 'brands/blocks'])(
    'is named where its section %s is read',
    async (section) => {
      const live = await openLiveCatalog(folder, { create: true });
      await live.update({ put: [{ uid: 'a', mpn: 'A', brand: { uid: 'b', name: 'B' } }] });
      await live.close();
      const [segment] = readdirSync(folder).filter((name) => name.startsWith('segment-'));
      await damage(join(folder, segment), section);
      const wanted = { code: 'corrupt_catalog', message: expect.stringContaining(`"${join(folder, segment)}: ${section}"`) };
      const readAll = async () => {
        const opened = await openLiveCatalog(folder);
        try {
          await opened.parts.search({ q: 'a' });
          await opened.parts.get('a');
          await opened.validate();
        } finally {
          await opened.close();
        }
      };
      await expect(readAll()).rejects.toMatchObject(wanted);
    },
  );
});

describe('with `newest whole`, a commit', () => {
  it.each(['manifest', 'parts/documents', 'parts/fields/brand.uid/codes', 'parts/texts/keywords/terms', 'brands/blocks'])(
    'is not whole if section %s of its segment is damaged',
    async (section) => {
      await killedAfterTwo();
      await damage(filesOf('segment')[1], section);
      const back = await openLiveCatalog(folder, { commit: 'newest whole' });
      expect([back.commit, await uidsOf(back)]).toEqual([1, ['a']]);
      await back.validate();
      await back.close();
      const again = await openLiveCatalog(folder);
      expect(await uidsOf(again)).toEqual(['a']);
      await again.validate();
      await again.close();
    },
  );

  it('is not whole if a segment that it shares with the commit before is damaged', async () => {
    await killedAfterTwo();
    await damage(filesOf('segment')[0], 'parts/documents');
    const verify = vi.spyOn(SectionStore.prototype, 'verify');
    const message = expect.stringContaining(`"${filesOf('segment')[0]}: parts/documents"`);
    await expect(openLiveCatalog(folder, { commit: 'newest whole' })).rejects.toMatchObject({ code: 'corrupt_catalog', message });
    // Both commits need it, and it is read once.
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
    // Nothing is removed.
    expect([filesOf('commit').length, filesOf('segment').length]).toEqual([2, 2]);
  });

  it('is checked only then', async () => {
    await killedAfterTwo();
    const verify = vi.spyOn(SectionStore.prototype, 'verify');
    await (await openLiveCatalog(folder)).close();
    expect(verify).not.toHaveBeenCalled();
    const live = await openLiveCatalog(folder, { commit: 'newest whole' });
    expect([verify.mock.calls.length, await uidsOf(live)]).toEqual([2, ['a', 'b']]);
    await live.close();
    verify.mockRestore();
  });
});

describe('a writer that goes back', () => {
  const losses: [string, () => unknown][] = [
    ['whose manifest is torn', () => truncateSync(filesOf('commit')[1], 40)],
    ['whose segment is damaged', () => damage(filesOf('segment')[1], 'parts/documents')],
    ['whose segment is missing', () => rmSync(filesOf('segment')[1])],
  ];

  it.each(losses)('takes readers along from a commit %s', async (_name, lose) => {
    await killedAfterTwo();
    const reader = await openCatalogFolder(folder);
    const late = await openCatalogFolder(folder);
    expect([reader.commit, await uidsOf(reader)]).toEqual([2, ['a', 'b']]);
    await lose();
    const back = await openLiveCatalog(folder, { commit: 'newest whole' });
    expect([await reader.refresh(), reader.commit, await uidsOf(reader)]).toEqual([true, 1, ['a']]);
    await back.update({ put: [part('c')] });
    expect(back.commit).toBeGreaterThan(2);
    for (const one of [reader, late]) {
      expect([await one.refresh(), one.commit, await uidsOf(one)]).toEqual([true, back.commit, ['a', 'c']]);
      expect(await one.parts.get('b')).toBeUndefined();
      await one.close();
    }
    await back.close();
  });

  it('leaves nothing of the commit that is lost, and no update gets its number later', async () => {
    await killedAfterTwo();
    await damage(filesOf('segment')[1], 'parts/documents');
    await (await openLiveCatalog(folder, { commit: 'newest whole' })).close();
    expect([filesOf('commit').length, filesOf('segment').length]).toEqual([1, 1]);
    const reader = await openCatalogFolder(folder);
    expect([reader.commit, await uidsOf(reader)]).toEqual([1, ['a']]);
    await reader.close();
    const live = await openLiveCatalog(folder);
    await live.compact();
    expect(live.commit).toBe(1);
    const commits: number[] = [];
    live.onCommit(({ commit }) => commits.push(commit));
    await live.update({ put: [part('c')] });
    await live.update({ put: [part('d')] });
    expect([live.commit, live.info.commit, commits]).toEqual([4, 4, [3, 4]]);
    await live.close();
  });

  it('does so again', async () => {
    await killedAfterTwo();
    truncateSync(filesOf('commit')[1], 40);
    const live = await openLiveCatalog(folder, { commit: 'newest whole' });
    await live.update({ put: [part('c')] });
    expect(live.commit).toBe(3);
    await kill(live);
    truncateSync(filesOf('commit')[1], 40);
    const again = await openLiveCatalog(folder, { commit: 'newest whole' });
    expect([again.commit, await uidsOf(again)]).toEqual([1, ['a']]);
    await again.update({ put: [part('d')] });
    expect([again.commit, await uidsOf(again)]).toEqual([4, ['a', 'd']]);
    await again.close();
  });
});

it('a damaged file among several that are opened together is named likewise', async () => {
  const paths = await Promise.all(
    ['a', 'b'].map(async (uid) => {
      const catalog = await buildCatalog({ parts: [{ uid, mpn: uid }] });
      const path = join(dirname(folder), `${uid}.pdx`);
      writeFileSync(path, await catalog.toBytes());
      await catalog.close();
      return path;
    }),
  );
  await damage(paths[1], 'parts/documents');
  const files = await openCatalogFiles(paths);
  const message = `catalog section "${paths[1]}: parts/documents": checksum of block 0 does not match`;
  await expect(files.parts.get('b')).rejects.toMatchObject({ code: 'corrupt_catalog', message });
  expect(await files.parts.get('a')).toMatchObject({ mpn: 'a' });
  await files.close();
});

it.each([
  ['checksum does not match', 'corrupt_catalog', () => {}],
  [
    'format version 99 is newer than 12, the newest that this program reads; update partdex',
    'catalog_too_new',
    (bytes: Buffer) => {
      bytes.writeUInt16LE(99, 12);
      bytes.writeUInt32LE(zlibCodec.crc32(bytes.subarray(0, 60)), 60);
    },
  ],
])('the header of a segment says once which file it is: %s', async (reason, code, change) => {
  const live = await openLiveCatalog(folder, { create: true });
  await live.update({ put: [{ uid: 'a', mpn: 'a' }] });
  await live.close();
  const [path] = filesOf('segment');
  const bytes = readFileSync(path);
  bytes[13] ^= 1;
  change(bytes);
  writeFileSync(path, bytes);
  const message = `catalog section "${path}: header": ${reason}`;
  await expect(openCatalogFolder(folder)).rejects.toMatchObject({ code, message });
});
