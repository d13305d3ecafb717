import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSource } from '../../src/catalog/catalog.js';
import { buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { zlibCodec } from '../../src/node/zlib-codec.js';
import { type Catalog, ClosedError, CorruptCatalogError, UnreadableFileError } from '../../src/partdex.js';
import { type ByteSource, MemorySource } from '../../src/storage/byte-source.js';
import { CatalogFolder, EARLIER_PARTS, output, partsOf } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

let catalog: Catalog;
beforeEach(async () => {
  catalogs.restore();
  // The copy is younger than what a change leaves behind, however slow the clock of the file system is.
  utimesSync(catalogs.target, 1_700_000_000, 1_700_000_000);
  catalog = await openCatalogFile(catalogs.target);
});
afterEach(() => catalog.close());

/** Requests of all kinds, which read many sections. */
const REQUESTS: readonly ((catalog: Catalog) => Promise<unknown>)[] = [
  (opened) => opened.parts.search({ q: 'a*', limit: 3 }),
  (opened) => opened.parts.search({ sortby: 'mpn desc', limit: 5 }),
  (opened) => opened.brands.search({ limit: 5 }),
  (opened) => uidsOf(opened),
  (opened) => opened.validate(),
  async (opened) =>
    createHash('sha256')
      .update(await opened.toBytes())
      .digest('hex'),
];

async function uidsOf(opened: Catalog): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of opened.parts.scan({ sortby: 'mpn asc' })) uids.push(uid as string);
  return uids;
}

/** The answer without its time. */
async function answerOf(request: (opened: Catalog) => Promise<unknown>, opened: Catalog): Promise<unknown> {
  const answer = await request(opened);
  return answer !== null && typeof answer === 'object' && 'msec' in answer ? { ...answer, msec: 0 } : answer;
}

