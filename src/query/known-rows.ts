import { countBits, filterByBits } from '../index/row-set/bits.js';
import { intersect, LIST, RowSet } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Label } from '../resolve/describe.js';
import type { Leaf } from './plan.js';

/** Rows that are known already, ascending. */
export class RowsLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'rows';
  readonly estimate: number;

  constructor(
    readonly label: Label,
    private readonly rows: Uint32Array,
  ) {
    this.estimate = rows.length;
  }

  get cost(): number {
    return this.estimate;
  }

  get method(): string {
    return 'found by the look-up';
  }

  toSet(scratch: Scratch): RowSet {
    const rows = scratch.list(this.rows.length);
    rows.set(this.rows);
    return RowSet.list(rows, this.rows.length);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }
}

/** The same where they are many: a bitset of its own. */
export class BitsLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'rows';
  readonly estimate: number;

  constructor(
    readonly label: Label,
    private readonly words: Int32Array,
  ) {
    this.estimate = countBits(words);
  }

  get cost(): number {
    return this.words.length;
  }

  get method(): string {
    return 'found by the look-up';
  }

  toSet(scratch: Scratch): RowSet {
    const words = scratch.bits();
    words.set(this.words);
    return RowSet.bits(words);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    if (set.kind === LIST) return RowSet.list(set.rows, filterByBits(set.rows, set.count, this.words, 1));
    return intersect(set, this.toSet(scratch), scratch);
  }
}
