import type { Part } from './documents.js';
import type { Directives, SearchRequest } from './requests.js';

/** What must agree in parts that could stand in for another one; docs/semantics.md, "Similar parts". */
export interface SimilarRequest extends Directives {
  /**
   * Spec keys in which they agree. Default: the three most useful string keys of the category that the part has, and its number keys among
   * the first eight; without those that `at_least` and `at_most` name.
   */
  same?: string[];
  /** Number keys of which they have no less: `['power_rating']`. Default none. */
  at_least?: string[];
  /** Number keys of which they have no more: `['dc_resistance']`. Default none. */
  at_most?: string[];
  /** Further conditions, as of a search. */
  filter?: SearchRequest['filter'];
  /** Most parts to return, default 10. */
  limit?: number;
}

/** How two parts compare in a spec. */
export interface SpecDifference {
  /** The spec key. */
  key: string;
  /** The value of the part that was asked for, several separated by commas; null if it has none. */
  here: string | null;
  /** The value of the other part. */
  there: string | null;
  /** `better` and `worse` for keys of `at_least` and `at_most`; `unknown` where nobody said which is better, or one has no value. */
  verdict: 'same' | 'better' | 'worse' | 'unknown';
}

/** A part that could stand in for another one. */
export interface SimilarPart {
  /** The part. */
  item: Part;
  /** The keys that were compared, and the most useful ones of the category. */
  differences: SpecDifference[];
}

/** The parts that could stand in for another one. */
export interface SimilarResponse {
  /** Those in stock first, then those with fewer differences, then by uid. */
  items: SimilarPart[];
  /** How many there are, exactly. */
  hits: number;
}
