import type { RowCodes } from '../../index/column/row-codes.js';
import type { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { restrictToCodes, restrictToMarked } from './code-flags.js';
import { Leaf } from './leaf.js';

/** The rows that have any of some ordinals, in a column without postings; `flags` has one entry for each ordinal. */
export class FlagsLeaf extends Leaf {
  readonly access = 'codes';

  constructor(
    label: Label,
    private readonly codes: RowCodes,
    private readonly flags: Uint8Array,
    estimate: number,
  ) {
    super(label, estimate, codes.length);
  }

  get method(): string {
    return 'the value of each row is looked up among those that match';
  }

  toSet(scratch: Scratch): RowSet {
    return this.codes.rowsFlagged(this.codes.flagsOfOrdinals(this.flags), scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    const { codes, flags } = this;
    if (codes.areFewFlagged(set.count)) return restrictToMarked(codes, flags, set, scratch);
    return restrictToCodes(codes, codes.flagsOfOrdinals(flags), set, scratch);
  }
}
