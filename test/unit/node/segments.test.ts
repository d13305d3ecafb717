import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuildFileOptions,
  type BuildReport,
  buildCatalogFile,
  type FileRead,
  openCatalogFile,
  openCatalogFiles,
  openLiveCatalog,
} from '../../../src/node/partdex-node.js';
import {
  AbortedError,
  type Catalog,
  type CatalogSource,
  CorruptCatalogError,
  openCatalog,
  overlay,
  ValidationError,
} from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/** Files of several segments, which are built here in one thread; test/package has those of several threads. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-segments-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PARTS = 120;
const LINES = Array.from(generateSample(PARTS, 5), (part) => JSON.stringify(part));
const METADATA = sampleMetadata(5);

function write(name: string, lines: readonly string[], between = '\n'): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join(between));
  return path;
}

/** Builds `<name>.pdx` of parts, with the metadata of the sample. */
function build(name: string, parts: BuildFileOptions['parts'], more: Partial<BuildFileOptions> = {}): Promise<BuildReport> {
  const records = Object.fromEntries(
    (['categories', 'brands', 'manufacturers', 'sellers', 'spec_metadata'] as const).map((member) => {
      const lines = METADATA[member].map((record) => JSON.stringify(record));
      return [member, write(`${member}.ndjson`, lines)];
    }),
  );
  return buildCatalogFile({ parts, ...records, out: join(folder, `${name}.pdx`), ...more });
}

const bytesOf = (name: string): Buffer => readFileSync(join(folder, `${name}.pdx`));
const open = (name: string): Promise<Catalog> => openCatalogFile(join(folder, `${name}.pdx`));

async function textOf(catalog: Catalog, name: keyof CatalogSource): Promise<string> {
  let text = '';
  for await (const piece of catalog.toNdjson(name)) text += Buffer.from(piece).toString();
  return text;
}

/** What a catalog answers to a request about everything. */
async function answer(catalog: Catalog): Promise<string> {
  const found = await catalog.parts.search({ q: 'resistor OR capacitor', spec_drilldown: {}, limit: 100 });
  const { categories, brands } = catalog;
  const records = [await categories.search({ limit: 100 }), await brands.search({ limit: 100 })];
  return JSON.stringify([found, records, catalog.specs], (name, value) =>
    name === 'msec' || name === 'next' ? undefined : value,
  );
}

