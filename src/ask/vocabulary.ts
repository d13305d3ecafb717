import type { UnitOfMeasurement } from '../model/documents.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Within } from './trade-words.js';

/**
 * How well a span of a question fits a name or value of the catalog, best first:
 * - `whole`: it is the whole name or value (`0603`, `X7R`, `murata` of `Murata Electronics`)
 * - `beginning`: the name or value goes on after it, at a boundary of letters and digits (`LQFP48` of `LQFP-48(7x7)`)
 * - `item`: it is one item of a list, or its beginning, or an item behind its number (`I2C` of `SPI, I2C`; `n-channel` of
 *   `1 N-Channel`); of categories: the head of a segment of the name
 * - `inside`: it stands somewhere else in it, word by word (`film` of `Thick Film Resistor`)
 */
export type Fit = 'whole' | 'beginning' | 'item' | 'inside';

/** What all candidates say. */
interface CandidateBase {
  readonly fit: Fit;
  /**
   * Number of parts, an upper bound: those of all names or values added up, so that a part with two of them counts twice. Exact
   * where there is one name or value.
   */
  readonly parts: number;
  /** The other word for the span that was found, if not the span itself: `resistor` for `res`. */
  readonly via?: string;
}

/** Categories that a span may mean. */
export interface CategoryCandidate extends CandidateBase {
  readonly kind: 'category';
  /** The name of most parts, for display. */
  readonly name: string;
  /** Uids of the categories, those of most parts first. A part lists its ancestors, so a parent's parts include its children's. */
  readonly uids: readonly string[];
  /** Uids below those of `uids` whose own name says that they are something else (`Crystal Oscillators` below `Crystals`). */
  readonly except: readonly string[];
}

/** A maker that a span may mean: all its names in this catalog. */
export interface MakerCandidate extends CandidateBase {
  readonly kind: 'maker';
  /** The name of most parts. */
  readonly name: string;
  /** Values of `brand.name`, those of most parts first. */
  readonly brands: readonly string[];
  /** Values of `manufacturer.name`, those of most parts first. */
  readonly manufacturers: readonly string[];
}

/** A seller that a span may mean. */
export interface SellerCandidate extends CandidateBase {
  readonly kind: 'seller';
  readonly name: string;
  /** Values of `offers.seller.name`. */
  readonly sellers: readonly string[];
}

/** String values of one spec that a span may mean. */
export interface ValueCandidate extends CandidateBase {
  readonly kind: 'value';
  readonly key: string;
  /** The value of most parts, for display. */
  readonly value: string;
  /** The values as the catalog writes them, those of most parts first; at most 256. */
  readonly values: readonly string[];
  /** Of a colour: those of `values` that are nothing else. */
  readonly alone?: readonly string[];
}

/** What a span may mean, each list with the best first: by fit, then by parts. */
export interface Meanings {
  readonly categories: readonly CategoryCandidate[];
  readonly makers: readonly MakerCandidate[];
  readonly sellers: readonly SellerCandidate[];
  readonly values: readonly ValueCandidate[];
}

/** A spec of numbers. */
export interface NumberKey {
  readonly key: string;
  /** The metadata's name, else the key. */
  readonly name: string;
  readonly unit: UnitOfMeasurement | undefined;
  /** Whether all values are integers by the metadata. */
  readonly isInteger: boolean;
  /** Stems of the words of the name and the key, each once (`number`, `of`, `pin`). */
  readonly stems: readonly string[];
  /** Number of parts that have the key's value, and that have an end of an interval. */
  readonly valued: number;
  readonly intervals: number;
}

/** A word of the catalog that a mistyped one may have been meant as. */
export interface Correction {
  /** The word in folded form; a part number as its form, of the length of the corrected piece (`stm32f103`). */
  readonly text: string;
  /** As the catalog writes it, for display (`STM32F103`). */
  readonly display: string;
  readonly of: 'category' | 'maker' | 'seller' | 'value' | 'word' | 'part number';
  /** Number of edits: inserted, missing, replaced, or swapped letters. 0.5 for a replaced look-alike (`O` for `0`). */
  readonly edits: number;
  /** Number of parts, approximately: for the order. */
  readonly parts: number;
}

/** What words may mean in a catalog. Made once for a catalog, and shared by its calls. */
export interface CatalogVocabulary {
  /** Most words of a span that can mean something together: the longest name and synonym. */
  readonly longestSpan: number;
  /** Bytes of its arrays. */
  readonly bytes: number;
  /** All specs of numbers, those of most parts first. */
  readonly numberKeys: readonly NumberKey[];
  /** Uids of categories that do not say what their parts are: they are called as a maker, or as a shelf of a shop. */
  readonly vagueCategories: readonly string[];
  /** What a span of a question, as typed (`op-amp`, `SOT 23`), may mean. Synonyms of the trade and of the catalog included. */
  lookUp(span: string): Meanings;
  /** The spans that mean the same by a synonym, folded; without the span itself. */
  synonymsOf(span: string): readonly string[];
  /** Whether a span is a member of the caller's own lists of synonyms. */
  isSynonym(span: string): boolean;
  /** The things that a span says the use of, and what it stands for if it names things with a value: words of the trade. */
  usedFor(span: string): readonly string[];
  within(span: string): Within | undefined;
  /** Whether a text is one of the vocabulary of the trade, as `synonymsOf` gives it: there are a few thousand. */
  isTradeText(text: string): boolean;
  /** Number of parts with a word in a text that `q` searches, 0 for none. Of several words: the least. */
  partsWithWord(word: string, work: Work): Task<number>;
  /**
   * What a piece that nothing explains may have been meant as, the likeliest first; at most `most` (default 8).
   * @param edits most letters of words that may differ; by default what a piece of its length is corrected in
   */
  corrections(piece: string, work: Work, most?: number, edits?: number): Task<readonly Correction[]>;
}
