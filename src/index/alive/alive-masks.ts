import type { Postings } from '../postings.js';
import { TermMasks } from '../text/term-masks.js';
import type { DeadRows } from './dead-rows.js';

/** The fields in which terms occur, where some rows are dead: a field of which only dead rows have a term does not have it. */
export class AliveMasks extends TermMasks {
  constructor(
    section: string,
    private readonly whole: TermMasks,
    /** The living rows of each term. */
    private readonly postings: Postings,
    private readonly dead: DeadRows,
  ) {
    super(section, ...whole.arrays);
  }

  override occursIn(term: number, multi: number, wanted: number): boolean {
    if (!this.whole.occursIn(term, multi, wanted)) return false;
    const count = this.postings.count(term);
    if (count === 0 || multi < 0) return count > 0;
    let others = 0;
    const to = this.exceptionsTo(multi);
    for (let at = this.exceptionsFrom(multi); at < to; at++) {
      if (this.dead.has(this.exceptionRows[at])) continue;
      if ((this.exceptionMasks[at] & wanted) !== 0) return true;
      others++;
    }
    return (this.usualOf(term) & wanted) !== 0 && count > others;
  }
}
