import { countBits, filterByBits } from '../../index/row-set/bits.js';
import { LIST, RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { Leaf } from './leaf.js';

/** Rows that are already known, too many for a list. */
export class BitsLeaf extends Leaf {
  readonly access = 'rows';

  /** @param words a bitset; the leaf copies it for its callers */
  constructor(
    label: Label,
    private readonly words: Int32Array,
  ) {
    super(label, countBits(words), words.length);
  }

  get method(): string {
    return 'found by the look-up';
  }

  toSet(scratch: Scratch): RowSet {
    const words = scratch.bits();
    words.set(this.words);
    return RowSet.bits(words);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    if (set.kind === LIST) return RowSet.list(set.rows, filterByBits(set.rows, set.count, this.words, 1));
    return super.restrict(set, scratch);
  }
}
