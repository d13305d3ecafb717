import type { SpecText } from './sampled-parts.js';

/** The values of the specs of some parts, by the deepest category of each part. */
export class LeafValues {
  private readonly leaves = new Map<string, Map<string, string[]>>();

  add(leaf: string, specs: readonly SpecText[]): void {
    const ofLeaf = entryOf(this.leaves, leaf, () => new Map<string, string[]>());
    for (const [key, value] of specs) entryOf(ofLeaf, key, () => []).push(value);
  }

  /** The specs of a category, in order of first occurrence. */
  keys(leaf: string): string[] {
    return [...this.ofLeaf(leaf).keys()];
  }

  /** The specs of a category, ordered by the number of its parts that have them. */
  keysByFrequency(leaf: string): string[] {
    return [...this.ofLeaf(leaf)].sort((a, b) => b[1].length - a[1].length).map(([key]) => key);
  }

  /** The value of each part of the category that has one. */
  values(leaf: string, key: string): readonly string[] {
    return this.ofLeaf(leaf).get(key) ?? [];
  }

  private ofLeaf(leaf: string): ReadonlyMap<string, readonly string[]> {
    return this.leaves.get(leaf) ?? new Map();
  }
}

export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
