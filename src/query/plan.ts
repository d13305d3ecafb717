import { ALL, copyOf, intersect, NONE, RowSet, release, subtract, Union } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Universe } from '../index/universe.js';
import type { Label } from '../resolve/describe.js';
import type { Steps } from '../work/pauses.js';
import type { Leaf, LongLeaf } from './leaves/leaf.js';

/**
 * A query bound to one segment: all that it needs is loaded, so it runs without waiting. Leaves read the index, inner nodes only
 * combine sets.
 */
export type PlanNode =
  | { readonly kind: 'all' }
  /** The label is the condition that no row meets. */
  | { readonly kind: 'none'; readonly label: Label }
  | { readonly kind: 'and'; readonly children: readonly PlanNode[] }
  | { readonly kind: 'or'; readonly children: readonly PlanNode[] }
  | { readonly kind: 'not'; readonly child: PlanNode }
  | Leaf
  | LongLeaf;

export const ALL_ROWS: PlanNode = { kind: 'all' };
/** A condition that no row of the segment meets. */
export function noRows(label: Label): PlanNode {
  return { kind: 'none', label };
}

/** An AND without redundant nodes. */
export function and(children: readonly PlanNode[]): PlanNode {
  if (children.length === 2 && isOperand(children[0]) && isOperand(children[1])) return { kind: 'and', children };
  const needed: PlanNode[] = [];
  for (const child of children) {
    if (child.kind === 'none') return child;
    // One AND of all conditions, so that the cheapest of all of them comes first.
    if (child.kind === 'and') for (const one of child.children) needed.push(one);
    else if (child.kind !== 'all') needed.push(child);
  }
  if (needed.length === 0) return ALL_ROWS;
  return needed.length === 1 ? needed[0] : { kind: 'and', children: needed };
}

/** Whether an AND has a node as it is. */
function isOperand({ kind }: PlanNode): boolean {
  return kind !== 'none' && kind !== 'all' && kind !== 'and';
}

/** An OR without redundant nodes. */
export function or(children: readonly PlanNode[]): PlanNode {
  if (children.length === 1) return children[0];
  if (children.some((child) => child.kind === 'all')) return ALL_ROWS;
  const needed = children.filter((child) => child.kind !== 'none');
  if (needed.length === 0) return noneOf(children);
  return needed.length === 1 ? needed[0] : { kind: 'or', children: needed };
}

/** Alternatives that no row meets. */
function noneOf(children: readonly PlanNode[]): PlanNode {
  if (children.length === 1) return children[0];
  return noRows(() => children.map((child) => (child.kind === 'none' ? child.label() : '')).join(' or '));
}

export function not(child: PlanNode): PlanNode {
  if (child.kind === 'all') return noRows(() => 'nothing');
  if (child.kind === 'none') return ALL_ROWS;
  return child.kind === 'not' ? child.child : { kind: 'not', child };
}

/** Upper bound of the rows that a node can match, out of `rowCount`. */
export function estimate(node: PlanNode, rowCount: number): number {
  switch (node.kind) {
    case 'all':
      return rowCount;
    case 'none':
      return 0;
    case 'leaf':
    case 'long_leaf':
      return node.estimate;
    case 'and':
      return node.children.reduce((least, child) => Math.min(least, estimate(child, rowCount)), rowCount);
    case 'or':
      return Math.min(
        rowCount,
        node.children.reduce((sum, child) => sum + estimate(child, rowCount), 0),
      );
    case 'not':
      return rowCount;
  }
}

/** A leaf that reads no more is evaluated without a step. */
const CHEAP = 4096;

/** All rows that match a plan of one cheap condition, or of such a one and others; undefined for another plan, which takes steps. */
export function evaluateAtOnce(node: PlanNode, universe: Universe): RowSet | undefined {
  if (node.kind === 'all') return universe.all();
  if (node.kind === 'none') return RowSet.none;
  if (node.kind === 'and') return evaluateAllAtOnce(node.children, universe);
  if (node.kind !== 'leaf' || node.cost > CHEAP) return undefined;
  return universe.existing(node.toSet(universe.scratch));
}

function evaluateAllAtOnce(children: readonly PlanNode[], universe: Universe): RowSet | undefined {
  const { scratch, rowCount } = universe;
  const first = cheapest(children, rowCount);
  if (first.kind !== 'leaf' || first.cost > CHEAP) return undefined;
  for (const child of children) if (child.kind !== 'leaf') return undefined;
  let set = first.toSet(scratch);
  for (const child of byEstimate(children, rowCount) as readonly Leaf[]) {
    if (set.count === 0) break;
    if (child !== first) set = set.kind === ALL ? child.toSet(scratch) : child.restrict(set, scratch);
  }
  return universe.existing(set);
}

/** All rows of the universe that match, exactly. */
export function* evaluate(node: PlanNode, universe: Universe): Steps<RowSet> {
  // All rows exist already.
  return node.kind === 'all' ? universe.all() : universe.existing(yield* evaluateNode(node, universe));
}

