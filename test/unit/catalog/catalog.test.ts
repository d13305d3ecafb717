import { describe, expect, it } from 'vitest';
import { openSource } from '../../../src/catalog/catalog.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import {
  AbortedError,
  buildCatalog,
  type Catalog,
  type CatalogSource,
  ClosedError,
  CorruptCatalogError,
  InvalidDocumentError,
  openCatalog,
  type Part,
  ValidationError,
} from '../../../src/partdex.js';
import { MemorySource } from '../../../src/storage/byte-source.js';
import { HEADER_BYTES } from '../../../src/storage/layout.js';
import { SectionStore } from '../../../src/storage/section-store.js';

const part = (i: number): Part => ({
  uid: `u${i}`,
  mpn: `MPN-${i}`,
  brand: { uid: 'b', name: 'Brand' },
  short_description: 'part',
});
const parts = (count: number) => Array.from({ length: count }, (_, i) => part(i));

const SOURCE = {
  parts: parts(30),
  categories: [{ uid: 'c', name: 'Category' }],
  sellers: [{ uid: 's', name: 'Seller' }],
  spec_metadata: [{ key: 'k', datatype: 'decimal' }],
} as unknown as CatalogSource;

async function pieces(catalog: Catalog): Promise<Uint8Array<ArrayBuffer>[]> {
  const found: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of catalog.toBlobParts()) found.push(Uint8Array.from(piece));
  return found;
}

/** Text that hardly packs. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
}

/** The place of everything that has a checksum. */
async function regionsOf(bytes: Uint8Array): Promise<Map<string, { offset: number; length: number }>> {
  const store = await SectionStore.open(new MemorySource([bytes]), portableCodec);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const table = Number(view.getBigUint64(16, true));
  const sections = store.list().filter(({ length }) => length > 0);
  return new Map([
    ['header', { offset: 0, length: HEADER_BYTES }],
    ...sections.map(({ name, offset, length }) => [name, { offset, length }] as const),
    ['section table', { offset: table, length: bytes.length - table }],
  ]);
}

const answer = async (catalog: Catalog) => ({
  ...(await catalog.parts.search({ q: 'brand', limit: 100, include: ['short_description'] })),
  msec: 0,
});

