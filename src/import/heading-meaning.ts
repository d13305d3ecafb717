/** What a heading says about its column. */
export interface HeadingMeaning {
  /** The member, as a map names it. */
  readonly as: string;
  /** For part numbers: 3 if it says whose number it is, 2 if it does not, 1 if it may as well be a name or an own number. */
  readonly certainty?: 1 | 2 | 3;
  /**
   * It may mean something else, so that a heading that cannot counts before it: an ID may be that of the maker itself, an availability
   * may be a word.
   */
  readonly isVague?: true;
  /** The number of the offer that it says, where sellers are numbered: `Price 2` beside `Supplier 2`. */
  readonly offer?: number;
  /** The seller that it names. */
  readonly seller?: string;
  /** The currency that it names. */
  readonly currency?: string;
  /** The quantity from which a price counts. */
  readonly from?: string;
  /** Whether that quantity is more likely a year: `Preis 2025`. */
  readonly isYear?: true;
  /** The number of pieces that a price is said to be for: `Price per 100`. */
  readonly pieces?: string;
  /** Days in the unit of a lead time. */
  readonly unit?: string;
}
