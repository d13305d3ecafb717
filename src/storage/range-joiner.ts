/** Largest gap between two ranges that are fetched together: this many unneeded bytes arrive faster than a second response. */
export const MOST_BETWEEN = 32 << 10;
/** Longest request that ranges are joined into; several such requests run at the same time. */
export const MOST_JOINED = 2 << 20;

/** Most requests that are under way at the same time: of more, the last would time out before the server gets to them. */
export const MOST_UNDER_WAY = 100;

/** A pending read of the bytes `[from, to)`. */
interface PendingRead {
  readonly from: number;
  readonly to: number;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

interface JoinedRange {
  readonly from: number;
  to: number;
  readonly ranges: PendingRead[];
}

/**
 * Fetches ranges of a file on a web server, where every request has a latency. Ranges that are read in the same turn of the event
 * loop and are close to each other share one request. If it fails, all of their reads fail.
 */
export class RangeJoiner {
  private waiting: PendingRead[] = [];
  private readonly queue: JoinedRange[] = [];
  private underWay = 0;

  /** @param fetch fetches the bytes `[from, to)` */
  constructor(private readonly fetch: (from: number, to: number) => Promise<Uint8Array>) {}

  /** The bytes `[from, to)`, in a buffer of their own. */
  read(from: number, to: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) queueMicrotask(() => this.send());
      this.waiting.push({ from, to, resolve, reject });
    });
  }

  private send(): void {
    const reads = this.waiting;
    this.waiting = [];
    this.queue.push(...join(reads));
    this.fetchNext();
  }

  private fetchNext(): void {
    for (const joined of this.queue.splice(0, MOST_UNDER_WAY - this.underWay)) {
      this.underWay++;
      void this.fetchJoined(joined).finally(() => {
        this.underWay--;
        this.fetchNext();
      });
    }
  }

  private async fetchJoined({ from, to, ranges }: JoinedRange): Promise<void> {
    try {
      const bytes = await this.fetch(from, to);
      // Copies: a caller that keeps one range should not keep the whole response in memory.
      const isAlone = ranges.length === 1;
      for (const range of ranges) range.resolve(isAlone ? bytes : bytes.slice(range.from - from, range.to - from));
    } catch (error) {
      for (const range of ranges) range.reject(error);
    }
  }
}

function join(reads: readonly PendingRead[]): JoinedRange[] {
  const joined: JoinedRange[] = [];
  for (const range of [...reads].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && isJoinedTo(last, range)) {
      last.to = Math.max(last.to, range.to);
      last.ranges.push(range);
    } else joined.push({ from: range.from, to: range.to, ranges: [range] });
  }
  return joined;
}

/** Whether a range that does not begin before a joined range becomes part of it. */
function isJoinedTo(joined: JoinedRange, { from, to }: PendingRead): boolean {
  return to <= joined.to || (from - joined.to <= MOST_BETWEEN && to - joined.from <= MOST_JOINED);
}
