import type { Postings } from '../../index/postings.js';
import { intersect, LIST, RowSet, release, subtract } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { TermMasks } from '../../index/text/term-masks.js';
import type { Label } from '../../resolve/describe.js';
import { Leaf } from './leaf.js';

/** A token of a text index. */
export interface IndexedTerm {
  readonly ordinal: number;
  /** Its number among the terms with several rows, or -1 if it has one row. */
  readonly multi: number;
  readonly count: number;
}

/** The rows that have a token in one of the wanted fields; the postings of the token cover all fields of the index. */
export class FieldTermLeaf extends Leaf {
  readonly access = 'postings';

  constructor(
    label: Label,
    private readonly postings: Postings,
    private readonly masks: TermMasks,
    private readonly term: IndexedTerm,
    private readonly wanted: number,
  ) {
    super(label, term.count);
  }

  get method(): string {
    return 'list of the rows of the word, less those that have it in other fields only';
  }

  toSet(scratch: Scratch): RowSet {
    return this.dropOthers(this.postings.toSet(this.term.ordinal, scratch), scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    const { ordinal } = this.term;
    const held =
      set.kind === LIST
        ? RowSet.list(set.rows, this.postings.filter(ordinal, set.rows, set.count))
        : this.postings.restrict(ordinal, set, scratch);
    return this.dropOthers(held, scratch);
  }

  /** Keeps the rows that have the token in a wanted field. Every row of `set` has the token. */
  private dropOthers(set: RowSet, scratch: Scratch): RowSet {
    const { masks, term, wanted } = this;
    const usuallyWanted = (masks.usualOf(term.ordinal) & wanted) !== 0;
    if (term.multi < 0) {
      if (usuallyWanted) return set;
      release(set, scratch);
      return RowSet.none;
    }
    // The exceptions that change the answer: rows to remove if the term is usually wanted, rows to keep if not.
    const from = masks.exceptionsFrom(term.multi);
    const to = masks.exceptionsTo(term.multi);
    const rows = scratch.list(to - from);
    let count = 0;
    for (let at = from; at < to; at++) {
      if (((masks.exceptionMasks[at] & wanted) !== 0) !== usuallyWanted) rows[count++] = masks.exceptionRows[at];
    }
    const exceptions = RowSet.list(rows, count);
    return usuallyWanted ? subtract(set, exceptions, scratch) : intersect(exceptions, set, scratch);
  }
}