describe('a file of several segments', () => {
  it('answers as one of one segment, whatever its inputs are', async () => {
    const [a, b] = [write('a.ndjson', LINES.slice(0, 70), '\n\n'), write('b.ndjson', LINES.slice(70), '\r\n')];
    await build('one', [a, b], { segments: 1 });
    const read: FileRead[] = [];
    const report = await build('three', [a, b], { segments: 3, onFileRead: (file) => read.push(file) });
    expect(report).toMatchObject({ parts: PARTS, skipped: 0, bytes: bytesOf('three').length });
    expect(read.slice(-2)).toEqual([
      { source: a, documents: 70 },
      { source: b, documents: 50 },
    ]);
    const [one, three] = [await open('one'), await open('three')];
    await three.validate();
    expect(one.info.segments).toBeUndefined();
    expect(three.info).toEqual({ ...one.info, bytes: report.bytes, formatVersion: one.info.formatVersion + 1, segments: 3 });
    expect(await answer(three)).toBe(await answer(one));
    for (const name of ['parts', 'categories', 'brands', 'manufacturers', 'sellers', 'spec_metadata'] as const) {
      expect(await textOf(three, name)).toBe(await textOf(one, name));
    }
    for (const catalog of [one, three]) await catalog.close();
  });

  it('is built of files, archives, lists and streams, of the same input with the same bytes', async () => {
    const plain = write('parts.ndjson', [...LINES, '']);
    await build('plain', plain, { segments: 4 });
    const packed = join(folder, 'parts.ndjson.gz');
    writeFileSync(packed, gzipSync(LINES.join('\n')));
    await build('packed', packed, { segments: 4 });
    const stream = {
      name: 'stream',
      stream: (async function* () {
        for (const line of LINES) yield `${line}\n`;
      })(),
    };
    await build('stream', stream, { segments: 4, threads: 1 });
    await build('list', write('list.json', [`[${LINES.join(',\n')}]`]), { segments: 4 });
    await build('again', plain, { segments: 4 });
    expect(bytesOf('again').equals(bytesOf('plain'))).toBe(true);
    const expected = await answer(await open('plain'));
    for (const name of ['packed', 'stream', 'list']) expect(await answer(await open(name))).toBe(expected);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is one of one segment where that is all there is to it', async () => {
    const parts = write('parts.ndjson', LINES.slice(0, 1));
    await build('one', parts);
    await build('several', parts, { segments: 5, threads: 1 });
    const one = await open('one');
    const several = await open('several');
    expect(several.info).toEqual({ ...one.info, bytes: several.info.bytes });
    await build('none', write('empty.ndjson', []), { segments: 3, allowEmpty: true });
    expect((await open('none')).info.parts).toBe(0);
  });

  it('can be read in memory, with other files, as the base of an overlay and of a live catalog', async () => {
    await build('several', write('parts.ndjson', LINES.slice(0, 90)), { segments: 3 });
    await build('other', write('more.ndjson', LINES.slice(90)));
    await build('whole', write('all.ndjson', LINES));
    const expected = await answer(await open('whole'));
    const both = await openCatalogFiles([join(folder, 'several.pdx'), join(folder, 'other.pdx')]);
    expect(await answer(both)).toBe(expected);
    const put = LINES.slice(90).map((line) => JSON.parse(line));
    const inMemory = await openCatalog(bytesOf('several'));
    const over = await overlay(inMemory, { put });
    expect(await answer(over)).toBe(expected);
    const live = await openLiveCatalog(join(folder, 'live'), { base: join(folder, 'several.pdx') });
    expect(live.info.segments).toBe(3);
    await live.update({ put });
    expect(await answer(live)).toBe(expected);
    await live.compact();
    expect(live.info.segments).toBe(1);
    expect(await answer(live)).toBe(expected);
    await live.close();
  });

  it('decides the type of a spec key by the values of all segments', async () => {
    const withSize = (values: readonly unknown[]) =>
      values.map((value, i) =>
        JSON.stringify({ uid: `${values.length}-${i}`, mpn: `m${i}`, specs: { size: { value: [value] } } }),
      );
    // The first segment alone would be of texts.
    const lines = [...withSize(['small', 'large', 7]), ...withSize([1, 2, 3, 20, 10, 5])];
    const parts = write('sizes.ndjson', lines);
    for (const [name, segments] of [
      ['one', 1],
      ['two', 2],
    ] as const)
      await buildCatalogFile({ parts, segments, out: join(folder, `${name}.pdx`) });
    const [one, two] = [await open('one'), await open('two')];
    expect(two.info.segments).toBe(2);
    expect(two.specs).toEqual(one.specs);
    expect(two.specs[0].type).toBe('number');
    const request = { filter: { queries: ['specs.size.value:[5 TO *]'] }, sortby: 'specs.size.value desc' };
    const found = (await two.parts.search(request)).results.map(({ item }) => item.uid);
    expect(found).toEqual((await one.parts.search(request)).results.map(({ item }) => item.uid));
    expect(found).toHaveLength(4);
    await two.validate();
  });
});

