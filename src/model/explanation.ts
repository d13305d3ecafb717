import type { SearchRequest } from './requests.js';

/** How a request was answered, and how it applies to one part. Times are of the explained run. */
export interface Explanation {
  /** The normalised request, as in an answer. */
  request: SearchRequest;
  /** Exact number of matches. */
  hits: number;
  /** Time taken in milliseconds, without that for `score`. */
  msec: number;
  /** The steps: the root is the whole search. */
  plan: ExplainedStep;
  /** The part of the given uid; absent without one. */
  score?: ScoreExplanation;
  /** What was ignored or is perhaps not what the caller meant, and why, as in an answer. */
  warnings: string[];
}

/**
 * The kind of a step:
 *
 * - `search` the root; `parse` checks the request and parses its texts; `load` reads the sections that it needs, once; `lookup`
 *   finds its values, wildcards and names in the dictionaries, or finds rows
 * - `and`, `or`, `not` combine the sets of the steps inside; `all` is every record, `none` is the empty set
 * - `postings`, `codes`, `phrase`, `rows` search the index: lists of rows by value, values by row, adjacent words, rows that the
 *   lookup found; `offers` looks for an offer that meets several conditions
 * - `champions` the best rows of a frequent word, known since the build; `score` and `sort` order the hits
 * - `exclude` finds the rows that would be hits without the filters of one field, with a step inside for each such field
 * - `facet`, `stats` and `drilldown` count over the hits, or over those rows
 * - `fetch` reads the documents of the page
 */
export type StepKind =
  | 'search'
  | 'parse'
  | 'load'
  | 'lookup'
  | 'and'
  | 'or'
  | 'not'
  | 'all'
  | 'none'
  | 'postings'
  | 'codes'
  | 'phrase'
  | 'rows'
  | 'offers'
  | 'champions'
  | 'score'
  | 'sort'
  | 'exclude'
  | 'facet'
  | 'stats'
  | 'drilldown'
  | 'fetch';

/** One step of a plan as it was executed. */
export interface ExplainedStep {
  /** The kind of the step. */
  kind: StepKind;
  /** Its input: `brand.name:"murata"`. */
  label: string;
  /** Rows that the step examined; null if it has no rows as input, or did not run. */
  rows_in: number | null;
  /** Rows that were left after it; null likewise. */
  rows_out: number | null;
  /** Time taken, including the steps inside it. */
  microseconds: number;
  /** The method, and the reason for it and for this position. */
  reason: string;
  /** The steps inside it, in the order in which they ran. */
  steps: ExplainedStep[];
}

/** Why a request finds a part or does not, and how its score is computed. */
export interface ScoreExplanation {
  /** Uid of the part; for a merged uid, that of the part it was merged into. */
  uid: string;
  /** Its part number. */
  mpn: string;
  /** Whether the part is among the hits. */
  found: boolean;
  /** Its position among all hits in the order of the request, from 0; null if it is not found. */
  position: number | null;
  /** The sum of `terms`; null if the part is not found or nothing scores (`q` has no required term). With `rank` see there. */
  score: number | null;
  /** Of a request with `rank` that sorts by score, if the part is found: what decides beside the terms. */
  rank?: ExplainedRank;
  /** The required terms of `q`. Empty if the score is null. */
  terms: ExplainedTerm[];
  /** All conditions of the request, and whether the part meets them. */
  conditions: ExplainedCondition[];
}

/** What orders a part in a request with `rank`; docs/semantics.md, "Order of a search box". */
export interface ExplainedRank {
  /** The score, or 1 if nothing scores, times the factors of the boosts that the part meets. */
  score: number;
  /** The boosts of the request. */
  boosts: {
    /** Its filter query. */
    query: string;
    /** Its factor. */
    factor: number;
    /** Whether the part meets it. */
    met: boolean;
  }[];
  /** Whether the part is in stock; only if parts in stock come first. */
  in_stock?: boolean;
  /** How much is known of the part, from 0 to 16. */
  known: number;
  /** Letters and digits of its part number, at most 255. */
  length: number;
}

/** One term's contribution to a score: `idf × weight × length_factor + exact_bonus` (docs/semantics.md, "Score"). */
export interface ExplainedTerm {
  /** The term, as `q` could have it. */
  term: string;
  /** Its contribution. */
  score: number;
  /** Its inverse document frequency: the sum over its tokens of ln(1 + (parts − rows + 0.5) / (rows + 0.5)). */
  idf: number;
  /** Parts that have each of its tokens; for a part number with wildcards, the parts that it matches. */
  rows: number[];
  /** Weight of the best field that contains it. */
  weight: number;
  /** That field, and others of the same weight. */
  fields: string[];
  /** Tokens of the part's searched fields, at most 255. */
  length: number;
  /** The factor computed from `length`, from 0.85 to 1. */
  length_factor: number;
  /** 1,000,000 if the term is the part number, once per part; else 0. */
  exact_bonus: number;
}

/** A condition of a request. */
export interface ExplainedCondition {
  /** `and`, `or` and `not` for the conditions inside, else the step that evaluates it. */
  kind: StepKind;
  /** Its text: `brand.name:"murata"`. */
  label: string;
  /** Whether the part meets it. */
  met: boolean;
  /** The conditions that it consists of. */
  conditions: ExplainedCondition[];
}
