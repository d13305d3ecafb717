import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryTree } from '../../../src/build/category-tree.js';
import type { Category } from '../../../src/model/documents.js';
import { forAll } from '../../support/for-all.js';

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

  it('ranks every uid once, whatever the records', () => {
    forAll([anyCategories(), fc.uniqueArray(uid())], (categories, requested) => {
      const ranks = treeOf(categories).ranks(requested);
      const known = new Set([...requested, ...[...ranks.keys()]]);
      expect(requested.every((name) => ranks.has(name))).toBe(true);
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

  /** Uids to parents; null: none. */
  const parents = (links: Record<string, string | null>) =>
    Object.entries(links).map(([uid, parent_uid]) => ({ uid, parent_uid }));

  describe('prune', () => {
    it.each<[string, Record<string, string | null>, Record<string, RegExp>]>([
      ['nothing', { a: 'b', b: 'c', c: null }, {}],
      ['an unknown parent', { a: 'gone', b: null }, { a: /^no category has the uid "gone"/ }],
      [
        'what is below one that is taken out',
        { low: 'mid', mid: 'a', a: 'gone', root: null },
        {
          low: /^the category "mid" is left out, and all categories below it with it$/,
          mid: /^the category "a" is left out/,
          a: /"gone"/,
        },
      ],
      ['its own parent', { a: 'a' }, { a: /^the parents run in a circle: "a" → "a"$/ }],
      [
        'a circle, and what hangs on it',
        { x: 'b', a: 'b', b: 'c', c: 'a', root: null, y: 'root' },
        {
          x: /^the category "b" is left out/,
          a: /: "a" → "b" → "c" → "a"$/,
          b: /: "b" → "c" → "a" → "b"$/,
          c: /: "c" → "a" → "b" → "c"$/,
        },
      ],
      [
        'a long circle',
        { a: 'b', b: 'c', c: 'd', d: 'e', e: 'a' },
        {
          a: /: "a" → "b" → "c" → "d" → … → "a"$/,
          b: /: "b" → /,
          c: /: "c" → /,
          d: /: "d" → /,
          e: /: "e" → "a" → "b" → "c" → … → "e"$/,
        },
      ],
    ])('takes out %s', (_, links, expected) => {
      const tree = treeOf(parents(links));
      const faults = tree.prune();
      expect([...faults.keys()]).toEqual(Object.keys(links).filter((uid) => uid in expected));
      for (const [uid, what] of faults) expect(what).toMatch(expected[uid]);
      for (const uid of Object.keys(links)) expect(tree.has(uid)).toBe(!(uid in expected));
      expect(tree.prune().size).toBe(0);
    });

    it('leaves an excerpt that says itself what is above it', () => {
      const tree = treeOf([
        { uid: 'a', parent_uid: 'gone', ancestor_uids: ['far', 'gone'] },
        { uid: 'b', parent_uid: 'a' },
        { uid: 'c', parent_uid: 'gone', ancestor_uids: ['far'] },
      ]);
      expect([...tree.prune().keys()]).toEqual(['c']);
      expect([tree.lineOf('a'), tree.lineOf('b')]).toEqual([
        ['far', 'gone'],
        ['far', 'gone', 'a'],
      ]);
    });

    it('ends at a hundred levels, however long a chain or a circle is', () => {
      const name = (i: number) => String(i).padStart(6, '0');
      const chain = Array.from({ length: 100_000 }, (_, i) => ({ uid: name(i), parent_uid: i === 0 ? null : name(i - 1) }));
      for (const order of [chain, [...chain].reverse()]) {
        const tree = treeOf(order);
        const faults = tree.prune();
        expect(faults.size).toBe(99_900);
        expect(faults.get(name(100))).toBe('the tree has more than 100 levels');
        expect(faults.get(name(101))).toMatch(/"000100" is left out/);
        expect(tree.lineOf(name(99))).toEqual(chain.slice(0, 99).map(({ uid }) => uid));
      }
      const circle = treeOf([{ uid: name(0), parent_uid: name(99_999) }, ...chain.slice(1)]);
      expect(circle.prune().size).toBe(100_000);
    });
  });

  it('knows the line above a category as it is shown, and the children by uid', () => {
    const tree = treeOf([
      { uid: 'root' },
      { uid: 'c', parent_uid: 'a' },
      { uid: 'b', parent_uid: 'a' },
      { uid: 'a', parent_uid: 'root' },
      { uid: 'own', parent_uid: 'root', ancestor_uids: ['other'] },
      { uid: 'low', parent_uid: 'own' },
      { uid: 'none', parent_uid: 'root', ancestor_uids: [] },
    ]);
    const lines = ['root', 'a', 'b', 'own', 'low', 'none', 'nobody'].map((uid) => tree.lineOf(uid));
    expect(lines).toEqual([[], ['root'], ['root', 'a'], ['other'], ['other', 'own'], [], []]);
    expect(['root', 'a', 'b', 'nobody'].map((uid) => tree.childrenOf(uid))).toEqual([['a', 'none', 'own'], ['b', 'c'], [], []]);
  });
});