describe('a catalog', () => {
  it('says which spec keys its parts carry, with types and metadata', async () => {
    const resistance = {
      key: 'resistance',
      name: 'Resistance',
      datatype: 'decimal',
      unit: { name: 'ohm', symbol: 'Ω' },
    } as const;
    const own = { name: 'Color', datatype: 'string' } as const;
    const specs = { resistance: { value: ['4700'] }, color: { value: ['red'], metadata: own }, pins: { value: [8] } };
    const catalog = await buildCatalog({
      parts: [
        { ...part(0), specs },
        { ...part(1), specs: { pins: { value: [16] } } },
      ],
      spec_metadata: [resistance, { key: 'unused', datatype: 'string' }],
    });
    const expected = [
      { key: 'resistance', type: 'number', metadata: resistance, parts: 1, values: 1 },
      { key: 'color', type: 'string', metadata: { key: 'color', ...own }, parts: 1, values: 1 },
      { key: 'pins', type: 'number', metadata: { key: 'pins', datatype: 'decimal' }, parts: 2, values: 2 },
    ];
    expect(catalog.specs).toEqual(expected);
    expect((await openCatalog(await catalog.toBytes())).specs).toEqual(expected);
  });

  it('says what it holds', async () => {
    const catalog = await buildCatalog(SOURCE);
    const bytes = await catalog.toBytes();
    const expected = {
      parts: 30,
      brands: 1,
      categories: 1,
      sellers: 1,
      manufacturers: 0,
      specKeys: 0,
      priceCurrency: 'USD',
      fields: [],
      formatVersion: 11,
      bytes: bytes.length,
    };
    expect(catalog.info).toEqual(expected);
    expect((await buildCatalog(SOURCE, { priceCurrency: 'EUR' })).info.priceCurrency).toBe('EUR');
    expect(Object.isFrozen(catalog.info)).toBe(true);
    const sections = catalog.sections();
    expect(sections.map(({ name }) => name)).toContain('parts/documents');
    expect(sections.reduce((sum, section) => sum + section.bytes, 0)).toBeLessThan(bytes.length);
  });

  it('is the same bytes as a whole, in pieces, in a Blob, and opened again from any of them', async () => {
    const catalog = await buildCatalog(SOURCE);
    const bytes = (await catalog.toBytes()) as Uint8Array<ArrayBuffer>;
    const blob = new Blob(await pieces(catalog));
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
    const within = new Uint8Array(bytes.length + 11);
    within.set(bytes, 5);
    for (const given of [bytes, bytes.buffer.slice(0), blob, within.subarray(5, 5 + bytes.length)]) {
      const opened = await openCatalog(given);
      expect(await answer(opened)).toEqual(await answer(catalog));
      expect(opened.info).toEqual(catalog.info);
      expect(await opened.toBytes()).toEqual(bytes);
      expect(await pieces(opened)).toEqual(await pieces(catalog));
      await opened.validate();
      await opened.close();
    }
  });

  it('is not copied once its bytes have changed: what has is named', async () => {
    // Larger than a piece, with sections that begin and end in each of them.
    const long = Array.from({ length: 9 }, (_, i) => ({ ...part(i), short_description: noise(i, 200_000) }));
    const bytes = await (await buildCatalog({ ...SOURCE, parts: long })).toBytes();
    expect(bytes.length).toBeGreaterThan(9 << 19);
    const catalog = await openCatalog(bytes);
    const copy = async (of: Catalog) => {
      for await (const piece of of.toBlobParts()) expect(piece.length).toBeGreaterThan(0);
    };
    const regions = await regionsOf(bytes);
    expect([...regions.keys()]).toEqual(expect.arrayContaining(['header', 'section table', 'parts/documents', 'sellers/blocks']));
    for (const [name, { offset, length }] of regions) {
      const at = offset + (length >>> 1);
      bytes[at] ^= 1;
      const refusal = { code: 'corrupt_catalog', section: name, message: expect.stringContaining('checksum does not match') };
      await expect(copy(catalog)).rejects.toMatchObject(refusal);
      bytes[at] ^= 1;
    }
    expect(Buffer.compare(await catalog.toBytes(), bytes)).toBe(0);
  });

  it('of nothing at all can be built, saved, asked and opened', async () => {
    const opened = await openCatalog(await (await buildCatalog({ parts: [] })).toBytes());
    await opened.validate();
    for (const name of ['parts', 'brands', 'categories', 'sellers', 'manufacturers'] as const) {
      expect(await opened[name].search({ q: 'x' })).toMatchObject({ hits: 0, results: [] });
      expect(await opened[name].search({ sortby: 'uid' })).toMatchObject({ hits: 0 });
      expect(await opened[name].get('x')).toBeUndefined();
    }
    expect(opened.info).toMatchObject({ parts: 0, brands: 0, specKeys: 0 });
  });

  it('does not take a path for bytes', async () => {
    for (const wrong of ['parts.pdx', 5, null, undefined, {}, [1]]) {
      await expect(openCatalog(wrong as never)).rejects.toThrow(/^bytes must be a Uint8Array, an ArrayBuffer or a Blob, not /);
    }
    await expect(openCatalog('parts.pdx' as never)).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('openCatalogFile of partdex/node opens a path'),
    });
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('x'.repeat(100))],
    ['an empty Blob', new Blob([])],
  ])('is not made of %s', async (_, bytes) => {
    await expect(openCatalog(bytes)).rejects.toThrow(CorruptCatalogError);
  });

  it('answers many requests at the same time as one after the other', async () => {
    const catalog = await buildCatalog({ parts: parts(500) });
    const requests = Array.from({ length: 60 }, (_, i) => ({
      q: ['', 'brand', 'mpn*1*', '"mpn 7"', 'part -mpn'][i % 5],
      filter: { queries: [['uid:*', 'NOT uid:u1?', 'short_description:part', 'mpn:[mpn-10 TO mpn-30]'][i % 4]] },
      sortby: ['score desc', 'mpn desc', 'uid asc'][i % 3],
      limit: i % 20,
    }));
    const together = await Promise.all(requests.map((request) => catalog.parts.search(request)));
    for (const [i, request] of requests.entries()) {
      expect({ ...(await catalog.parts.search(request)), msec: 0 }).toEqual({ ...together[i], msec: 0 });
    }
  });
});

