import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { buildCatalog, type CatalogSource, type Part } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { catalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { rankedCatalogs } from '../arbitraries/rankings.js';
import type { OwnField } from '../oracle/fields.js';
import { checkCatalog } from './checks/catalog.mjs';
import { placesToChange, withChangedBit } from './checks/damage.mjs';
import { compareWithSearch } from './checks/search.mjs';
import { countExamples, documentsOfBlock, sectionTable, withExamples } from './example/document.mjs';
import { readCatalog, readCatalogFile } from './reader/catalog.mjs';
import { SECTIONS } from './reader/sections.mjs';
import { readStream } from './reader/text-index.mjs';
import { readBlockList } from './reader/wildcards.mjs';

/**
 * docs/format.md is enough to write another reader: `reader` is one, written from it alone. `checks` hold everything in a
 * file to everything else in it, to the documents (by `meaning`, which is docs/semantics.md) and to what searches find.
 */

/** All storages, layouts and shapes that were met in any catalog. */
const seen = new Set<string>();

async function check(source: object, priceCurrency = 'USD', fields: readonly OwnField[] = []): Promise<void> {
  const engine = await buildCatalog(source as CatalogSource, { priceCurrency, fields });
  const catalog = readCatalog(await engine.toBytes());
  for (const name of checkCatalog(catalog, source, fields)) seen.add(name);
  await compareWithSearch(catalog, engine);
}

describe('a second reader finds in the file what the documents say and what searches find', () => {
  test('in a sample catalog', async () => {
    await check({ parts: [...generateSample(1_000)], ...sampleMetadata() });
  });

  test('in random catalogs', async () => {
    const property = fc.asyncProperty(catalogs(), fc.constantFrom('USD', 'EUR'), fc.constantFrom(OWN_FIELDS, []), check);
    await fc.assert(property, { numRuns: 8 });
  });

  test('in random catalogs of few words', async () => {
    const property = fc.asyncProperty(rankedCatalogs(), (source) => check(source));
    await fc.assert(property, { numRuns: 6 });
  });

  test('in a random catalog of some thousand parts', async () => {
    const property = fc.asyncProperty(largeCatalogs(), (source) => check(source, 'USD', OWN_FIELDS));
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  });

  test('where numbers need more bytes', async () => {
    const word = (i: number) => `w${i} `;
    const wordy = (i: number): Part => ({
      ...simple(i),
      descriptions: [{ value: Array.from({ length: 1_000 }, (_, n) => word(900 * i + n)).join('') }],
    });
    const long: Part = { ...simple(0), mpn: `${'x'.repeat(300)}a`, descriptions: [{ value: `${'x'.repeat(300)}b` }] };
    await check({ parts: Array.from({ length: 66_000 }, (_, i) => (i === 0 ? long : i < 20 ? wordy(i) : simple(i))) });
  });

  test('where there are many spec fields', async () => {
    const all = { a: { value: ['1'] } };
    const keys = Array.from({ length: 300 }, (_, i) => [`k${i}`, { value: [i], min_value: i % 2 === 0 ? i : 'none' }]);
    const parts = Array.from({ length: 600 }, (_, i) => ({ ...simple(i), specs: i === 400 ? Object.fromEntries(keys) : all }));
    await check({ parts });
  });

  test('where parts have many offers', async () => {
    const offers = (count: number) => Array.from({ length: count }, (_, i) => ({ sku: `s${i}` }));
    const long = 'x'.repeat(300);
    const odd = [
      { sku: 'AB-1' },
      { sku: 'ab-2' },
      { sku: 'Größe-1' },
      { sku: 'Größe-2' },
      { sku: `${long}a` },
      { sku: `${long}b` },
    ];
    const few = { parts: [{ ...simple(0), offers: offers(300) }, { ...simple(1), offers: odd }, simple(2)] };
    await check(few);
    const many = [{ sku: 'ab1' }, ...offers(66_000), { sku: 'tab1' }];
    await check({ parts: [{ ...simple(0), offers: many }, ...few.parts.slice(1)] });
  });

  test('in a file that was built from files, its lines as they were', async () => {
    const lines = ['{ "uid":"a" , "mpn":1.50, "brand": {"uid":"b","name":"B"}, "x":"\\u0041\\ud800é" }', '{"mpn":"m","uid":"b"}'];
    const parts = join(folder, 'parts.ndjson');
    const out = join(folder, 'parts.pdx');
    writeFileSync(parts, `${lines.join('\r\n')}\n\n`);
    await buildCatalogFile({ parts, out });
    const catalog = readCatalogFile(out);
    expect([...(catalog.collections.get('parts')?.documents ?? [])].sort()).toEqual([...lines].sort());
    const engine = await openCatalogFile(out);
    expect(await compareWithSearch(catalog, engine)).toBeGreaterThan(20);
    await engine.close();
  });

  test('and with all that, met everything that the document describes', () => {
    expect([...seen]).toEqual(expect.arrayContaining(EVERYTHING));
  });
});

describe('a changed bit', () => {
  const source = { parts: documentsOfBlock(readFileSync('docs/format.md', 'utf8'), 'tiny.ndjson') };

  test('anywhere is found by a checksum', async () => {
    const bytes = await (await buildCatalog(source)).toBytes();
    for (let at = 0; at < bytes.length; at += 41) {
      const changed = bytes.slice();
      changed[at] ^= 1 << (at & 7);
      expect(() => readCatalog(changed), `byte ${at}`).toThrow();
    }
  });

  test('in any array is found without checksums', async () => {
    const catalog = readCatalog(await (await buildCatalog(source)).toBytes());
    checkCatalog(catalog, source);
    for (const { section, array, at } of placesToChange(catalog)) {
      for (const bit of [0, 3]) {
        const changed = withChangedBit(catalog.file, section, at, bit);
        expect(() => checkCatalog(readCatalog(changed), source), `${array} of ${section}`).toThrow();
      }
    }
  });
});

describe('codes of the token stream', () => {
  test.each([
    [0, [16]],
    [111, [127]],
    [112, [16, 128 + 112]],
    [112 * 2 ** 7 - 1, [127, 255]],
    [112 * 2 ** 7, [16, 128 + 112, 128]],
    [112 * 2 ** 14 - 1, [127, 255, 255]],
    [112 * 2 ** 14, [16, 128, 128 + 112, 128, 128]],
    [2 ** 31 - 1, [23, 255, 255, 255, 255]],
  ])('rank %i', (rank, bytes) => {
    expect(readStream(Uint8Array.from([3, ...bytes, 16]))).toEqual([{ field: 3, ranks: [rank, 0] }]);
  });
});

describe('lists of blocks', () => {
  test.each([
    [[0], [0]],
    [
      [0, 0, 0],
      [0, 1, 2],
    ],
    [[0x7f], [127]],
    [[0x80, 0x01], [128]],
    [
      [0xac, 0x02, 1],
      [300, 302],
    ],
    [
      [0xff, 0x7f, 0x80, 0x80, 0x01],
      [16383, 32768],
    ],
  ])('%j', (bytes, blocks) => {
    expect(readBlockList(Uint8Array.from(bytes))).toEqual(blocks);
  });
});

describe('docs/format.md', () => {
  const markdown = readFileSync('docs/format.md', 'utf8');

  test('lists all sections and their arrays as the reader reads them', () => {
    expect(sectionTable(markdown)).toEqual([...SECTIONS].map(([section, arrays]) => [section, arrays.join(', ')]));
  });

  test('shows the bytes of its example; PARTDEX_REFRESH=docs/format.md writes them', async () => {
    const tiny = documentsOfBlock(markdown, 'tiny.ndjson');
    const of300 = Array.from({ length: 300 }, (_, i) => ({ ...simple(i), mpn: `P${i}`, brand: { name: 'Yageo' } }));
    const read = async (parts: Part[]) => readCatalog(await (await buildCatalog({ parts })).toBytes());
    const current = withExamples(markdown, { tiny: await read(tiny), 'of-300-parts': await read(of300) });
    if (['all', 'docs/format.md'].includes(process.env.PARTDEX_REFRESH ?? '')) writeFileSync('docs/format.md', current);
    else expect(markdown).toBe(current);
    expect(countExamples(markdown)).toBeGreaterThan(20);
  });
});

/** A part with nothing to search but its uid. */
function simple(i: number): Part {
  return { uid: i.toString(16).padStart(16, '0'), mpn: '-' };
}

const folder = mkdtempSync(join(tmpdir(), 'partdex-format-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EVERYTHING = [
  'codes: blocked, 1 bytes',
  'codes: blocked, 1 bytes, sets',
  'codes: blocked, 2 bytes',
  'codes: blocked, 2 bytes, sets',
  'codes: blocked, 4 bytes',
  'codes: sparse, 1 bytes',
  'codes: sparse, 1 bytes, sets',
  'dictionary: dates, date order',
  'dictionary: hex, raw order',
  'dictionary: numbers, number order',
  'dictionary: packed, fold order',
  'dictionary: plain, fold order',
  'dictionary: plain, raw order',
  'documents with a preset',
  'masks: exceptions',
  'offer counts of 1 bytes',
  'offer counts of 2 bytes',
  'offer counts of 4 bytes',
  'pairs',
  'postings: blocks',
  'postings: list',
  'postings: one',
  'scores: champions',
  'spec blocks: counts of 1 bytes',
  'spec blocks: counts of 2 bytes',
  'spec blocks: fields of 1 bytes',
  'spec blocks: fields of 2 bytes',
  'terms: a number of five bytes',
  'tokens: codes of 1 bytes',
  'tokens: codes of 2 bytes',
  'tokens: codes of 3 bytes',
  'wildcards: a byte that is not ASCII',
  'wildcards: a form longer than the stored maximum',
  'wildcards: as many equal bytes as can be stored',
  'wildcards: blocks left out in 1 bytes',
  'wildcards: blocks left out in 2 bytes',
  'wildcards: blocks left out in 3 bytes',
];
