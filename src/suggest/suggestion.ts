/** The kind of a suggestion: a part number, a distributor's number of a part, a company, a category or a spec key. */
export type SuggestionKind = 'mpn' | 'sku' | 'brand' | 'manufacturer' | 'seller' | 'category' | 'spec';

/**
 * How a suggestion fits the typed text. Letter case, accents and everything but letters and digits are ignored.
 *
 * - `exact`: it equals the typed text.
 * - `prefix`: it begins with the typed text.
 * - `words`: each typed word begins a word of the name, in any order. A part number begins with the first typed piece and
 *   contains the others after it, in order: `rc0603 10k` finds RC0603FR-0710KL.
 * - `fuzzy`: the same, except for one or two wrong, missing, extra or swapped letters ("did you mean").
 */
export type SuggestionMatch = 'exact' | 'prefix' | 'words' | 'fuzzy';

/** One line of the list under a search box. */
export interface Suggestion {
  /** Its kind. */
  readonly kind: SuggestionKind;
  /** The catalog's spelling; if parts write a number in several ways, the most frequent one. */
  readonly text: string;
  /** How it fits the typed text. */
  readonly match: SuggestionMatch;
  /**
   * Number of parts that have it, exact and never 0: for a part number in any spelling, for a category including the categories
   * below it.
   */
  readonly parts: number;
  /**
   * For a company or category, its uid: absent if parts have the name, but no record of the collection does. For a part number,
   * the uid of its part: absent if several parts have it.
   */
  readonly uid?: string;
  /** For a spec, its key, as in `specs.<key>.value`; `text` is its name. */
  readonly key?: string;
  /** For a category, the names of its ancestors from the root down: several categories may have the same name. */
  readonly path?: readonly string[];
}

/** Options of a completion. */
export interface SuggestOptions {
  /** Most suggestions, 0 to 100. Default 10. */
  limit?: number;
}
