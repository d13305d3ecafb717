import type { RowCodes } from '../../index/column/row-codes.js';
import type { Postings } from '../../index/postings.js';
import { advance } from '../../index/row-set/lists.js';
import { LIST, RowSet, Union } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { EntriesLeaf } from './entries-leaf.js';
import { Leaf } from './leaf.js';

/** Looking a row up costs about as much as reading this many postings. */
const LOOK_UP_COST = 16;

/** Some values of a field with postings. */
export interface CompanyValues {
  readonly codes: RowCodes;
  readonly postings: Postings;
  /** At least one. */
  readonly ordinals: ArrayLike<number>;
}

/**
 * The rows that have one of some values in one of some fields. `restrict` looks the rows of a short list up one by one, because the
 * values of a brand may have very many rows.
 */
export class CompanyLeaf extends Leaf {
  readonly access = 'postings';
  private readonly entries: readonly EntriesLeaf[];
  /** The ordinals of each field, ascending. */
  private readonly ordinals: readonly Uint32Array[];

  constructor(
    label: Label,
    private readonly fields: readonly CompanyValues[],
  ) {
    const ordinals = fields.map((field) => Uint32Array.from(field.ordinals).sort());
    const entries = fields.map(({ postings }, i) => new EntriesLeaf(label, postings, ordinals[i]));
    super(
      label,
      entries.reduce((sum, leaf) => sum + leaf.cost, 0),
    );
    this.ordinals = ordinals;
    this.entries = entries;
  }

  get method(): string {
    return 'lists of the rows of some names and uids, united; of a few rows each is looked up';
  }

  toSet(scratch: Scratch): RowSet {
    const union = new Union(scratch);
    for (const leaf of this.entries) union.add(leaf.toSet(scratch));
    return union.finish();
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    if (set.kind !== LIST || set.count * LOOK_UP_COST > this.cost) return super.restrict(set, scratch);
    const { rows, count } = set;
    let kept = 0;
    for (let i = 0; i < count; i++) if (this.has(rows[i])) rows[kept++] = rows[i];
    return RowSet.list(rows, kept);
  }

  private has(row: number): boolean {
    const { fields, ordinals } = this;
    for (let i = 0; i < fields.length; i++) {
      const { codes } = fields[i];
      const wanted = ordinals[i];
      for (const ordinal of codes.ordinalsOf(codes.code(row))) {
        if (wanted[advance(wanted, 0, wanted.length, ordinal)] === ordinal) return true;
      }
    }
    return false;
  }
}
