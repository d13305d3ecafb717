import { compareTexts, idOf, intOf, listOf, slugOf, textOf } from './values.js';

/** A node of the category tree. */
export interface CategoryNode {
  readonly uid: string;
  /** The record's `id`, else its uid. */
  readonly id: string;
  readonly name: string;
  /** Parts in it and below, if its record has the number. */
  readonly parts: number | null;
  parent: CategoryNode | undefined;
  readonly children: CategoryNode[];
}

/** The categories of a catalog. */
export class CategoryTree {
  readonly byUid = new Map<string, CategoryNode>();
  /** Every node: roots first, then level by level. */
  readonly nodes: readonly CategoryNode[];
  private readonly byId = new Map<string, CategoryNode>();
  private readonly byPath = new Map<string, CategoryNode>();
  /** By the name in lower case, each list in the order of the nodes. */
  private readonly byName = new Map<string, CategoryNode[]>();

  constructor(records: readonly Readonly<Record<string, unknown>>[]) {
    for (const { uid, id, name, num_parts } of records) {
      const text = textOf(uid) ?? '';
      const node = { uid: text, id: idOf(id) ?? text, name: textOf(name) ?? '', parts: intOf(num_parts) };
      this.byUid.set(text, { ...node, parent: undefined, children: [] });
    }
    for (const { uid, parent_uid, ancestor_uids } of records) this.attach(uid, parent_uid, ancestor_uids);
    for (const { children } of this.byUid.values()) children.sort(compareNodes);
    const roots = [...this.byUid.values()].filter(({ parent }) => !parent).sort(compareNodes);
    const nodes = [...roots];
    for (let at = 0; at < nodes.length; at++) nodes.push(...nodes[at].children);
    this.nodes = nodes;
    for (const node of nodes) {
      const path = pathOf(node);
      const name = node.name.toLowerCase();
      if (!this.byId.has(node.id)) this.byId.set(node.id, node);
      if (!this.byPath.has(path)) this.byPath.set(path, node);
      const named = this.byName.get(name);
      if (named) named.push(node);
      else this.byName.set(name, [node]);
    }
  }

  /** The categories of a text: by its uid, else by its id, else by its path, else all of that name. */
  called(text: string): readonly CategoryNode[] {
    const node = this.identified(text) ?? this.byPath.get(text);
    return node ? [node] : (this.byName.get(text.toLowerCase()) ?? []);
  }

  identified(text: string): CategoryNode | undefined {
    return this.byUid.get(text) ?? this.byId.get(text);
  }

  atPath(path: string): CategoryNode | undefined {
    return this.byPath.get(path);
  }

  /** A parent that is below its own child, or unknown, is ignored. */
  private attach(uid: unknown, parentUid: unknown, ancestorUids: unknown): void {
    const node = this.byUid.get(textOf(uid) ?? '');
    const parent = this.byUid.get(textOf(parentUid) ?? textOf(listOf(ancestorUids as unknown[]).at(-1)) ?? '');
    if (!node || !parent || node === parent || ancestorsOf(parent).includes(node)) return;
    node.parent = parent;
    parent.children.push(node);
  }
}

/** The ancestors, from the root down. */
export function ancestorsOf({ parent }: CategoryNode): CategoryNode[] {
  const above: CategoryNode[] = [];
  for (let node = parent; node; node = node.parent) above.unshift(node);
  return above;
}

/** A slash and the slugs from the root. */
export function pathOf(node: CategoryNode): string {
  return [...ancestorsOf(node), node].map(({ name }) => `/${slugOf(name)}`).join('');
}

function compareNodes(a: CategoryNode, b: CategoryNode): number {
  return compareTexts(a.name, b.name) || compareTexts(a.uid, b.uid);
}
