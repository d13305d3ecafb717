import type { WantedCodes } from '../../index/column/code-rows.js';
import type { RowCodes } from '../../index/column/row-codes.js';
import { copyOf, intersect, type RowSet, release, subtract } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { StepKind } from '../../model/explanation.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';

/** How a leaf reads the index, as `explain` shows it. */
export type Access = Extract<StepKind, 'postings' | 'codes' | 'phrase' | 'rows' | 'offers'>;

/** What a leaf that reads a column looks for in it. */
export interface ColumnCondition {
  readonly codes: RowCodes;
  readonly wanted: WantedCodes;
}

/**
 * A condition that the index of one segment answers directly, in a few milliseconds at most, even with a million rows.
 *
 * - Order: the rows of a returned list ascend and are distinct.
 * - Ownership: the caller owns the returned set. `restrict` consumes the set that it is given, and may return it, changed.
 * - Existence: a leaf may return rows that do not exist; `evaluate` removes them once, at the end.
 * - Empty: `restrict` of an empty set is legal and returns an empty set. `RowSet.none` is not required; test `count`.
 */
export abstract class Leaf {
  readonly kind = 'leaf';
  abstract readonly access: Access;
  /** How the index answers the condition: the reason that `explain` shows. */
  abstract readonly method: string;

  /**
   * @param label the condition, as `explain` shows it
   * @param estimate upper bound of the rows that match
   * @param cost about how many postings or codes `toSet` reads
   */
  constructor(
    readonly label: Label,
    readonly estimate: number,
    readonly cost = estimate,
  ) {}

  /** All rows that match. */
  abstract toSet(scratch: Scratch): RowSet;

  /**
   * The rows of `set` that match; `set` is not `ALL`. The default reads as much as `toSet`. A leaf that can probe single rows overrides
   * it, so that the cost follows `set.count`.
   */
  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }

  /** What it looks for in a column of numbers; undefined for another leaf. */
  get inColumn(): ColumnCondition | undefined {
    return undefined;
  }

  /** Number of the rows of `set` that match; `set` is not `ALL`. Leaves the set as it is. */
  count(set: RowSet, scratch: Scratch): number {
    const met = this.restrict(copyOf(set, scratch), scratch);
    release(met, scratch);
    return met.count;
  }

  /** The rows of `set` that do not match; `set` is not `ALL`. Consumes the set. */
  exclude(set: RowSet, scratch: Scratch): RowSet {
    return subtract(set, this.restrict(copyOf(set, scratch), scratch), scratch);
  }
}

/** A leaf that may take longer: it yields between its steps. Otherwise the contract is that of `Leaf`. */
export abstract class LongLeaf {
  readonly kind = 'long_leaf';
  abstract readonly access: Access;
  abstract readonly method: string;

  constructor(
    readonly label: Label,
    readonly estimate: number,
    readonly cost = estimate,
  ) {}

  abstract toSet(scratch: Scratch): Steps<RowSet>;

  *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    return intersect(set, yield* this.toSet(scratch), scratch);
  }
}
