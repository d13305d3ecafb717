import type { Extents } from '../../index/extents/extents.js';
import { type Span, Spans } from '../../index/extents/spans.js';
import type { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import { countFlagged, restrictToCodes } from './code-flags.js';
import { type ColumnCondition, Leaf } from './leaf.js';

/**
 * What an extent is compared with, as ordinals of its numbers. A range is met by an interval or a value with a point in it. A range is
 * covered by an interval that begins before `to`, the first number above its lower bound, and ends at `from` or later, the first number
 * that is not below its upper bound; and by a value only if the bounds are one number.
 */
export interface ExtentCondition extends Span {
  readonly isForValues: boolean;
}

/** The rows whose extent meets any of some conditions. */
export class ExtentsLeaf extends Leaf {
  readonly access = 'codes';
  private cachedFlags: Uint8Array | undefined = undefined;

  constructor(
    label: Label,
    private readonly extents: Extents,
    private readonly conditions: readonly ExtentCondition[],
  ) {
    super(label, extents.rowCount, extents.codes.length);
  }

  get method(): string {
    return "each distinct interval is compared, and the number of each row's interval is looked up";
  }

  toSet(scratch: Scratch): RowSet {
    return this.extents.codes.rowsFlagged(this.flags, scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    return restrictToCodes(this.extents.codes, this.flags, set, scratch);
  }

  override get inColumn(): ColumnCondition {
    return { codes: this.extents.codes, wanted: this.flags };
  }

  override count(set: RowSet, scratch: Scratch): number {
    return countFlagged(this.extents.codes, this.flags, set, scratch);
  }

  /** A flag for each code. */
  private get flags(): Uint8Array {
    if (this.cachedFlags) return this.cachedFlags;
    const { extents, conditions } = this;
    this.cachedFlags = extents.flagsOf(new Spans(conditions), new Spans(conditions.filter(({ isForValues }) => isForValues)));
    return this.cachedFlags;
  }
}
