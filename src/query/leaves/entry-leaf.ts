import type { Postings } from '../../index/postings.js';
import { LIST, RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { Leaf } from './leaf.js';

/** The rows of one dictionary entry. */
export class EntryLeaf extends Leaf {
  readonly access = 'postings';

  constructor(
    label: Label,
    private readonly postings: Postings,
    private readonly entry: number,
  ) {
    super(label, postings.count(entry));
  }

  get method(): string {
    return 'list of the rows of one value';
  }

  toSet(scratch: Scratch): RowSet {
    return this.postings.toSet(this.entry, scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    if (set.kind === LIST) return RowSet.list(set.rows, this.postings.filter(this.entry, set.rows, set.count));
    return this.postings.restrict(this.entry, set, scratch);
  }
}
