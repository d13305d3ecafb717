import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableCodec } from '../../../src/encoding/codec.js';
import { crc32 } from '../../../src/encoding/crc32.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { MemorySource } from '../../../src/storage/byte-source.js';
import { CatalogWriter } from '../../../src/storage/catalog-writer.js';
import { FORMAT_VERSION, HEADER_BYTES, SEVERAL_SEGMENTS_VERSION } from '../../../src/storage/layout.js';
import { SectionStore } from '../../../src/storage/section-store.js';
import { forAllAsync } from '../../support/for-all.js';
import { fileOf, storeOf } from '../../support/sections.js';

const NAMES = ['manifest', 'parts/fields/specs./é/\ud800.value/codes', '', 'x'.repeat(300)];

const sample = (): Promise<Uint8Array> =>
  fileOf(async (writer) => {
    for (const [i, name] of NAMES.entries()) await writer.addBundle(name, [new Uint8Array(i * 3).fill(i), Uint32Array.of(i)]);
    writer.beginSection('parts/documents');
    await writer.append(Uint8Array.of(1, 2, 3));
    await writer.append(new Uint8Array(0));
    await writer.append(Uint8Array.of(4));
    await writer.endSection();
    writer.beginSection('empty');
    await writer.endSection();
  });

const open = (bytes: Uint8Array) => SectionStore.open(new MemorySource([bytes]), portableCodec);

/** Everything that the store answers. */
async function readAll(store: SectionStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const name of NAMES) {
    const bundle = await store.bundle(name);
    found.push([name, [...bundle.u8()], [...bundle.u32()]]);
  }
  found.push([...(await store.slice('parts/documents', 1, 2))]);
  await store.verify();
  return found;
}

/** The file with a changed header, its checksum made to fit. */
function withHeader(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  change(view);
  view.setUint32(60, crc32(copy.subarray(0, 60)), true);
  return copy;
}

/** The file with a changed section table, the checksums of table and header made to fit. */
function withTable(bytes: Uint8Array, change: (table: DataView) => void): Uint8Array {
  return withHeader(bytes, (view) => {
    const offset = Number(view.getBigUint64(16, true));
    const length = Number(view.getBigUint64(24, true));
    change(new DataView(view.buffer, offset, length));
    view.setUint32(44, crc32(new Uint8Array(view.buffer, offset, length)), true);
  });
}

async function refusal(bytes: Uint8Array): Promise<CorruptCatalogError> {
  const error = await open(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CorruptCatalogError);
  return error as CorruptCatalogError;
}

describe('the sections of a file', () => {
  it('come back as they were written', async () => {
    const store = await open(await sample());
    expect(store.list().map(({ name }) => name)).toEqual([...NAMES, 'parts/documents', 'empty']);
    expect(store.list().every(({ offset }) => offset % 8 === 0)).toBe(true);
    expect(await readAll(store)).toEqual([...NAMES.map((name, i) => [name, Array(i * 3).fill(i), [i]]), [2, 3]]);
    expect(store.section('parts/documents')).toMatchObject({ length: 4, crc: crc32(Uint8Array.of(1, 2, 3, 4)) });
    expect(store.has('empty')).toBe(true);
    expect(store.has('parts/rows')).toBe(false);
  });

  it('of any number and size come back', () => {
    const sections = fc.uniqueArray(fc.tuple(fc.string(), fc.uint8Array({ maxLength: 40 })), { selector: ([name]) => name });
    return forAllAsync([sections], async (given) => {
      const store = await storeOf(async (writer) => {
        for (const [name, bytes] of given) await writer.addBundle(name, [bytes]);
      });
      for (const [name, bytes] of given) expect((await store.bundle(name)).u8()).toEqual(bytes);
      await store.verify();
    });
  });

  it('that are not there, and bytes past their end, are refused by name', async () => {
    const store = await open(await sample());
    await expect(store.bundle('parts/rows')).rejects.toThrow('catalog section "parts/rows": is missing');
    await expect(store.slice('parts/documents', 3, 2)).rejects.toThrow(CorruptCatalogError);
    await expect(store.slice('parts/documents', 0, 4)).resolves.toHaveLength(4);
  });

  it('of a source that has become shorter are refused', async () => {
    const bytes = await sample();
    const source = new MemorySource([bytes]);
    const store = await SectionStore.open(source, portableCodec);
    source.read = async (offset, length) => bytes.subarray(offset, offset + length - 1);
    await expect(store.bundle('manifest')).rejects.toThrow(/only \d+ of \d+ bytes could be read/);
    await expect(store.verify()).rejects.toThrow(CorruptCatalogError);
  });
});

