import { describe, expect, it } from 'vitest';
import type { SnapshotSegment } from '../../../src/catalog/snapshot/state.js';
import { firstToMerge, firstToSettle } from '../../../src/live/merge-segments.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { MergingCatalog } from '../../support/property/merging-catalog.js';

const segmentsOf = (...rows: number[]) =>
  rows.map((rowCount) => ({ file: { segments: { parts: { rowCount } } } }) as unknown as SnapshotSegment);

describe('firstToSettle', () => {
  it('begins with the first of the last segments that have few parts or not many more than those after', () => {
    expect(firstToSettle(segmentsOf(1_000_000, 5000, 1000, 1000))).toBe(1);
    expect(firstToSettle(segmentsOf(1_000_000, 50_000, 1000, 1000))).toBe(2);
    expect(firstToSettle(segmentsOf(16_000, 1, 2000))).toBe(0);
    expect(firstToSettle(segmentsOf(4096, 1))).toBe(0);
  });

  it('leaves one segment as it is', () => {
    expect(firstToSettle(segmentsOf(10))).toBeUndefined();
    expect(firstToSettle(segmentsOf(1_000_000, 4000))).toBeUndefined();
    expect(firstToSettle(segmentsOf(1_000_000, 50_000, 4000))).toBeUndefined();
  });

  it('leaves what was merged', () => {
    const before = segmentsOf(1_000_000, 80_000, 4000, 3000, 2);
    const first = firstToSettle(before) as number;
    expect(first).toBe(2);
    expect(firstToSettle(segmentsOf(1_000_000, 80_000, 7002))).toBeUndefined();
  });
});

describe('firstToMerge', () => {
  it('merges more than eight segments, by tiers', () => {
    expect(firstToMerge(segmentsOf(1_000_000, ...Array(7).fill(10)))).toBeUndefined();
    expect(firstToMerge(segmentsOf(1_000_000, ...Array(8).fill(10)))).toBe(1);
    expect(firstToMerge(segmentsOf(1_000_000, 5000, ...Array(7).fill(1000)))).toBe(1);
    expect(firstToMerge(segmentsOf(1_000_000, 50_000, ...Array(7).fill(1000)))).toBe(2);
  });

  it('leaves a large segment as it is until half as many parts were changed', () => {
    expect(firstToMerge(segmentsOf(200_000, ...Array(8).fill(5000)))).toBe(1);
    expect(firstToMerge(segmentsOf(200_000, 70_000, ...Array(7).fill(5000)))).toBe(0);
  });

  it('counts what lives', () => {
    const segments = segmentsOf(200_000, 50_000, ...Array(7).fill(1000));
    const withDead = (i: number, count: number) =>
      segments.map((one, at) => (at === i ? ({ ...one, dead: { count } } as SnapshotSegment) : one));
    expect(firstToMerge(segments)).toBe(2);
    expect(firstToMerge(withDead(1, 40_000))).toBe(1);
    expect(firstToMerge(withDead(0, 130_000))).toBe(0);
  });

  it('merges all where most parts are dead', () => {
    const [one] = segmentsOf(100);
    expect(firstToMerge([{ ...one, dead: { count: 50 } } as SnapshotSegment])).toBeUndefined();
    expect(firstToMerge([{ ...one, dead: { count: 51 } } as SnapshotSegment])).toBe(0);
  });
});

describe('mergeSegments', () => {
  const partOf = (uid: string, sold: number) =>
    ({ uid, mpn: uid, category_uids: [`c${sold}`], offers: [{ sku: uid, seller: { uid: `s${sold}` } }] }) as Part;
  const sellers = Array.from({ length: 20 }, (_, i) => ({ uid: `s${i}`, name: `Seller ${i}` }));
  const categories = Array.from({ length: 20 }, (_, i) => ({
    uid: `c${i}`,
    name: `Category ${i}`,
    parent_uid: i > 0 ? 'c0' : null,
  }));
  const recordsOf = ({ file: { segments } }: SnapshotSegment) => [segments.sellers.rowCount, segments.categories.rowCount];

  async function changed(): Promise<MergingCatalog> {
    const catalog = await MergingCatalog.over(await buildCatalog({ parts: [partOf('a', 1)], sellers, categories }));
    await catalog.update({ put: [partOf('b', 7)] });
    await catalog.update({ put: [partOf('c', 9)] });
    return catalog;
  }

  it('writes the records that the parts refer to', async () => {
    const catalog = await changed();
    await catalog.merge(1, 3);
    expect(catalog.segments.map(recordsOf)).toEqual([
      [20, 20],
      [2, 3],
    ]);
    const below = { filter: { fields: { category_uids: ['c0'] } }, sortby: 'uid', show: ['offers.seller.name'] };
    const { results } = await catalog.parts.search(below);
    expect(results.map(({ item }) => item.offers?.[0].seller?.name)).toEqual(['Seller 1', 'Seller 7', 'Seller 9']);
    await catalog.close();
  });

  it('keeps the types that the catalog has decided, whatever the merged parts alone would say', async () => {
    const sized = (uid: string, ...value: unknown[]) => ({ uid, mpn: uid, specs: { size: { value } } }) as unknown as Part;
    const base = await buildCatalog({ parts: [sized('a', 'small'), sized('b', 'large'), sized('c', '10 mm')], sellers });
    const catalog = await MergingCatalog.over(base);
    await catalog.update({ put: [sized('d', 10)] });
    await catalog.update({ put: [sized('e', 1e21)] });
    await catalog.merge(1, 3);
    expect(catalog.segments[1].file.manifest.specs.map(({ key, type }) => [key, type])).toEqual([['size', 'string']]);
    const { hits } = await catalog.parts.search({ filter: { fields: { 'specs.size.value': ['10'] } } });
    expect(hits).toBe(1);
    await catalog.close();
  });

  it('writes all records where all segments are merged', async () => {
    const catalog = await changed();
    await catalog.merge(0, 3);
    expect(catalog.segments.map(recordsOf)).toEqual([[20, 20]]);
    await catalog.close();
  });

  it('writes all records where there are no more of them than parts', async () => {
    const catalog = await changed();
    await catalog.update({ put: Array.from({ length: 40 }, (_, i) => partOf(`d${i}`, 3)) });
    await catalog.merge(1, 4);
    expect(catalog.segments.map(recordsOf)).toEqual([
      [20, 20],
      [20, 20],
    ]);
    await catalog.close();
  });
});
