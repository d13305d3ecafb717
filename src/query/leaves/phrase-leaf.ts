import type { Postings } from '../../index/postings.js';
import { LIST, RowSet, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { TokenStream } from '../../index/text/text-index.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import { LongLeaf } from './leaf.js';

/** To begin with the next list takes about as long as this many steps of a plain loop. */
const STEP_COST = 32;
/** Rows that are read without a pause. */
const ROWS_READ = 4096;
/** Confirming a phrase in a row costs about as much as reading this many postings; bench/README.md, class c. */
const ROW_READ_COST = 30;

/** A list of postings that contains all rows of a phrase: the list of one of its tokens, or of a pair of neighbours. */
export interface PhraseStep {
  readonly postings: Postings;
  readonly entry: number;
  readonly count: number;
}

/** How to read the rows that pass all steps, to see whether they contain the phrase. */
export interface PhraseCheck {
  readonly stream: TokenStream;
  readonly phrase: Uint8Array;
  /** Masks of the wanted fields, and of all fields. */
  readonly wanted: number;
  readonly everyField: number;
}

/** The rows that have some tokens, one after the other, inside one value of a wanted field. */
export class PhraseLeaf extends LongLeaf {
  readonly access = 'phrase';
  private readonly rarestFirst: readonly PhraseStep[];

  /** @param check not needed if the steps are exact: a phrase of two words that may be in any field is one pair of neighbours */
  constructor(
    label: Label,
    steps: readonly PhraseStep[],
    private readonly check: PhraseCheck | undefined,
  ) {
    const rarestFirst = [...steps].sort((a, b) => a.count - b.count);
    const estimate = rarestFirst[0].count;
    super(label, estimate, estimate * (check ? ROW_READ_COST : 1));
    this.rarestFirst = rarestFirst;
  }

  /** Most rows whose text is read to confirm the phrase. */
  get rowsRead(): number {
    return this.check ? this.estimate : 0;
  }

  get method(): string {
    const lists = this.rarestFirst.length;
    if (!this.check) return lists === 1 ? 'list of the rows in which the words are neighbours' : `rows common to ${lists} lists`;
    return `${lists === 1 ? 'rows of one list' : `rows common to ${lists} lists`}; the text of each is read to confirm the phrase`;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const [first, ...rest] = this.rarestFirst;
    return yield* this.confirm(first.postings.toSet(first.entry, scratch), rest, scratch);
  }

  override *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    return yield* this.confirm(set, this.rarestFirst, scratch);
  }

  private *confirm(candidates: RowSet, steps: readonly PhraseStep[], scratch: Scratch): Steps<RowSet> {
    let set = candidates;
    for (const { postings, entry, count } of steps) {
      if (scratch.work.spend(STEP_COST + Math.min(count, set.count))) yield;
      set =
        set.kind === LIST
          ? RowSet.list(set.rows, postings.filter(entry, set.rows, set.count))
          : postings.restrict(entry, set, scratch);
    }
    const { check } = this;
    return check ? yield* this.read(set, check, scratch) : set;
  }

  /** Keeps the rows that contain the phrase. */
  private *read(set: RowSet, { stream, phrase, wanted, everyField }: PhraseCheck, scratch: Scratch): Steps<RowSet> {
    const rows = rowsOf(set, scratch);
    let kept = 0;
    for (let from = 0; from < set.count; from += ROWS_READ) {
      const to = Math.min(from + ROWS_READ, set.count);
      kept = stream.filter(rows, from, to, kept, phrase, wanted, everyField);
      if (scratch.work.spend((to - from) * ROW_READ_COST)) yield;
    }
    return RowSet.list(rows, kept);
  }
}
