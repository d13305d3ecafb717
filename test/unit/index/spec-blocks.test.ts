import { describe, expect, it } from 'vitest';
import { SpecBlocksBuilder } from '../../../src/build/rows/spec-blocks-builder.js';
import type { BundleArray } from '../../../src/encoding/bundle.js';
import type { CollectionManifest, FieldInfo } from '../../../src/encoding/manifest.js';
import { RowCodes } from '../../../src/index/column/row-codes.js';
import type { Segment } from '../../../src/index/segment.js';
import { SpecBlocks } from '../../../src/index/spec-blocks.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { parseSpecField } from '../../../src/model/fields.js';
import type { Part } from '../../../src/partdex.js';
import { forAllAsync } from '../../support/for-all.js';
import { partLists, SHARED } from '../../support/query-parts.js';
import { bundleOf } from '../../support/sections.js';
import { segmentOf } from '../../support/segments.js';
import { unbounded } from '../../support/unbounded.js';

const field = (name: string): FieldInfo => ({ name, kind: 'number', values: 1, rowCount: 1, multiValued: false });

function manifestOf(rowCount: number, ...names: string[]): CollectionManifest {
  return { rowCount, fields: names.map(field), texts: [] };
}

function opened(arrays: readonly BundleArray[], manifest: CollectionManifest): SpecBlocks {
  return new SpecBlocks(bundleOf(arrays), manifest);
}

/** Block to fieldname to the number of its rows that have a value, as the blocks say. */
async function listed(segment: Segment): Promise<Map<string, number>[]> {
  const { starts, fields, counts } = (await segment.specBlocks.load()) as SpecBlocks;
  return Array.from(starts.subarray(1), (end, block) => {
    const places = [...fields.subarray(starts[block], end)];
    return new Map(places.map((place, i) => [segment.fieldAt(place).info.name, counts[starts[block] + i]]));
  });
}

/** The same, as the columns say. */
async function counted(segment: Segment): Promise<Map<string, number>[]> {
  const blocks = Array.from({ length: Math.ceil(segment.rowCount / 256) }, () => new Map<string, number>());
  for (const [place, { name }] of [...segment.fieldInfos()].entries()) {
    if (!parseSpecField(name)) continue;
    // By its place: no query reads a field without values.
    const codes = await segment.fieldAt(place).codes.load();
    for (let row = 0; row < segment.rowCount; row++) {
      const block = blocks[Math.floor(row / 256)];
      if (codes.code(row) > 0) block.set(name, (block.get(name) ?? 0) + 1);
    }
  }
  return blocks;
}

describe('the spec blocks of a catalog', () => {
  it('have the spec fields of which a row of the block has a value', async () => {
    await forAllAsync(
      [partLists(12)],
      async (parts) => {
        const { segment } = await segmentOf({ ...SHARED, parts });
        expect(await listed(segment)).toEqual(await counted(segment));
        await segment.validate(unbounded());
      },
      30,
    );
  });

  it('count the rows of each block of 256, up to all of them', async () => {
    const specsOf = (i: number) => ({
      ...(i < 600 ? { all: { value: ['x', 'y'] } } : {}),
      ...(i === 300 ? { 'a.value': { min_value: 1, max_value: 2 } } : {}),
      ...(i === 301 ? { none: { min_value: 'no number' } } : {}),
    });
    const parts = Array.from({ length: 700 }, (_, i) => ({ uid: `u${1000 + i}`, mpn: 'M', specs: specsOf(i) }));
    const { segment, manifest } = await segmentOf({ parts: parts as unknown as Part[] });
    expect(manifest.collections.parts.fields.map(({ name }) => name)).toContain('specs.none.min_value');
    expect((await listed(segment)).map((block) => Object.fromEntries(block))).toEqual([
      { 'specs.all.value': 256 },
      { 'specs.all.value': 256, 'specs.a.value.min_value': 1, 'specs.a.value.max_value': 1 },
      { 'specs.all.value': 88 },
    ]);
    await segment.validate(unbounded());
  });

  it('are there without specs and without parts', async () => {
    const bare = await segmentOf({ parts: [{ uid: 'u', mpn: 'M' }] as unknown as Part[] });
    expect(await listed(bare.segment)).toEqual([new Map()]);
    const empty = await segmentOf({ parts: [] });
    expect(await listed(empty.segment)).toEqual([]);
    await empty.segment.validate(unbounded());
  });
});

