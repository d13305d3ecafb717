import type { RowCodes } from '../index/column/row-codes.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { inRuns } from './similar-rows.js';

/** Codes of columns with more values are not copied. */
const MOST_COPIED_VALUES = (1 << 16) - 1;

/** The codes `[first, end)`. */
interface CodeSpan {
  readonly first: number;
  readonly end: number;
}

/** The codes of some rows in one column: read from the column at first, and from a copy once that would have been cheaper. */
export class StockedCodes {
  /** The codes of the rows, one after the other: those of the column are wherever their rows are. */
  private copy: Uint8Array | Uint16Array | undefined = undefined;
  private compared = 0;

  /** @param rows ascending */
  constructor(
    private readonly rows: Uint32Array,
    private readonly codes: RowCodes,
    private readonly values: number,
  ) {}

  /** Bytes of the copy for each row, once there is one. */
  get width(): number {
    return this.values > MOST_COPIED_VALUES ? 0 : this.values > 0xff ? 2 : 1;
  }

  /**
   * Keeps the places of rows whose codes are in a span.
   * @param places in `rows`; undefined for all of them, in their order
   * @param kept receives them, may be `places`
   * @returns how many they are
   */
  *keep(places: Uint32Array | undefined, count: number, span: CodeSpan, kept: Uint32Array, work: Work): Steps<number> {
    // By now, the column has been read as often as a copy would read it.
    if (!this.copy && this.width > 0 && (this.compared += count) > this.rows.length) this.copy = yield* this.copied(work);
    if (!this.copy) return yield* this.keepByColumn(places, count, span, kept, work);
    if (work.spend(count)) yield;
    return keepByCopy(this.copy, places, count, span, kept);
  }

  private *keepByColumn(
    places: Uint32Array | undefined,
    count: number,
    { first, end }: CodeSpan,
    kept: Uint32Array,
    work: Work,
  ): Steps<number> {
    const { codes, rows } = this;
    let to = 0;
    const keepSome = (from: number, until: number) => {
      for (let i = from; i < until; i++) {
        const place = places ? places[i] : i;
        const code = codes.code(rows[place]);
        if (code >= first && code < end) kept[to++] = place;
      }
    };
    yield* inRuns(count, keepSome, work);
    return to;
  }

  private *copied(work: Work): Steps<Uint8Array | Uint16Array> {
    const { rows, codes } = this;
    const copy = this.width === 1 ? new Uint8Array(rows.length) : new Uint16Array(rows.length);
    let some = new Uint32Array(0);
    const copyRun = (from: number, to: number) => {
      if (some.length < to - from) some = new Uint32Array(to - from);
      codes.gather(rows.subarray(from, to), to - from, some);
      copy.set(some.length === to - from ? some : some.subarray(0, to - from), from);
    };
    yield* inRuns(rows.length, copyRun, work);
    return copy;
  }
}

function keepByCopy(
  codes: Uint8Array | Uint16Array,
  places: Uint32Array | undefined,
  count: number,
  { first, end }: CodeSpan,
  kept: Uint32Array,
): number {
  let to = 0;
  for (let i = 0; i < count; i++) {
    const place = places ? places[i] : i;
    const code = codes[place];
    if (code >= first && code < end) kept[to++] = place;
  }
  return to;
}
