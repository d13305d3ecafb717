import { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { Leaf } from './leaf.js';

/** Rows that are already known. */
export class RowsLeaf extends Leaf {
  readonly access = 'rows';

  /** @param rows ascending; the leaf copies them for its callers */
  constructor(
    label: Label,
    private readonly rows: Uint32Array,
  ) {
    super(label, rows.length);
  }

  get method(): string {
    return 'found by the look-up';
  }

  toSet(scratch: Scratch): RowSet {
    const rows = scratch.list(this.rows.length);
    rows.set(this.rows);
    return RowSet.list(rows, this.rows.length);
  }
}
