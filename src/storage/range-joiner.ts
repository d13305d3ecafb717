/** Bytes that nobody asked for are fetched rather than asked around, up to so many: they arrive in less time than one more answer. */
export const MOST_BETWEEN = 32 << 10;
/** Ranges are joined into requests of at most so many bytes: several of these are on their way at the same time. */
export const MOST_JOINED = 2 << 20;

/** Most requests that are under way at the same time: of more, the last would be given up before the server gets to them. */
export const MOST_UNDER_WAY = 100;

/** Bytes `[from, to)` that somebody waits for. */
interface AskedRange {
  readonly from: number;
  readonly to: number;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

interface JoinedRange {
  readonly from: number;
  to: number;
  readonly ranges: AskedRange[];
}

/**
 * Fetches ranges of a file on a web server, where each request takes its time: those that are asked for in the same turn, and
 * are neighbours or nearly so, with one request. Where that fails, it fails for all of them.
 */
export class RangeJoiner {
  private waiting: AskedRange[] = [];
  private readonly queue: JoinedRange[] = [];
  private underWay = 0;

  /** @param fetch gives the bytes `[from, to)` */
  constructor(private readonly fetch: (from: number, to: number) => Promise<Uint8Array>) {}

  /** The bytes `[from, to)`, in a buffer of their own. */
  read(from: number, to: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) queueMicrotask(() => this.send());
      this.waiting.push({ from, to, resolve, reject });
    });
  }

  private send(): void {
    const asked = this.waiting;
    this.waiting = [];
    this.queue.push(...join(asked));
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
      // Copies, so that whoever keeps a range does not keep all that came with it.
      const isAlone = ranges.length === 1;
      for (const range of ranges) range.resolve(isAlone ? bytes : bytes.slice(range.from - from, range.to - from));
    } catch (error) {
      for (const range of ranges) range.reject(error);
    }
  }
}

function join(asked: readonly AskedRange[]): JoinedRange[] {
  const joined: JoinedRange[] = [];
  for (const range of [...asked].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && isJoinedTo(last, range)) {
      last.to = Math.max(last.to, range.to);
      last.ranges.push(range);
    } else joined.push({ from: range.from, to: range.to, ranges: [range] });
  }
  return joined;
}

/** Whether a range that does not begin before another is fetched with it. */
function isJoinedTo(joined: JoinedRange, { from, to }: AskedRange): boolean {
  return to <= joined.to || (from - joined.to <= MOST_BETWEEN && to - joined.from <= MOST_JOINED);
}
