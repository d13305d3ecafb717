import type { Postings } from '../../index/postings.js';
import { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import { addTermRows } from '../../index/text/field-terms.js';
import type { TermMasks } from '../../index/text/term-masks.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import { LongLeaf } from './leaf.js';

/** Finding the rows of a term takes about as long as this many steps of a plain loop. */
const TERM_COST = 4;

/** The rows that have any of some terms in one of the wanted fields; the postings of a term cover all fields of the index. */
export class TermsLeaf extends LongLeaf {
  readonly access = 'postings';

  /** @param terms ordinals, or an interval of them */
  constructor(
    label: Label,
    private readonly postings: Postings,
    private readonly masks: TermMasks,
    private readonly wanted: number,
    private readonly terms: Uint32Array | { readonly from: number; readonly to: number },
  ) {
    super(label, postings.rowCount, 'from' in terms ? terms.to - terms.from : terms.length);
  }

  get method(): string {
    return `lists of the rows of ${this.cost} words, united, less those that have them in other fields only`;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { postings, masks, wanted, terms } = this;
    const words = scratch.bits();
    const first = 'from' in terms ? terms.from : 0;
    for (let i = 0; i < this.cost; i++) {
      const term = 'from' in terms ? first + i : terms[i];
      addTermRows(term, postings, masks, wanted, words);
      if (scratch.work.spend(TERM_COST + postings.count(term))) yield;
    }
    return RowSet.bits(words);
  }
}
