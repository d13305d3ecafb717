import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/partdex.js';
import { segmentOf } from '../../support/segments.js';
import { completed, loadNeeds } from '../../support/tasks.js';
import { unbounded } from '../../support/unbounded.js';

const parts = [
  { uid: 'b', mpn: 'M2', redirected_uids: ['old', 'é'] },
  { uid: 'a', mpn: 'M1', brand: { uid: 'x', name: 'X' } },
  { uid: 'Z', mpn: 'M3', specs: { k: { value: ['1', '2'] } } },
] as unknown as Part[];

describe('a segment', () => {
  it('finds the row of a uid, living or merged', async () => {
    const { segment } = await segmentOf({ parts });
    const uids = await segment.field('uid')!.dictionary.load();
    const ranks = (await segment.uidOrder.load()).ranks;
    const uidOf = (row: number) => uids.value(ranks[row]);
    await loadNeeds((needs) => segment.needToFind(needs));
    for (const uid of ['a', 'b', 'Z']) {
      expect(uidOf(segment.rowOf(uid))).toBe(uid);
      expect(segment.rowOfMerged(uid)).toBe(-1);
    }
    for (const uid of ['old', 'é']) {
      expect(uidOf(segment.rowOfMerged(uid))).toBe('b');
      expect(segment.rowOf(uid)).toBe(-1);
    }
    for (const uid of ['none', '']) expect([segment.rowOf(uid), segment.rowOfMerged(uid)]).toEqual([-1, -1]);
    expect(Array.from((await segment.uidOrder.load()).rows, uidOf)).toEqual(['Z', 'a', 'b']);
  });

  it('has the fields that have a value in some row', async () => {
    const { segment } = await segmentOf({ parts });
    const infos = new Map(Array.from(segment.fieldInfos(), (info) => [info.name, info]));
    expect(segment.rowCount).toBe(3);
    expect(infos.get('mpn')).toMatchObject({ kind: 'part_number', values: 3, rowCount: 3, multiValued: false });
    expect(infos.get('specs.k.value')).toMatchObject({ kind: 'string', values: 2, rowCount: 1, multiValued: true });
    expect(segment.field('specs.none.value')).toBeUndefined();
    expect(segment.field('__proto__')).toBeUndefined();
    expect(segment.field('mpn')).toBe(segment.field('mpn'));
  });

  it('has a document for each row', async () => {
    const { segment } = await segmentOf({ parts });
    const numbers = await segment.documentNumbers.load();
    const documents = (await completed(segment.documents.read([...numbers]))) as Part[];
    const ranks = (await segment.uidOrder.load()).ranks;
    const uids = await segment.field('uid')!.dictionary.load();
    expect(documents.map(({ uid }) => uid)).toEqual(Array.from(ranks, (rank) => uids.value(rank)));
    await segment.validate(unbounded());
  });
});
