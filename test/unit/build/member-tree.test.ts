import { expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { type MemberNode, MemberTree, notePaths } from '../../../src/build/member-tree.js';
import { PathCollector } from '../../../src/build/path-collector.js';
import { PART } from '../../../src/model/schema.js';

function memberOf(tree: MemberTree, parent: MemberNode, name: string): MemberNode {
  const bytes = utf8Bytes(`<${name}>`);
  return tree.member(parent, bytes, 1, bytes.length - 1);
}

it('has one node for a member, and no map where there are none below', () => {
  const tree = new MemberTree(PART, { slot: 0 });
  const x = memberOf(tree, tree.root, 'x');
  const y = memberOf(tree, x, 'y');
  expect(memberOf(tree, tree.root, 'x')).toBe(x);
  expect(memberOf(tree, x, 'y')).toBe(y);
  expect(memberOf(tree, tree.root, 'y')).not.toBe(y);
  expect([x.children?.size, y.children]).toEqual([1, undefined]);
  const paths = new PathCollector();
  notePaths([x, y], paths);
  expect([paths.root.children?.size, x.path?.children?.size, y.path?.children]).toEqual([1, 1, undefined]);
});
