import { compareCodePoints } from '../../analysis/text.js';
import type { Category } from '../../model/documents.js';

/** The tree that category records describe: ancestors for filters, an order for the rows. */
export class CategoryTree {
  private readonly records = new Map<string, Category>();
  private readonly ancestors = new Map<string, readonly string[]>();

  add(category: Category): void {
    this.records.set(category.uid, category);
  }

  has(uid: string): boolean {
    return this.records.has(uid);
  }

  /** Every ancestor of a category by `parent_uid` and `ancestor_uids`, itself left out; empty for an unknown uid. */
  ancestorsOf(uid: string): readonly string[] {
    const known = this.ancestors.get(uid);
    if (known) return known;
    const found = new Set<string>();
    const open = [uid];
    for (let at = 0; at < open.length; at++) {
      const record = this.records.get(open[at]);
      if (!record) continue;
      for (const above of [record.parent_uid, ...(record.ancestor_uids ?? [])]) {
        if (above === null || above === undefined || above === uid || found.has(above)) continue;
        found.add(above);
        open.push(above);
      }
    }
    const ancestors = [...found];
    this.ancestors.set(uid, ancestors);
    return ancestors;
  }

  /** The deepest of some categories, the first on a tie: where a part stands in the order of the rows. */
  deepest(uids: readonly string[]): string | undefined {
    let best: string | undefined;
    let depth = -1;
    for (const uid of uids) {
      const length = this.ancestorsOf(uid).length;
      if (length > depth) {
        best = uid;
        depth = length;
      }
    }
    return best;
  }

  /** A number for each of `uids` so that every subtree is one run of numbers; unknown uids come last. */
  ranks(uids: readonly string[]): Map<string, number> {
    const children = new Map<string | undefined, string[]>();
    for (const uid of this.records.keys()) {
      const parent = this.records.get(uid)?.parent_uid ?? undefined;
      const above = parent !== undefined && this.records.has(parent) ? parent : undefined;
      const siblings = children.get(above);
      if (siblings) siblings.push(uid);
      else children.set(above, [uid]);
    }
    const ranks = new Map<string, number>();
    const open = (children.get(undefined) ?? []).sort(compareCodePoints).reverse();
    while (open.length > 0) {
      const uid = open.pop() as string;
      ranks.set(uid, ranks.size);
      for (const child of (children.get(uid) ?? []).sort(compareCodePoints).reverse()) open.push(child);
    }
    // Categories that only parts name, and records whose parents form a circle.
    for (const uid of [...uids].sort(compareCodePoints)) if (!ranks.has(uid)) ranks.set(uid, ranks.size);
    return ranks;
  }
}