describe('a file that is not a catalog', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['too little', new Uint8Array(63)],
    ['zeros', new Uint8Array(200)],
    ['text', new TextEncoder().encode('{"uid": "a"}\n'.repeat(20))],
  ])('is refused: %s', async (_, bytes) => {
    expect((await refusal(bytes)).message).toContain('this is not a partdex catalog');
  });

  it.each<[string, (view: DataView) => void, string]>([
    ['a foreign byte order', (view) => view.setUint32(8, 0x01020304, false), 'byte order'],
    ['an older version', (view) => view.setUint16(12, FORMAT_VERSION - 1, true), 'is no longer read; build the catalog again'],
    ['another length', (view) => view.setBigUint64(32, 5n, true), 'bytes long instead of 5'],
    ['a table before the sections', (view) => view.setBigUint64(16, 8n, true), 'does not end where the file does'],
    ['a table past the end', (view) => view.setBigUint64(16, 2n ** 60n, true), 'does not end where the file does'],
    ['a short table', (view) => view.setBigUint64(24, 8n, true), 'does not end where the file does'],
    ['too many sections', (view) => view.setUint32(40, 99, true), 'section table'],
    ['another checksum of the table', (view) => view.setUint32(44, 1, true), 'checksum does not match'],
  ])('is refused though the checksum of its header fits: %s', async (_, change, message) => {
    const error = await refusal(withHeader(await sample(), change));
    expect(error.message).toContain(message);
    expect(error.code).toBe('corrupt_catalog');
  });

  it('says of a newer version that it is newer', async () => {
    const error = await refusal(withHeader(await sample(), (view) => view.setUint16(12, SEVERAL_SEGMENTS_VERSION + 1, true)));
    expect(error.code).toBe('catalog_too_new');
    expect(error.message).toContain('newer');
  });

  it.each<[string, (table: DataView) => void]>([
    ['a section before the first', (table) => table.setBigUint64(0, 8n, true)],
    ['a section past the end', (table) => table.setBigUint64(8, 2n ** 40n, true)],
    ['a section at no multiple of 8', (table) => table.setBigUint64(0, BigInt(HEADER_BYTES + 4), true)],
    ['a name past the end', (table) => table.setUint32(20, 0xffffffff, true)],
  ])('is refused though the checksum of its section table fits: %s', async (_, change) => {
    await refusal(withTable(await sample(), change));
  });

  it('is refused where two sections have one name', async () => {
    const bytes = await fileOf(async (writer) => {
      for (const value of [1, 2]) await writer.addBundle('manifest', [Uint8Array.of(value)]);
    });
    expect((await refusal(bytes)).message).toBe('catalog section "section table": two sections are named "manifest"');
  });

  it('is reported with its length where that is less than a header', async () => {
    expect((await refusal(new Uint8Array(63))).message).toContain('this is not a partdex catalog: it is 63 bytes long');
  });
});

describe('damage', () => {
  it('of any byte is found, or changes nothing', async () => {
    const bytes = await sample();
    const expected = await readAll(await open(bytes));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] ^= 1 << (at % 8);
      try {
        expect(await readAll(await open(damaged)), `byte ${at}`).toEqual(expected);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(CorruptCatalogError);
      }
    }
  });

  it('by cutting or adding is always found', async () => {
    const bytes = await sample();
    for (let length = 0; length < bytes.length; length += 7) await refusal(bytes.slice(0, length));
    await refusal(bytes.slice(0, -1));
    await refusal(Uint8Array.from([...bytes, 0]));
    await refusal(Uint8Array.from([...bytes, ...bytes]));
  });
});

describe('CatalogWriter', () => {
  it('gives the same bytes for the same sections, and their number', async () => {
    const bytes = await sample();
    expect(await sample()).toEqual(bytes);
    let written = 0;
    const sink = { write: (piece: Uint8Array) => void (written += piece.length), writeHeader: () => {} };
    const writer = new CatalogWriter(sink, portableCodec);
    await writer.begin();
    await writer.addBundle('a', [Uint8Array.of(1)]);
    expect(await writer.finish()).toBe(written);
  });
});
