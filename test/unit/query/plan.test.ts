import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowSet } from '../../../src/index/row-set/row-set.js';
import { copyOf, intersect, NONE, release, subtract } from '../../../src/index/row-set/row-set.js';
import type { Scratch } from '../../../src/index/row-set/scratch.js';
import { Universe } from '../../../src/index/universe.js';
import type { Leaf } from '../../../src/query/leaves/leaf.js';
import { and, countMeeting, estimate, evaluate, noRows, not, or, type PlanNode, restrict } from '../../../src/query/plan.js';
import { finished } from '../../../src/work/pauses.js';
import { forAll } from '../../support/for-all.js';
import { range, read, rowCounts, type Shape, setOf, someRows, usedScratch } from '../../support/row-sets.js';

/** A leaf of known rows that answers in a shape; its estimate and cost may be anything. */
class KnownLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly label = () => 'known';
  readonly access = 'rows';
  readonly method = '';
  readonly inColumn = undefined;

  constructor(
    readonly rows: readonly number[],
    private readonly shape: Shape,
    readonly estimate: number,
    readonly cost: number,
  ) {}

  toSet(scratch: Scratch): RowSet {
    return setOf(this.rows, this.shape, scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }

  count(set: RowSet, scratch: Scratch): number {
    const met = this.restrict(copyOf(set, scratch), scratch);
    release(met, scratch);
    return met.count;
  }

  exclude(set: RowSet, scratch: Scratch): RowSet {
    return subtract(set, this.restrict(copyOf(set, scratch), scratch), scratch);
  }
}

type Tree =
  | { kind: 'leaf'; rows: number[]; shape: Shape; estimate: number; cost: number }
  | { kind: 'all' | 'none' }
  | { kind: 'and' | 'or'; children: Tree[] }
  | { kind: 'not'; child: Tree };

const trees = (count: number): fc.Arbitrary<Tree> =>
  fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({
        kind: fc.constant('leaf' as const),
        rows: someRows(count),
        shape: fc.constantFrom<Shape>('list', 'bits', 'all', 'none'),
        estimate: fc.nat(count),
        cost: fc.nat(1000),
      }),
      fc.record({ kind: fc.constantFrom('all' as const, 'none' as const) }),
      fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), children: fc.array(tie('tree'), { maxLength: 4 }) }),
      fc.record({ kind: fc.constant('not' as const), child: tie('tree') }),
    ),
  })).tree;

/** The plan, made by the functions that leave needless nodes out or (`plain`) node by node. */
function planOf(tree: Tree, plain: boolean): PlanNode {
  switch (tree.kind) {
    case 'leaf':
      return new KnownLeaf(tree.rows, tree.shape, tree.estimate, tree.cost);
    case 'not': {
      const child = planOf(tree.child, plain);
      return plain ? { kind: 'not', child } : not(child);
    }
    case 'and':
    case 'or': {
      const children = tree.children.map((child) => planOf(child, plain));
      if (plain && children.length > 0) return { kind: tree.kind, children };
      return tree.kind === 'and' ? and(children) : or(children);
    }
    default:
      return tree.kind === 'all' ? { kind: 'all' } : noRows(() => '');
  }
}

function naive(tree: Tree, count: number): Set<number> {
  switch (tree.kind) {
    case 'leaf':
      return new Set(tree.rows);
    case 'all':
      return new Set(range(0, count));
    case 'none':
      return new Set();
    case 'not': {
      const child = naive(tree.child, count);
      return new Set(range(0, count).filter((row) => !child.has(row)));
    }
    case 'and': {
      const children = tree.children.map((child) => naive(child, count));
      return new Set(range(0, count).filter((row) => children.every((child) => child.has(row))));
    }
    case 'or': {
      const children = tree.children.map((child) => naive(child, count));
      return new Set(range(0, count).filter((row) => children.some((child) => child.has(row))));
    }
  }
}

const cases = () =>
  rowCounts().chain((count) =>
    fc.tuple(fc.constant(count), trees(count), someRows(count), fc.constantFrom<Shape>('list', 'bits', 'all')),
  );

describe('a plan', () => {
  it('finds what its tree of sets says', () => {
    const check = ([count, tree]: [number, Tree, number[], Shape]) => {
      const expected = [...naive(tree, count)].sort((a, b) => a - b);
      const scratch = usedScratch(count);
      for (const plain of [false, true]) {
        expect(read(finished(evaluate(planOf(tree, plain), new Universe(scratch))), scratch)).toEqual(expected);
        scratch.reset();
      }
    };
    forAll([cases()], check, 500);
  });

  it('restricts a set to what its tree of sets says', () => {
    const check = ([count, tree, rows, shape]: [number, Tree, number[], Shape]) => {
      const held = naive(tree, count);
      const expected = rows.filter((row) => held.has(row));
      const scratch = usedScratch(count);
      for (const plain of [false, true]) {
        const counted = setOf(rows, shape, scratch);
        expect(finished(countMeeting(planOf(tree, plain), counted, new Universe(scratch)))).toBe(expected.length);
        expect(counted.kind === NONE ? [] : read(counted, scratch)).toEqual(rows);
        const found = finished(restrict(planOf(tree, plain), setOf(rows, shape, scratch), new Universe(scratch)));
        expect(found.kind === NONE ? [] : read(found, scratch)).toEqual(expected);
        scratch.reset();
      }
    };
    forAll([cases()], check, 500);
  });

  it('leaves out needless nodes', () => {
    const leaf = new KnownLeaf([1], 'list', 1, 1);
    const all: PlanNode = { kind: 'all' };
    const none = noRows(() => 'nobody');
    expect(and([])).toEqual(all);
    expect(or([])).toMatchObject({ kind: 'none' });
    expect(and([all, leaf])).toBe(leaf);
    expect(and([leaf, none])).toBe(none);
    expect(or([none])).toBe(none);
    expect(or([none, leaf])).toBe(leaf);
    expect(or([leaf, all])).toEqual(all);
    expect(not(not(leaf))).toBe(leaf);
    expect([not(all).kind, not(none).kind]).toEqual(['none', 'all']);
  });

  it('estimates no more rows than there are, and no less than it finds, if its leaves do', () => {
    forAll([cases()], ([count, tree]) => {
      const honest = (node: Tree): Tree => {
        if (node.kind === 'leaf') return { ...node, estimate: node.rows.length };
        if (node.kind === 'not') return { kind: 'not', child: honest(node.child) };
        return 'children' in node ? { kind: node.kind, children: node.children.map(honest) } : node;
      };
      const most = estimate(planOf(honest(tree), false), count);
      expect(most).toBeLessThanOrEqual(count);
      expect(most).toBeGreaterThanOrEqual(naive(tree, count).size);
    });
  });
});
