/** What is suggested: a part number, a distributor's number of a part, a company, a category or a spec key. */
export type SuggestionKind = 'mpn' | 'sku' | 'brand' | 'manufacturer' | 'seller' | 'category' | 'spec';

/**
 * How a suggestion fits what was typed. Letter case, accents and everything but letters and digits never matter.
 *
 * - `exact`: it is what was typed.
 * - `prefix`: it begins with what was typed.
 * - `words`: each word that was typed begins a word of the name, in any order. A part number begins with the first piece that was
 *   typed and has the others behind it, in order: `rc0603 10k` finds RC0603FR-0710KL.
 * - `fuzzy`: the same, but for a wrong, missing, further or swapped letter or two. "Did you mean" this?
 */
export type SuggestionMatch = 'exact' | 'prefix' | 'words' | 'fuzzy';

/** One line of the list under a search box. */
export interface Suggestion {
  /** What it is. */
  readonly kind: SuggestionKind;
  /** As the catalog writes it; of a part number that is written in several ways, as most parts have it. */
  readonly text: string;
  /** How it fits what was typed. */
  readonly match: SuggestionMatch;
  /**
   * Number of parts that have it, exact and never 0: of a part number in whatever way they write it, of a category with those of the
   * categories below it.
   */
  readonly parts: number;
  /**
   * Of a company or category its uid: absent if parts have the name, but no record of the collection does. Of a part number the
   * uid of its part: absent if several parts have it.
   */
  readonly uid?: string;
  /** Of a spec its key, for `specs.<key>.value`; `text` is its name. */
  readonly key?: string;
  /** Of a category the names of those above it, from the root down: several categories may have the same name. */
  readonly path?: readonly string[];
}

/** What is asked of a suggester besides the text. */
export interface SuggestOptions {
  /** Most suggestions, 0 to 100. Default 10. */
  limit?: number;
}
