import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalogFiles, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { zlibCodec } from '../../../../src/node/zlib-codec.js';
import { buildCatalog } from '../../../../src/partdex.js';
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
