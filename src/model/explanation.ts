import type { SearchRequest } from './requests.js';

/** How a request was answered, and what one part has to do with it. Times are of the run that was explained. */
export interface Explanation {
  /** The normalised request, as an answer gives it back. */
  request: SearchRequest;
  /** Exact number of matches. */
  hits: number;
  /** Time taken in milliseconds, without that for `score`. */
  msec: number;
  /** What was done, step by step: the root is the whole search. */
  plan: ExplainedStep;
  /** The part of the uid that was given; absent without one. */
  score?: ScoreExplanation;
  /** What was ignored or is perhaps not what was meant, and why: as in an answer. */
  warnings: string[];
}

/**
 * What a step does:
 *
 * - `search` the root; `parse` the request is checked and its texts are parsed; `load` the sections that it needs are
 *   read, once; `lookup` its values, wildcards and names become values of the dictionaries, or rows
 * - `and`, `or`, `not` put the sets of the steps inside together; `all` is every record, `none` is no record
 * - `postings`, `codes`, `phrase`, `rows` ask the index: lists of rows by value, values by row, words that stand together,
 *   rows that the look-up has found
 * - `champions` the best rows of a frequent word, known since the build; `score` and `sort` order the hits
 * - `exclude` finds the rows that would be hits without the filters of one field; inside it is a step for each such field
 * - `facet`, `stats` and `drilldown` count over the hits, or over those
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
  /** What the step does. */
  kind: StepKind;
  /** What was asked: `brand.name:"murata"`. */
  label: string;
  /** Rows that the step looked at; null where it works on no rows, or did not run. */
  rows_in: number | null;
  /** Rows that were left after it; null likewise. */
  rows_out: number | null;
  /** Time taken, with that of the steps inside it. */
  microseconds: number;
  /** How it was done, and why so and in this place. */
  reason: string;
  /** The steps inside it, in the order in which they ran. */
  steps: ExplainedStep[];
}

/** Why a request finds a part or does not, and where its score comes from. */
export interface ScoreExplanation {
  /** Uid of the part; where a merged uid was given, of the part that it was merged into. */
  uid: string;
  /** Its part number. */
  mpn: string;
  /** Whether the part is among the hits. */
  found: boolean;
  /** Its position among all hits in the order of the request, from 0; null if it is not found. */
  position: number | null;
  /** The sum of `terms`; null if the part is not found or nothing scores (`q` has no term that must be there). */
  score: number | null;
  /** The terms of `q` that must be there. Empty if the score is null. */
  terms: ExplainedTerm[];
  /** Everything that the request asks, and whether the part meets it. */
  conditions: ExplainedCondition[];
}

/** What one term of `q` adds to a score: `idf × weight × length_factor + exact_bonus` (docs/semantics.md, "Score"). */
export interface ExplainedTerm {
  /** The term, as it could stand in `q`. */
  term: string;
  /** What it adds. */
  score: number;
  /** How rare it is: the sum over its tokens of ln(1 + (parts − rows + 0.5) / (rows + 0.5)). */
  idf: number;
  /** Parts that have each of its tokens; for a part number with wildcards, the parts that it matches. */
  rows: number[];
  /** Weight of the best field in which it stands. */
  weight: number;
  /** That field, and others of the same weight. */
  fields: string[];
  /** Tokens of the part's searched fields, at most 255. */
  length: number;
  /** The factor that comes of `length`, from 0.85 to 1. */
  length_factor: number;
  /** 1,000,000 where the term is the part number, counted once a part; else 0. */
  exact_bonus: number;
}

/** Something that a request asks of a part. */
export interface ExplainedCondition {
  /** `and`, `or` and `not` for the conditions inside, else how the index knows. */
  kind: StepKind;
  /** What is asked: `brand.name:"murata"`. */
  label: string;
  /** Whether the part meets it. */
  met: boolean;
  /** The conditions that it is made of. */
  conditions: ExplainedCondition[];
}
