import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryTree } from '../../../../src/index/build/category-tree.js';
import type { Category } from '../../../../src/model/documents.js';
import { forAll } from '../../for-all.js';

type Links = Pick<Category, 'uid' | 'parent_uid' | 'ancestor_uids'>;

function treeOf(categories: readonly Links[]): CategoryTree {
  const tree = new CategoryTree();
  for (const category of categories) tree.add({ name: category.uid, ...category } as Category);
  return tree;
}

const UIDS = ['a', 'b', 'c', 'd', 'e', 'f', 'unknown'];
const uid = () => fc.constantFrom(...UIDS);
/** Any records at all, circles and parents without record included. */
const anyCategories = () =>
  fc.uniqueArray(
    fc.record({
      uid: fc.constantFrom(...UIDS.slice(0, -1)),
      parent_uid: fc.option(uid()),
      ancestor_uids: fc.option(fc.array(uid(), { maxLength: 3 })),
    }),
    { selector: (category) => category.uid, maxLength: 6, size: 'max' },
  ) as fc.Arbitrary<Links[]>;

/** All that is reached upwards, by growing a set until it no longer grows. */
function reachedFrom(start: string, categories: readonly Links[]): string[] {
  const reached = new Set([start]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { uid: from, parent_uid, ancestor_uids } of categories) {
      if (reached.has(from)) for (const above of [parent_uid, ...(ancestor_uids ?? [])]) if (above) reached.add(above);
    }
  }
  reached.delete(start);
  return [...reached].sort();
}

describe('CategoryTree', () => {
  it('knows every ancestor by parents and by lists, through circles too', () => {
    forAll([anyCategories()], (categories) => {
      const tree = treeOf(categories);
      for (const start of [...UIDS, ...UIDS]) expect([...tree.ancestorsOf(start)].sort()).toEqual(reachedFrom(start, categories));
      expect(UIDS.filter((start) => tree.has(start))).toEqual(UIDS.filter((start) => categories.some((c) => c.uid === start)));
    });
  });

  it('takes the deepest category of a part, the first on a tie', () => {
    const tree = treeOf([
      { uid: 'root' },
      { uid: 'a', parent_uid: 'root' },
      { uid: 'b', parent_uid: 'a' },
      { uid: 'c', parent_uid: 'a' },
    ]);
    expect(tree.deepest([])).toBeUndefined();
    expect(tree.deepest(['unknown'])).toBe('unknown');
    expect(tree.deepest(['root', 'unknown'])).toBe('root');
    expect(tree.deepest(['root', 'c', 'a', 'b'])).toBe('c');
  });

  it('ranks every uid once, whatever the records', () => {
    forAll([anyCategories(), fc.uniqueArray(uid())], (categories, asked) => {
      const ranks = treeOf(categories).ranks(asked);
      const known = new Set([...asked, ...[...ranks.keys()]]);
      expect(asked.every((name) => ranks.has(name))).toBe(true);
      expect([...ranks.values()].sort((a, b) => a - b)).toEqual([...known].map((_, i) => i));
    });
  });

  it('ranks a subtree as one run, siblings by uid, what has no record last', () => {
    const tree = treeOf([
      { uid: 'z' },
      { uid: 'y', parent_uid: 'z' },
      { uid: 'x', parent_uid: 'z' },
      { uid: 'a', parent_uid: 'y' },
      { uid: 'b', parent_uid: 'gone' },
      { uid: 'round1', parent_uid: 'round2' },
      { uid: 'round2', parent_uid: 'round1' },
    ]);
    expect([...tree.ranks(['round1', 'a', 'loose']).keys()]).toEqual(['b', 'z', 'x', 'y', 'a', 'loose', 'round1']);
  });

  it('ranks a chain of a hundred thousand and more siblings than a call takes arguments', () => {
    const name = (i: number) => String(i).padStart(6, '0');
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ uid: name(i), parent_uid: i === 0 ? null : name(i - 1) }));
    expect(treeOf(chain).ranks([]).get(name(99_999))).toBe(99_999);
    const siblings = Array.from({ length: 200_000 }, (_, i) => ({ uid: name(i), parent_uid: 'root' }));
    expect(
      treeOf([{ uid: 'root' }, ...siblings])
        .ranks([])
        .get(name(5)),
    ).toBe(6);
  });
});
