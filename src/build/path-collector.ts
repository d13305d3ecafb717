import type { BundleArray } from '../encoding/bundle.js';
import { NAME_DEPTH } from '../model/schema.js';
import { plainDictionaryArrays } from './dictionary/plain-writer.js';
import { orderRaw } from './dictionary/value-order.js';
import { Interner } from './interner.js';

export interface PathNode {
  /** By name, if there are any: most members have none. */
  children: Map<string, PathNode> | undefined;
}

/** The dotted paths of all members that some document has, through lists, for the checks of `show` and `include`. */
export class PathCollector {
  readonly root: PathNode = { children: undefined };

  add(document: object): void {
    walk(document, this.root, 0);
  }

  /** Adds one member of those at `node`. */
  child(node: PathNode, name: string): PathNode {
    return node.children?.get(name) ?? addChild(node, name);
  }

  /** The names of the members that documents have at a path. */
  namesAt(...path: string[]): string[] {
    let node: PathNode | undefined = this.root;
    for (const name of path) node = node?.children?.get(name);
    return [...(node?.children?.keys() ?? [])];
  }

  /** All paths, the shorter of two before the longer that goes on from it. */
  paths(): string[] {
    const paths: string[] = [];
    const visit = (node: PathNode, prefix: string): void => {
      for (const [key, child] of node.children ?? []) {
        paths.push(prefix + key);
        visit(child, `${prefix}${key}.`);
      }
    };
    visit(this.root, '');
    return paths;
  }

  /** The arrays of a dictionary of the paths in raw order. */
  arrays(): BundleArray[] {
    const paths = new Interner();
    for (const path of this.paths()) paths.intern(path);
    return plainDictionaryArrays(paths, orderRaw(paths));
  }
}

function addChild(node: PathNode, name: string): PathNode {
  const child: PathNode = { children: undefined };
  node.children ??= new Map();
  node.children.set(name, child);
  return child;
}

function walk(value: object, node: PathNode, depth: number): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item === 'object' && item !== null && depth < NAME_DEPTH) walk(item, node, depth + 1);
    }
    return;
  }
  // `in` walks plain objects without making a list of their keys.
  for (const key in value) {
    let child = node.children?.get(key);
    if (!child) {
      if (key === '__class__' || !Object.hasOwn(value, key)) continue;
      child = addChild(node, key);
    }
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === 'object' && member !== null && depth < NAME_DEPTH) walk(member, child, depth + 1);
  }
}
