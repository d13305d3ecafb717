import { compareCodePoints } from '../analysis/text.js';
import type { FacetCount, FacetOrder } from '../model/requests.js';
import type { ValueTest } from './folded-text.js';

/** What a tree of categories shows of a record. */
export interface CategoryRecord {
  readonly name: string;
  /** The uid of the category above it; null for a root. */
  readonly parent: string | null;
}

/** Which nodes of a tree of categories a facet shows. */
export interface TreeRequest {
  /** Levels from the roots on. */
  readonly tree: number;
  /** Most children of a node, and most roots. */
  readonly limit: number;
  readonly order: FacetOrder;
}

/** The nodes that a facet shows, and the number of all nodes of its levels. */
export interface CountedTree {
  readonly facets: FacetCount[];
  readonly values: number;
}

/** A category with its place in the tree. A uid without a record is a root without a name. */
export function nodeOf({ value, count }: FacetCount, records: ReadonlyMap<string, CategoryRecord>): FacetCount {
  const { name = null, parent = null } = records.get(value) ?? {};
  return { value, count, name, parent };
}

/**
 * Counted categories as a tree in pre-order (docs/semantics.md, "Facets and statistics"). A part of a category is a part of those above
 * it, so the parent of a counted category is counted too.
 * @param contained only uids that contain it are shown; the tree below the others is
 */
export function treeOf(
  counted: readonly FacetCount[],
  records: ReadonlyMap<string, CategoryRecord>,
  { tree, limit, order }: TreeRequest,
  contained: ValueTest,
): CountedTree {
  const children = childrenOf(counted, records, order);
  const facets: FacetCount[] = [];
  let values = 0;
  const visit = (parent: string | null, level: number, isShown: boolean): void => {
    if (level > tree) return;
    let shown = 0;
    for (const node of children.get(parent) ?? NO_NODES) {
      const isWanted = contained.isEmpty || contained.isIn(node.value);
      const isAdded = isShown && isWanted && shown < limit;
      if (isWanted) values++;
      if (isAdded) {
        shown++;
        facets.push(node);
      }
      // Nodes beyond the limit are counted only.
      visit(node.value, level + 1, isAdded || (isShown && !isWanted));
    }
  };
  visit(null, 1, true);
  return { facets, values };
}

const NO_NODES: readonly FacetCount[] = [];

/** The nodes below each node in order; those below null are the roots. */
function childrenOf(
  counted: readonly FacetCount[],
  records: ReadonlyMap<string, CategoryRecord>,
  order: FacetOrder,
): Map<string | null, FacetCount[]> {
  const uids = new Set(counted.map(({ value }) => value));
  const children = new Map<string | null, FacetCount[]>();
  for (const one of counted) {
    const node = nodeOf(one, records);
    const parent = typeof node.parent === 'string' && uids.has(node.parent) ? node.parent : null;
    const known = children.get(parent);
    if (known) known.push(node);
    else children.set(parent, [node]);
  }
  const byValue = (a: FacetCount, b: FacetCount) => compareCodePoints(a.value, b.value);
  const compare = order === 'value' ? byValue : (a: FacetCount, b: FacetCount) => b.count - a.count || byValue(a, b);
  for (const nodes of children.values()) nodes.sort(compare);
  return children;
}