/** The same, but rows that do not exist may be in the set: `evaluate` removes them once, after the last step. */
function* evaluateNode(node: PlanNode, universe: Universe): Steps<RowSet> {
  const { scratch, rowCount } = universe;
  switch (node.kind) {
    case 'all':
      return universe.all();
    case 'none':
      return RowSet.none;
    case 'leaf':
      if (begin(node, scratch, node.cost)) yield;
      return node.toSet(scratch);
    case 'long_leaf':
      if (begin(node, scratch, 1)) yield;
      return yield* node.toSet(scratch);
    case 'not':
      return subtract(universe.all(), yield* evaluateNode(node.child, universe), scratch);
    case 'or': {
      const union = new Union(scratch);
      for (const child of node.children) union.add(yield* evaluateNode(child, universe));
      return union.finish();
    }
    case 'and': {
      const first = cheapest(node.children, rowCount);
      let set = yield* evaluateNode(first, universe);
      for (const child of byEstimate(node.children, rowCount)) {
        if (set.count === 0) break;
        if (child === first) continue;
        // What `restrict` does, without a generator of its own: most conditions are leaves.
        if (child.kind === 'leaf' && set.kind !== ALL && set.kind !== NONE) {
          if (begin(child, scratch, Math.max(set.count, LEAST_RESTRICTED))) yield;
          set = child.restrict(set, scratch);
        } else set = yield* restrict(child, set, universe);
      }
      return set;
    }
  }
}

/** Least units of work that restricting a set counts, however small the set: a leaf may read all of its postings. */
const LEAST_RESTRICTED = 64;

/** Records what is evaluated next, and about how much it reads. Returns true if it is time to yield. */
function begin(leaf: { readonly label: Label }, { work }: Scratch, units: number): boolean {
  work.begin(FINDING, leaf.label);
  return work.spend(units);
}

const FINDING = 'finding the parts of a condition';

/** About how much is read to evaluate a node by itself, out of `rowCount` rows. */
export function cost(node: PlanNode, rowCount: number): number {
  switch (node.kind) {
    case 'leaf':
    case 'long_leaf':
      return node.cost;
    case 'and':
      return node.children.reduce((least, child) => Math.min(least, cost(child, rowCount)), rowCount);
    case 'or':
      return node.children.reduce((sum, child) => sum + cost(child, rowCount), 0);
    case 'not':
      return rowCount + cost(node.child, rowCount);
    default:
      return 0;
  }
}

/** The most expensive leaf that must be read to evaluate a node; undefined if none must. */
export function costliestLeaf(node: PlanNode, rowCount: number): Leaf | LongLeaf | undefined {
  switch (node.kind) {
    case 'leaf':
    case 'long_leaf':
      return node;
    case 'not':
      return costliestLeaf(node.child, rowCount);
    case 'and':
      return costliestLeaf(cheapest(node.children, rowCount), rowCount);
    case 'or':
      return costliestLeaf(
        node.children.reduce((worst, child) => (cost(child, rowCount) > cost(worst, rowCount) ? child : worst)),
        rowCount,
      );
    default:
      return undefined;
  }
}

/** The child of an AND that runs first: its result bounds the work of the others. */
function cheapest(children: readonly PlanNode[], rowCount: number): PlanNode {
  let best = children[0];
  let least = cost(best, rowCount);
  for (let i = 1; i < children.length; i++) {
    const next = cost(children[i], rowCount);
    if (next >= least) continue;
    best = children[i];
    least = next;
  }
  return best;
}

/** The most selective first. Negations come last. */
function byEstimate(children: readonly PlanNode[], rowCount: number): readonly PlanNode[] {
  if (children.length === 2) return children;
  return children
    .map((child) => ({ child, rows: estimate(child, rowCount) }))
    .sort((a, b) => a.rows - b.rows)
    .map(({ child }) => child);
}

/** The rows of `set` that match. Consumes the set. */
export function* restrict(node: PlanNode, set: RowSet, universe: Universe): Steps<RowSet> {
  const { scratch, rowCount } = universe;
  if (set.kind === NONE || set.count === 0) return set;
  if (set.kind === ALL) return yield* evaluateNode(node, universe);
  switch (node.kind) {
    case 'all':
      return set;
    case 'none':
      release(set, scratch);
      return RowSet.none;
    case 'leaf':
      if (begin(node, scratch, Math.max(set.count, LEAST_RESTRICTED))) yield;
      return node.restrict(set, scratch);
    case 'long_leaf':
      if (begin(node, scratch, 1)) yield;
      return yield* node.restrict(set, scratch);
    case 'and': {
      let rest = set;
      for (const child of byEstimate(node.children, rowCount)) rest = yield* restrict(child, rest, universe);
      return rest;
    }
    case 'not':
      if (node.child.kind === 'leaf') {
        if (begin(node.child, scratch, Math.max(set.count, LEAST_RESTRICTED))) yield;
        return node.child.exclude(set, scratch);
      }
      if (node.child.kind === 'or') {
        let rest = set;
        for (const child of node.child.children) rest = yield* restrict(not(child), rest, universe);
        return rest;
      }
      return subtract(set, yield* restrict(node.child, copyOf(set, scratch), universe), scratch);
    case 'or': {
      if (cost(node, rowCount) <= set.count) return intersect(set, yield* evaluateNode(node, universe), scratch);
      const union = new Union(scratch);
      for (const child of node.children) union.add(yield* restrict(child, copyOf(set, scratch), universe));
      release(set, scratch);
      return union.finish();
    }
  }
}

/** Number of the rows of `set` that match. Leaves the set as it is. */
export function* countMeeting(node: PlanNode, set: RowSet, universe: Universe): Steps<number> {
  const { scratch } = universe;
  if (node.kind === 'none' || set.count === 0) return 0;
  if (node.kind === 'leaf' && set.kind !== ALL) {
    if (begin(node, scratch, Math.max(set.count, LEAST_RESTRICTED))) yield;
    return node.count(set, scratch);
  }
  const met = yield* restrict(node, copyOf(set, scratch), universe);
  release(met, scratch);
  return met.count;
}
