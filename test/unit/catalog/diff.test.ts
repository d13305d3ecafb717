import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/analysis/text.js';
import { diffCatalogs, type PartDifference } from '../../../src/catalog/diff.js';
import { buildCatalog } from '../../../src/catalog/in-memory.js';
import { overlay } from '../../../src/live/overlay.js';
import type { Part } from '../../../src/model/documents.js';
import { forAllAsync } from '../../support/for-all.js';

async function diff(before: readonly object[], after: readonly object[]): Promise<PartDifference[]> {
  const [a, b] = await Promise.all([before, after].map((parts) => buildCatalog({ parts: parts as Part[] })));
  const found: PartDifference[] = [];
  for await (const difference of diffCatalogs(a, b)) found.push(difference);
  await Promise.all([a.close(), b.close()]);
  return found;
}

describe('diffCatalogs', () => {
  it('lists what was added, removed and changed by uid, with the members that differ', async () => {
    const before = [
      { uid: 'b', mpn: 'B', specs: { r: { value: ['1'] } } },
      { uid: 'c', mpn: 'C' },
      { uid: 'a', mpn: 'A' },
    ];
    const after = [
      { uid: 'd', mpn: 'D' },
      { uid: 'a', mpn: 'A' },
      { uid: 'b', mpn: 'B2', specs: { r: { value: ['2'] } }, x: 1 },
    ];
    expect(await diff(before, after)).toEqual([
      { uid: 'b', change: 'changed', members: ['mpn', 'specs', 'x'], before: before[0], after: after[2] },
      { uid: 'c', change: 'removed', before: before[1] },
      { uid: 'd', change: 'added', after: after[0] },
    ]);
  });

  it.each([
    [
      'a documented member that is null',
      { offers: null, specs: { r: { value: ['1'], min_value: null } } },
      { specs: { r: { value: ['1'] } } },
    ],
    ['one value in place of a list', { category_uids: 'c' }, { category_uids: ['c'] }],
    ['the order of members', { specs: { a: { value: ['1'] }, b: {} } }, { specs: { b: {}, a: { value: ['1'] } } }],
    ['a class', { brand: { uid: 'x', name: 'X', __class__: 'Brand' } }, { brand: { name: 'X', uid: 'x' } }],
    ['null in a list', { category_uids: ['c', null] }, { category_uids: ['c'] }],
  ])('does not report %s', async (_, before, after) => {
    expect(await diff([{ uid: 'a', mpn: '1', ...before }], [{ uid: 'a', mpn: 1, ...after }])).toEqual([]);
  });

  it.each([
    ['the order of a list', { category_uids: ['c', 'd'] }, { category_uids: ['d', 'c'] }, ['category_uids']],
    ['a number and its text', { offers: [{ moq: 1 }] }, { offers: [{ moq: '1' }] }, ['offers']],
    ['null in an undocumented member', { x: null }, {}, ['x']],
  ])('reports %s', async (_, before, after, members) => {
    expect(await diff([{ uid: 'a', mpn: '1', ...before }], [{ uid: 'a', mpn: '1', ...after }])).toMatchObject([{ members }]);
  });

  it('reads the living parts alone of a catalog that changes', async () => {
    const parts = ['a', 'b', 'c', 'd'].map((uid) => ({ uid, mpn: uid }));
    const base = await buildCatalog({ parts });
    const over = await overlay(base, { put: [{ uid: 'b', mpn: 'B2' }], remove: ['c'] });
    await over.update({ patch: [{ uid: 'b', mpn: 'B3' }], put: [{ uid: 'e', mpn: 'e' }] });
    const found: PartDifference[] = [];
    for await (const difference of diffCatalogs(base, over)) found.push(difference);
    const changed = { uid: 'b', change: 'changed', members: ['mpn'], before: parts[1], after: { uid: 'b', mpn: 'B3' } };
    const added = { uid: 'e', change: 'added', after: { uid: 'e', mpn: 'e' } };
    expect(found).toEqual([changed, { uid: 'c', change: 'removed', before: parts[2] }, added]);
    await Promise.all([over.close(), base.close()]);
  });

  it('is as plain as comparing two maps, for any parts', async () => {
    const part = fc.record({
      uid: fc.constantFrom('a', 'b', 'c', '\ufb00', '😀', 'd'),
      mpn: fc.constantFrom('1', '2'),
      x: fc.integer({ min: 0, max: 1 }),
    });
    const parts = fc.uniqueArray(part, { selector: ({ uid }) => uid, maxLength: 6 });
    await forAllAsync(
      [parts, parts],
      async (before, after) => {
        const uids = [...new Set([...before, ...after].map(({ uid }) => uid))].sort(compareCodePoints);
        const expected = uids.flatMap((uid) => {
          const [a, b] = [before.find((one) => one.uid === uid), after.find((one) => one.uid === uid)];
          if (!a || !b) return [{ uid, change: a ? 'removed' : 'added', ...(a && { before: a }), ...(b && { after: b }) }];
          const members = (['mpn', 'x'] as const).filter((name) => a[name] !== b[name]);
          return members.length > 0 ? [{ uid, change: 'changed', members, before: a, after: b }] : [];
        });
        expect(await diff(before, after)).toEqual(expected);
      },
      30,
    );
  });
});
