import { GrowableU32 } from '../encoding/growable.js';
import type { CategoryTree } from './category-tree.js';
import type { FieldBuilder } from './field-builder.js';
import type { PartEntries } from './part-entries.js';

/** The value numbers of a category of parts. */
interface Lineage {
  /** Value numbers of the category and its ancestors. */
  readonly values: readonly number[];
  readonly uid: string;
  readonly depth: number;
}

/** The categories of parts: the field `category_uids`, and the primary category of each part. */
export class PartCategories {
  /** Number of the primary category of each document, counted from 1; 0 for none. */
  readonly primary = new GrowableU32();
  /** The numbers of primary categories by their uids. */
  readonly numbers = new Map<string, number>();
  private readonly lineages: (Lineage | undefined)[] = [];
  private deepest: Lineage | undefined = undefined;

  constructor(
    private readonly field: FieldBuilder,
    private readonly tree: CategoryTree,
  ) {}

  begin(): void {
    this.deepest = undefined;
  }

  /** Adds the category at the scanner's place, and all above it. */
  add(document: number, part: PartEntries): void {
    const { field } = this;
    const { entry } = part;
    const value = field.values.internBytes(part.source(entry), part.from(entry), part.to(entry));
    const lineage = (this.lineages[value] ??= this.lineageOf(part.text(entry)));
    for (const number of lineage.values) field.note(document, number);
    if (!this.deepest || lineage.depth > this.deepest.depth) this.deepest = lineage;
  }

  end(): void {
    this.primary.push(this.deepest ? this.numberOf(this.deepest.uid) : 0);
  }

  private lineageOf(uid: string): Lineage {
    const ancestors = this.tree.ancestorsOf(uid);
    const values = [uid, ...ancestors].map((category) => this.field.values.intern(category));
    return { values, uid, depth: ancestors.length };
  }

  private numberOf(uid: string): number {
    let number = this.numbers.get(uid);
    if (number === undefined) this.numbers.set(uid, (number = this.numbers.size + 1));
    return number;
  }

  /** The number of parts in a category, or below it, once all parts have been added. */
  count(): (uid: string) => number {
    const { values, pairs } = this.field;
    const counts = new Uint32Array(values.size);
    for (const value of pairs.values.view()) counts[value]++;
    return (uid) => {
      const value = values.find(uid);
      return value < 0 ? 0 : counts[value];
    };
  }
}
