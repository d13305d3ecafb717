import type { Part } from './documents.js';
import type { Directives } from './requests.js';

/**
 * One part to be found, a line of a bill of materials say. Any of `q`, `mpn`, `sku`, `mpn_or_sku`, `brand` and `seller`, all of which
 * must agree; docs/semantics.md, "Part matching". null is the same as leaving a member out.
 */
export interface PartsMatchQuery {
  /** Keywords, as in a search. */
  q?: string | null;
  /** The manufacturer's part number; `*` stands for any characters, `?` for one, `\` takes the next one literally. */
  mpn?: string | null;
  /** Words of the brand's name, or of an alias. */
  brand?: string | null;
  /** A seller's number for the part; wildcards as in `mpn`. */
  sku?: string | null;
  /** Words of a seller's name, or of an alias; the part keeps its other offers. */
  seller?: string | null;
  /** A number of either kind; wildcards as in `mpn`. */
  mpn_or_sku?: string | null;
  /** Position of the first item. Default 0. */
  start?: number | null;
  /** Items to return. Default 3. */
  limit?: number | null;
  /** Any text; it is given back with the result. */
  reference?: string | null;
}

/** Parts to be found, up to 20 (`Limits.matchQueries`); docs/semantics.md, "Part matching". */
export interface PartsMatchRequest {
  /** What to find. */
  queries: PartsMatchQuery[];
  /** Whether part numbers are compared as they are written, but for letter case. Default false: by their letters and digits alone. */
  exact_only?: boolean;
  /** Whether queries without a match get suggestions, an extension. Default false. */
  suggest?: boolean;
}

/** A query as it is echoed: every member is there. */
export type EchoedMatchQuery = Required<PartsMatchQuery>;

/** What a match request answers. */
export interface PartsMatchResponse {
  /** The request with its defaults. */
  request: Directives & {
    /** Each query with all of its members. */
    queries: EchoedMatchQuery[];
    /** How part numbers were compared. */
    exact_only: boolean;
    /** Only where it was asked for. */
    suggest?: boolean;
  };
  /** One result for each query, in the order of the queries. */
  results: PartsMatchResult[];
  /** Time taken, in milliseconds. */
  msec: number;
}

/** What was found for one query. */
export interface PartsMatchResult {
  /** The page of parts, the best match first. */
  items: Part[];
  /** Exact number of parts that match; null where the query has an error. */
  hits: number | null;
  /** The reference of the query. */
  reference: string | null;
  /** What is wrong with the query; the others are answered all the same. */
  error: string | null;
  /** What of `q` was ignored, and which number has nothing to compare: an extension. */
  warnings: string[];
  /** Of a request with `suggest: true`: up to five parts that were perhaps meant; empty where parts match. */
  suggestions?: PartSuggestion[];
}

/**
 * Why a part is suggested: its number is the same, but it fails another condition, or is written differently where `exact_only` is asked for
 * (`same_number`); the number is one of the other kind (`other_field`); one of the numbers goes on where the other ends (`suffix`);
 * they differ by one character, or two neighbours are swapped (`edit`).
 */
export type SuggestionReason = 'same_number' | 'other_field' | 'suffix' | 'edit';

/** A part that was perhaps meant. */
export interface PartSuggestion {
  /** The part, as the directives of the request show it. */
  item: Part;
  /** Why it is suggested. */
  reason: SuggestionReason;
  /** The field of the number that is nearly the one asked for. */
  field: 'mpn' | 'offers.sku';
  /** That number as it is written. */
  value: string;
  /** The reason as a sentence. */
  text: string;
}