describe('what stops the build of several segments', () => {
  const message = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => '',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('is the first invalid line, by its number in the whole input', async () => {
    await build('bad', write('good.ndjson', LINES), { segments: 2 });
    const before = bytesOf('bad');
    const lines = [...LINES];
    lines[100] = '{ "uid": }';
    lines[50] = '{ "uid": 5 }';
    const parts = write('bad.ndjson', lines);
    const refused = await message(build('bad', parts, { segments: 4 }));
    expect(refused).toBe(await message(build('bad', parts, { segments: 1 })));
    expect(refused).toContain('bad.ndjson:51: uid');
    expect(bytesOf('bad').equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is a uid of another segment, as a part or as a merged one', async () => {
    const uid = (line: string): string => JSON.parse(line).uid;
    const listing = (line: string, ...redirected_uids: string[]) => JSON.stringify({ ...JSON.parse(line), redirected_uids });
    const twice = LINES.with(110, LINES[3]);
    const listedTwice = LINES.with(5, listing(LINES[5], 'old')).with(100, listing(LINES[100], 'old'));
    const living = LINES.with(5, listing(LINES[5], uid(LINES[115]), 'gone')).with(90, listing(LINES[90], uid(LINES[2])));
    // The second of these is left out for its uid, so that the last one may list what it lists.
    const chain = LINES.with(100, listing(LINES[3], 'old')).with(105, listing(LINES[105], 'old'));
    for (const [name, lines] of Object.entries({ twice, listedTwice, living, chain })) {
      const parts = write(`${name}.ndjson`, lines);
      const told: Record<number, string[]> = { 1: [], 4: [] };
      const sums: Record<number, number> = {};
      for (const segments of [1, 4]) {
        const onInvalid = (error: Error) => void told[segments].push(error.message);
        const report = await build(`${name}${segments}`, parts, { segments, onInvalid });
        sums[segments] = report.parts + report.skipped;
      }
      // A part of which only a redirect is left out is not skipped.
      expect(sums).toEqual({ 1: PARTS, 4: PARTS });
      expect([...told[4]].sort()).toEqual([...told[1]].sort());
      expect(told[1]).not.toEqual([]);
      expect(await answer(await open(`${name}4`))).toBe(await answer(await open(`${name}1`)));
      // A fault of one segment by itself is thrown before those between segments.
      if (name === 'chain') continue;
      const [one, four] = [build('x', parts, { segments: 1 }), build('y', parts, { segments: 4 })].map(message);
      expect(await four).toBe(await one);
    }
  });

  it('is a signal, a wrong option, and a file without a valid part', async () => {
    const parts = write('parts.ndjson', LINES);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await expect(build('x', parts, { segments: 3, signal: controller.signal, onProgress })).rejects.toThrow(AbortedError);
    for (const options of [
      { segments: 0 },
      { segments: 1.5 },
      { threads: 0 },
      { threads: 1000 },
      { segments: 2, merge: 'uid' as const },
    ]) {
      await expect(build('x', parts, options)).rejects.toThrow(ValidationError);
    }
    await expect(build('x', write('none.ndjson', ['{}']), { segments: 2, onInvalid: () => {} })).rejects.toThrow(
      'there is no valid part',
    );
    expect(existsSync(join(folder, 'x.pdx'))).toBe(false);
  });

  it('reports the same oddities as one segment', async () => {
    const lines = [
      { uid: 'a', brand: { uid: 'b1', name: 'One' }, offers: [{ prices: { EUR: [[1, 2]] } }] },
      { uid: 'b', brand: { uid: 'b1', name: 'Other' }, manufacturer: { uid: 'm1' } },
      { uid: 'c', brand: { uid: 'b1' }, manufacturer: { uid: 'm1', name: 'Maker' } },
      { uid: 'd', manufacturer: { uid: 'm2' }, offers: [{ prices: { GBP: [[1, 2]] } }] },
    ].map((part, i) => JSON.stringify({ ...part, mpn: `m${i}` }));
    const parts = write('odd.ndjson', lines);
    const notices = async (segments: number) => {
      const told: string[] = [];
      const report = await buildCatalogFile({
        parts,
        segments,
        out: join(folder, 'odd.pdx'),
        onNotice: (notice) => told.push(notice),
      });
      expect(report.notices).toEqual(told);
      return told;
    };
    expect(await notices(4)).toEqual(await notices(1));
    expect(await notices(4)).toHaveLength(3);
  });
});

describe('a damaged file of several segments', () => {
  it('is refused, and the error names the section', async () => {
    await build('several', write('parts.ndjson', LINES), { segments: 3 });
    const bytes = bytesOf('several');
    const whole = await openCatalog(bytes);
    const at = bytes.indexOf('segments/2/parts/rows');
    expect(at).toBeGreaterThan(0);
    const offset = Number(bytes.readBigUInt64LE(at - 24));
    const damaged = Uint8Array.from(bytes);
    damaged[offset + 20] ^= 1;
    const catalog = await openCatalog(damaged);
    const error = await catalog.validate().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CorruptCatalogError);
    expect((error as CorruptCatalogError).section).toBe('segments/2/parts/rows');
    await whole.close();
  });
});
