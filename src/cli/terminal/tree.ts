/** A node of a tree as lines of text. */
export interface TreeRow<Node> {
  readonly node: Node;
  /** The prefix of the node's first line. */
  readonly before: string;
  /** The prefix of its further lines. */
  readonly below: string;
}

/** The nodes of a tree from top to bottom, with the branches that lead to them. */
export function treeRows<Node>(root: Node, inside: (node: Node) => readonly Node[]): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const visit = (node: Node, before: string, indent: string): void => {
    const children = inside(node);
    rows.push({ node, before, below: children.length > 0 ? `${indent}│  ` : `${indent}   ` });
    children.forEach((child, i) => {
      const isLast = i === children.length - 1;
      visit(child, `${indent}${isLast ? '└─ ' : '├─ '}`, `${indent}${isLast ? '   ' : '│  '}`);
    });
  };
  visit(root, '', '');
  return rows;
}
