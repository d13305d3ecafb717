import type { Pattern } from '../../analysis/pattern.js';
import type { RowCodes } from '../../index/column/row-codes.js';
import type { FoldedDictionary } from '../../index/dictionary/dictionary.js';
import { RowSet, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { FlagsLeaf } from './flags-leaf.js';
import { LongLeaf } from './leaf.js';
import { OrdinalsLeaf } from './ordinals-leaf.js';
import type { TermsLeaf } from './terms-leaf.js';

/** Rows whose values are looked up without a pause. */
const ROWS_AT_ONCE = 1 << 14;
/** Reading a value of a packed dictionary takes longer than reading this many postings. */
const VALUE_COST = 2000;

/** The rows that have a value that a pattern matches as a whole; the leaf reads the values. */
export class ValuesLeaf extends LongLeaf {
  readonly access = 'codes';
  readonly method = 'values are read and compared, of those rows that have all pieces of the pattern in their words';

  /** @param candidates conditions that every match meets */
  constructor(
    label: Label,
    private readonly dictionary: FoldedDictionary,
    private readonly codes: RowCodes,
    private readonly pattern: Pattern,
    private readonly range: { readonly from: number; readonly to: number },
    private readonly candidates: readonly TermsLeaf[],
    estimate: number,
  ) {
    super(label, estimate, candidates.length > 0 ? codes.length : (range.to - range.from) * VALUE_COST);
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { range, codes, label, estimate } = this;
    const inRange = new OrdinalsLeaf(label, codes, range.from, range.to, estimate);
    return yield* this.restrict(inRange.toSet(scratch), scratch);
  }

  override *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    let rows = set;
    for (const candidate of this.candidates) rows = yield* candidate.restrict(rows, scratch);
    if (rows.count === 0) return rows;
    const { dictionary, label, codes, pattern, estimate } = this;
    const list = rowsOf(rows, scratch);
    const wanted = yield* this.valuesOf(list, rows.count, scratch.work);
    const matched = yield* dictionary.matchingFold(pattern, wanted, scratch.work);
    return new FlagsLeaf(label, codes, matched, estimate).restrict(RowSet.list(list, rows.count), scratch);
  }

  /** Flags of the ordinals that the rows have; those outside the range are 0. */
  private *valuesOf(rows: Uint32Array, count: number, work: Work): Steps<Uint8Array> {
    const { codes, range, dictionary } = this;
    const flags = new Uint8Array(dictionary.size);
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const to = Math.min(from + ROWS_AT_ONCE, count);
      codes.flagOrdinals(rows.subarray(from, to), flags);
      if (work.spend((to - from) * 2)) yield;
    }
    flags.fill(0, 0, range.from).fill(0, range.to);
    return flags;
  }
}
