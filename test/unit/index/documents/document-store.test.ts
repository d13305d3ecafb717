import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../../src/analysis/utf8.js';
import { DocumentWriter } from '../../../../src/build/document-writer.js';
import { type BundleArray, bundlePieces } from '../../../../src/encoding/bundle.js';
import { type Codec, portableCodec } from '../../../../src/encoding/codec.js';
import { DocumentStore } from '../../../../src/index/documents/document-store.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { zlibCodec } from '../../../../src/node/zlib-codec.js';
import { forAllAsync } from '../../../support/for-all.js';
import { concatenated, storeOf } from '../../../support/sections.js';
import { completed } from '../../../support/tasks.js';
import { unbounded } from '../../../support/unbounded.js';

/** The sections of written documents. */
function written(documents: readonly unknown[], codec: Codec = portableCodec): ReturnType<typeof storeOf> {
  return storeOf(async (writer) => {
    const documentWriter = new DocumentWriter(writer, codec, 'parts');
    for (const document of documents) await documentWriter.add(utf8Bytes(JSON.stringify(document)));
    await documentWriter.finish();
  }, codec);
}

async function stored(documents: readonly unknown[], codec: Codec = portableCodec): Promise<DocumentStore> {
  return new DocumentStore(await written(documents, codec), 'parts', documents.length);
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
/** Documents, some longer than a block. */
const sized = (count: number) => range(count).map((i) => ({ uid: String(i), text: 'é'.repeat((i * 2971) % 9000) }));

describe('DocumentStore', () => {
  it('gives documents back in the order asked for', () => {
    const documents = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 30 });
    return forAllAsync([documents, fc.array(fc.nat(100), { maxLength: 20 })], async (given, picks) => {
      // JSON has one zero.
      const expected = JSON.parse(JSON.stringify(given)) as unknown[];
      const store = await stored(given);
      const numbers = picks.map((pick) => pick % given.length);
      expect(await completed(store.read(numbers))).toEqual(numbers.map((i) => expected[i]));
      await store.validate(unbounded());
    });
  });

  it.each([
    ['portable', portableCodec],
    ['zlib', zlibCodec],
  ])('reads many blocks of the %s codec, also at the same time', async (_, codec) => {
    const documents = sized(300);
    const store = await stored(documents, codec);
    const all = range(300);
    const answers = await Promise.all(
      [all, all.slice().reverse(), [7, 7, 299, 0]].map((numbers) => completed(store.read(numbers))),
    );
    expect(answers).toEqual([documents, documents.slice().reverse(), [7, 7, 299, 0].map((i) => documents[i])]);
    await store.validate(unbounded());
  });

  it('has a preset of documents from 256 KiB of them on', async () => {
    const documents = range(400).map((i) => ({ uid: String(i), text: String.fromCharCode(97 + (i % 26)).repeat(1000) }));
    const bytes = JSON.stringify(documents[0]).length;
    const enough = Math.ceil((1 << 18) / bytes);
    expect((await written(documents.slice(0, enough - 2))).has('parts/preset')).toBe(false);
    const store = await written(documents.slice(0, enough + 2));
    const preset = new TextDecoder().decode((await store.bundle('parts/preset')).u8());
    expect(preset).toHaveLength(1 << 14);
    const uids = [...preset.matchAll(/"uid":"(\d+)"/g)].map(([, uid]) => Number(uid));
    // At equal distances, the first one first.
    expect(uids.map((uid, i) => Math.round(uid / 15.1) - i)).toEqual(uids.map(() => 0));
    expect(uids).toHaveLength(17);
  });

  it('has a preset of one document that is longer than any preset', async () => {
    const documents = [
      { uid: '1', text: 'x'.repeat(1 << 19) },
      { uid: '2', text: 'x'.repeat(100) },
    ];
    const store = await stored(documents, zlibCodec);
    expect(await completed(store.read([1, 0]))).toEqual([documents[1], documents[0]]);
  });

  it('reads more blocks at once than it caches, those that were cached before too', async () => {
    // Each is a block of some megabytes, and the cache has room for 48 MiB.
    const documents = range(16).map((i) => ({ uid: String(i), text: 'x'.repeat(4 << 20) }));
    const store = await stored(documents, zlibCodec);
    await completed(store.read([0]));
    const uids = (await completed(store.read([...range(16).slice(1), 0]))).map((document) => (document as { uid: string }).uid);
    expect(uids).toEqual([...range(16).slice(1), 0].map(String));
  });

  it('gives every caller objects of its own', async () => {
    const store = await stored([{ list: [1] }]);
    const [one] = (await completed(store.read([0]))) as { list: number[] }[];
    one.list.push(2);
    const [first, second] = await completed(store.read([0, 0]));
    expect(first).toEqual({ list: [1] });
    expect(first).not.toBe(second);
  });

  it('holds none, and one longer than any block', async () => {
    await (await stored([])).validate(unbounded());
    expect(await completed((await stored([])).read([]))).toEqual([]);
    const whale = { text: '電'.repeat(100_000) };
    const [a, b] = [{ text: 'a' }, { text: 'b' }];
    expect(await completed((await stored([a, whale, b])).read([2, 1, 0]))).toEqual([b, whale, a]);
  });
});

