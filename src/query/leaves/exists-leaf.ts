import type { RowCodes } from '../../index/column/row-codes.js';
import { intersect, type RowSet, subtract } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { restrictToInterval } from './code-flags.js';
import { Leaf } from './leaf.js';

/** Above every code. */
const ANY_CODE = 0x100000000;

/** The rows that have any value of a field. */
export class ExistsLeaf extends Leaf {
  readonly access = 'codes';

  constructor(
    label: Label,
    private readonly codes: RowCodes,
    estimate: number,
  ) {
    super(label, estimate, codes.length);
  }

  get method(): string {
    // words-ignore: explain shows this text
    return 'each row tells whether it has a value';
  }

  toSet(scratch: Scratch): RowSet {
    return this.codes.rowsWithValue(scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    if (this.cost <= set.count) return intersect(set, this.toSet(scratch), scratch);
    return restrictToInterval(this.codes, 1, ANY_CODE, set, scratch);
  }

  override exclude(set: RowSet, scratch: Scratch): RowSet {
    if (this.cost <= set.count) return subtract(set, this.toSet(scratch), scratch);
    return restrictToInterval(this.codes, 0, 1, set, scratch);
  }
}
