import { compareCodePoints } from '../analysis/text.js';
import type { Category } from '../model/documents.js';
import { shorten } from '../model/nearest.js';

/** Most levels of a tree: every category lists all its ancestors, so the lists of one long chain could fill the catalog. */
const CATEGORY_LEVELS = 100;

/** Most uids of a circle in a message. */
const CIRCLE_TOLD = 4;

/** The level of a category, 1 for a root, or what is wrong with its parent. */
type Standing = number | string;

/** The tree that category records describe: ancestors for filters, tree members that categories show, an order for the rows. */
export class CategoryTree {
  private readonly records = new Map<string, Category>();
  private readonly ancestors = new Map<string, readonly string[]>();
  private childrenByParent: Map<string | undefined, string[]> | undefined = undefined;

  add(category: Category): void {
    this.records.set(category.uid, category);
  }

  has(uid: string): boolean {
    return this.records.has(uid);
  }

  /** The name of a category that has a record. */
  nameOf(uid: string): string | undefined {
    return this.records.get(uid)?.name;
  }

  /**
   * Ends the records and removes those that have no place in a tree: their parents are unknown or form a circle, they have too
   * many levels above them, or an ancestor is removed.
   * @returns for each removed uid, in the order of the records, what is wrong with its `parent_uid`
   */
  prune(): Map<string, string> {
    const standings = new Map<string, Standing>();
    for (const uid of this.records.keys()) this.settle(uid, standings);
    const faults = new Map<string, string>();
    for (const [uid] of this.records) {
      const standing = standings.get(uid);
      if (typeof standing === 'string') faults.set(uid, standing);
    }
    for (const uid of faults.keys()) this.records.delete(uid);
    return faults;
  }

  /** Determines the place of a category and of all its ancestors. */
  private settle(uid: string, standings: Map<string, Standing>): void {
    const climbed = new Set<string>();
    let at: string | undefined = uid;
    while (at !== undefined && this.records.has(at) && !standings.has(at) && !climbed.has(at)) {
      climbed.add(at);
      at = this.parentOf(at);
    }
    const path = [...climbed];
    if (at !== undefined && climbed.has(at)) {
      const circle = path.splice(path.indexOf(at));
      circle.forEach((one, i) => {
        standings.set(one, `the parents run in a circle: ${tellCircle(circle, i)}`);
      });
    }
    for (const below of path.reverse()) standings.set(below, this.standingOf(below, standings));
  }

  /** The place of a category whose parent has one. */
  private standingOf(uid: string, standings: ReadonlyMap<string, Standing>): Standing {
    const parent = this.parentOf(uid);
    if (parent === undefined) return 1;
    const above = standings.get(parent);
    if (above === undefined) {
      // A part of a larger tree; its record lists the ancestors.
      if (this.records.get(uid)?.ancestor_uids?.includes(parent)) return 1;
      return `no category has the uid "${shorten(parent)}", and ancestor_uids do not name it`;
    }
    if (typeof above === 'string') return `the category "${shorten(parent)}" is left out, and all categories below it with it`;
    return above < CATEGORY_LEVELS ? above + 1 : `the tree has more than ${CATEGORY_LEVELS} levels`;
  }

  private parentOf(uid: string): string | undefined {
    return this.records.get(uid)?.parent_uid ?? undefined;
  }

  /** Every ancestor of a category by `parent_uid` and `ancestor_uids`, without itself; empty for an unknown uid. */
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

  /** The ancestors that a category shows, the parent last: those of its record, else its parent's and the parent. */
  lineOf(uid: string): string[] {
    const below: string[] = [];
    for (let record = this.records.get(uid); record; ) {
      if (record.ancestor_uids) return [...record.ancestor_uids, ...below.reverse()];
      const parent = record.parent_uid ?? undefined;
      if (parent === undefined) break;
      below.push(parent);
      record = this.records.get(parent);
    }
    return below.reverse();
  }

  /** The child categories, by uid. */
  childrenOf(uid: string): readonly string[] {
    return this.children().get(uid) ?? [];
  }

  /** A number for each of `uids` such that every subtree is a range of numbers; unknown uids come last. */
  ranks(uids: readonly string[]): Map<string, number> {
    const children = this.children();
    const ranks = new Map<string, number>();
    const open = [...(children.get(undefined) ?? [])].reverse();
    while (open.length > 0) {
      const uid = open.pop() as string;
      ranks.set(uid, ranks.size);
      for (const child of [...(children.get(uid) ?? [])].reverse()) open.push(child);
    }
    // Categories that only parts name.
    for (const uid of [...uids].sort(compareCodePoints)) if (!ranks.has(uid)) ranks.set(uid, ranks.size);
    return ranks;
  }

  /** The children of each category by uid, and the roots: those without a parent that has a record. */
  private children(): ReadonlyMap<string | undefined, readonly string[]> {
    if (this.childrenByParent) return this.childrenByParent;
    const children = new Map<string | undefined, string[]>();
    for (const uid of [...this.records.keys()].sort(compareCodePoints)) {
      const parent = this.parentOf(uid);
      const above = parent !== undefined && this.records.has(parent) ? parent : undefined;
      const siblings = children.get(above);
      if (siblings) siblings.push(uid);
      else children.set(above, [uid]);
    }
    this.childrenByParent = children;
    return children;
  }
}

/** The circle, from its i-th category on: `"a" → "b" → "a"`. */
function tellCircle(circle: readonly string[], i: number): string {
  const told = Array.from({ length: Math.min(circle.length, CIRCLE_TOLD) }, (_, n) => circle[(i + n) % circle.length]);
  const names = told.map((uid) => `"${shorten(uid, 40)}"`);
  return [...names, ...(circle.length > CIRCLE_TOLD ? ['…'] : []), names[0]].join(' → ');
}