describe('SpecBlocksBuilder', () => {
  it('keeps the fields of a block in order, in numbers as narrow as they may be', () => {
    const builder = new SpecBlocksBuilder();
    builder.add(3, Uint32Array.of(0, 255, 512));
    builder.add(4, Uint32Array.of());
    builder.add(300, Uint32Array.of(1, 2, 600));
    expect(builder.arrays(1000)).toEqual([
      Uint32Array.of(0, 2, 2, 4, 4),
      Uint16Array.of(3, 300, 3, 300),
      Uint8Array.of(2, 2, 1, 1),
    ]);
    expect(new SpecBlocksBuilder().arrays(256)).toEqual([Uint32Array.of(0, 0), new Uint8Array(0), new Uint8Array(0)]);
    const full = new SpecBlocksBuilder();
    full.add(
      0,
      Uint32Array.from({ length: 256 }, (_, row) => row),
    );
    expect(full.arrays(256)).toEqual([Uint32Array.of(0, 1), Uint8Array.of(0), Uint16Array.of(256)]);
  });
});

describe('SpecBlocks', () => {
  const manifest = manifestOf(300, 'mpn', 'specs.a.value', 'specs.b.value', 'specs');

  it.each<[string, number[], number[], number[], string, number?]>([
    ['blocks too few', [0, 1], [1], [1], 'has 1 blocks for 300 rows'],
    ['no blocks at all', [], [], [], 'has -1 blocks for 300 rows'],
    ['a count too few', [0, 1, 2], [1, 2], [1], 'fields and counts differ in number'],
    ['entries before the first block', [1, 1, 2], [1, 2], [1, 1], 'the blocks do not fit the entries'],
    ['entries after the end', [0, 1, 1], [1, 2], [1, 1], 'the blocks do not fit the entries'],
    ['a block that ends before it begins', [0, 3, 2], [1, 2], [1, 1], 'block 0 is out of order'],
    ['a field that is none of a spec', [0, 1, 1], [0], [1], 'field 0 of block 0 is not a spec field'],
    ['a field that only looks so', [0, 0, 1], [3], [1], 'field 3 of block 1 is not a spec field'],
    ['a field that is not there', [0, 1, 1], [4], [1], 'field 4 of block 0 is not a spec field'],
    ['blocks out of order', [0, 2, 1, 2], [1, 2], [1, 1], 'block 1 is out of order', 600],
    ['a count of nothing', [0, 1, 1], [1], [0], 'a field of block 0 has 0 rows'],
    ['a count of more than a block', [0, 1, 1], [1], [257], 'a field of block 0 has 257 rows'],
    ['fields out of order', [0, 2, 2], [2, 1], [1, 1], 'the fields of block 0 are out of order'],
    ['a field twice', [0, 0, 2], [2, 2], [1, 1], 'the fields of block 1 are out of order'],
  ])('refuses %s', (_, starts, fields, counts, what, rowCount = 300) => {
    const arrays = [Uint32Array.from(starts), Uint8Array.from(fields), Uint16Array.from(counts)];
    expect(() => opened(arrays, { ...manifest, rowCount })).toThrow(CorruptCatalogError);
    expect(() => opened(arrays, { ...manifest, rowCount })).toThrow(what);
  });

  it.each<[string, number[], number[], number[], string]>([
    ['another count', [0, 1, 3], [1, 1, 2], [2, 1, 1], 'block 1 has 2 rows of specs.b.value instead of 1'],
    ['a field less', [0, 1, 2], [1, 1], [2, 1], 'block 1 has 2 rows of specs.b.value instead of 0'],
    ['a field more', [0, 2, 4], [1, 2, 1, 2], [2, 1, 1, 2], 'block 0 has 0 rows of specs.b.value instead of 1'],
    ['nothing else', [0, 1, 3], [1, 1, 2], [2, 1, 2], ''],
  ])('validates against the columns: %s', async (_, starts, fields, counts, what) => {
    const sparse = (...rows: number[]) => {
      const arrays = [Uint32Array.from(rows), new Uint32Array(0), new Uint8Array(rows.length).fill(1)];
      return new RowCodes(bundleOf([...arrays, new Uint32Array(0), new Uint32Array(0)]), 300);
    };
    const columns = new Map([
      [1, sparse(0, 255, 256)],
      [2, sparse(256, 299)],
    ]);
    const validated = opened([Uint32Array.from(starts), Uint8Array.from(fields), Uint8Array.from(counts)], manifest).validate(
      'parts/spec-blocks',
      async (place) => columns.get(place) as RowCodes,
    );
    if (what === '') await validated;
    else await expect(validated).rejects.toThrow(`catalog section "parts/spec-blocks": ${what}`);
  });
});