describe('close', () => {
  it('waits for what runs and refuses what comes later', async () => {
    const bytes = await (await buildCatalog({ parts: parts(2000) })).toBytes();
    const source = new MemorySource([bytes]);
    let isClosed = false;
    source.close = async () => {
      isClosed = true;
    };
    const catalog = await openSource(source, portableCodec);
    const running = catalog.parts.search({ q: 'brand', include: ['short_description'] }).then((found) => {
      expect(isClosed).toBe(false);
      return found;
    });
    const closed = catalog.close();
    const late = [
      () => catalog.parts.search(),
      () => catalog.parts.get('u1'),
      () => catalog.parts.getMulti(['u1']),
      () => catalog.parts.scan()[Symbol.asyncIterator]().next(),
      () => catalog.brands.search({ q: 'x' }),
      () => catalog.toBytes(),
      () => catalog.toBlobParts()[Symbol.asyncIterator]().next(),
      () => catalog.validate(),
    ];
    for (const send of late) await expect(send()).rejects.toThrow(ClosedError);
    expect((await running).hits).toBe(2000);
    await closed;
    expect(isClosed).toBe(true);
    expect(catalog.info.parts).toBe(2000);
    await catalog.close();
  });

  it('ends a scan between two batches', async () => {
    const catalog = await buildCatalog({ parts: parts(2000) });
    let seen = 0;
    const scan = async () => {
      for await (const _ of catalog.parts.scan({ show: ['uid'] })) if (++seen === 10) void catalog.close();
    };
    await expect(scan()).rejects.toThrow(ClosedError);
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(seen).toBeLessThan(2000);
  });
});

describe('the option limits', () => {
  it('changes the limits of requests, when building and when opening', async () => {
    const built = await buildCatalog({ parts: parts(30) }, { limits: { limit: 5, getMulti: 2 } });
    const opened = await openCatalog(await built.toBytes(), { limits: { start: Number.POSITIVE_INFINITY, queryClauses: 1 } });
    const search = (catalog: Catalog, request: object) => catalog.parts.search(request);
    await expect(search(built, { limit: 6 })).rejects.toThrow('limit must be between 0 and 5');
    expect((await search(built, {})).results.length).toBe(5);
    await expect(built.parts.getMulti(['u1', 'u2', 'u3'])).rejects.toThrow(ValidationError);
    expect((await search(opened, { start: 5000 })).results).toEqual([]);
    await expect(search(opened, { limit: 101 })).rejects.toThrow('between 0 and 100');
    await expect(search(opened, { filter: { queries: ['uid:a OR uid:b'] } })).rejects.toThrow(ValidationError);
    await expect(search(built, { start: 1001 })).rejects.toThrow('start must be between 0 and 1000');
  });

  it('takes what is undefined for not given', async () => {
    const catalog = await buildCatalog({ parts: parts(30) }, { limits: { limit: undefined } });
    expect((await catalog.parts.search()).results.length).toBe(10);
    await expect(catalog.parts.search({ limit: 101 })).rejects.toThrow('limit must be between 0 and 100');
  });

  it.each([-1, 1.5, Number.NaN, '5'])('refuses %j', async (limit) => {
    const options = { limits: { limit: limit as number } };
    const refusal = { code: 'validation', argument: 'limits.limit' };
    await expect(buildCatalog({ parts: parts(1) }, options)).rejects.toMatchObject(refusal);
    await expect(openCatalog(await (await buildCatalog({ parts: [] })).toBytes(), options)).rejects.toMatchObject(refusal);
  });

  it('refuses a limit that there is not', async () => {
    const limits = { limits: { limt: 5 } as object };
    await expect(buildCatalog({ parts: [] }, limits)).rejects.toThrow(/limits\.limt is not an argument; did you mean "limit"/);
  });
});