function overwrite(bytes: Uint8Array, at = 0): void {
  const descriptor = openSync(catalogs.target, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

/** Another catalog of the same length, with right checksums: of fewer parts, and with room between its sections and their table. */
async function anotherOfTheSameLength(): Promise<Uint8Array> {
  const lines = readFileSync(catalogs.path('fewer.ndjson'), 'utf8').split('\n');
  writeFileSync(catalogs.path('fewest.ndjson'), lines.slice(10).reverse().join('\n'));
  await buildCatalogFile({ parts: catalogs.path('fewest.ndjson'), out: catalogs.path('fewest.pdx') });
  const bytes = readFileSync(catalogs.path('fewest.pdx'));
  const tableAt = Number(bytes.readBigUint64LE(16));
  const other = Buffer.alloc(statSync(catalogs.target).size);
  bytes.copy(other, 0, 0, tableAt);
  const movedTo = other.length - (bytes.length - tableAt);
  bytes.copy(other, movedTo, tableAt);
  other.writeBigUint64LE(BigInt(movedTo), 16);
  other.writeBigUint64LE(BigInt(other.length), 32);
  other.writeUInt32LE(zlibCodec.crc32(other.subarray(0, 60)), 60);
  writeFileSync(catalogs.path('fewest.pdx'), other);
  expect(await partsOf(catalogs.path('fewest.pdx'))).toBe(EARLIER_PARTS - 10);
  return other;
}

describe('a catalog file that changes while it is open', () => {
  const CHANGED = 'it has changed since it was opened; open it again';

  it.each<[string, () => void | Promise<void>]>([
    ['emptied', () => truncateSync(catalogs.target, 0)],
    ['cut', () => truncateSync(catalogs.target, 40_000)],
    ['replaced by a copy of another catalog, in place', () => copyFileSync(catalogs.path('other.pdx'), catalogs.target)],
    ['overwritten by another catalog of the same length', async () => overwrite(await anotherOfTheSameLength())],
    ['overwritten by no catalog', () => overwrite(new Uint8Array(100_000))],
  ])('is no longer read when it was %s', async (_, change) => {
    await buildCatalogFile({ parts: catalogs.path('parts.ndjson'), out: catalogs.path('other.pdx') });
    const known = await answerOf(REQUESTS[0], catalog);
    await change();
    for (const request of REQUESTS.slice(1)) {
      const error = await answerOf(request, catalog).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UnreadableFileError);
      expect((error as Error).message).toContain(CHANGED);
    }
    // What needs nothing more of the file is answered as before.
    expect(await answerOf(REQUESTS[0], catalog)).toEqual(known);
  });

  it('never mixes two files, whatever part of it was overwritten', async () => {
    const right = await Promise.all(REQUESTS.slice(0, 4).map((request) => answerOf(request, catalog)));
    const other = await anotherOfTheSameLength();
    const { length } = other;
    for (let part = 0; part < 12; part++) {
      catalogs.restore();
      const opened = await openCatalogFile(catalogs.target);
      const from = Math.floor((length * part) / 12);
      overwrite(other.subarray(from, Math.floor((length * (part + 1)) / 12)), from);
      for (const [i, request] of REQUESTS.slice(0, 4).entries()) {
        const answer = await answerOf(request, opened).catch((thrown: unknown) => thrown);
        if (answer instanceof UnreadableFileError || answer instanceof CorruptCatalogError) continue;
        expect(answer).toEqual(right[i]);
      }
      await opened.close();
    }
  });

  it.each<[string, () => void]>([
    ['touched', () => utimesSync(catalogs.target, 1_800_000_000, 1_800_000_000)],
    ['rewritten with the same bytes', () => writeFileSync(catalogs.target, readFileSync(catalogs.target))],
    ['removed', () => rmSync(catalogs.target)],
    [
      'replaced',
      () => {
        writeFileSync(catalogs.path('new.pdx'), 'no catalog');
        renameSync(catalogs.path('new.pdx'), catalogs.target);
      },
    ],
  ])('is read on when it was %s', async (_, change) => {
    const before = await openCatalogFile(catalogs.path('good.pdx'));
    change();
    for (const request of REQUESTS) expect(await answerOf(request, catalog)).toEqual(await answerOf(request, before));
    await before.close();
  });
});

describe('closing', () => {
  it('waits for what runs, and refuses what comes later', async () => {
    const searches = [...REQUESTS.slice(0, 3), (opened: Catalog) => opened.validate()];
    const running = Promise.all(searches.map((request) => request(catalog)));
    const closed = catalog.close();
    for (const request of REQUESTS) await expect(request(catalog)).rejects.toThrow(ClosedError);
    await closed;
    expect(await running).toHaveLength(searches.length);
  });

  it('ends a scan where it is', async () => {
    const act = async () => {
      let scanned = 0;
      for await (const _ of catalog.parts.scan()) if (scanned++ === 0) await catalog.close();
      return scanned;
    };
    // Parts are read many at a time: those that were read already may still come.
    await expect(act()).resolves.toBe(EARLIER_PARTS);
    await expect(uidsOf(catalog)).rejects.toThrow(ClosedError);
  });

  it('may be done twice, and closes no other file', async () => {
    await Promise.all([catalog.close(), catalog.close()]);
    const other = await openCatalogFile(catalogs.target);
    await catalog.close();
    expect(await uidsOf(other)).toHaveLength(EARLIER_PARTS);
    await other.close();
  });
});

describe('opening something other than a catalog', () => {
  const message = async (path: string) => ((await openCatalogFile(path).catch((error: Error) => error)) as Error).message;

  it('says what it is', async () => {
    mkdirSync(catalogs.path('folder'), { recursive: true });
    expect(await message(catalogs.path('folder'))).toMatch(/^cannot read ".*folder": it is a folder$/);
    expect(await message(catalogs.path('missing'))).toMatch(/^cannot read ".*missing": no such file$/);
    if (existsSync('/dev/zero')) expect(await message('/dev/zero')).toContain('it is a device or the like');
    for (const length of [0, 1, 63]) {
      writeFileSync(catalogs.path('short'), readFileSync(catalogs.target).subarray(0, length));
      expect(await message(catalogs.path('short'))).toBe(
        `catalog section "header": this is not a partdex catalog: it is ${length} bytes long`,
      );
    }
    writeFileSync(catalogs.path('short'), readFileSync(catalogs.target).subarray(0, 64));
    expect(await message(catalogs.path('short'))).toMatch(
      /^catalog section "header": the file is incomplete: it has 64 of \d+ bytes$/,
    );
    expect(await message(catalogs.path('parts.ndjson'))).toBe('catalog section "header": this is not a partdex catalog');
  });
});

/** Bytes in memory that are read as those of a file: not at once, and by way of a function. */
function readBy(pieces: readonly Uint8Array[], through: (read: () => Promise<Uint8Array>) => Promise<Uint8Array>): ByteSource {
  const source = new MemorySource(pieces);
  return {
    length: source.length,
    read: (offset, length) => through(() => source.read(offset, length)),
    close: () => source.close(),
  };
}

describe('a disk that fails now and then', () => {
  it('fails the requests that need it, and later ones succeed', async () => {
    let broken = false;
    const source = readBy([readFileSync(catalogs.target)], async (read) => {
      if (broken) throw new UnreadableFileError('parts.pdx', 'the disk has failed (EIO)');
      return read();
    });
    const shaky = await openSource(source, zlibCodec);
    for (const request of REQUESTS) {
      broken = true;
      await expect(request(shaky)).rejects.toThrow('cannot read "parts.pdx": the disk has failed (EIO)');
      broken = false;
      expect(await answerOf(request, shaky)).toEqual(await answerOf(request, catalog));
    }
  });

  it('fails a request at any of its reads, with its error and nothing else', async () => {
    const bytes = readFileSync(catalogs.target);
    for (const request of REQUESTS.slice(0, 5)) {
      for (let successes = 0, failed = true; failed; successes += 1 + (successes >> 3)) {
        let reads = Number.NEGATIVE_INFINITY;
        const source = readBy([bytes], async (read) => {
          if (reads++ === successes) throw new UnreadableFileError('parts.pdx', 'the disk has failed (EIO)');
          return read();
        });
        const opened = await openSource(source, zlibCodec);
        reads = 0;
        const error = await request(opened).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        failed = reads > successes;
        if (failed) expect(error).toBeInstanceOf(UnreadableFileError);
        else expect(error).toBeUndefined();
      }
    }
  });
});

describe.runIf(existsSync('/proc/self/fd'))('descriptors', () => {
  const openFiles = () => readdirSync('/proc/self/fd').length;

  it('are not kept by openings and builds that fail', async () => {
    const wrong = [catalogs.folder, catalogs.path('missing'), catalogs.path('parts.ndjson'), '/dev/zero'];
    writeFileSync(catalogs.path('invalid.ndjson'), '{"uid": "a"}\n');
    const before = openFiles();
    for (let i = 0; i < 20; i++) {
      for (const path of wrong) await openCatalogFile(path).catch(() => {});
      await openCatalogFile(catalogs.target, { limits: { start: -1 } }).catch(() => {});
      const parts = [catalogs.path('fewer.ndjson'), catalogs.path('invalid.ndjson')];
      await buildCatalogFile({ parts, out: catalogs.target }).catch(() => {});
      await buildCatalogFile({ parts, out: catalogs.folder }).catch(() => {});
      await buildCatalogFile({ parts, out: catalogs.path('missing/parts.pdx') }).catch(() => {});
      await buildCatalogFile({ parts: catalogs.path('missing'), out: catalogs.target }).catch(() => {});
    }
    expect(openFiles()).toBeLessThan(before + 10);
  });

  it('may run out: files that cannot be opened are reported, and nothing else happens', async () => {
    const wrapper = ['sh', '-c', 'ulimit -n 64 && exec "$0" "$@"'];
    const reported = await output<{ opened: number; messages: string[]; parts: number; after: number }>(
      `const opened = [];
      const messages = [];
      for (let i = 0; i < 100; i++) {
        const catalog = await library.openCatalogFile('parts.pdx').catch((error) => messages.push(error.message));
        if (typeof catalog === 'object') opened.push(catalog);
      }
      const build = () => library.buildCatalogFile({ parts: 'fewer.ndjson', out: 'new.pdx' });
      messages.push(await build().then(() => 'it was built', (error) => error.message));
      const parts = (await opened[0].parts.search({ q: '', limit: 100 })).hits;
      for (const catalog of opened) await catalog.close();
      const report = await build();
      console.log(JSON.stringify({ opened: opened.length, messages: [...new Set(messages)], parts, after: report.parts }));`,
      { cwd: catalogs.folder, wrapper },
    );
    expect(reported.opened).toBeGreaterThan(10);
    expect(reported.messages).toEqual([
      'cannot read "parts.pdx": too many files are open',
      `cannot write "${catalogs.path('new.pdx')}": too many files are open`,
    ]);
    expect(reported).toMatchObject({ parts: EARLIER_PARTS, after: EARLIER_PARTS });
    expect(catalogs.temporaries()).toEqual([]);
  });
});
