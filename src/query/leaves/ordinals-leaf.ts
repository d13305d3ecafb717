import type { RowCodes } from '../../index/column/row-codes.js';
import type { RowSet } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import type { PlanNode } from '../plan.js';
import { countFlagged, countInterval, restrictToCodes, restrictToInterval, restrictToOrdinals } from './code-flags.js';
import { type ColumnCondition, Leaf } from './leaf.js';

/** The rows with an ordinal in `[from, to)`, in a column that has no postings (numbers, texts). */
export class OrdinalsLeaf extends Leaf {
  readonly access = 'codes';
  /** For the codes of a field where some row has several values. */
  private flags: Uint8Array | undefined = undefined;

  constructor(
    label: Label,
    readonly codes: RowCodes,
    private readonly from: number,
    private readonly to: number,
    estimate: number,
  ) {
    super(label, estimate, codes.length);
  }

  /** The rows that are in both intervals of the column. */
  meet(other: OrdinalsLeaf): OrdinalsLeaf {
    const from = Math.max(this.from, other.from);
    const to = Math.max(from, Math.min(this.to, other.to));
    const label = () => `${this.label()} and ${other.label()}`;
    return new OrdinalsLeaf(label, this.codes, from, to, Math.min(this.estimate, other.estimate));
  }

  get method(): string {
    return "the order number of each row's value is compared";
  }

  private codeFlags(): Uint8Array | undefined {
    this.flags ??= this.codes.codeFlags(this.from, this.to);
    return this.flags;
  }

  /** Whether it looks at the values of the rows of a set, as there are no flags yet. */
  private looksAtRows({ count }: RowSet): boolean {
    const { codes, from, to } = this;
    return !this.flags && codes.areFewFlagged(count) && !codes.keptFlags(from, to);
  }

  toSet(scratch: Scratch): RowSet {
    const flags = this.codeFlags();
    return flags ? this.codes.rowsFlagged(flags, scratch) : this.codes.rowsInInterval(this.from + 1, this.to + 1, scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    const { codes, from, to } = this;
    if (this.looksAtRows(set)) return restrictToOrdinals(codes, from, to, set, scratch);
    const flags = this.codeFlags();
    if (flags) return restrictToCodes(codes, flags, set, scratch);
    return restrictToInterval(codes, from + 1, to + 1, set, scratch);
  }

  override get inColumn(): ColumnCondition {
    const { codes, from, to } = this;
    return { codes, wanted: this.codeFlags() ?? { from: from + 1, to: to + 1 } };
  }

  override count(set: RowSet, scratch: Scratch): number {
    if (this.looksAtRows(set)) return super.count(set, scratch);
    const flags = this.codeFlags();
    if (flags) return countFlagged(this.codes, flags, set, scratch);
    return countInterval(this.codes, this.from + 1, this.to + 1, set, scratch);
  }
}

/** Merges the conditions of an AND that are intervals of the same column into the interval that they have in common. */
export function meetIntervals(nodes: readonly PlanNode[]): PlanNode[] {
  const met: PlanNode[] = [];
  const places = new Map<RowCodes, number>();
  for (const node of nodes) {
    // A row with several values may meet each condition with another value.
    const codes = node instanceof OrdinalsLeaf && !node.codes.isMultiValued ? node.codes : undefined;
    const place = codes && places.get(codes);
    if (place !== undefined) met[place] = (met[place] as OrdinalsLeaf).meet(node as OrdinalsLeaf);
    else {
      if (codes) places.set(codes, met.length);
      met.push(node);
    }
  }
  return met;
}
