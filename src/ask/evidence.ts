import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';

/** The parts that meet a condition. They belong to one interpretation. */
export interface Found {
  readonly condition: Filter;
  readonly parts: number;
}

/** A condition that may be dropped so that something is found. */
export interface Droppable {
  readonly found: Found;
  /** Those of a lower rank are dropped first. */
  readonly rank: number;
}

/** Counts the parts of the catalog. What was found once is kept for the interpretation. */
export interface Evidence {
  /** All parts. */
  readonly everything: Found;
  /** The parts that meet a condition. A condition that the limits of the catalog do not allow has none. */
  find(condition: Filter): Task<Found>;
  /** The parts that meet both. */
  both(a: Found, b: Found): Task<Found>;
  /** Those of some parts that meet a condition as well: cheaper than to find the parts of a condition itself, where they are few. */
  within(context: Found, condition: Filter): Task<Found>;
  /** Number of the parts that meet both. */
  countBoth(a: Found, b: Found): Task<number>;
  /** The parts of the first that are not in the second. */
  without(a: Found, b: Found): Task<Found>;
  /** Number of those of some parts that meet a condition as well: cheaper than to find the parts of a condition itself. */
  countWithin(context: Found, condition: Filter): Task<number>;
  /** An upper bound of the number of those parts that have a spec, by its field: quick, and the same for every value. */
  mostWithSpec(context: Found): Task<(field: string) => number>;
  /** Number of those parts that have a spec. @param has the condition that they have it, the same every time */
  countHaving(context: Found, field: string, has: Filter): Task<number>;
  /** Gives back what `both` and `without` have found but for some of it. What `find` has found is kept. */
  forget(but: ReadonlySet<Found>): void;
  /** About how many rows have to be read to find the parts with some texts: those that have all words of a phrase, in any order. */
  rowsRead(texts: readonly string[]): Task<number>;
  /** Whether the `mpn` of a part, and an `offers.sku` of one, has a part-number form. */
  numbered(form: string): Task<{ readonly mpn: boolean; readonly sku: boolean }>;
  /** Whether the `mpn` of a part begins with a part-number form. */
  beginsNumber(form: string): Task<boolean>;
  /**
   * The fewest conditions to drop so that some parts meet all others and `kept`; of equally few those of the lowest ranks, and then
   * those that leave the most parts. Undefined if no part meets `kept` and one of the others.
   * @returns positions in `droppable`
   */
  fewestDropped(kept: Found, droppable: readonly Droppable[]): Task<readonly number[] | undefined>;
}
