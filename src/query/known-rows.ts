import { countBits, filterByBits } from '../index/docset/bits.js';
import { DocSet, intersect, LIST } from '../index/docset/docset.js';
import type { Scratch } from '../index/docset/scratch.js';
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
    return 'found while loading';
  }

  toSet(scratch: Scratch): DocSet {
    const rows = scratch.list(this.rows.length);
    rows.set(this.rows);
    return DocSet.list(rows, this.rows.length);
  }

  restrict(set: DocSet, scratch: Scratch): DocSet {
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
    return 'found while loading';
  }

  toSet(scratch: Scratch): DocSet {
    const words = scratch.bits();
    words.set(this.words);
    return DocSet.bits(words);
  }

  restrict(set: DocSet, scratch: Scratch): DocSet {
    if (set.kind === LIST) return DocSet.list(set.rows, filterByBits(set.rows, set.count, this.words, 1));
    return intersect(set, this.toSet(scratch), scratch);
  }
}
