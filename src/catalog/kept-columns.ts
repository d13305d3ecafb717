import { CodeRows, type WantedCodes } from '../index/column/code-rows.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { PlanNode } from '../query/plan.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** Most bytes of all columns together. */
const MOST_BYTES = 6 << 20;
/** A smaller column is read as fast, and of a larger one, which takes too much, the rows are only counted. */
const LEAST_CODES = 1 << 12;
const MOST_CODES = 1 << 18;
/** A column that is asked for so often is kept. */
const LEAST_USES = 4;

/** What a plan looks for in a column whose rows are kept by their codes. */
export interface KeptCondition {
  readonly column: CodeRows;
  readonly wanted: WantedCodes;
}

/**
 * The rows of number columns by their codes, of those that questions ask for again and again: beyond a number of bytes those go that
 * were used least. Answers do not depend on them.
 */
export class KeptColumns {
  private readonly known = new Map<RowCodes, CodeRows>();
  private readonly uses = new WeakMap<RowCodes, number>();
  private bytesKept = 0;

  constructor(private readonly mostBytes: number = MOST_BYTES) {}

  get bytes(): number {
    return this.bytesKept;
  }

  get size(): number {
    return this.known.size;
  }

  /**
   * How a plan is looked up in a kept column; undefined for one of another kind, and of a column that is not kept.
   * @param isCounted whether the rows need only be counted, all of them
   */
  *conditionOf(plan: PlanNode, isCounted: boolean, work: Work): Steps<KeptCondition | undefined> {
    const asked = plan.kind === 'leaf' ? plan.inColumn : undefined;
    const column = asked && (yield* this.columnOf(asked.codes, work));
    return column && (isCounted || column.hasRows) ? { column, wanted: asked.wanted } : undefined;
  }

  private *columnOf(codes: RowCodes, work: Work): Steps<CodeRows | undefined> {
    if (codes.length < LEAST_CODES) return undefined;
    const known = this.known.get(codes);
    // The one that was used last is the last of the map.
    if (known && this.known.delete(codes)) {
      this.known.set(codes, known);
      return known;
    }
    const uses = (this.uses.get(codes) ?? 0) + 1;
    this.uses.set(codes, uses);
    if (uses < LEAST_USES) return undefined;
    const made = yield* CodeRows.of(codes, codes.length > MOST_CODES, work);
    this.keep(codes, made);
    return made;
  }

  private keep(codes: RowCodes, made: CodeRows): void {
    // Another call may have made it meanwhile.
    if (this.known.has(codes)) return;
    this.known.set(codes, made);
    this.bytesKept += made.bytes;
    for (const [oldest, { bytes }] of this.known) {
      if (this.bytesKept <= this.mostBytes) break;
      this.known.delete(oldest);
      this.uses.delete(oldest);
      this.bytesKept -= bytes;
    }
  }
}