describe('a build', () => {
  const invalid = [
    { uid: 'a', mpn: 'A' },
    { uid: 'b' },
    { uid: 'a', mpn: 'again' },
    { uid: 'c', mpn: 'C' },
    7,
  ] as unknown as Part[];

  it.each([undefined, null, 5, { uid: 'a', mpn: 'A' }])('refuses %j as its parts', async (given) => {
    const refusal = { code: 'validation', argument: 'parts' };
    await expect(buildCatalog({ parts: given } as unknown as CatalogSource)).rejects.toMatchObject(refusal);
    await expect(buildCatalog({ parts: [], brands: 7 } as unknown as CatalogSource)).rejects.toThrow(/^brands must be/);
  });

  it('throws at the first invalid document', async () => {
    await expect(buildCatalog({ parts: invalid })).rejects.toMatchObject({
      code: 'invalid_document',
      line: 2,
      path: 'mpn',
      source: 'parts',
    });
    await expect(buildCatalog({ parts: invalid }, { onInvalid: 'throw' })).rejects.toThrow(InvalidDocumentError);
  });

  it('skips invalid documents of every collection and reports each, if told to', async () => {
    const errors: InvalidDocumentError[] = [];
    const source = {
      parts: invalid,
      brands: [{ uid: 'x', name: 'X' }, { uid: 'x', name: 'Y' }, { name: 'Z' }],
      categories: [{ uid: '' }],
      spec_metadata: [{ key: 'k', datatype: 'colour' }],
    } as unknown as CatalogSource;
    const catalog = await buildCatalog(source, { onInvalid: (error) => errors.push(error) });
    expect(catalog.info).toMatchObject({ parts: 2, brands: 1, categories: 0 });
    expect(errors.map(({ source: from, line }) => `${from} ${line}`)).toEqual([
      'spec_metadata 1',
      'categories 1',
      'brands 2',
      'brands 3',
      'parts 2',
      'parts 3',
      'parts 5',
    ]);
    expect(errors.every((error) => error instanceof InvalidDocumentError)).toBe(true);
    await catalog.validate();
  });

  it('ends with what the report throws', async () => {
    const onInvalid = () => {
      throw new Error('enough');
    };
    await expect(buildCatalog({ parts: invalid }, { onInvalid })).rejects.toThrow('enough');
  });

  it('ends with what its source throws', async () => {
    async function* broken() {
      yield part(1);
      throw new Error('the stream broke');
    }
    await expect(buildCatalog({ parts: broken() }, { onInvalid: () => {} })).rejects.toThrow('the stream broke');
  });

  it('stops at its signal, before it begins and in the middle', async () => {
    await expect(buildCatalog({ parts: parts(5) }, { signal: AbortSignal.abort('no') })).rejects.toMatchObject({
      code: 'aborted',
      cause: 'no',
    });
    const controller = new AbortController();
    let read = 0;
    async function* endless() {
      for (let i = 0; ; i++) {
        if (i === 1000) controller.abort();
        read = i;
        yield part(i);
      }
    }
    await expect(buildCatalog({ parts: endless() }, { signal: controller.signal })).rejects.toThrow(AbortedError);
    expect(read).toBeLessThan(3000);
    await expect(buildCatalog({ parts: endless() }, { timeout: 20 })).rejects.toMatchObject({
      code: 'budget_exceeded',
      limit: 20,
    });
    await expect(buildCatalog({ parts: parts(1) }, { timeout: 0 })).rejects.toMatchObject({
      code: 'validation',
      argument: 'timeout',
    });
    const late = new AbortController();
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === 'index') late.abort();
    };
    await expect(buildCatalog({ parts: parts(5) }, { signal: late.signal, onProgress })).rejects.toThrow(AbortedError);
  });

  it('reports its progress', async () => {
    const seen: { phase: string; done: number; total?: number }[] = [];
    await buildCatalog({ parts: parts(600) }, { onProgress: (progress) => seen.push({ ...progress }) });
    const [read, index] = ['read', 'index'].map((phase) => seen.filter((progress) => progress.phase === phase));
    expect(read.length + index.length).toBe(seen.length);
    expect(read.map(({ done }) => done)).toEqual([256, 512, 600]);
    expect(index.at(-1)?.done).toBe(index.at(-1)?.total);
    expect(index.map(({ done }) => done)).toEqual(index.map((_, i) => i + 1));
  });

  it('gives the same bytes for the same input, and leaves its input as it was', async () => {
    const input = Object.freeze(parts(100).map((one) => Object.freeze(one)));
    const [one, two] = await Promise.all([buildCatalog({ parts: input }), buildCatalog({ parts: structuredClone(input) })]);
    expect(await one.toBytes()).toEqual(await two.toBytes());
  });
});
