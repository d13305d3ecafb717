import type { Postings } from '../../index/postings.js';
import { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import { LongLeaf } from './leaf.js';

/** Entries that are united without a pause. */
export const ENTRIES_AT_ONCE = 1 << 16;

/** The rows of any of very many dictionary entries; it yields after every `ENTRIES_AT_ONCE` of them. */
export class ManyEntriesLeaf extends LongLeaf {
  readonly access = 'postings';

  constructor(
    label: Label,
    private readonly postings: Postings,
    private readonly entries: ArrayLike<number>,
  ) {
    // To count the rows of all entries would take as long as to unite them.
    super(label, postings.rowCount, entries.length);
  }

  get method(): string {
    return `lists of the rows of ${this.entries.length} values, united`;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { entries, postings } = this;
    const words = scratch.bits();
    for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
      const to = Math.min(at + ENTRIES_AT_ONCE, entries.length);
      postings.addAllTo(entries, words, at, to);
      if (scratch.work.spend(to - at)) yield;
    }
    return RowSet.bits(words);
  }
}
