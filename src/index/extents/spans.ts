/** Ordinals from `from` up to `to`, without it. A span without ordinals lies between two. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Some spans, prepared so that one search among them tells whether an interval meets any. */
export class Spans {
  /** Ascending. */
  private readonly ends: Int32Array;
  /** The least start of each span and those after it. */
  private readonly starts: Int32Array;

  constructor(spans: readonly Span[]) {
    const sorted = [...spans].sort((a, b) => a.to - b.to);
    this.ends = Int32Array.from(sorted, ({ to }) => to);
    this.starts = Int32Array.from(sorted, ({ from }) => from);
    for (let i = this.starts.length - 2; i >= 0; i--) this.starts[i] = Math.min(this.starts[i], this.starts[i + 1]);
  }

  /** Whether the ordinals `low` to `high` begin before the end of a span, and do not end before its start. */
  meet(low: number, high: number): boolean {
    const { ends, starts } = this;
    let from = 0;
    let to = ends.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (ends[middle] > low) to = middle;
      else from = middle + 1;
    }
    return from < ends.length && starts[from] <= high;
  }
}