describe('damaged documents', () => {
  const raw = (ends: number[], text: string) => concatenated([new Uint8Array(Uint32Array.from(ends).buffer), utf8Bytes(text)]);

  /** A store of one block, whose bytes and table are as given. */
  async function crafted(
    block: Uint8Array,
    table: Partial<Record<'firsts' | 'ends' | 'lengths' | 'checksums' | 'preset', number[]>> = {},
  ) {
    const packed = (await portableCodec.deflate(block)) as Uint8Array;
    const {
      firsts = [0, 2],
      ends = [packed.length],
      lengths = [block.length],
      checksums = [portableCodec.crc32(packed)],
      preset,
    } = table;
    const arrays: BundleArray[] = [
      Uint32Array.from(firsts),
      Float64Array.from(ends),
      Uint32Array.from(lengths),
      Uint32Array.from(checksums),
    ];
    const store = await storeOf(async (writer) => {
      writer.beginSection('parts/documents');
      await writer.append(packed);
      await writer.endSection();
      writer.beginSection('parts/blocks');
      for (const piece of bundlePieces(arrays)) await writer.append(piece);
      await writer.endSection();
      if (preset) await writer.addBundle('parts/preset', [Uint8Array.from(preset)]);
    });
    return new DocumentStore(store, 'parts', 2);
  }

  it('are refused with the place', async () => {
    const good = raw([2, 9], '{}{"a":1}');
    expect(await completed((await crafted(good)).read([0, 1]))).toEqual([{}, { a: 1 }]);
    // Blocks need not refer to the preset, and an empty one counts as missing.
    for (const preset of [[], [1], range(1 << 15)]) {
      expect(await completed((await crafted(good, { preset })).read([0, 1]))).toEqual([{}, { a: 1 }]);
    }
    type Fault = [string, () => Promise<DocumentStore>];
    const faults: Fault[] = [
      ['another number of documents', () => crafted(good, { firsts: [0, 3] })],
      ['documents before the first', () => crafted(good, { firsts: [1, 2] })],
      ['blocks out of order', () => crafted(good, { firsts: [0, 3, 2], ends: [9, 9], lengths: [9, 9], checksums: [0, 0] })],
      ['blocks without end', () => crafted(good, { ends: [] })],
      ['an end past the section', () => crafted(good, { ends: [1000] })],
      ['an end that is not a number', () => crafted(good, { ends: [Number.NaN] })],
      ['an end before the beginning', () => crafted(good, { ends: [-8] })],
      ['an end between two bytes', () => crafted(good, { ends: [7.5] })],
      [
        'a block that ends before it begins',
        () => crafted(good, { firsts: [0, 1, 2], ends: [9, 3], lengths: [9, 9], checksums: [0, 0] }),
      ],
      ['another length', () => crafted(good, { lengths: [good.length - 1] })],
      ['a length past all memory', () => crafted(good, { lengths: [0xffffffff] })],
      ['another checksum', () => crafted(good, { checksums: [7] })],
      ['a preset that is too long', () => crafted(good, { preset: range((1 << 15) + 1) })],
      ['a document past the block', () => crafted(raw([2, 99], '{}{"a":1}'))],
      ['a document that ends before it begins', () => crafted(raw([9, 2], '{}{"a":1}'))],
      ['a document that is not JSON', () => crafted(raw([2, 9], '{}{"a":1('))],
      ['a document that is not UTF-8', () => crafted(concatenated([raw([2, 9], '{}{"a":'), Uint8Array.of(0xff, 0x7d)]))],
      ...['null', '"a"', '[{}]', '1.5'].map(
        (text): Fault => [`a document that is ${text}`, () => crafted(raw([2, 2 + text.length], `{}${text}`))],
      ),
      ['a block without places', () => crafted(Uint8Array.of(1))],
    ];
    for (const [what, make] of faults) {
      await expect((await make()).validate(unbounded()), what).rejects.toThrow(CorruptCatalogError);
      await expect(completed((await make()).read([0, 1])), what).rejects.toThrow(CorruptCatalogError);
    }
  });
});
