import type { RowCodes } from '../column/row-codes.js';
import type { NumberDictionary } from '../dictionary/number-dictionary.js';
import { type Span, Spans } from './spans.js';

/**
 * What the rows of a segment span under a number key (docs/semantics.md, "Ranges of specs"). Rows with the same values and the same
 * interval share a code, so a filter compares each distinct extent once and then looks up one flag for each row.
 *
 * An interval is a pair of ordinals in `numbers`. An open lower end is -1, an open upper end the number of ordinals.
 */
export class Extents {
  /**
   * @param numbers the distinct ends and values
   * @param codes of each row: 1 + the number of its extent. The set of a code has the finite ends and the values.
   * @param lows by code: the lower end of the interval; without an interval the number of ordinals
   * @param highs by code: the upper end; without an interval -1
   * @param values by code: 1 if the extent has a value
   * @param rowCount rows that have an extent
   */
  constructor(
    readonly numbers: NumberDictionary,
    readonly codes: RowCodes,
    private readonly lows: Int32Array,
    private readonly highs: Int32Array,
    private readonly values: Uint8Array,
    readonly rowCount: number,
  ) {}

  /** Number of distinct extents: codes are 1 to this. */
  get size(): number {
    return this.lows.length - 1;
  }

  /** Whether an extent has an interval. */
  hasInterval(code: number): boolean {
    return this.lows[code] < this.numbers.size;
  }

  /** Whether an extent has a value. */
  hasValue(code: number): boolean {
    return this.values[code] === 1;
  }

  /** The ordinal of the lowest end of an extent; -1 if it is open. */
  lowest(code: number): number {
    const { lows, codes } = this;
    return lows[code] < 0 ? -1 : codes.setOrdinals[codes.setStarts[code - 1]];
  }

  /** The ordinal of the highest end of an extent; the number of ordinals if it is open. */
  highest(code: number): number {
    const { highs, codes, numbers } = this;
    return highs[code] === numbers.size ? highs[code] : codes.setOrdinals[codes.setStarts[code] - 1];
  }

  /** Whether an end is open. */
  isOpen(ordinal: number): boolean {
    return ordinal < 0 || ordinal === this.numbers.size;
  }

  /**
   * A flag for each code: 1 if the extent has an interval that meets one of some spans, or an end or value in one of others. The
   * numbers in a range are such a span, for both.
   */
  flagsOf(ofIntervals: Spans, ofPoints: Spans): Uint8Array {
    const { lows, highs } = this;
    const { setStarts, setOrdinals } = this.codes;
    const flags = new Uint8Array(lows.length);
    for (let code = 1; code < lows.length; code++) {
      let isMet = ofIntervals.meet(lows[code], highs[code]);
      for (let at = setStarts[code - 1]; !isMet && at < setStarts[code]; at++)
        isMet = ofPoints.meet(setOrdinals[at], setOrdinals[at]);
      if (isMet) flags[code] = 1;
    }
    return flags;
  }

  /** The same for the extents that have a point in common with one of some spans. */
  flagsMeeting(spans: readonly Span[]): Uint8Array {
    const met = new Spans(spans);
    return this.flagsOf(met, met);
  }
}
