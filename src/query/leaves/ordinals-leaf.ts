import { lastOf } from '../../index/column/code-kernels.js';
import type { RowCodes } from '../../index/column/row-codes.js';
import { BITS, RowSet, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Label } from '../../resolve/describe.js';
import type { PlanNode } from '../plan.js';
import { Leaf } from './leaf.js';

/** The rows with an ordinal in `[from, to)`, in a column that has no postings (numbers, texts). */
export class OrdinalsLeaf extends Leaf {
  readonly access = 'codes';

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

  toSet(scratch: Scratch): RowSet {
    const flags = this.codes.codeFlags(this.from, this.to);
    return flags ? this.codes.rowsFlagged(flags, scratch) : this.codes.rowsInInterval(this.from + 1, this.to + 1, scratch);
  }

  override restrict(set: RowSet, scratch: Scratch): RowSet {
    const flags = this.codes.codeFlags(this.from, this.to);
    const from = this.from + 1;
    const to = this.to + 1;
    if (set.kind === BITS && this.codes.canRestrict(set)) {
      if (flags) this.codes.restrictToFlags(set, flags);
      else this.codes.restrictToInterval(set, from, to);
      return RowSet.bits(set.words, set.firstWord, set.endWord);
    }
    const codes = scratch.list(set.count);
    const rows = rowsOf(set, scratch);
    const { count } = set;
    this.codes.gather(rows, count, codes);
    const kept = flags ? keepFlagged(rows, count, codes, flags) : keepInterval(rows, count, codes, from, to);
    scratch.freeList(codes);
    return RowSet.list(rows, kept);
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

function keepInterval(rows: Uint32Array, count: number, codes: Uint32Array, from: number, to: number): number {
  const last = lastOf(to);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const code = codes[i] | 0;
    rows[kept] = rows[i];
    kept += 1 - (((code - from) | (last - code)) >>> 31);
  }
  return kept;
}

function keepFlagged(rows: Uint32Array, count: number, codes: Uint32Array, flags: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    rows[kept] = rows[i];
    kept += flags[codes[i]];
  }
  return kept;
}
