import type { RowCodes } from '../../index/column/row-codes.js';
import type { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { Leaf } from './leaf.js';

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
}
