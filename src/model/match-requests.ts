import type { Part } from './documents.js';
import type { Directives } from './requests.js';

/**
 * A part to find, for example a line of a bill of materials. Any of `q`, `mpn`, `sku`, `mpn_or_sku`, `brand` and `seller`; a
 * match meets all of them. docs/semantics.md, "Part matching". null is the same as absent, and a number is its text.
 */
export interface PartsMatchQuery {
  /** Keywords, as in a search. */
  q?: string | number | null;
  /** The manufacturer's part number; `*` matches any characters, `?` one character, and `\` escapes the next one. */
  mpn?: string | number | null;
  /** Words of the brand's name, or of an alias. */
  brand?: string | number | null;
  /** A seller's number for the part; wildcards as in `mpn`. */
  sku?: string | number | null;
  /** Words of a seller's name, or of an alias; the part keeps its other offers. */
  seller?: string | number | null;
  /** A number of either kind; wildcards as in `mpn`. */
  mpn_or_sku?: string | number | null;
  /** Position of the first item. Default 0. */
  start?: number | null;
  /** Items to return. Default 3. */
  limit?: number | null;
  /** Any text; the result repeats it. */
  reference?: string | number | null;
}

/** Parts to find, up to 20 (`Limits.matchQueries`); docs/semantics.md, "Part matching". */
export interface PartsMatchRequest {
  /** The queries. */
  queries: PartsMatchQuery[];
  /** Whether part numbers are compared as written, ignoring only letter case. Default false: by letters and digits alone. */
  exact_only?: boolean;
  /** Whether queries without a match get suggestions, an extension. Default false. */
  suggest?: boolean;
}

/** A query as echoed, with every member, texts as texts. */
export type EchoedMatchQuery = {
  [Name in keyof PartsMatchQuery]-?: Name extends 'start' | 'limit' ? number | null : string | null;
};

/** The answer to a match request. */
export interface PartsMatchResponse {
  /** The request with its defaults. */
  request: Directives & {
    /** Each query with all of its members. */
    queries: EchoedMatchQuery[];
    /** How part numbers were compared. */
    exact_only: boolean;
    /** Present only if requested. */
    suggest?: boolean;
  };
  /** One result for each query, in the order of the queries. */
  results: PartsMatchResult[];
  /** Time taken, in milliseconds. */
  msec: number;
}

/** The result of one query. */
export interface PartsMatchResult {
  /** The page of parts, the best match first. */
  items: Part[];
  /** Exact number of parts that match; null where the query has an error. */
  hits: number | null;
  /** The reference of the query. */
  reference: string | null;
  /** What is wrong with the query; the other queries are answered. */
  error: string | null;
  /** What was ignored of `q`, and which number has no letters or digits to compare: an extension. */
  warnings: string[];
  /** For a request with `suggest: true`: up to five near matches; empty if parts match. */
  suggestions?: PartSuggestion[];
}

/**
 * Why a part is suggested. `same_number`: its number is the same, but it fails another condition, or is written differently
 * although `exact_only` is set. `other_field`: the number is one of the other kind. `suffix`: one of the numbers continues where
 * the other ends. `edit`: they differ by one character, or two adjacent characters are swapped.
 */
export type SuggestionReason = 'same_number' | 'other_field' | 'suffix' | 'edit';

/** A near match. */
export interface PartSuggestion {
  /** The part, as the directives of the request show it. */
  item: Part;
  /** Why it is suggested. */
  reason: SuggestionReason;
  /** The field of the number that is nearly the requested one. */
  field: 'mpn' | 'offers.sku' | 'aka_mpns';
  /** That number as written. */
  value: string;
  /** The reason as a sentence. */
  text: string;
}
