import type { Postings } from '../../index/postings.js';
import { LIST_SHARE, listOf, RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { EntryLeaf } from './entry-leaf.js';
import { Leaf, type LongLeaf } from './leaf.js';
import { ENTRIES_AT_ONCE, ManyEntriesLeaf } from './many-entries-leaf.js';

/** The rows of any of several dictionary entries. */
export class EntriesLeaf extends Leaf {
  readonly access = 'postings';

  constructor(
    label: Label,
    private readonly postings: Postings,
    private readonly entries: ArrayLike<number>,
  ) {
    // A row that several entries share is read, and counted, once for each.
    const listed = postings.countAll(entries);
    super(label, Math.min(listed, postings.rowCount), listed);
  }

  get method(): string {
    return `lists of the rows of ${this.entries.length} values, united`;
  }

  toSet(scratch: Scratch): RowSet {
    const { entries, postings } = this;
    if (this.cost * LIST_SHARE <= scratch.rowCount) {
      const rows = scratch.list(this.cost);
      let count = 0;
      for (let i = 0; i < entries.length; i++) count = postings.collect(entries[i], rows, count);
      return listOf(rows, count, scratch);
    }
    const words = scratch.bits();
    postings.addAllTo(entries, words, 0, entries.length);
    return RowSet.bits(words);
  }
}

/** The rows of any of some dictionary entries, at least one. */
export function entriesLeaf(label: Label, postings: Postings, entries: ArrayLike<number>): Leaf | LongLeaf {
  if (entries.length === 1) return new EntryLeaf(label, postings, entries[0]);
  return entries.length <= ENTRIES_AT_ONCE
    ? new EntriesLeaf(label, postings, entries)
    : new ManyEntriesLeaf(label, postings, entries);
}
